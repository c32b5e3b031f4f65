import { printPath, StudioError } from '../../format'
import type { Bytes } from '../../layout'
import type { FieldConflict, OutsideAnswer, OutsideFile } from '../api/conflicts'
import { commitTransaction, revertEntry } from '../entries/commit'
import { backupPath, readBackup } from '../install/copies'
import type { Draft } from '../entries/draft'
import { dropPacked, localDraft, packsOf, rebase, type Outsider, type Rebased } from './rebase'
import { overlayPath, packedHashes } from '../changes/changes'
import { inPieces } from '../jobs/jobs'
import type { Session } from '../entries/session'
import type { Workspace } from '../entries/workspace'
import { releasing, type DeployedFile, type Deployment } from '../install/deployed'
import { mergeFile, wholeConflict, type Choose, type MergedFile } from './merge'

/** Result of an answer for one file, computed before anything is changed. */
export interface Resolution {
  readonly file: string
  readonly way: OutsideFile['way']
  readonly answer: 'reload' | 'keep' | 'merge'
  /** Set where the file was deployed from here: its original is kept for every answer but reload. */
  readonly record: DeployedFile | undefined
  /** Hash of the original of the edits; undefined where they add the file. */
  readonly original: string | undefined
  /** Undefined where nothing remains of a file that was added here, or a reload found no local version. */
  readonly local: Bytes | undefined
  /** Undefined where the file was deleted. */
  readonly external: Bytes | undefined
  /** The new original of the edits, where it changes. */
  readonly base?: { readonly bytes: Bytes | undefined }
  readonly merged?: Pick<MergedFile, 'bytes' | 'changed'>
  /**
   * Whether the edits fit the external file and give the requested version: the file becomes their original, and no
   * step is needed.
   */
  readonly isAdopted: boolean
}

/** The versions of a file that both sides changed. */
interface Known {
  readonly workspace: Workspace
  readonly outside: OutsideFile
  readonly record: DeployedFile | undefined
  readonly original: string | undefined
  readonly external: Bytes | undefined
}

async function known(workspace: Workspace, outside: OutsideFile): Promise<Known> {
  const { install, deployment } = workspace.parts
  const record = deployment.own?.files.find(one => one.path === outside.file)
  const original = record ? (record.pristine ?? undefined) : await keptOriginal(workspace, outside.file)
  return { workspace, outside, record, original, external: await install.present(outside.file) }
}

/**
 * Result of an answer for the file. Throws StudioError `deploy.no-base` where the local version is not available or the
 * file cannot be merged by field, `deploy.conflicts` where a conflict has no choice, `outside.no-fields` for a merge of
 * a file that one side added or deleted.
 */
export async function resolutionOf(
  workspace: Workspace,
  outside: OutsideFile,
  { answer, choices = [] }: OutsideAnswer,
): Promise<Resolution> {
  const versions = await known(workspace, outside)
  const { record, original, external } = versions
  const { file, way, isFitting } = outside
  const resolved = async (said: Resolution['answer'], merged?: MergedFile): Promise<Resolution> => ({
    file,
    way,
    answer: said,
    record,
    original,
    local: await localFor(versions, said),
    external,
    ...(await baseOf(versions, said)),
    isAdopted: false,
    ...(merged && { merged }),
  })
  if (answer === 'reload') return resolved('reload')
  if (answer === 'keep' || answer === 'mine') return resolved('keep')
  const adopted = (): Resolution => ({
    file,
    way,
    answer: 'merge',
    record,
    original,
    local: external,
    external,
    isAdopted: true,
  })
  const choose: Choose = conflict =>
    choices.find(one => one.entry === conflict.entry && one.path === conflict.path)?.side ?? SIDES[answer]
  if (isFitting && !record && original === undefined) return adopted()
  const merged = await mergeOf(versions, choose)
  if (!merged && isFitting && !record) return adopted() // edits on top of the external version: they hold its changes
  if (!merged) {
    const side = choose(await conflictAsWhole(versions))
    if (side === undefined) throw new StudioError(way === 'changed' ? 'deploy.no-base' : 'outside.no-fields', { file })
    return resolved(side === 'local' ? 'keep' : 'reload')
  }
  const [open] = merged.open
  if (open && !merged.isByField) throw new StudioError('deploy.no-base', { file })
  if (open)
    throw new StudioError(
      'deploy.conflicts',
      { n: merged.open.length, file, path: `${open.entry} ${open.path}` },
      open.entry,
    )
  const isShown =
    isFitting && !record && workspace.parts.host.same((await workspace.need(entryOf(file))).payload(), merged.bytes)
  return isShown ? adopted() : resolved('merge', merged)
}

/** Fields where a merge of the file needs a choice. Throws StudioError `outside.no-fields`. */
export async function conflictsOf(workspace: Workspace, outside: OutsideFile): Promise<readonly FieldConflict[]> {
  const versions = await known(workspace, outside)
  if (outside.way !== 'changed') throw new StudioError('outside.no-fields', { file: outside.file })
  if (outside.isFitting && !versions.record && versions.original === undefined) return []
  const merged = await mergeOf(versions, () => undefined)
  return merged ? merged.conflicts : [await conflictAsWhole(versions)]
}

const SIDES: Partial<Record<OutsideAnswer['answer'], 'local' | 'external'>> = {
  'merge=local': 'local',
  'merge=external': 'external',
}
const NOTHING: Bytes = new Uint8Array(0)
/** Error codes of a missing local version: its original does not fit, or its copy is lost. */
const NO_LOCAL: ReadonlySet<string> = new Set(['deploy.no-base', 'deploy.backup-damaged'])
const entryOf = (file: string): string => printPath({ file, steps: [] })

/** Undefined where the sides have no common original. */
async function mergeOf(
  { workspace, outside: { file }, record, original, external }: Known,
  choose: Choose,
): Promise<MergedFile | undefined> {
  const { store, host } = workspace.parts
  if (original === undefined || !external) return undefined
  const bytes = await readBackup(store, original, host.hash, file)
  const local = await localDraft(workspace, file, bytes)
  if (!local?.view(entryOf(file))) return undefined
  const deployed = record && (await deployedDraft(workspace, record, bytes))
  return inPieces(host, mergeFile(workspace, { file, original: bytes, local, deployed, external }, choose))
}

/** The version deployed last, as edits of the original; undefined where the journal no longer has it. */
async function deployedDraft(
  workspace: Workspace,
  { path, deployed }: DeployedFile,
  original: Bytes,
): Promise<Draft | undefined> {
  const hash = deployed.at(-1)
  for (const { revision } of hash === undefined ? [] : await packsOf(workspace, path, hash)) {
    const draft = await localDraft(workspace, path, original, revision)
    const view = draft?.view(entryOf(path))
    if (view && workspace.hash(view.payload()) === hash) return draft
  }
  return undefined
}

async function conflictAsWhole(versions: Known): Promise<FieldConflict> {
  const {
    workspace,
    outside: { file },
    original,
    external,
  } = versions
  const { store, host } = workspace.parts
  const before = original === undefined ? undefined : await readBackup(store, original, host.hash, file)
  return wholeConflict(host.hash, file, before, await localBytes(versions).catch(() => undefined), external)
}

/**
 * The local version for an answer. A reload needs none: where it is missing, its journal is kept as a copy and no step
 * restores it. Throws StudioError `deploy.no-base`; also for an answer that keeps a file deleted that was never
 * deployed from here, because no edit deletes an original.
 */
async function localFor(versions: Known, answer: Resolution['answer']): Promise<Bytes | undefined> {
  const { record, external } = versions
  try {
    const local = await localBytes(versions)
    if (local || record || !external || answer === 'reload') return local
  } catch (error) {
    if (answer !== 'reload' || !(error instanceof StudioError) || !NO_LOCAL.has(error.code)) throw error
    return undefined
  }
  throw new StudioError('deploy.no-base', { file: versions.outside.file })
}

/** The original of the edits: that of a deployed file that is not reloaded, else the external file. */
async function baseOf(
  { workspace, outside: { file }, record, original, external }: Known,
  answer: Resolution['answer'],
): Promise<Pick<Resolution, 'base'>> {
  if (!record || answer === 'reload') return { base: { bytes: external } }
  const { store, host } = workspace.parts
  const bytes = original === undefined ? undefined : await readBackup(store, original, host.hash, file)
  return (await localDraft(workspace, file, bytes)) ? {} : { base: { bytes } }
}

/**
 * The local version of a file: its edits on their original, on the external file that they were made on, or what was
 * packed of them. Undefined where the file was added here and nothing remains of it. Throws StudioError
 * `deploy.no-base`.
 */
async function localBytes({ workspace, outside: { file }, record, original }: Known): Promise<Bytes | undefined> {
  const { store, host, hashes } = workspace.parts
  const isAdded = record ? record.pristine === null : hashes.of(file) === undefined
  if (original === undefined && !isAdded) return packedBytes(workspace, file)
  const before = original === undefined ? undefined : await readBackup(store, original, host.hash, file)
  const draft = await localDraft(workspace, file, before)
  if (draft) return draft.view(entryOf(file))?.payload()
  const edited = hashes.editedOn(file)
  const image = edited === undefined ? undefined : await readBackup(store, edited, host.hash, file)
  const view = image && (await localDraft(workspace, file, image))?.view(entryOf(file))
  return view ? view.payload() : packedBytes(workspace, file)
}

/** For a workspace without kept originals: the packed file, where nothing was edited since. */
async function packedBytes(workspace: Workspace, file: string): Promise<Bytes> {
  const { store, host } = workspace.parts
  const hash = packedHashes(workspace).get(file)
  const bytes =
    hash !== undefined && (await store.stat(overlayPath(file))) ? await store.read(overlayPath(file)) : undefined
  const { lastPack } = workspace.history
  const isEdited = workspace.history.steps.some(
    ({ revision, entries }) =>
      revision > (lastPack?.revision ?? 0) && entries.some(entry => entry === file || entry.startsWith(`${file}!`)),
  )
  if (!bytes || host.hash(bytes) !== hash || isEdited) throw new StudioError('deploy.no-base', { file })
  return bytes
}

/**
 * Applies the resolutions to the workspace; the install is not written. For a deployed file the external version counts
 * as deployed from here, and the edits stay on their original. For any other file, and for a reloaded one, it is the
 * original from here on, and the local version is a step on it. A merge, or a reload, is one more step.
 */
export async function takeOver(session: Session, resolutions: readonly Resolution[]): Promise<void> {
  const { workspace } = session
  const { deployment, host, hashes } = workspace.parts
  const { own } = deployment
  const isTaken = ({ record, answer, external }: Resolution): boolean =>
    record !== undefined && external !== undefined && answer !== 'reload'
  const taken = new Map(resolutions.filter(isTaken).map(({ file, external }) => [file, host.hash(external ?? NOTHING)]))
  const outsiders = resolutions.flatMap(({ file, original, local, base, isAdopted }): readonly Outsider[] =>
    base && !isAdopted ? [{ file, original, local, external: base.bytes }] : [],
  )
  const released = new Set(resolutions.filter(({ record, answer }) => record && answer === 'reload').map(nameOf))
  let rebased: Rebased | undefined
  try {
    if (own && taken.size + released.size > 0) await deployment.keep(releasing(withExternal(own, taken), released))
    rebased = outsiders.length > 0 ? await rebase(workspace, outsiders) : undefined
    await workspace.reload()
  } catch (error) {
    await deployment.keep(own)
    await rebased?.takeBack()
    throw error
  }
  rebased?.tell()
  const adopted = resolutions.filter(({ isAdopted }) => isAdopted)
  await hashes.adopt(new Map(adopted.map(({ file, external }) => [file, external && host.hash(external)])))
  await dropPacked(
    workspace,
    outsiders.map(({ file }) => file),
  )
  for (const one of resolutions) await addStep(workspace, one)
}

const nameOf = ({ file }: Resolution): string => file

async function addStep(workspace: Workspace, { file, way, answer, merged }: Resolution): Promise<void> {
  const entry = entryOf(file)
  if (answer === 'reload')
    await revertEntry(workspace, entry, { code: way === 'gone' ? 'label.let-go' : 'label.reloaded', params: { file } })
  if (!merged) return
  const removed = (await workspace.need(entry)).payload()
  if (workspace.parts.host.same(removed, merged.bytes)) return
  const label = { code: 'label.patch-applied', params: { title: file, n: merged.changed } }
  await commitTransaction(workspace, {
    label,
    edits: [{ entry, base: workspace.history.revision, splices: [{ offset: 0, removed, inserted: merged.bytes }] }],
  })
}

/** The record with the external versions (hashes by file) as deployed ones, before the present one. */
const withExternal = (own: Deployment, external: ReadonlyMap<string, string>): Deployment => ({
  ...own,
  files: own.files.map(one => {
    const hash = external.get(one.path)
    return hash === undefined ? one : { ...one, deployed: [hash, ...one.deployed] }
  }),
})

/** Hash of the original of a file's edits, where a copy of it is kept; earlier versions of the program kept none. */
export async function keptOriginal({ parts: { hashes, store } }: Workspace, file: string): Promise<string | undefined> {
  const hash = hashes.of(file)
  return hash !== undefined && (await store.stat(backupPath(hash))) ? hash : undefined
}
