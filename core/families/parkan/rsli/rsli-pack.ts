import { sameAttribute, sameBytes } from '../../../edit'
import {
  encodedOf,
  nameAttribute,
  nameText,
  StudioError,
  type ArchiveCodec,
  type PackedImage,
  type PresentRow,
} from '../../../format'
import { RecordView, writeRecord, type Bytes } from '../../../layout'
import {
  ENCODINGS,
  HEADER_SIZE,
  isQuirk,
  libraryOf,
  LibraryHeader,
  METHOD_MASK,
  rowNameField,
  nameOrder,
  refusalOf,
  ROW_SIZE,
  TableRow,
  XOR_BIT,
  type Library,
  type LibraryRow,
} from './library'
import { xorStream } from './xor'

/** A row on its way into the image. */
interface Target {
  readonly id: string
  readonly source: LibraryRow | undefined
  readonly name: Bytes
  readonly service: number
  readonly flags: number
  readonly sort: number
  readonly unpacked: number
  readonly stored: Bytes
  /** The pristine stored bytes, where they are kept. */
  readonly isKept: boolean
}

/**
 * The image of the rows that should be there (parkan 2.9): untouched rows keep their stored bytes, edited ones their place
 * in the file, added ones go behind the last payload; bytes of no row are kept. Throws StudioError `rsli.damaged`,
 * `rsli.name`, `rsli.too-large`.
 */
export function packLibrary(codec: ArchiveCodec, pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const refusal = refusalOf(pristine)
  if (refusal) throw new StudioError('rsli.damaged', { problem: refusal.code })
  if (present.length > 0x7fff) throw new StudioError('rsli.too-large', { n: present.length })
  const library = libraryOf(pristine)
  const targets = targetsOf(codec, pristine, library, present)
  const { parts, offsets, end } = place(pristine, library, targets)
  const bytes = new Uint8Array(end + pristine.length - library.end)
  const start = HEADER_SIZE + targets.length * ROW_SIZE
  let at = start
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  bytes.set(pristine.subarray(library.end), end)
  const rows = targets.map(target => ({
    id: target.id,
    offset: offsets.get(target) ?? 0,
    size: target.stored.length,
  }))
  bytes.set(pristine.subarray(0, HEADER_SIZE))
  writeHeader(bytes, library, targets)
  bytes.set(xorStream(tableOf(library, targets, offsets, end), library.seed & 0xffff), HEADER_SIZE)
  return { bytes, rows }
}

function targetsOf(
  codec: ArchiveCodec,
  pristine: Bytes,
  library: Library,
  present: readonly PresentRow[],
): readonly Target[] {
  const named = present.map(row => {
    const source = row.id.startsWith('+') ? undefined : library.rows[Number(row.id)]
    const name = row.attributes['name'] ?? ''
    const isSame = source !== undefined && sameAttribute(name, nameAttribute(source.name))
    const field = isSame ? source.name : rowNameField(name)
    if (!field) throw new StudioError('rsli.name', { name: nameText(name) })
    return { row, source, field, isSame }
  })
  const isOrderKept =
    named.length === library.rows.length && named.every(({ source, isSame }, i) => isSame && source?.id === i)
  const order = isOrderKept ? [] : nameOrder(named.map(({ field }) => field))
  return named.map(({ row, source, field }, i): Target => {
    const sort = isOrderKept || !library.isPresorted ? (source?.sort ?? 0) : (order[i] ?? 0)
    const key = isOrderKept ? (source?.key ?? 0) : (order[i] ?? 0)
    const method = numberOf(row, 'method', source ? source.flags & METHOD_MASK : 0)
    const flags = (numberOf(row, 'flags', source ? source.flags & ~METHOD_MASK : 0) & ~METHOD_MASK) | method
    const service = numberOf(row, 'service', 0)
    const encoding = ENCODINGS[method]
    const shared = { id: row.id, source, name: field, service, flags, sort }
    const payload = row.payload ?? (source ? undefined : new Uint8Array(0))
    if (!payload && source) {
      const stored = pristine.subarray(source.offset, source.offset + source.size)
      const isKept = (method & XOR_BIT) === 0 || key === source.key
      const again = isKept ? stored : xorStream(xorStream(stored, source.key), key)
      return { ...shared, unpacked: source.unpacked, stored: again, isKept }
    }
    const plain = payload ?? new Uint8Array(0)
    const packed = encoding === undefined ? plain : encodedOf(codec, plain, encoding)
    const stored = method & XOR_BIT ? xorStream(packed, key) : packed
    return { ...shared, unpacked: plain.length, stored, isKept: false }
  })
}

function numberOf({ attributes }: PresentRow, name: string, absent: number): number {
  const value = attributes[name]
  return typeof value === 'number' ? value : absent
}

interface Placed {
  readonly parts: readonly Bytes[]
  readonly offsets: ReadonlyMap<Target, number>
  /** End of the payloads. */
  readonly end: number
}

/** Payloads in file order with the bytes between them; rows that share bytes stay together until they are edited. */
function place(pristine: Bytes, library: Library, targets: readonly Target[]): Placed {
  const oldStart = HEADER_SIZE + library.rows.length * ROW_SIZE
  const bySource = new Map(targets.map(target => [target.source, target]))
  const parts: Bytes[] = []
  const offsets = new Map<Target, number>()
  let cursor = HEADER_SIZE + targets.length * ROW_SIZE
  let end = oldStart
  const put = (bytes: Bytes): void => {
    parts.push(bytes)
    cursor += bytes.length
  }
  const putTarget = (target: Target): void => {
    offsets.set(target, cursor)
    put(target.stored)
  }
  const last: Target[] = []
  for (const cluster of clustersOf(library.rows.filter(row => isPlaced(row, library, oldStart)))) {
    put(pristine.subarray(end, Math.max(end, cluster.start)))
    end = Math.max(end, cluster.end)
    const here = cluster.rows.flatMap(row => bySource.get(row) ?? [])
    if (cluster.rows.length === 1) for (const target of here) putTarget(target)
    else {
      for (const target of here) if (!target.isKept) last.push(target)
      const kept = here.flatMap(target => (target.isKept && target.source ? [target.source] : []))
      for (const shared of clustersOf(kept)) {
        for (const row of shared.rows) {
          const target = bySource.get(row)
          if (target) offsets.set(target, cursor + row.offset - shared.start)
        }
        put(pristine.subarray(shared.start, shared.end))
      }
    }
  }
  const apart: Target[] = []
  for (const target of last) {
    const twin = apart.find(other => isSharing(other, target))
    const at = twin && offsets.get(twin)
    if (at !== undefined) offsets.set(target, at)
    else {
      apart.push(target)
      putTarget(target)
    }
  }
  for (const target of targets) if (!target.source) putTarget(target)
  put(pristine.subarray(end, library.end))
  return { parts, offsets, end: cursor }
}

/** Rows that shared their bytes share them again where both were changed to the same. */
const isSharing = (a: Target, b: Target): boolean =>
  a.source?.offset === b.source?.offset && a.source?.size === b.source?.size && sameBytes(a.stored, b.stored)

/** Whether a row begins among the payloads; one that does not keeps its offset as it is. */
const isPlaced = (row: LibraryRow, library: Library, start: number): boolean =>
  row.offset >= start && row.offset <= library.end

interface Cluster {
  readonly rows: readonly LibraryRow[]
  readonly start: number
  readonly end: number
}

/** Rows by place in the file; those that have bytes in common are one cluster. */
function clustersOf(rows: readonly LibraryRow[]): readonly Cluster[] {
  const clusters: { rows: LibraryRow[]; start: number; end: number }[] = []
  const isEmpty = (row: LibraryRow): number => Math.min(row.size, 1)
  const ordered = [...rows].sort((a, b) => a.offset - b.offset || isEmpty(a) - isEmpty(b) || a.id - b.id)
  for (const row of ordered) {
    const open = clusters.at(-1)
    const end = row.offset + row.size
    if (open && row.offset < open.end) {
      open.rows.push(row)
      open.end = Math.max(open.end, end)
    } else clusters.push({ rows: [row], start: row.offset, end })
  }
  return clusters
}

function writeHeader(bytes: Bytes, library: Library, targets: readonly Target[]): void {
  const row_count = targets.length
  const isSameCount = row_count === library.rows.length
  if (!isSameCount) writeRecord(bytes, 0, LibraryHeader, { row_count, row_count_again: row_count })
  const isSameTotal = isSameCount && targets.every(({ source, unpacked }) => source?.unpacked === unpacked)
  if (isSameTotal) return
  const unpacked_total = targets.reduce((sum, { unpacked }) => sum + unpacked, 0) >>> 0
  writeRecord(bytes, 0, LibraryHeader, { unpacked_total })
}

function tableOf(
  library: Library,
  targets: readonly Target[],
  offsets: ReadonlyMap<Target, number>,
  end: number,
): Bytes {
  const table = new Uint8Array(targets.length * ROW_SIZE)
  const view = new RecordView(TableRow, table)
  for (const [i, target] of targets.entries()) {
    const at = i * ROW_SIZE
    const offset = offsets.get(target)
    const raw = offset === undefined ? (target.source?.raw ?? 0) : offset - library.overlay
    if (raw < 0) throw new StudioError('rsli.overlay', { name: nameText(nameAttribute(target.name)) })
    table.set(target.name, at)
    const { service, flags, sort, unpacked } = target
    const packed = packedSize(target, offset ?? 0, end, library)
    view.write(at, { service, flags, sort, unpacked, raw, packed })
  }
  return table
}

/** As it was declared where the stored bytes are kept; the row that declares one byte too many only while it ends the payloads. */
function packedSize({ source, stored, isKept }: Target, offset: number, end: number, library: Library): number {
  if (!source || (!isKept && source.size !== stored.length)) return stored.length
  if (!isKept) return source.isReadable && source.packed !== source.size ? stored.length : source.packed
  const wasQuirk = isQuirk(source, source.offset, library.end)
  return wasQuirk && !isQuirk(source, offset, end) ? stored.length : source.packed
}
