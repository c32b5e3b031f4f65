import type { AttributeValue, Attributes } from '../../../edit'
import { nameAttribute, nameField, nameText, type Params } from '../../../format'
import {
  offsetOf,
  rangeOf,
  RecordView,
  strideOf,
  struct,
  text,
  u32,
  write,
  writeRecord,
  type Bytes,
  type Infer,
} from '../../../layout'

/** Bytes of a name in its row, the zero at its end among them (parkan 1.1). */
export const NAME_SIZE = 36
/** The one version that the game takes (parkan 1.1). */
export const VERSION = 0x100

const SOURCE = { certainty: 'confirmed', source: 'parkan 1.1' } as const

/** The fields of a directory row, 64 bytes (parkan 1.1); names of foreign files hold bytes after the NUL. */
export const ROW_FIELDS = {
  type_id: u32({ ...SOURCE, hex: true }),
  attr1: u32(SOURCE),
  attr2: u32(SOURCE),
  size: u32({ ...SOURCE, role: 'derived' }),
  attr3: u32(SOURCE),
  name: text(NAME_SIZE, { ...SOURCE, page: 'latin1' }),
  data_offset: u32({ ...SOURCE, hex: true, role: 'derived' }),
  sort_index: u32({ ...SOURCE, role: 'derived' }),
}
export const DirectoryRow = struct('nres-row', ROW_FIELDS)

/** The fields of the header (parkan 1.1). */
export const HEADER = {
  magic: text(4, { ...SOURCE, page: 'latin1' }),
  version: u32({ ...SOURCE, hex: true }),
  entry_count: u32({ ...SOURCE, role: 'derived' }),
  total_size: u32({ ...SOURCE, role: 'derived' }),
}
export const ArchiveHeader = struct('nres', HEADER)

/** Bytes of the header (parkan 1.1). */
export const HEADER_SIZE = strideOf(ArchiveHeader)
/** Bytes of a directory row; the rows end with the file (parkan 1.1). */
export const ROW_SIZE = strideOf(DirectoryRow)
const NAME_AT = offsetOf(DirectoryRow, 'name')
const { bytes: MAGIC } = write(HEADER.magic, 'NRes')
/** Type ids of chunks, which are found by type, are small numbers; those of named entries four letters, or 0. */
export const isChunkType = (type: number): boolean => type > 0 && type < 0x100
/** Whether the game finds rows of that type by their type, so that their names may all be one: chunks, research trees (parkan 9.10). */
export const isFoundByType = (type: number): boolean => isChunkType(type) || /^TRF[0-9AB]$/.test(typeWord(type))
/** Sizes are signed 32 bit in the game (parkan 1.6). */
export const SIZE_LIMIT = 0x7fffffff

/** One directory row as stored in the file (parkan 1.1), with all bytes of its name. */
export type Row = Omit<Infer<typeof DirectoryRow>, 'name'> & { readonly name: Bytes }

/** Why a file is not an archive; the codes are those of the problem that is shown. */
export interface Refusal {
  readonly code: string
  readonly params: Params
  readonly range: readonly [offset: number, size: number]
}

/** Whether bytes begin as an archive does. */
export const hasMagic = (head: Bytes): boolean => MAGIC.every((byte, at) => head[at] === byte)

/** The numbers of a header. `count` is signed, as the game reads it. */
export function headerOf(bytes: Bytes): { readonly version: number; readonly count: number; readonly total: number } {
  const header = new RecordView(ArchiveHeader, bytes)
  return {
    version: header.number(0, 'version'),
    count: header.number(0, 'entry_count') | 0,
    total: header.number(0, 'total_size'),
  }
}

/** What keeps these bytes from being opened as an archive, or undefined. */
export function refusalOf(bytes: Bytes): Refusal | undefined {
  if (bytes.length < HEADER_SIZE) {
    return { code: 'nres.header-cut', params: { size: bytes.length }, range: [0, bytes.length] }
  }
  if (!hasMagic(bytes)) {
    const found = printable(bytes.subarray(0, MAGIC.length))
    return { code: 'nres.header-magic', params: { found }, range: rangeOf(0, ArchiveHeader, 'magic') }
  }
  const { count, total } = headerOf(bytes)
  const countRange = rangeOf(0, ArchiveHeader, 'entry_count')
  if (count < 0) return { code: 'nres.header-count', params: { count }, range: countRange }
  if (total !== bytes.length && !hasWholeDirectory(bytes, count)) {
    // Of a file that is too long the bytes that should not be there are the place; of one that is too short, the header.
    const range =
      total < bytes.length && total >= HEADER_SIZE
        ? ([total, bytes.length - total] as const)
        : rangeOf(0, ArchiveHeader, 'total_size')
    return { code: 'nres.header-size', params: { total, size: bytes.length }, range }
  }
  if (bytes.length - count * ROW_SIZE < HEADER_SIZE) {
    return { code: 'nres.directory-bounds', params: { count, size: bytes.length }, range: countRange }
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

/** The size of the file in the header, where it is wrong. The bytes must have no refusal. */
export function wrongTotal(bytes: Bytes): number | undefined {
  const { total } = headerOf(bytes)
  return total === bytes.length ? undefined : total
}

const printable = (bytes: Bytes): string =>
  Array.from(bytes, b => (b >= 0x20 && b < 0x7f ? String.fromCharCode(b) : '.')).join('')

/** Rows of the directory; the bytes must have no refusal. */
export function readRows(bytes: Bytes): Row[] {
  const view = new RecordView(DirectoryRow, bytes)
  const start = bytes.length - headerOf(bytes).count * ROW_SIZE
  const rows: Row[] = []
  for (let at = start; at < bytes.length; at += ROW_SIZE) {
    rows.push({
      type_id: view.number(at, 'type_id'),
      attr1: view.number(at, 'attr1'),
      attr2: view.number(at, 'attr2'),
      size: view.number(at, 'size'),
      attr3: view.number(at, 'attr3'),
      name: bytes.subarray(at + NAME_AT, at + NAME_AT + NAME_SIZE),
      data_offset: view.number(at, 'data_offset'),
      sort_index: view.number(at, 'sort_index'),
    })
  }
  return rows
}

/** Writes a row of the directory at byte `at` (parkan 1.1). */
export function writeRow(bytes: Bytes, at: number, { name, ...numbers }: Row): void {
  writeRecord(bytes, at, DirectoryRow, numbers)
  bytes.fill(0, at + NAME_AT, at + NAME_AT + NAME_SIZE)
  bytes.set(name.subarray(0, NAME_SIZE), at + NAME_AT)
}

/** Writes the header of an archive with `count` rows and `total` bytes (parkan 1.1). */
export function writeHeader(bytes: Bytes, count: number, total: number, version = VERSION): void {
  bytes.set(MAGIC)
  writeRecord(bytes, 0, ArchiveHeader, { version, entry_count: count, total_size: total })
}

/** Whether the payload lies between header and directory. */
export const isInside = (row: Row, directory: number): boolean =>
  row.data_offset >= HEADER_SIZE && row.data_offset + row.size <= directory

/** The 36 bytes of a name attribute, which end with a NUL; undefined where they cannot be written. */
export const rowNameField = (name: AttributeValue): Bytes | undefined =>
  nameText(name).length < NAME_SIZE ? nameField(name, NAME_SIZE) : undefined

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
export function hasType(type: number): (attributes: Attributes) => boolean {
  const known = predicates.get(type)
  if (known) return known
  const made = (attributes: Attributes): boolean => attributes['type_id'] === type
  predicates.set(type, made)
  return made
}

/** One predicate per type that the program searches by: the row found is kept by it. */
const predicates = new Map<number, (attributes: Attributes) => boolean>()

/** The type id of four letters: `MESH`. */
export const typeIdOf = (word: string): number =>
  Array.from(word.slice(0, 4)).reduceRight((id, c) => id * 256 + (c.charCodeAt(0) & 0xff), 0)
