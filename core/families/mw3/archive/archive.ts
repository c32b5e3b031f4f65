import { sameAttribute, type Attributes } from '../../../edit'
import {
  StudioError,
  isDisjoint,
  repackBody,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type PackedImage,
  type PresentRow,
  type Region,
  type RowPlace,
  type StoredRange,
} from '../../../format'
import { write, LayoutError, type Bytes } from '../../../layout'
import { ArchiveRecord, attributesOf, NAME_SIZE, tableOf, writeTable, type ArchiveRecordValue } from './archive-rows'

/** Rows and regions of an archive with its table at the end. Throws StudioError `mw3.archive.damaged` where there is none. */
function openArchive(bytes: Bytes): Archive {
  const { table, rows } = opened(bytes)
  const ranges = rows.map(rangeOf)
  return {
    rows: rows.map(
      (row, id): ArchiveRow => ({
        id,
        attributes: attributesOf(row, id),
        offset: row.start,
        size: row.length,
        isReadable: row.start + row.length <= table,
      }),
    ),
    regions: regionsOf(bytes, ranges, table),
    isSound: isDisjoint(ranges, 0, table),
  }
}

function opened(bytes: Bytes) {
  const found = tableOf(bytes)
  if (!found) throw new StudioError('mw3.archive.damaged', { problem: 'mw3.A1' })
  return found
}

const rangeOf = ({ start, length }: ArchiveRecordValue): StoredRange => ({ offset: start, size: length })

function regionsOf(bytes: Bytes, ranges: readonly StoredRange[], table: number): readonly Region[] {
  const regions: Region[] = []
  let at = 0
  for (const { offset, size } of [...ranges].sort((a, b) => a.offset - b.offset)) {
    if (offset + size > table) continue
    if (offset > at) regions.push({ kind: 'gap', offset: at, size: offset - at })
    at = Math.max(at, offset + size)
  }
  if (table > at) regions.push({ kind: 'gap', offset: at, size: table - at })
  return [...regions, { kind: 'directory', offset: table, size: bytes.length - table }]
}

/**
 * The image of the rows that should be there (mw3 12): payloads in the order of the file, then the table. Throws
 * StudioError `mw3.archive.unsound` where rows overlap and a size changes.
 */
function packArchive(pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const { table, rows } = opened(pristine)
  const ranges = rows.map(rangeOf)
  const targets = inDirectoryOrder(present).map(row => ({
    row,
    source: row.id.startsWith('+') ? undefined : Number(row.id),
    ...(row.payload && { bytes: row.payload }),
  }))
  const isUntouched =
    targets.length === rows.length &&
    targets.every(({ source, bytes }, at) => source === at && (!bytes || bytes.length === ranges[at]?.size))
  if (!isUntouched && !isDisjoint(ranges, 0, table)) throw new StudioError('mw3.archive.unsound')
  const body = isUntouched ? patched(pristine, ranges, targets, table) : repackBody(pristine, ranges, targets, 0, table)
  const places = targets.map(({ row, source, bytes }, at) => ({
    id: row.id,
    offset: body.offsets[at] ?? 0,
    size: bytes?.length ?? (source === undefined ? 0 : (ranges[source]?.size ?? 0)),
    row: at,
  }))
  const written = writeTable(
    targets.map(({ row, source }, at) =>
      recordOf(row.attributes, source === undefined ? undefined : rows[source], places[at]),
    ),
  )
  const bytes = new Uint8Array(body.bytes.length + written.length)
  bytes.set(body.bytes)
  bytes.set(written, body.bytes.length)
  return { bytes, rows: places }
}

/** Rows by their attribute `row`; those without one behind the others. */
const inDirectoryOrder = (present: readonly PresentRow[]): readonly PresentRow[] => {
  const placeOf = ({ attributes: { row } }: PresentRow): number => (typeof row === 'number' ? row : Infinity)
  return [...present].sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
}

/** The payloads in place: all rows are there and none has another size. */
function patched(
  pristine: Bytes,
  ranges: readonly StoredRange[],
  targets: readonly { readonly bytes?: Bytes }[],
  table: number,
): { readonly bytes: Bytes; readonly offsets: readonly number[] } {
  const bytes = pristine.slice(0, table)
  targets.forEach((target, at) => {
    if (target.bytes) bytes.set(target.bytes, ranges[at]?.offset)
  })
  return { bytes, offsets: ranges.map(({ offset }) => offset) }
}

/** The record of a row; attributes that are not given, or not writable, stay as they are in the pristine one. */
function recordOf(
  { name = '', flags, comment, filetime }: Attributes,
  pristine: ArchiveRecordValue | undefined,
  place: { readonly offset: number; readonly size: number } | undefined,
): ArchiveRecordValue {
  return {
    start: place?.offset ?? 0,
    length: place?.size ?? 0,
    name: typeof name === 'number' ? String(name) : name,
    flags: typeof flags === 'number' ? flags : (pristine?.flags ?? 0),
    comment: comment === undefined || typeof comment === 'number' ? (pristine?.comment ?? '') : comment,
    filetime: asFiletime(filetime) ?? pristine?.filetime ?? 0n,
  }
}

const asFiletime = (value: unknown): bigint | undefined =>
  (typeof value === 'string' || typeof value === 'number') && /^\d{1,20}$/.test(String(value))
    ? BigInt(value)
    : undefined

function validate(attributes: Attributes, place?: RowPlace): void {
  const before = place?.before
  const { row: _, ...named } = attributes
  for (const [key, value] of Object.entries(named)) {
    if (before && sameAttribute(value, before[key])) continue
    if (!['name', 'flags', 'comment', 'filetime'].includes(key))
      throw new StudioError('mw3.archive.attribute-unknown', { name: key })
    const words = typeof value === 'object' ? value.text : String(value)
    if (key === 'name' && (words === '' || !isWritable(attributes)))
      throw new StudioError('mw3.archive.name', { name: words, limit: NAME_SIZE - 1 })
    if ((key === 'filetime' && asFiletime(value) === undefined) || !isWritable({ name: 'x', [key]: value }))
      throw new StudioError('mw3.archive.attribute', { name: key, value: words })
  }
}

/** Whether the table can hold the attributes. */
function isWritable(attributes: Attributes): boolean {
  try {
    write(ArchiveRecord, recordOf(attributes, undefined, undefined))
    return true
  } catch (error) {
    if (error instanceof LayoutError) return false
    throw error
  }
}

/** Archives with their table at the end: models, motions, scripts, sounds, saves (mw3 12). */
export const ARCHIVE_CODEC: ArchiveCodec = {
  open: openArchive,
  pack: packArchive,
  newAttributes: name => ({ name, flags: 0, comment: '', filetime: '0' }),
  validate,
  attributes: ArchiveRecord,
}
