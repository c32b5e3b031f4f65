import type { Columns, PlacedItem } from '@areal-studio/core/format'
import { locate, offsets, type Bytes, type Document } from '@areal-studio/core/layout'
import { factorOf, movedItem, scaleIn, type Place } from './placed-scene'
import type { Vec } from '../camera/camera'

/**
 * The items of an entry after a change of fields that do not shape them: other places, turns, colours. Undefined where
 * anything else has changed, so that the scene must be rebuilt.
 */
export function changedItems(
  before: Bytes,
  after: Document,
  items: readonly PlacedItem[],
): readonly PlacedItem[] | undefined {
  if (before.length !== after.bytes.length) return undefined
  const starts = items.map(item => startsOf(after, item))
  const touched = items.map(() => new Set<number>())
  for (let at = 0; at < before.length; at++) {
    if (before[at] === after.bytes[at]) continue
    let isWithin = false
    for (const [k, item] of items.entries()) {
      const record = recordAt(starts[k] ?? [], at)
      if (record === undefined) continue
      isWithin = true
      if (isShaping(after, item, record, at)) return undefined
      touched[k]?.add(record)
    }
    if (!isWithin) return undefined
  }
  const next = items.map((item, k) => updated(item, after, touched[k] ?? new Set()))
  return next.every(item => item !== undefined) ? next : undefined
}

/** Where the records of an item begin, and the last one ends; empty where it has none. */
function startsOf(document: Document, { array, recordCount }: PlacedItem): ArrayLike<number> {
  const found = recordCount === 0 ? [] : offsets(document, array)
  return found.length === recordCount + 1 ? found : []
}

function recordAt(starts: ArrayLike<number>, at: number): number | undefined {
  let [low, high] = [0, starts.length - 1]
  if (high < 1 || at < (starts[0] ?? 0) || at >= (starts[high] ?? 0)) return undefined
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}

function isShaping(document: Document, { array, shapedBy }: PlacedItem, record: number, at: number): boolean {
  if (!shapedBy) return true
  return shapedBy.some(field => {
    const node = locate(document, `${array}/${record}/${field}`)
    return node !== undefined && at >= node.offset && at < node.offset + node.size
  })
}

/** Undefined where the scale of a record has changed by more than one factor. */
function updated(item: PlacedItem, document: Document, records: ReadonlySet<number>): PlacedItem | undefined {
  if (records.size === 0) return item
  const stored = (record: number, field: string): number => {
    const value = locate(document, `${item.array}/${record}/${field}`)?.value
    return typeof value === 'number' ? value : NaN
  }
  const numberOf = (record: number, field: string): number => {
    const value = stored(record, field)
    return Number.isFinite(value) ? value : 0
  }
  const fields: Columns = Object.fromEntries(
    Object.entries(item.fields).map(([field, column]) => {
      const next = column.slice()
      // A fraction that is no number is shown as such.
      const isFraction = next instanceof Float32Array
      for (const record of records) next[record] = isFraction ? stored(record, field) : numberOf(record, field)
      return [field, next]
    }),
  )
  const places = new Map<number, Place>()
  const placing = item.kind === 'lines' ? undefined : item.placing
  for (const record of placing ? records : []) {
    const at = [0, 1, 2].map(axis => {
      const field = placing?.position[axis]
      return field === undefined ? 0 : Math.fround(numberOf(record, field))
    }) as unknown as Vec
    const before = item.kind === 'instances' ? scaleIn(item, record) : undefined
    const scale =
      before && placing?.scale
        ? (placing.scale.map(field => Math.fround(numberOf(record, field))) as unknown as Vec)
        : undefined
    const isSame = before?.every((value, axis) => value === scale?.[axis]) ?? true
    if (before && scale && !isSame && factorOf(before, scale) === undefined) return undefined
    places.set(record, {
      at,
      ...(placing?.turn !== undefined && { turn: numberOf(record, placing.turn) }),
      ...(scale && { scale }),
    })
  }
  return { ...movedItem(item, places), fields }
}
