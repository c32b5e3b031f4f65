import type { AttributeValue, Attributes } from '../../../edit'
import { nameAttribute, nameField, nameText, oncePerImage } from '../../../format'
import {
  bytes as byteRun,
  i16,
  offsetOf,
  rangeOf,
  RecordView,
  strideOf,
  struct,
  text,
  u16,
  u32,
  type Bytes,
  type Meta,
} from '../../../layout'
import type { Refusal } from '../nres/directory'
import type { Fault } from './fault'
import { inflate } from './inflate'
import { unpackLzhuf } from './lzhuf'
import { unpackLzss } from './lzss'
import { xorStream } from './xor'

const HEADER: Meta = { certainty: 'confirmed', source: 'parkan 2.1' }
const ROW: Meta = { certainty: 'confirmed', source: 'parkan 2.3' }

/** Bytes of a name in its row; a name of all of them has no NUL (parkan 2.3). */
export const NAME_SIZE = 12

/** The header, 32 bytes (parkan 2.1). */
export const LibraryHeader = struct('rsli-header', {
  magic: u32({ hex: true, ...HEADER }),
  row_count: i16(HEADER),
  row_count_again: i16(HEADER),
  opaque_8: byteRun(6, { role: 'unknown', source: 'parkan 2.1' }),
  name_order: u16({ hex: true, ...HEADER }),
  unpacked_total: u32(HEADER),
  seed: u32({ hex: true, ...HEADER }),
  opaque_24: byteRun(8, { role: 'unknown', source: 'parkan 2.1' }),
})

/** A row of the decrypted table, 32 bytes (parkan 2.3). */
export const TableRow = struct('rsli-table-row', {
  name: text(NAME_SIZE, { page: 'latin1', ...ROW }),
  service: u32({ hex: true, ...ROW }),
  flags: u16({ hex: true, ...ROW }),
  sort: u16(ROW),
  unpacked: u32(ROW),
  raw: u32(ROW),
  packed: u32(ROW),
})

/** `AO` and the overlay, which may end the file (parkan 2.8). */
const Trailer = struct('rsli-trailer', { magic: u16(), overlay: u32() })

export const HEADER_SIZE = strideOf(LibraryHeader)
export const ROW_SIZE = strideOf(TableRow)
export const TRAILER_SIZE = strideOf(Trailer)
/** `NL`, 0 and version 1 as a little-endian number (parkan 2.1). */
export const MAGIC = 0x01004c4e
/** `AO` as a little-endian number (parkan 2.8). */
const TRAILER_MAGIC = 0x4f41
/** `name_order` of a header where the `sort` words of the rows are the order of names, used as it is. */
export const PRESORTED = 0xabba
/** Bits of a row's flags that name its method; the others are kept (parkan 2.3). */
export const METHOD_MASK = 0x1e0
export const XOR_BIT = 0x20
/** Larger payloads are not unpacked: the game's memory could not hold them. */
const UNPACKED_LIMIT = 0x10000000
/** The one row that may declare one byte more than the file has (parkan 2.7). */
const QUIRK_NAME = 'INTERF8.TEX'
const QUIRK_METHOD = 0x100

/** Encodings by method (parkan 2.4). */
export const ENCODINGS: Readonly<Record<number, string | undefined>> = {
  0x20: 'xor',
  0x40: 'lzss',
  0x60: 'lzss+xor',
  0x80: 'lzhuf',
  0xa0: 'lzhuf+xor',
  0x100: 'deflate',
}

/** What the methods are called, in forms and on the command line. */
export const METHOD_NAMES: Readonly<Record<number, string>> = {
  0: 'stored',
  0x20: 'XOR',
  0x40: 'LZSS',
  0x60: 'XOR + LZSS',
  0x80: 'LZHUF',
  0xa0: 'XOR + LZHUF',
  0x100: 'Deflate',
}

export const isKnownMethod = (method: number): boolean => method === 0 || ENCODINGS[method] !== undefined

/** A row of the decrypted table (parkan 2.3). */
export interface LibraryRow {
  readonly id: number
  /** All 12 bytes. */
  readonly name: Bytes
  readonly service: number
  readonly flags: number
  /** As it is in the table. */
  readonly sort: number
  readonly unpacked: number
  /** Without the overlay. */
  readonly raw: number
  /** As it is declared. */
  readonly packed: number
  /** In the file. */
  readonly offset: number
  /** Stored bytes that are there: `packed`, or fewer where the file ends earlier. */
  readonly size: number
  readonly isReadable: boolean
  /** Key of its payload, for methods with `XOR_BIT`. */
  readonly key: number
}

export interface Library {
  readonly rows: readonly LibraryRow[]
  readonly isPresorted: boolean
  readonly seed: number
  readonly overlay: number
  /** End of the payloads: of the file, or the start of its trailer. */
  readonly end: number
  /** The last bytes look like a trailer, and both readings fit. */
  readonly isAmbiguous: boolean
}

/** Undefined where the table can be read. */
export function refusalOf(bytes: Bytes): Refusal | undefined {
  if (bytes.length < HEADER_SIZE)
    return { code: 'rsli.header.size', params: { size: bytes.length }, range: [0, bytes.length] }
  if (!hasMagic(bytes)) return { code: 'rsli.header.magic', params: {}, range: rangeOf(0, LibraryHeader, 'magic') }
  const count = new RecordView(LibraryHeader, bytes).number(0, 'row_count')
  const range = rangeOf(0, LibraryHeader, 'row_count')
  if (count < 0) return { code: 'rsli.header.count', params: { count }, range }
  if (HEADER_SIZE + count * ROW_SIZE > bytes.length)
    return { code: 'rsli.table', params: { count, size: bytes.length }, range }
  return undefined
}

/** Whether bytes begin as a library does, whatever the file's ending (parkan 2.1). */
export const hasMagic = (head: Bytes): boolean =>
  head.length >= offsetOf(LibraryHeader, 'row_count') &&
  new RecordView(LibraryHeader, head).number(0, 'magic') === MAGIC

/** The table of an image without refusal; read once per image. */
export const libraryOf = oncePerImage(readLibrary)

type StoredRow = Omit<LibraryRow, 'offset' | 'size' | 'isReadable' | 'key'>

function readLibrary(bytes: Bytes): Library {
  const header = new RecordView(LibraryHeader, bytes)
  const count = header.number(0, 'row_count')
  const seed = header.number(0, 'seed')
  const isPresorted = header.number(0, 'name_order') === PRESORTED
  const start = HEADER_SIZE + count * ROW_SIZE
  const table = xorStream(bytes.subarray(HEADER_SIZE, start), seed & 0xffff)
  const view = new RecordView(TableRow, table)
  const stored = Array.from({ length: count }, (_, id): StoredRow => {
    const at = id * ROW_SIZE
    return {
      id,
      name: table.subarray(at, at + NAME_SIZE),
      service: view.number(at, 'service'),
      flags: view.number(at, 'flags'),
      sort: view.number(at, 'sort'),
      unpacked: view.number(at, 'unpacked'),
      raw: view.number(at, 'raw'),
      packed: view.number(at, 'packed'),
    }
  })
  const trailer = trailerOf(bytes, stored, start)
  const keys = isPresorted ? stored.map(row => row.sort) : nameOrder(stored.map(row => row.name))
  const rows = stored.map((row, id): LibraryRow => {
    const offset = row.raw + trailer.overlay
    const isStart = offset >= start && offset <= trailer.end
    const size = isStart ? Math.min(row.packed, trailer.end - offset) : 0
    const isReadable = isStart && (size === row.packed || isQuirk(row, offset, trailer.end))
    return { ...row, offset, size, isReadable, key: keys[id] ?? 0 }
  })
  return { rows, isPresorted, seed, ...trailer }
}

/** Whether a row is the one of the game that declares one byte too many. */
export const isQuirk = (row: Pick<LibraryRow, 'name' | 'flags' | 'packed'>, offset: number, end: number): boolean =>
  offset + row.packed === end + 1 && (row.flags & METHOD_MASK) === QUIRK_METHOD && textOf(row.name) === QUIRK_NAME

/** The last bytes are a trailer where the rows fit the file with it and not without it (parkan 2.8). */
function trailerOf(
  bytes: Bytes,
  rows: readonly StoredRow[],
  start: number,
): Pick<Library, 'overlay' | 'end' | 'isAmbiguous'> {
  const at = bytes.length - TRAILER_SIZE
  const none = { overlay: 0, end: bytes.length, isAmbiguous: false }
  const trailer = new RecordView(Trailer, bytes)
  if (at < start || trailer.number(at, 'magic') !== TRAILER_MAGIC) return none
  const overlay = trailer.number(at, 'overlay')
  const fits = (o: number, end: number): boolean =>
    rows.every(row => {
      const offset = row.raw + o
      return offset >= start && (offset + row.packed <= end || isQuirk(row, offset, end))
    })
  if (overlay > bytes.length || !fits(overlay, at)) return none
  if (overlay !== 0 && fits(0, bytes.length)) return { ...none, isAmbiguous: true }
  return { overlay, end: at, isAmbiguous: false }
}

/** Row of the k-th name in byte order, for each k: the word that a row of a sorted library holds (parkan 2.3). */
export function nameOrder(names: readonly Bytes[]): number[] {
  const texts = names.map(textOf)
  return names
    .map((_, row) => row)
    .sort((a, b) => {
      const [x = '', y = ''] = [texts[a], texts[b]]
      return x < y ? -1 : x > y ? 1 : a - b
    })
}

/** The name as the game compares it: up to the zero. */
export const textOf = (name: Bytes): string => nameText(nameAttribute(name))

/** `method` and the other bits of the flags apart; `service` only where it is not zero. */
export const attributesOf = (row: Pick<LibraryRow, 'name' | 'flags' | 'service'>, place: number): Attributes => ({
  name: nameAttribute(row.name),
  method: row.flags & METHOD_MASK,
  flags: row.flags & ~METHOD_MASK,
  ...(row.service !== 0 && { service: row.service }),
  row: place,
})

/** The 12 bytes of a name attribute; undefined where they cannot be written. */
export const rowNameField = (name: AttributeValue): Bytes | undefined => nameField(name, NAME_SIZE)

/** The payload of a row, or why it cannot be unpacked. */
export function unpackRow(bytes: Bytes, row: LibraryRow): Bytes | Fault {
  const method = row.flags & METHOD_MASK
  if (!isKnownMethod(method)) return 'method'
  if (row.unpacked > UNPACKED_LIMIT) return 'size'
  const stored = bytes.subarray(row.offset, row.offset + row.size)
  if (method === 0 || method === XOR_BIT) {
    if (stored.length !== row.unpacked) return 'stored-size'
    return method === 0 ? stored : xorStream(stored, row.key)
  }
  const packed = method & XOR_BIT ? xorStream(stored, row.key) : stored
  if (method & 0x40) return unpackLzss(packed, row.unpacked)
  if (method & 0x80) return unpackLzhuf(packed, row.unpacked)
  return inflate(packed, row.unpacked)
}
