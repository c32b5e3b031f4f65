import { sameBytes, type Attributes } from '../../../edit'
import {
  latinText,
  oncePerImage,
  storedOf,
  StudioError,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type DecodeFault,
  type Format,
  type PackedImage,
  type PresentRow,
} from '../../../format'
import { reportOn } from '../../../format/report'
import { RecordView, strideOf, struct, text, u16, u32, type Bytes, type Meta, type ScalarsOf } from '../../../layout'
import { gapsBetween } from '../container/relay'
import { crc32, inflateExactly, MOST_RATIO, type StreamFault } from '../../../compress'

const SOURCE: Meta = { certainty: 'confirmed', source: 'nwn2 20.5' }

/** What ends the file, its comment apart (nwn2 20.5). */
const DirectoryEnd = struct('nwn2-zip-end', {
  magic: u32(SOURCE),
  disk: u16(SOURCE),
  directory_disk: u16(SOURCE),
  disk_row_count: u16(SOURCE),
  row_count: u16(SOURCE),
  directory_size: u32(SOURCE),
  directory_offset: u32(SOURCE),
  comment_size: u16(SOURCE),
})
/** What the directory and the header before the bytes of a file both say of it. */
const FILE_FIELDS = {
  version: u16(SOURCE),
  flags: u16(SOURCE),
  method: u16(SOURCE),
  time: u16(SOURCE),
  date: u16(SOURCE),
  checksum: u32(SOURCE),
  packed_size: u32(SOURCE),
  unpacked_size: u32(SOURCE),
  name_size: u16(SOURCE),
  extra_size: u16(SOURCE),
}
const DirectoryRow = struct('nwn2-zip-row', {
  magic: u32(SOURCE),
  made_by: u16(SOURCE),
  ...FILE_FIELDS,
  comment_size: u16(SOURCE),
  row_disk: u16(SOURCE),
  internal: u16(SOURCE),
  external: u32(SOURCE),
  offset: u32(SOURCE),
})
const LocalHeader = struct('nwn2-zip-local', { magic: u32(SOURCE), ...FILE_FIELDS })
const MAGIC = { end: 0x06054b50, row: 0x02014b50, local: 0x04034b50 }
const END_SIZE = strideOf(DirectoryEnd)
const ROW_SIZE = strideOf(DirectoryRow)
const LOCAL_SIZE = strideOf(LocalHeader)
/** The longest comment. */
const MOST_COMMENT = 0xffff
/** A larger file is not unpacked. */
const UNPACKED_LIMIT = 0x10000000
const STORED = 0
const DEFLATE = 8
/** The bit of `flags` of an encrypted file. */
const ENCRYPTED = 1

interface ZipRow {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly checksum: number
  readonly unpacked: number
  readonly offset: number
  readonly size: number
  readonly isReadable: boolean
}

interface Zip {
  readonly rows: readonly ZipRow[]
  readonly directory: { readonly offset: number; readonly size: number }
}

/** The directory; null where there is none. Read once per image. */
const zipOf = oncePerImage(readZip)

function readZip(bytes: Bytes): Zip | null {
  const ends = new RecordView(DirectoryEnd, bytes)
  const lowest = Math.max(0, bytes.length - END_SIZE - MOST_COMMENT)
  let end = bytes.length - END_SIZE
  while (end >= lowest && ends.number(end, 'magic') !== MAGIC.end) end--
  if (end < lowest) return null
  const offset = ends.number(end, 'directory_offset')
  const size = ends.number(end, 'directory_size')
  if (offset + size > end) return null
  const view = new RecordView(DirectoryRow, bytes)
  const rows: ZipRow[] = []
  for (let at = offset; rows.length < ends.number(end, 'row_count'); ) {
    if (at + ROW_SIZE > offset + size || view.number(at, 'magic') !== MAGIC.row) return null
    const nameSize = view.number(at, 'name_size')
    const next = at + ROW_SIZE + nameSize + view.number(at, 'extra_size') + view.number(at, 'comment_size')
    if (next > offset + size) return null
    rows.push(readRow(bytes, view, at, latinText(bytes.subarray(at + ROW_SIZE, at + ROW_SIZE + nameSize))))
    at = next
  }
  return { rows, directory: { offset, size } }
}

function readRow(bytes: Bytes, view: RecordView<ScalarsOf<typeof DirectoryRow>>, at: number, name: string): ZipRow {
  const start = view.number(at, 'offset')
  const local = new RecordView(LocalHeader, bytes)
  const isThere = start + LOCAL_SIZE <= bytes.length && local.number(start, 'magic') === MAGIC.local
  const lead = isThere ? LOCAL_SIZE + local.number(start, 'name_size') + local.number(start, 'extra_size') : 0
  const offset = Math.min(start + lead, bytes.length)
  const packed = view.number(at, 'packed_size')
  const size = Math.min(packed, bytes.length - offset)
  return {
    name,
    method: view.number(at, 'method'),
    isEncrypted: (view.number(at, 'flags') & ENCRYPTED) !== 0,
    checksum: view.number(at, 'checksum'),
    unpacked: view.number(at, 'unpacked_size'),
    offset,
    size,
    isReadable: isThere && size === packed,
  }
}

function openZip(bytes: Bytes): Archive {
  const zip = zipOf(bytes)
  if (!zip) throw new StudioError('zip.damaged', { problem: 'zip.directory' })
  const rows = zip.rows.map((row, id): ArchiveRow => {
    const { name, method, offset, size, unpacked, isReadable } = row
    const plain = { id, attributes: { name, method, row: id }, offset, size, isReadable }
    if (method === STORED && !row.isEncrypted) return plain
    const isPossible = unpacked <= Math.min(UNPACKED_LIMIT, size * MOST_RATIO)
    return { ...plain, encoding: 'deflate', ...(isPossible && { unpackedSize: unpacked }) }
  })
  const gaps = gapsBetween([...zip.rows, zip.directory], 0, bytes.length)
  const regions = [
    { kind: 'directory' as const, ...zip.directory },
    ...gaps.map(gap => ({ kind: 'header' as const, ...gap })),
  ]
  return { rows, regions: regions.sort((a, b) => a.offset - b.offset), isSound: false }
}

type ZipFault = StreamFault | 'method' | 'checksum'

const FAULT_CODES: Readonly<Record<ZipFault, string>> = {
  stream: 'zip.payload.stream',
  size: 'zip.payload.size',
  tail: 'zip.payload.tail',
  method: 'zip.payload.method',
  checksum: 'zip.payload.checksum',
}

function unpacked(image: Bytes, row: ArchiveRow): Bytes | ZipFault {
  const found = zipOf(image)?.rows[row.id]
  if (!found || found.isEncrypted || found.method !== DEFLATE) return 'method'
  if (found.unpacked > UNPACKED_LIMIT) return 'size'
  const payload = inflateExactly(storedOf(image, row), found.unpacked, true)
  return payload instanceof Uint8Array && crc32(payload) !== found.checksum ? 'checksum' : payload
}

/** Packs what is there: the files of the game are only read. */
function pack(pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const { rows } = openZip(pristine)
  const isSame =
    rows.length === present.length &&
    present.every(({ id, payload, attributes }, place) => {
      const row = rows[place]
      const isKept = row !== undefined && (!payload || sameBytes(payload, storedOf(pristine, row)))
      return isKept && id === String(place) && attributes['name'] === row.attributes['name']
    })
  if (!isSame) throw new StudioError('zip.read-only')
  return { bytes: pristine, rows: rows.map(({ id, offset, size }) => ({ id: String(id), offset, size })) }
}

function validate(attributes: Attributes, place?: { readonly before?: Attributes }): void {
  const before = place?.before
  if (!before || attributes['name'] !== before['name'] || attributes['method'] !== before['method'])
    throw new StudioError('zip.read-only')
}

const ZIP_CODEC: ArchiveCodec = {
  open: openZip,
  pack,
  decode(image, row) {
    const payload = unpacked(image, row)
    return payload instanceof Uint8Array ? payload : undefined
  },
  fault(image, row): DecodeFault | undefined {
    const fault = unpacked(image, row)
    return fault instanceof Uint8Array ? undefined : { code: FAULT_CODES[fault], params: {}, range: [0, row.size] }
  },
  newAttributes: name => ({ name }),
  validate,
  attributes: struct('nwn2-zip-attributes', {
    name: text(260, { page: 'latin1', ...SOURCE }),
    method: u16({ values: { [STORED]: 'stored', [DEFLATE]: 'deflate' }, ...SOURCE }),
  }),
}

/** The game's own archives, which are only read. */
export const ZIP: Format = {
  id: 'nwn2.zip',
  magic: [{ at: 0, bytes: Uint8Array.of(0x50, 0x4b, 3, 4) }],
  match: ({ name }) => /\.zip$/i.test(name),
  archive: ZIP_CODEC,
  async check(entry) {
    const report = reportOn(entry)
    const zip = zipOf(entry.base)
    if (!zip) report.error('zip.directory', { size: entry.base.length }, { range: [0, entry.base.length] })
    for (const { name, isReadable, offset, size } of zip?.rows ?? [])
      if (!isReadable) report.error('zip.entry.bounds', { name, size: entry.base.length }, { range: [offset, size] })
    return report.problems()
  },
}
