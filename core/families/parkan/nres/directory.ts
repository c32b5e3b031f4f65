import type { AttributeValue, Attributes } from '../../../edit'
import type { Params } from '../../../format'
import type { Bytes } from '../../../layout'

/** Bytes of the header: magic, version, count of rows, size of the file (parkan 1.1). */
export const HEADER_SIZE = 16
/** Bytes of a directory row; the rows end with the file (parkan 1.1). */
export const ROW_SIZE = 64
/** Bytes of a name in its row, the zero at its end among them (parkan 1.1). */
export const NAME_SIZE = 36
/** The one version that the game takes (parkan 1.1). */
export const VERSION = 0x100
/** `NRes` as a little-endian number. */
export const MAGIC = 0x7365524e
/** Type ids of chunks, which are found by type, are small numbers; those of named entries four letters, or 0. */
export const isChunkType = (type: number): boolean => type > 0 && type < 0x100
/** Sizes are signed 32 bit in the game (parkan 1.6). */
export const SIZE_LIMIT = 0x7fffffff

/** One directory row as stored in the file (parkan 1.1). */
export interface Row {
  readonly type_id: number
  readonly attr1: number
  readonly attr2: number
  readonly size: number
  readonly attr3: number
  /** All 36 bytes. */
  readonly name: Bytes
  readonly data_offset: number
  readonly sort_index: number
}

/** Why a file is not an archive; the codes are those of the problem that is shown. */
export interface Refusal {
  readonly code: string
  readonly params: Params
  readonly range: readonly [offset: number, size: number]
}

/** The bytes as numbers, not copied. */
export const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** What keeps these bytes from being opened as an archive, or undefined. */
export function refusalOf(bytes: Bytes): Refusal | undefined {
  if (bytes.length < HEADER_SIZE) {
    return { code: 'nres.header-cut', params: { size: bytes.length }, range: [0, bytes.length] }
  }
  const view = viewOf(bytes)
  if (view.getUint32(0, true) !== MAGIC) {
    return { code: 'nres.header-magic', params: { found: printable(bytes.subarray(0, 4)) }, range: [0, 4] }
  }
  const count = view.getInt32(8, true)
  if (count < 0) return { code: 'nres.header-count', params: { count }, range: [8, 4] }
  const total = view.getUint32(12, true)
  if (total !== bytes.length && !hasWholeDirectory(bytes, count)) {
    // Of a file that is too long the bytes that should not be there are the place; of one that is too short, the header.
    const range =
      total < bytes.length && total >= HEADER_SIZE ? ([total, bytes.length - total] as const) : ([12, 4] as const)
    return { code: 'nres.header-size', params: { total, size: bytes.length }, range }
  }
  if (bytes.length - count * ROW_SIZE < HEADER_SIZE) {
    return { code: 'nres.directory-bounds', params: { count, size: bytes.length }, range: [8, 4] }
  }
  return undefined
}

/**
 * Whether the last rows of the file form a directory, although the header has another size: at least one row, each with
 * a payload between header and directory, a terminated name and a valid sort index. False for a file that was cut or
 * has bytes appended.
 */
function hasWholeDirectory(bytes: Bytes, count: number): boolean {
  const directory = bytes.length - count * ROW_SIZE
  if (count === 0 || directory < HEADER_SIZE) return false
  return readRows(bytes).every(
    row => isInside(row, directory) && row.sort_index < count && row.name[0] !== 0 && row.name.includes(0),
  )
}

/** What the header says the file's size is, where it is not that. The bytes must have no refusal. */
export function wrongTotal(bytes: Bytes): number | undefined {
  const total = viewOf(bytes).getUint32(12, true)
  return total === bytes.length ? undefined : total
}

const printable = (bytes: Bytes): string =>
  Array.from(bytes, b => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '.')).join('')

/** Rows of the directory; the bytes must have no refusal. */
export function readRows(bytes: Bytes): Row[] {
  const view = viewOf(bytes)
  const count = view.getInt32(8, true)
  const start = bytes.length - count * ROW_SIZE
  const rows: Row[] = []
  for (let at = start; at < bytes.length; at += ROW_SIZE) {
    rows.push({
      type_id: view.getUint32(at, true),
      attr1: view.getUint32(at + 4, true),
      attr2: view.getUint32(at + 8, true),
      size: view.getUint32(at + 12, true),
      attr3: view.getUint32(at + 16, true),
      name: bytes.subarray(at + 20, at + 20 + NAME_SIZE),
      data_offset: view.getUint32(at + 56, true),
      sort_index: view.getUint32(at + 60, true),
    })
  }
  return rows
}

/** Writes a row of the directory at byte `at` (parkan 1.1). */
export function writeRow(view: DataView, at: number, row: Row): void {
  view.setUint32(at, row.type_id, true)
  view.setUint32(at + 4, row.attr1, true)
  view.setUint32(at + 8, row.attr2, true)
  view.setUint32(at + 12, row.size, true)
  view.setUint32(at + 16, row.attr3, true)
  for (let i = 0; i < NAME_SIZE; i++) view.setUint8(at + 20 + i, row.name[i] ?? 0)
  view.setUint32(at + 56, row.data_offset, true)
  view.setUint32(at + 60, row.sort_index, true)
}

/** Writes the header of an archive with `count` rows and `total` bytes (parkan 1.1). */
export function writeHeader(view: DataView, count: number, total: number): void {
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, VERSION, true)
  view.setUint32(8, count, true)
  view.setUint32(12, total, true)
}

/** Whether the payload lies between header and directory. */
export const isInside = (row: Row, directory: number): boolean =>
  row.data_offset >= HEADER_SIZE && row.data_offset + row.size <= directory

/** The name field as an attribute: latin-1 text up to the NUL, and the bytes after it in hex where one is not zero. */
export function nameAttribute(field: Bytes): AttributeValue {
  let end = field.indexOf(0)
  if (end < 0) end = field.length
  let text = ''
  for (let i = 0; i < end; i++) text += String.fromCharCode(field[i] ?? 0)
  let last = field.length
  while (last > end && field[last - 1] === 0) last--
  if (last <= end) return text
  const tail = Array.from(field.subarray(end + 1), b => b.toString(16).padStart(2, '0')).join('')
  return { text, tail }
}

/** The 36 bytes of a name attribute, or undefined where they cannot be written (too long, not latin-1, bad tail). */
export function nameField(name: AttributeValue): Bytes | undefined {
  const text = typeof name === 'object' ? name.text : String(name)
  const tail = typeof name === 'object' ? name.tail : ''
  if (text.length >= NAME_SIZE || !/^[\x01-\xff]*$/.test(text)) return undefined
  if (!/^(?:[0-9a-f]{2})*$/i.test(tail) || text.length + 1 + tail.length / 2 > NAME_SIZE) return undefined
  const field = new Uint8Array(NAME_SIZE)
  for (let i = 0; i < text.length; i++) field[i] = text.charCodeAt(i)
  for (let i = 0; i < tail.length; i += 2) {
    field[text.length + 1 + i / 2] = Number.parseInt(tail.slice(i, i + 2), 16)
  }
  return field
}

/** The text of a name attribute, without its tail. */
export const nameText = (name: AttributeValue | undefined): string =>
  name === undefined ? '' : typeof name === 'object' ? name.text : String(name)

/** Attributes of row `index`. `sort_index` is added only where the archive's name order is wrong. */
export function rowAttributes(row: Row, index: number, wrongOrder?: number): Attributes {
  return {
    name: nameAttribute(row.name),
    type_id: row.type_id,
    attr1: row.attr1,
    attr2: row.attr2,
    attr3: row.attr3,
    row: index,
    ...(wrongOrder !== undefined && { sort_index: wrongOrder }),
  }
}

/** `MESH` for 0x4853454d; numbers that are no four letters stay numbers. */
export function typeWord(typeId: number): string {
  const bytes = [typeId & 0xff, (typeId >>> 8) & 0xff, (typeId >>> 16) & 0xff, typeId >>> 24]
  const isText = bytes.every(b => (b >= 0x30 && b <= 0x39) || (b >= 0x41 && b <= 0x5a) || (b >= 0x61 && b <= 0x7a))
  return isText ? String.fromCharCode(...bytes) : String(typeId)
}

/** Whether a row is of that type, for `Opened.sibling`. */
export const hasType =
  (type: number) =>
  (attributes: Attributes): boolean =>
    attributes['type_id'] === type

/** The type id that four letters stand for: `MESH`. */
export const typeIdOf = (word: string): number =>
  Array.from(word.slice(0, 4)).reduceRight((id, c) => id * 256 + (c.charCodeAt(0) & 0xff), 0)
