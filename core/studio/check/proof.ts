import { sameBytes, type EntryPath } from '../../edit'
import {
  filePath,
  isEncoded,
  payloadOf,
  printPath,
  storedOf,
  StudioError,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type PackedImage,
  type PresentRow,
} from '../../format'
import { encode } from '../entries/encode-all'
import { document, LayoutError, read, unknownBytes, write, type AnyLayout, type Bytes, own } from '../../layout'
import type { Proof, ProofResult } from '../api/workspace'
import { largeFile } from '../entries/large-file'
import { fileNames } from '../entries/project-tree'
import { reasonOf, type JobRun } from '../jobs/jobs'
import type { Session } from '../entries/session'
import type { OpenArchive, View } from '../entries/view'

/** Entries from this size on, in bytes, are followed by a pause. */
const LARGE = 16 * 1024

/**
 * Milliseconds between events about proofs: an install may have 60,000 files, and windows redraw their list at each
 * event.
 */
const NEWS = 100

type Verdict = Pick<Proof, 'result' | 'unknownBytes'>
const packing = new WeakMap<Bytes, boolean>()
const proved = new WeakMap<Bytes, { readonly attributes: string; readonly verdict: Verdict }>()

/**
 * Round trip of every recognised file and entry through its declaration: read to values, written from values, compared.
 * Missing files of a list are skipped; for a single entry that cannot be read it throws.
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

/** The entry first, then everything in it. Other work runs between large entries. */
async function proofsOf(session: Session, view: View): Promise<readonly Proof[]> {
  const { archive } = view
  const size = view.base.length
  if (!archive) {
    if (size > LARGE) await session.host.pause()
    return [{ entry: view.path, ...formatOf(view), totalBytes: size, ...entryVerdict(view) }]
  }
  const rows: (readonly Proof[])[] = []
  const reencoded = await reencodings(session, archive)
  let totalBytes = size
  for (const row of archive.rows()) {
    const [own, ...inside] = await proofsOf(session, row)
    const id = row.path.slice(row.path.lastIndexOf('#') + 1)
    const verdict = reencoded.get(id)
    if (own) rows.push([verdict ? { ...own, reencoded: verdict } : own, ...inside])
    if (own && archive.encodingOf(id) !== undefined) totalBytes += own.totalBytes - (archive.pristineRow(id)?.size ?? 0)
  }
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

type Reencoded = NonNullable<Proof['reencoded']>
const reencodedRows = new WeakMap<Bytes, ReadonlyMap<string, Reencoded>>()

/** Whether the encoded rows of the base image, decoded and encoded again, are stored in the same bytes; by row. */
async function reencodings(session: Session, archive: OpenArchive): Promise<ReadonlyMap<string, Reencoded>> {
  const { codec, view } = archive
  const known = reencodedRows.get(view.base)
  if (known) return known
  const rows = archive.archive.rows.filter(row => row.isReadable && row.encoding !== undefined)
  const decodable = new Set(rows.filter(row => !archive.isUndecodable(row)).map(({ id }) => id))
  for (const row of rows) {
    if (decodable.has(row.id)) await encodeOne(session, archive, row)
  }
  const present = archive.archive.rows.map(
    (row, place): PresentRow => ({
      id: String(row.id),
      attributes: { ...row.attributes, row: place },
      ...(decodable.has(row.id) && { payload: payloadOf(codec, view.base, row) }),
    }),
  )
  const packed = decodable.size > 0 ? packedWith(codec, view.base, present) : undefined
  const ranges = new Map(packed?.rows.map(range => [range.id, range]))
  const verdicts = new Map<string, Reencoded>()
  for (const row of rows) {
    const range = ranges.get(String(row.id))
    if (!packed || !range || !decodable.has(row.id)) continue
    const again = packed.bytes.subarray(range.offset, range.offset + range.size)
    verdicts.set(String(row.id), sameBytes(again, storedOf(view.base, row)) ? 'identical' : 'different')
  }
  reencodedRows.set(view.base, verdicts)
  return verdicts
}

async function encodeOne({ workspace }: Session, { codec, view }: OpenArchive, row: ArchiveRow): Promise<void> {
  const payload = payloadOf(codec, view.base, row)
  const encoding = row.encoding ?? ''
  if (!isEncoded(codec, payload, encoding))
    await encode(workspace, { format: view.format?.id ?? '', codec, payload, encoding })
}

function packedWith(codec: ArchiveCodec, base: Bytes, rows: readonly PresentRow[]): PackedImage | undefined {
  try {
    return codec.pack(base, rows)
  } catch (error) {
    if (error instanceof StudioError) return undefined
    throw error
  }
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

/**
 * The verdict of an archive is that of its weakest entry; gaps and entries without a declaration are opaque bytes of
 * it.
 */
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
  const rows = archive.rows.map((row, place) => ({
    id: String(row.id),
    attributes: { ...row.attributes, row: place },
  }))
  const packed = packedWith(codec, base, rows)
  return packed !== undefined && sameBytes(packed.bytes, base)
}
