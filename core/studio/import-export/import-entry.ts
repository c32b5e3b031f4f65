import { assignedEdit, difference, sameBytes, type Edit, type EntryPath } from '../../edit'
import { conversionFrom, StudioError, type DecodeOptions, type Replacement } from '../../format'
import { workIn } from './work-in'
import { assign, document, fromJson, LayoutError, type Bytes, type Value } from '../../layout'
import type { IncomingReport, TakeOptions, IncomingOptions, IncomingFile, IncomingBatch } from '../api/import-export'
import { tryEdits } from '../entries/commit'
import { reasonOf, type JobRun } from '../jobs/jobs'
import type { Session } from '../entries/session'
import { toText } from '../../format/text-bytes'
import { openedOf } from '../entries/entries'
import { movesTo } from '../entries/moves'
import { contentEdits } from '../entries/routing'
import type { View } from '../entries/view'
import { previewed, take, unchanged, type Trial, type Weighed } from './preview'
import type { Workspace } from '../entries/workspace'
import { entryJson } from './entry-json'

/**
 * Replaces an entry by bytes, as one step: of an archive only the entries that differ are changed. The JSON of an entry
 * with declared fields is parsed as its value. Throws StudioError `incoming.no-import` and errors of the bytes.
 */
export async function incoming(
  workspace: Workspace,
  entry: EntryPath,
  bytes: Bytes,
  { file, fit, ...options }: IncomingOptions,
): Promise<IncomingReport> {
  const { name, edits, ...report } = await weighed(workspace, { entry, file, bytes }, options.keepBytes, fit && { fit })
  return {
    ...report,
    ...(await take(workspace, { label: { code: 'label.entry-replaced', params: { name, file } }, edits }, options)),
  }
}

/** The same for several files, as one step; an entry is replaced at most once, and none inside another. */
export const incomingAll = (
  session: Session,
  files: readonly IncomingFile[],
  options: TakeOptions,
): Promise<IncomingBatch> =>
  takeIn(
    session,
    () =>
      Promise.resolve(
        files.map(({ entry, file, bytes }) => ({
          file,
          entry: () => Promise.resolve(entry),
          read: () => Promise.resolve(bytes),
        })),
      ),
    options,
  )

/** A file whose entry is found and whose bytes are read in order. Both may throw. */
interface UnreadFile {
  readonly file: string
  entry(): Promise<EntryPath>
  read(): Promise<Bytes>
}

/** The same for files that are not read yet. */
export async function takeIn(
  session: Session,
  list: (job: JobRun) => Promise<readonly UnreadFile[]>,
  options: TakeOptions,
): Promise<IncomingBatch> {
  const { workspace } = session
  const told: IncomingBatch['files'][number][] = []
  const edits: Edit[] = []
  const taken = new TakenEntries()
  return session.jobs.run(options.dryRun ? 'job.incoming' : 'job.take-in', 0, async job => {
    const files = await list(job)
    job.counted(files.length)
    for (const { file, ...one } of files) {
      await job.step(file)
      let entry = ''
      try {
        entry = await one.entry()
        if (taken.meets(entry)) throw new StudioError('incoming.twice', { file })
        const {
          name: _,
          edits: own,
          ...report
        } = await weighed(workspace, { entry, file, bytes: await one.read() }, options.keepBytes)
        for (const edit of own) edits.push(edit)
        told.push({ entry, file, report, refusal: null })
        taken.add(entry)
      } catch (error) {
        if (!(error instanceof StudioError)) throw error
        job.fail(file, reasonOf(error))
        told.push({ entry, file, report: null, refusal: reasonOf(error) })
      }
    }
    const n = told.filter(({ report }) => (report?.entries.length ?? 0) > 0).length
    const all = await take(workspace, { label: { code: 'label.entries-replaced', params: { n } }, edits }, options, job)
    job.counted(files.length)
    return { files: told, ...all }
  })
}

/** Archives that contain an entry. */
const archivesOf = (entry: EntryPath): readonly EntryPath[] =>
  [...entry.matchAll(/!/g)].map(({ index }) => entry.slice(0, index))

/** Entries that are replaced already. */
class TakenEntries {
  private readonly entries = new Set<EntryPath>()
  private readonly archives = new Set<EntryPath>()

  add(entry: EntryPath): void {
    this.entries.add(entry)
    for (const archive of archivesOf(entry)) this.archives.add(archive)
  }

  /** Whether one of them is this entry, is inside it, or contains it. */
  meets(entry: EntryPath): boolean {
    return (
      this.entries.has(entry) ||
      this.archives.has(entry) ||
      archivesOf(entry).some(archive => this.entries.has(archive))
    )
  }
}

async function weighed(
  workspace: Workspace,
  { entry, file, bytes }: IncomingFile,
  keepBytes = false,
  how?: DecodeOptions,
): Promise<Weighed> {
  const path = workspace.canonical(entry)
  const view = await workspace.need(path)
  const before = view.payload()
  const value = valueIn(view, file, bytes)
  const { bytes: wanted, notices } = value
    ? { bytes, notices: [] }
    : await replacementIn(workspace, view, { file, bytes }, how)
  const noticed = notices.length > 0 && { notices }
  if (!value && sameBytes(before, wanted)) return { ...(await unchanged(workspace, view)), ...noticed }
  const { edits, trial, isWhole, isRepacked } = value
    ? await ofValue(workspace, view, value)
    : await tried(workspace, view, wanted, keepBytes)
  return {
    ...(await previewed(workspace, view, { edits, trial })),
    ...(isRepacked === true && { isRepacked }),
    ...noticed,
    isWhole,
  }
}

/**
 * Value of an entry with declared fields from a file named `….json`: the bare value, or the output of `areal json`.
 * Throws StudioError for a value that does not fit.
 */
function valueIn(view: View, file: string, bytes: Bytes): { readonly value: Value } | undefined {
  const layout = /\.json$/i.test(file) ? view.format?.layout?.(view.info) : undefined
  if (!layout) return undefined
  const text = toText(bytes)
  try {
    return { value: fromJson(layout, printedIn(view, text) ?? text) as Value }
  } catch (error) {
    if (error instanceof LayoutError) throw new StudioError(error.code, error.params, view.path)
    throw error
  }
}

/** The value in the printed JSON of an entry of this format; its attributes are ignored. */
function printedIn(view: View, text: string): string | undefined {
  try {
    const { format, value } = entryJson(text)
    return format === view.format?.id ? value : undefined
  } catch (error) {
    if (error instanceof StudioError) return undefined
    throw error
  }
}

async function ofValue(workspace: Workspace, view: View, { value }: { readonly value: Value }): Promise<Tried> {
  const layout = view.format?.layout?.(view.info)
  const whole = layout && document(layout, view.payload())
  if (!whole?.isWhole) throw new StudioError('edit.not-editable', { entry: view.path }, view.path)
  try {
    const source = {
      entry: view.path,
      revision: workspace.history.revision,
      bytes: whole.bytes,
      attributes: view.attributes,
    }
    const edit = assignedEdit(source, whole, assign(whole, '', value), view.format?.follow)
    if (edit.splices.length === 0 && !edit.attributes)
      return { edits: [], trial: await tryEdits(workspace, []), isWhole: false }
    return { edits: [edit], trial: await tryEdits(workspace, [edit]), isWhole: false }
  } catch (error) {
    if (error instanceof LayoutError) throw new StudioError(error.code, error.params, view.path)
    throw error
  }
}

/** The entry's bytes by a file: of another program converted, else as they are. Throws StudioError for one that does not fit. */
async function replacementIn(
  workspace: Workspace,
  view: View,
  { file, bytes }: Pick<IncomingFile, 'file' | 'bytes'>,
  how?: DecodeOptions,
): Promise<Replacement> {
  const decode = conversionFrom(view.format, file, view.info)?.decode
  if (decode) return decode(openedOf(workspace, view, 'present'), bytes, workIn(workspace), how)
  if (!sameBytes(view.payload(), bytes)) guardPicture(view, file, bytes)
  return { bytes, notices: [] }
}

const PICTURES: readonly (readonly [kind: string, isOne: (bytes: Bytes, file: string) => boolean])[] = [
  ['PNG', bytes => bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47],
  ['JPEG', bytes => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ['GLB', bytes => bytes[0] === 0x67 && bytes[1] === 0x6c && bytes[2] === 0x54 && bytes[3] === 0x46],
  ['OBJ', (_, file) => /\.(?:obj|mtl)$/i.test(file)],
  ['glTF', (_, file) => /\.gltf$/i.test(file)],
]

/**
 * Refuses pictures and models of other programs, which the game cannot read and nothing here converts. An entry without
 * a format may be one.
 */
function guardPicture(view: View, file: string, bytes: Bytes): void {
  const kind = view.format && PICTURES.find(([, isOne]) => isOne(bytes, file))?.[0]
  if (kind !== undefined)
    throw new StudioError(
      'incoming.no-import',
      { file, kind, name: view.name, format: view.format?.id ?? '' },
      view.path,
    )
}

interface Tried {
  readonly edits: readonly Edit[]
  readonly trial: Trial
  readonly isWhole: boolean
  /** The content of packed rows was imported, and their stored bytes change. */
  readonly isRepacked?: boolean
}

/** The smallest edits that give the bytes; where rows of an archive cannot be matched, the whole of it. */
async function tried(workspace: Workspace, view: View, bytes: Bytes, keepBytes: boolean): Promise<Tried> {
  const content = keepBytes ? undefined : await triedContent(workspace, view, bytes)
  if (content) return content
  const before = view.payload()
  const base = workspace.history.revision
  const moves = before.length === bytes.length ? [] : movesTo(view, bytes, view.attributes)
  const least: readonly Edit[] = [
    { entry: view.path, base, splices: difference(before, bytes), ...(moves.length > 0 && { moves }) },
  ]
  try {
    return { edits: least, trial: await tryEdits(workspace, least), isWhole: false }
  } catch (error) {
    if (!(error instanceof StudioError) || !view.archive) throw error
    const whole: readonly Edit[] = [
      { entry: view.path, base, splices: [{ offset: 0, removed: before, inserted: bytes }] },
    ]
    return { edits: whole, trial: await tryEdits(workspace, whole), isWhole: true }
  }
}

/** Imports the content of each row of an archive with packed rows, packed as the game does. */
async function triedContent(workspace: Workspace, view: View, bytes: Bytes): Promise<Tried | undefined> {
  const base = workspace.history.revision
  const edits = contentEdits(view, bytes)?.map(edit => ({ ...edit, base }))
  if (!edits) return undefined
  try {
    const trial = await tryEdits(workspace, edits)
    const after = edits.length > 0 ? trial.draft.need(view.path) : view
    const isRepacked = !sameBytes(after.payload(), bytes)
    return { edits, trial, isWhole: false, isRepacked }
  } catch (error) {
    if (error instanceof StudioError) return undefined
    throw error
  }
}
