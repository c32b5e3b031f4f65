import { sameBytes, type EntryPath } from '../../edit'
import { filePath, printPath, StudioError, type Archive, type ArchiveCodec } from '../../format'
import { document, LayoutError, read, unknownBytes, write, type AnyLayout, type Bytes, own } from '../../layout'
import type { Proof, ProofResult } from '../api/workspace'
import { largeFile } from '../entries/large-file'
import { fileNames } from '../entries/project-tree'
import { reasonOf, type JobRun } from '../jobs/jobs'
import type { Session } from '../entries/session'
import type { OpenArchive, View } from '../entries/view'

/** An entry of this size is worth a pause, in bytes. */
const LARGE = 16 * 1024

/** Windows hear of proofs so often, in milliseconds: an install may have 60,000 files, and each word of news is a list drawn anew. */
const NEWS = 100

type Verdict = Pick<Proof, 'result' | 'unknownBytes'>
const packing = new WeakMap<Bytes, boolean>()
const proved = new WeakMap<Bytes, { readonly attributes: string; readonly verdict: Verdict }>()

/**
 * Round trip of every recognised file and entry through its declaration: read to values, written from values, compared.
 * Of some files those that are there; of one entry it is refused where that cannot be read.
 */
export async function prove(session: Session, what: EntryPath | readonly EntryPath[] = ''): Promise<readonly Proof[]> {
  const { workspace } = session
  if (typeof what === 'string' && what !== '') {
    const proofs = await proofsOf(session, await workspace.need(workspace.canonical(what)))
    session.emit('proof', proofs)
    return proofs
  }
  const wanted = typeof what === 'string' ? undefined : new Set(what.map(file => filePath(file).toLowerCase()))
  const files = fileNames(workspace).filter(file => wanted?.has(file.toLowerCase()) ?? true)
  return wanted && files.length === 0 ? [] : proveFiles(session, files)
}

function proveFiles(session: Session, files: readonly string[]): Promise<readonly Proof[]> {
  return session.jobs.run(
    'job.prove',
    files.length,
    async job => {
      const all: Proof[] = []
      let told = 0
      let last = session.host.now()
      const tell = (): void => {
        if (all.length > told) session.emit('proof', all.slice(told))
        told = all.length
        last = session.host.now()
      }
      for (const file of files) {
        await job.step(file)
        for (const proof of await fileProofs(session, job, file)) all.push(proof)
        if (session.host.now() - last > NEWS) tell()
      }
      tell()
      return all
    },
    { canPause: true, retry: failed => proveFiles(session, failed) },
  )
}

async function fileProofs(session: Session, job: JobRun, file: string): Promise<readonly Proof[]> {
  const path = printPath({ file, steps: [] })
  try {
    const large = await largeFile(session.workspace, path)
    if (large) job.skip(file, { code: 'reason.job.unknown-format', params: {} })
    if (large) return [{ entry: path, result: 'unknown', unknownBytes: large.size, totalBytes: large.size }]
    const view = await session.workspace.view(path)
    const proofs = view ? await proofsOf(session, view) : []
    if (proofs[0]?.result === 'unknown') job.skip(file, { code: 'reason.job.unknown-format', params: {} })
    return proofs
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    job.fail(file, reasonOf(error))
    return [{ entry: path, result: 'unreadable', unknownBytes: 0, totalBytes: 0 }]
  }
}

/** The entry first, then all that is in it. Between large entries other work has its turn. */
async function proofsOf(session: Session, view: View): Promise<readonly Proof[]> {
  const { archive } = view
  const totalBytes = view.base.length
  if (!archive) {
    if (totalBytes > LARGE) await session.host.pause()
    return [{ entry: view.path, ...formatOf(view), totalBytes, ...entryVerdict(view) }]
  }
  const rows: (readonly Proof[])[] = []
  for (const row of archive.rows()) rows.push(await proofsOf(session, row))
  return [
    {
      entry: view.path,
      ...formatOf(view),
      totalBytes,
      ...archiveVerdict(
        archive,
        rows.flatMap(([own]) => own ?? []),
      ),
    },
    ...rows.flat(),
  ]
}

const formatOf = (view: View): Pick<Proof, 'format'> => (view.format ? { format: view.format.id } : {})

function entryVerdict(view: View): Verdict {
  const layout = view.isReadable ? view.format?.layout?.(view.info) : undefined
  if (view.format?.archive) return { result: 'unreadable', unknownBytes: 0 } // recognised as an archive, but it cannot be opened
  if (!layout) return { result: 'unknown', unknownBytes: view.base.length }
  const attributes = JSON.stringify(view.attributes)
  const known = proved.get(view.base)
  if (known?.attributes === attributes) return known.verdict
  const verdict = roundTrip(layout, view)
  proved.set(view.base, { attributes, verdict })
  return verdict
}

function roundTrip(layout: AnyLayout, view: View): Verdict {
  try {
    const written = write(layout, read(layout, view.base))
    const isSame =
      sameBytes(written.bytes, view.base) &&
      Object.entries(written.attributes).every(([name, value]) => own(view.attributes, name) === value)
    if (!isSame) return { result: 'unproved', unknownBytes: 0 }
    const unknown = unknownBytes(document(layout, view.base))
    return { result: unknown > 0 ? 'opaque' : 'identical', unknownBytes: unknown }
  } catch (error) {
    if (error instanceof LayoutError) return { result: 'unreadable', unknownBytes: 0 }
    throw error
  }
}

/** An archive is as well proved as its weakest entry; gaps and entries without a declaration are opaque bytes of it. */
function archiveVerdict(archive: OpenArchive, rows: readonly Proof[]): Verdict {
  const gaps = archive.archive.regions
    .filter(region => region.kind === 'gap')
    .reduce((sum, region) => sum + region.size, 0)
  const unknown = rows.reduce((sum, row) => sum + row.unknownBytes, gaps)
  const results = new Set<ProofResult>(rows.map(row => row.result))
  if (!packsToItself(archive) || results.has('unproved')) return { result: 'unproved', unknownBytes: unknown }
  if (results.has('unreadable')) return { result: 'unreadable', unknownBytes: unknown }
  return { result: unknown > 0 ? 'opaque' : 'identical', unknownBytes: unknown }
}

function packsToItself({ archive, codec, view }: OpenArchive): boolean {
  const known = packing.get(view.base)
  if (known !== undefined) return known
  const verdict = isItselfPacked(archive, codec, view.base)
  packing.set(view.base, verdict)
  return verdict
}

function isItselfPacked(archive: Archive, codec: ArchiveCodec, base: Bytes): boolean {
  try {
    const rows = archive.rows.map((row, place) => ({
      id: String(row.id),
      attributes: { ...row.attributes, row: place },
    }))
    return sameBytes(codec.pack(base, rows).bytes, base)
  } catch (error) {
    if (error instanceof StudioError) return false
    throw error
  }
}
