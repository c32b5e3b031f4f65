import { sameAttribute, type AttributeValue } from '../../../edit'
import { StudioError, type PackedImage, type PresentRow } from '../../../format'
import { encodeText, joinedBytes, RecordView, type Bytes } from '../../../layout'
import { DataArea, type Target } from './data-area'
import {
  directoryOf,
  faultsOf,
  HEADER_SIZE,
  isSound,
  MAGIC_NUMBER,
  nameText,
  refusalOf,
  ResHeader,
  ROW_SIZE,
  SlotRecord,
  type Directory,
  type Row,
} from './directory'
import { chainsOf, NO_SLOT } from './hash'

/** Files are addressed with 32 bits. */
const SIZE_LIMIT = 0xffffffff

interface Named extends Target {
  readonly id: string
  readonly name: Bytes
  readonly time: number
}

/**
 * The image of the rows that should be there (evil-islands 2.4): the pristine bytes where nothing differs; slots, names
 * and their order as they are where only payloads do; else chains, slots and names made from the rows in their order.
 * Throws StudioError `res.damaged`, `res.unsound`, `res.name`, `res.attribute`, `res.too-large`.
 */
export function packArchive(pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const refusal = refusalOf(pristine)
  if (refusal) throw new StudioError('res.damaged', { problem: refusal.code })
  const directory = directoryOf(pristine)
  const targets = present.map(row => targetOf(row, directory))
  if (!isSound(directory)) return patched(pristine, directory, targets)
  const area = new DataArea(pristine, directory, targets)
  return isSameTable(directory, targets, present)
    ? finish(pristine, directory, targets, area, keptTable(pristine, directory))
    : finish(pristine, directory, targets, area, newTable(pristine, directory, targets))
}

function targetOf({ id, attributes, payload }: PresentRow, { rows }: Directory): Named {
  const source = id.startsWith('+') ? undefined : rows[Number(id)]
  const name = attributes['name'] ?? ''
  const isKept = source !== undefined && sameAttribute(name, nameText(source.name))
  const bytes = isKept ? source.name : nameBytes(name)
  if (!bytes) throw new StudioError('res.name', { name: String(name) })
  const time = attributes['time'] ?? source?.time ?? 0
  if (typeof time !== 'number' || !isU32(time))
    throw new StudioError('res.attribute', { name: 'time', value: String(time) })
  return { id, source, payload, name: bytes, time }
}

/** Whether a number fits an unsigned 32-bit field. */
export const isU32 = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 0xffffffff

/** Longest name that the table can hold. */
export const NAME_LIMIT = 0xffff

/** The bytes of a name; undefined where there are none, too many or a character that cp1251 lacks. */
export function nameBytes(name: AttributeValue): Bytes | undefined {
  const bytes = typeof name === 'string' ? encodeText(name, 'cp1251') : undefined
  return bytes instanceof Uint8Array && bytes.length > 0 && bytes.length <= NAME_LIMIT ? bytes : undefined
}

/**
 * Whether rows and names equal those of the pristine image, and no fault of its chains was removed from their
 * attributes.
 */
function isSameTable(directory: Directory, targets: readonly Named[], present: readonly PresentRow[]): boolean {
  const { rows } = directory
  const { lost, broken } = faultsOf(directory)
  const isAsFound = (target: Named, k: number): boolean => {
    const row = rows[k]
    if (!row || target.source !== row || target.name !== row.name) return false
    const { attributes = {} } = present[k] ?? {}
    return (!lost.has(row.slot) || 'slot' in attributes) && (!broken.has(row.slot) || 'next_index' in attributes)
  }
  return rows.length === targets.length && targets.every(isAsFound)
}

interface Table {
  /** Of each row. */
  readonly slots: ArrayLike<number>
  readonly nameOffsets: ArrayLike<number>
  /** By slot. */
  readonly next: ArrayLike<number>
  readonly names: readonly Bytes[]
}

const keptTable = (pristine: Bytes, { rows, bySlot, names, end }: Directory): Table => ({
  slots: rows.map(({ slot }) => slot),
  nameOffsets: rows.map(({ nameOffset }) => nameOffset),
  next: bySlot.map(({ next }) => next),
  names: [pristine.subarray(names, end)],
})

/** Names one behind the other in the order of the rows; bytes of the old names that belong to none stay before the same name. */
function newTable(pristine: Bytes, directory: Directory, targets: readonly Named[]): Table {
  const loose = looseNames(pristine, directory)
  const names: Bytes[] = []
  const nameOffsets: number[] = []
  let length = 0
  const put = (bytes: Bytes): void => {
    if (bytes.length === 0) return
    names.push(bytes)
    length += bytes.length
  }
  const isThere = new Set(targets.map(({ source }) => source))
  const orphans = directory.rows.filter(row => !isThere.has(row)).flatMap(row => loose.get(row) ?? [])
  for (const bytes of [...orphans, ...(targets.some(({ source }) => source) ? [] : [loose.get(undefined)])])
    put(bytes ?? NOTHING)
  const last = targets.findLastIndex(({ source }) => source)
  targets.forEach(({ source, name }, k) => {
    put((source && loose.get(source)) ?? NOTHING)
    nameOffsets.push(length)
    put(name)
    if (k === last) put(loose.get(undefined) ?? NOTHING)
  })
  const { slots, next } = chainsOf(targets.map(({ name }) => name))
  return { slots, nameOffsets, next, names }
}

const NOTHING = new Uint8Array(0)

/** Bytes of the name area before a name that belong to no name; behind the last one under undefined. */
function looseNames(pristine: Bytes, { rows, names, end }: Directory): ReadonlyMap<Row | undefined, Bytes> {
  const found = new Map<Row | undefined, Bytes>()
  let at = names
  for (const row of rows) {
    const from = names + row.nameOffset
    if (from > at) found.set(row, pristine.subarray(at, from))
    at = Math.max(at, from + row.name.length)
  }
  if (at < end) found.set(undefined, pristine.subarray(at, end))
  return found
}

function finish(
  pristine: Bytes,
  directory: Directory,
  targets: readonly Named[],
  area: DataArea,
  table: Table,
): PackedImage {
  const tail = pristine.subarray(directory.end)
  const head = pristine.slice(0, HEADER_SIZE)
  const records = new Uint8Array(targets.length * ROW_SIZE)
  const namesLength = table.names.reduce((sum, { length }) => sum + length, 0)
  const size = area.end + records.length + namesLength + tail.length
  if (size > SIZE_LIMIT) throw new StudioError('res.too-large', { size })
  const view = new RecordView(SlotRecord, records)
  targets.forEach((target, k) => {
    const slot = table.slots[k] ?? 0
    const place = area.places.get(target)
    view.write(slot * ROW_SIZE, {
      next_index: table.next[slot] ?? NO_SLOT,
      size: place?.size ?? 0,
      offset: place?.offset ?? area.end,
      time: target.time,
      name_length: target.name.length,
      name_offset: table.nameOffsets[k] ?? 0,
    })
  })
  new RecordView(ResHeader, head).write(0, {
    entry_count: targets.length,
    table_offset: area.end,
    names_length: namesLength,
  })
  const rows = targets.map((target, k) => ({
    id: target.id,
    ...(area.places.get(target) ?? { offset: area.end, size: 0 }),
    row: k,
  }))
  return { bytes: joinedBytes([head, ...area.bytes, records, ...table.names, tail]), rows }
}

/** An archive whose rows overlap or lie outside: payloads of the same size in their places, and times. */
function patched(pristine: Bytes, directory: Directory, targets: readonly Named[]): PackedImage {
  const { rows, table } = directory
  const bytes = pristine.slice()
  const view = new RecordView(SlotRecord, bytes)
  if (rows.length !== targets.length) throw new StudioError('res.unsound', {})
  targets.forEach(({ source, payload, time, name }, k) => {
    const isSameSize = payload === undefined || payload.length === source?.size
    if (!source || source !== rows[k] || name !== source.name || !isSameSize) throw new StudioError('res.unsound', {})
    if (payload && payload.length > 0) {
      if (!source.isInside) throw new StudioError('res.unsound', {})
      bytes.set(payload, source.offset)
    }
    view.write(table + source.slot * ROW_SIZE, { time })
  })
  return {
    bytes,
    rows: targets.map(({ id, source }) => ({ id, offset: source?.offset ?? 0, size: source?.size ?? 0 })),
  }
}

/** A new archive: its rows in their order, each aligned, names in the same order (evil-islands 2.4 "Canonical rebuild"). */
export function writeArchive(
  rows: readonly { readonly name: string; readonly payload: Bytes; readonly time?: number }[],
): Bytes {
  const empty = new Uint8Array(HEADER_SIZE)
  new RecordView(ResHeader, empty).write(0, { magic: MAGIC_NUMBER, table_offset: HEADER_SIZE })
  const present = rows.map(({ name, payload, time = 0 }, k) => ({ id: `+${k}`, attributes: { name, time }, payload }))
  return packArchive(empty, present).bytes
}
