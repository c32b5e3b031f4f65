import { sameAttribute, type Attributes } from '../../../edit'
import { nameAttribute, nameText, StudioError, type PackedImage, type PresentRow } from '../../../format'
import type { Bytes } from '../../../layout'
import { collate, isCollated } from './collation'
import { inserted } from './inserted'
import {
  HEADER_SIZE,
  ROW_SIZE,
  SIZE_LIMIT,
  headerOf,
  isInside,
  rowNameField,
  readRows,
  refusalOf,
  writeHeader,
  writeRow,
  type Row,
} from './directory'

/** A row on its way into the image. `source` is undefined for an added one. */
interface Target {
  readonly id: string
  readonly attributes: Attributes
  readonly source: Row | undefined
  readonly payload: Bytes | undefined
  readonly name: Bytes
}

/**
 * The image of the rows that should be there (parkan 1.8): the pristine bytes where nothing differs, a patched copy
 * where no size does, else the payloads in file order with canonical padding recomputed and every other gap kept.
 * Throws StudioError `nres.unsound`, `nres.too-large`, `nres.name`, `nres.attribute`.
 */
export function packArchive(pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const refusal = refusalOf(pristine)
  if (refusal) throw new StudioError('nres.damaged', { problem: refusal.code })
  const rows = readRows(pristine)
  const targets = directoryOrder(present).map(row => targetOf(row, rows))
  return isSameShape(rows, targets) ? patch(pristine, rows, targets) : rebuild(pristine, rows, targets)
}

/**
 * Rows sorted by their attribute `row`. Rows already at their position stay; moved and added rows are inserted at
 * theirs, or at the end.
 */
function directoryOrder(present: readonly PresentRow[]): PresentRow[] {
  const asked = (row: PresentRow): number => {
    const at = row.attributes['row']
    return typeof at === 'number' ? at : Number.MAX_SAFE_INTEGER
  }
  const isMoved = (row: PresentRow): boolean => row.id.startsWith('+') || asked(row) !== Number(row.id)
  const kept = present.filter(row => !isMoved(row)).sort((a, b) => asked(a) - asked(b))
  const moved = present.filter(isMoved).sort((a, b) => asked(a) - asked(b))
  return inserted(
    kept,
    moved.map((row, i) => ({ item: row, at: Math.min(asked(row), kept.length + i) })),
  )
}

function targetOf(row: PresentRow, rows: readonly Row[]): Target {
  const source = row.id.startsWith('+') ? undefined : rows[Number(row.id)]
  const name = row.attributes['name'] ?? ''
  const isKept = source !== undefined && sameAttribute(name, nameAttribute(source.name))
  const field = isKept ? source.name : rowNameField(name)
  if (!field) throw new StudioError('nres.name', { name: nameText(name) })
  const payload = row.payload ?? (source ? undefined : new Uint8Array(0))
  return { id: row.id, attributes: row.attributes, source, payload, name: field }
}

const sizeOf = (target: Target): number => target.payload?.length ?? target.source?.size ?? 0

const isSameShape = (rows: readonly Row[], targets: readonly Target[]): boolean =>
  rows.length === targets.length && targets.every((t, i) => t.source === rows[i] && sizeOf(t) === t.source?.size)

/** The row to write; number attributes that are not given stay as they are in the pristine row. */
function rowOf(target: Target, data_offset: number, sort_index: number): Row {
  const number = (name: 'type_id' | 'attr1' | 'attr2' | 'attr3'): number => {
    const value = target.attributes[name] ?? target.source?.[name] ?? 0
    if (typeof value !== 'number' || !isU32(value))
      throw new StudioError('nres.attribute', { name, value: String(value) })
    return value
  }
  return {
    type_id: number('type_id'),
    attr1: number('attr1'),
    attr2: number('attr2'),
    size: sizeOf(target),
    attr3: number('attr3'),
    name: target.name,
    data_offset,
    sort_index,
  }
}

/** Whether a number fits an unsigned 32-bit field. */
export const isU32 = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 0xffffffff

/**
 * The sort_index column. It is as found while names and rows are; rows of an archive whose column was wrong carry what
 * was found as an attribute, so that taking the attribute away is the repair.
 */
function sortColumn(rows: readonly Row[], targets: readonly Target[]): ArrayLike<number> {
  const names = targets.map(target => target.name)
  const found = rows.map(row => row.sort_index)
  const isUntouched =
    rows.length === targets.length && targets.every((t, i) => t.source === rows[i] && t.name === t.source?.name)
  if (!isUntouched) return collate(names)
  if (isCollated(found, names)) return found
  const right = collate(names)
  return targets.map((target, i) => {
    const kept = target.attributes['sort_index']
    return typeof kept === 'number' && isU32(kept) ? kept : (right[i] ?? 0)
  })
}

function patch(pristine: Bytes, rows: readonly Row[], targets: readonly Target[]): PackedImage {
  const bytes = pristine.slice()
  const directory = bytes.length - rows.length * ROW_SIZE
  const column = sortColumn(rows, targets)
  const places = targets.map((target, i) => {
    const offset = target.source?.data_offset ?? 0
    const size = sizeOf(target)
    if (target.payload && size > 0) {
      if (!target.source || !isInside(target.source, directory))
        throw new StudioError('nres.unsound', { name: nameOf(target) })
      bytes.set(target.payload, offset)
    }
    writeRow(bytes, directory + i * ROW_SIZE, rowOf(target, offset, column[i] ?? 0))
    return { id: target.id, offset, size }
  })
  return { bytes, rows: places }
}

const nameOf = (target: Target): string => nameText(nameAttribute(target.name))

/** Whether every payload lies between header and directory and no two share a byte. */
export function isSound(rows: readonly Row[], directory: number): boolean {
  let end = HEADER_SIZE
  for (const row of inFileOrder(rows)) {
    if (!isInside(row, directory)) return false
    if (row.size > 0 && row.data_offset < end) return false
    end = Math.max(end, row.data_offset + row.size)
  }
  return true
}

/** By place in the file; an empty payload stands before the one that begins at the same byte. */
export const inFileOrder = (rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => a.data_offset - b.data_offset || Math.min(a.size, 1) - Math.min(b.size, 1))

const paddingOf = (length: number): number => (8 - (length % 8)) % 8

/** Whether these bytes are just the zeros that round a payload of that length up to 8. */
export const isPadding = (gap: Bytes, length: number): boolean =>
  gap.length === paddingOf(length) && gap.every(byte => byte === 0)

function rebuild(pristine: Bytes, rows: readonly Row[], targets: readonly Target[]): PackedImage {
  const directory = pristine.length - rows.length * ROW_SIZE
  if (!isSound(rows, directory)) throw new StudioError('nres.unsound', { name: '' })
  const offsets = new Map<Target, number>()
  const parts: Bytes[] = [pristine.subarray(0, HEADER_SIZE)]
  let cursor = HEADER_SIZE
  const put = (bytes: Bytes): void => {
    parts.push(bytes)
    cursor += bytes.length
  }
  const align = (): void => put(new Uint8Array(paddingOf(cursor)))
  const putTarget = (target: Target): void => {
    offsets.set(target, cursor)
    put(target.payload ?? payloadOf(pristine, target.source))
  }

  const bySource = new Map(targets.map(target => [target.source, target]))
  const ordered = inFileOrder(rows)
  let end = HEADER_SIZE
  const putGap = (upTo: number, length: number): void => {
    const gap = pristine.subarray(end, Math.max(end, upTo))
    if (!isPadding(gap, length)) put(gap)
    align()
  }
  putGap(ordered[0]?.data_offset ?? directory, 0)
  ordered.forEach((row, i) => {
    const target = bySource.get(row)
    if (target) putTarget(target)
    end = Math.max(end, row.data_offset + row.size)
    putGap(ordered[i + 1]?.data_offset ?? directory, row.size)
  })
  for (const target of targets) {
    if (target.source) continue
    putTarget(target)
    align()
  }
  return finish(parts, cursor, rows, targets, offsets)
}

const payloadOf = (pristine: Bytes, row: Row | undefined): Bytes =>
  row ? pristine.subarray(row.data_offset, row.data_offset + row.size) : new Uint8Array(0)

function finish(
  parts: readonly Bytes[],
  directory: number,
  rows: readonly Row[],
  targets: readonly Target[],
  offsets: ReadonlyMap<Target, number>,
): PackedImage {
  const total = directory + targets.length * ROW_SIZE
  if (total > SIZE_LIMIT) throw new StudioError('nres.too-large', { size: total })
  const bytes = new Uint8Array(total)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  writeHeader(bytes, targets.length, total, headerOf(bytes).version)
  const column = sortColumn(rows, targets)
  const places = targets.map((target, i) => {
    const offset = offsets.get(target) ?? 0
    writeRow(bytes, directory + i * ROW_SIZE, rowOf(target, offset, column[i] ?? 0))
    return { id: target.id, offset, size: sizeOf(target) }
  })
  return { bytes, rows: places }
}

/** A new archive: payloads in directory order, each rounded up to 8 (parkan 1.8, `writeCompact`). */
export function writeArchive(entries: readonly { readonly attributes: Attributes; readonly payload: Bytes }[]): Bytes {
  const empty = new Uint8Array(HEADER_SIZE)
  writeHeader(empty, 0, HEADER_SIZE)
  return packArchive(
    empty,
    entries.map((entry, i) => ({ id: `+${i}`, attributes: { ...entry.attributes, row: i }, payload: entry.payload })),
  ).bytes
}
