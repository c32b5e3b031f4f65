import type { Attributes } from '../../../edit'
import { oncePerImage, type Params } from '../../../format'
import {
  array,
  bytes as run,
  count,
  decodeText,
  i32,
  rangeOf,
  RecordView,
  rest,
  strideOf,
  struct,
  u16,
  u32,
  type Bytes,
} from '../../../layout'
import { brokenLinks, lostNames } from './hash'

const SOURCE = { certainty: 'confirmed', source: 'evil-islands 2.1' } as const
const DERIVED = { ...SOURCE, role: 'derived' } as const

/** A record of the table, 22 bytes; its number is the hash slot (evil-islands 2.1). */
export const SlotRecord = struct('res-slot', {
  next_index: i32(DERIVED),
  size: u32(DERIVED),
  offset: u32({ ...DERIVED, hex: true }),
  time: u32({ ...SOURCE, unit: 's' }),
  name_length: u16(DERIVED),
  name_offset: u32(DERIVED),
})

const MAGIC = u32({ ...SOURCE, hex: true })

/** The first 16 bytes (evil-islands 2.1). */
export const ResHeader = struct('res-header', {
  magic: MAGIC,
  entry_count: u32(DERIVED),
  table_offset: u32({ ...DERIVED, hex: true }),
  names_length: u32(DERIVED),
})

export const HEADER_SIZE = strideOf(ResHeader)
export const ROW_SIZE = strideOf(SlotRecord)
export const MAGIC_NUMBER = 0x019ce23c
/** Data and table of most archives begin at multiples of this (evil-islands 2.3). */
export const ALIGNMENT = 16

/** A whole archive: the data as they lie, the table by slots, the names. */
export const ResLayout = struct('res', {
  magic: MAGIC,
  entry_count: count('slots', { as: 'u32', ...SOURCE }),
  table_offset: u32({ ...DERIVED, hex: true }),
  names_length: u32(DERIVED),
  data: run('table_offset - 16', SOURCE),
  slots: array(SlotRecord, 'entry_count', SOURCE),
  names: run('names_length', { ...SOURCE, content: 'text' }),
  tail: rest(),
})

/** One entry, as the table has it. */
export interface Row {
  /** Hash slot: its place in the table. */
  readonly slot: number
  readonly next: number
  readonly size: number
  readonly offset: number
  readonly time: number
  readonly nameOffset: number
  /** Empty where the name lies outside the name area. */
  readonly name: Bytes
  readonly hasName: boolean
  /** Its data lie between header and table. */
  readonly isInside: boolean
}

export interface Directory {
  /** In the order of their names in the name area (evil-islands 2.1 "Listing order"). */
  readonly rows: readonly Row[]
  /** By slot, as in `rows`. */
  readonly bySlot: readonly Row[]
  /** Start of the table, of the names, and the end of these. */
  readonly table: number
  readonly names: number
  readonly end: number
}

/** What keeps bytes from being opened as an archive; the code is that of the problem that is shown. */
export interface Refusal {
  readonly code: string
  readonly params: Params
  readonly range: readonly [offset: number, size: number]
  readonly path?: string
}

/** Whether bytes begin as an archive does. */
export const hasMagic = (head: Bytes): boolean =>
  head.length >= 4 && new RecordView(ResHeader, head).number(0, 'magic') === MAGIC_NUMBER

const header = (bytes: Bytes, field: 'entry_count' | 'table_offset' | 'names_length'): number =>
  new RecordView(ResHeader, bytes).number(0, field)

export function refusalOf(bytes: Bytes): Refusal | undefined {
  const size = bytes.length
  if (size >= 4 && !hasMagic(bytes)) {
    const found = new RecordView(ResHeader, bytes).number(0, 'magic').toString(16).toUpperCase().padStart(8, '0')
    return { code: 'res.magic', params: { found }, range: rangeOf(0, ResHeader, 'magic'), path: 'magic' }
  }
  if (size < HEADER_SIZE) return { code: 'res.header-cut', params: { size }, range: [0, size] }
  const count = header(bytes, 'entry_count')
  const table = header(bytes, 'table_offset')
  const needed = table + ROW_SIZE * count + header(bytes, 'names_length')
  if (table >= HEADER_SIZE && needed <= size) return undefined
  const path =
    table < HEADER_SIZE || table > size ? 'table_offset' : isCut(bytes, table, count) ? 'entry_count' : 'names_length'
  // The header is right where the file is cut: the end of the file is part of the place.
  const [from] = rangeOf(0, ResHeader, path)
  return { code: 'res.table-cut', params: { needed, size }, range: [from, size - from], path }
}

const isCut = (bytes: Bytes, table: number, count: number): boolean => table + ROW_SIZE * count > bytes.length

/** The directory of an image without refusal; read once per image. */
export const directoryOf = oncePerImage(readDirectory)

function readDirectory(bytes: Bytes): Directory {
  const table = header(bytes, 'table_offset')
  const length = header(bytes, 'names_length')
  const total = header(bytes, 'entry_count')
  const names = table + ROW_SIZE * total
  const records = new RecordView(SlotRecord, bytes)
  const bySlot = Array.from({ length: total }, (_, slot): Row => {
    const at = table + slot * ROW_SIZE
    const size = records.number(at, 'size')
    const offset = records.number(at, 'offset')
    const nameLength = records.number(at, 'name_length')
    const nameOffset = records.number(at, 'name_offset')
    const hasName = nameLength > 0 && nameOffset + nameLength <= length
    return {
      slot,
      next: records.number(at, 'next_index'),
      size,
      offset,
      time: records.number(at, 'time'),
      nameOffset,
      name: hasName ? bytes.subarray(names + nameOffset, names + nameOffset + nameLength) : new Uint8Array(0),
      hasName,
      isInside: size === 0 || (offset >= HEADER_SIZE && offset + size <= table),
    }
  })
  const rows = [...bySlot].sort((a, b) => a.nameOffset - b.nameOffset || a.slot - b.slot)
  return { rows, bySlot, table, names, end: names + length }
}

/** Slots of rows that the game does not find by their name, and slots whose link is wrong. */
interface Faults {
  readonly lost: ReadonlySet<number>
  readonly broken: ReadonlySet<number>
}

const faults = new WeakMap<Directory, Faults>()

/** What is wrong in the chains of an archive (evil-islands 2.5 RES-06, RES-07). */
export function faultsOf(directory: Directory): Faults {
  const known = faults.get(directory)
  if (known) return known
  const { bySlot } = directory
  const names = bySlot.map(row => row.name)
  const next = Int32Array.from(bySlot, row => row.next)
  const made = { lost: new Set(lostNames(names, next)), broken: new Set(brokenLinks(next)) }
  faults.set(directory, made)
  return made
}

/** A name as a text. Names are in cp1251 in every language (evil-islands 1.2). */
export const nameText = (name: Bytes): string => decodeText(name, 'cp1251')

/** Attributes of a row. A slot or link that is wrong is an attribute too: the repair removes it. */
export const rowAttributes = (row: Row, place: number, { lost, broken }: Faults): Attributes => ({
  name: nameText(row.name),
  time: row.time,
  ...(lost.has(row.slot) && { slot: row.slot }),
  ...(broken.has(row.slot) && { next_index: row.next }),
  row: place,
})

/** A run of bytes and the rows that share it. */
interface Data {
  readonly offset: number
  readonly size: number
  readonly rows: readonly Row[]
}

const data = new WeakMap<Directory, readonly Data[]>()

/** Rows by their bytes, in the order of the file: those that share all of them together, those without bytes left out. */
export function dataOf(directory: Directory): readonly Data[] {
  const known = data.get(directory)
  if (known) return known
  const found: { offset: number; size: number; rows: Row[] }[] = []
  const stored = directory.rows.filter(row => row.size > 0 && row.isInside)
  for (const row of stored.sort((a, b) => a.offset - b.offset || a.size - b.size)) {
    const last = found.at(-1)
    if (last?.offset === row.offset && last.size === row.size) last.rows.push(row)
    else found.push({ offset: row.offset, size: row.size, rows: [row] })
  }
  data.set(directory, found)
  return found
}

/** Whether every row has a name and lies in the data area, and no two share a byte unless they share all. */
export function isSound(directory: Directory): boolean {
  let end = HEADER_SIZE
  for (const { offset, size } of dataOf(directory)) {
    if (offset < end) return false
    end = offset + size
  }
  return directory.rows.every(row => row.isInside && row.hasName)
}
