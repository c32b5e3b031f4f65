import type { SurfaceItem } from '@areal-studio/core/format'
import { columns, locate, offsets, type Bytes, type Document } from '@areal-studio/core/layout'
import { storedPart } from './item-fields'

/** Columns of the records as u32, by name. */
export type Fields = Readonly<Record<string, Uint32Array>>

/**
 * The columns after a change that touched nothing else; undefined where anything else of the entry has changed, so that
 * its drawing must be rebuilt. Columns that are not stored in the records stay as they are.
 */
export function changedColumns(
  before: Bytes,
  after: Document,
  { array, fields, parts }: Pick<SurfaceItem, 'array' | 'fields' | 'parts'>,
): Fields | undefined {
  if (before.length !== after.bytes.length) return undefined
  const starts = offsets(after, array)
  const stored = new Set(Object.keys(fields).map(column => storedPart({ ...(parts && { parts }) }, column).field))
  const places = [...stored].flatMap(field => {
    const node = locate(after, `${array}/0/${field}`)
    return node ? [{ field, from: node.offset - (starts[0] ?? 0), size: node.size }] : []
  })
  const isColumn = (offset: number): boolean => places.some(({ from, size }) => offset >= from && offset < from + size)
  const last = starts.length - 1
  let record = 0
  for (let at = nextDifference(before, after.bytes, 0); at >= 0; at = nextDifference(before, after.bytes, at + 1)) {
    while (record < last && (starts[record + 1] ?? 0) <= at) record++
    if (at < (starts[0] ?? 0) || record >= last || !isColumn(at - (starts[record] ?? 0))) return undefined
  }
  const now = columns(after, array, Object.fromEntries(places.map(({ field }) => [field, 'u32'] as const)))
  return Object.fromEntries(
    Object.entries(fields).map(([column, old]) => {
      const { field, mask } = storedPart({ ...(parts && { parts }) }, column)
      const found = places.some(place => place.field === field) ? now[field] : undefined
      const isPart = parts !== undefined && Object.hasOwn(parts, column)
      return [column, found ? (isPart ? found.map(value => value & mask) : found) : old]
    }),
  )
}

/** The next byte that differs; -1 where none does. Four bytes are compared at once where both lie so. */
function nextDifference(a: Bytes, b: Bytes, from: number): number {
  let at = from
  const isAligned = (a.byteOffset & 3) === 0 && (b.byteOffset & 3) === 0
  if (isAligned) {
    while (at < a.length && (at & 3) !== 0) {
      if (a[at] !== b[at]) return at
      at++
    }
    const words = a.length >> 2
    const [one, other] = [
      new Uint32Array(a.buffer, a.byteOffset, words),
      new Uint32Array(b.buffer, b.byteOffset, words),
    ]
    let word = at >> 2
    while (word < words && one[word] === other[word]) word++
    at = Math.max(at, word << 2)
  }
  while (at < a.length && a[at] === b[at]) at++
  return at < a.length ? at : -1
}
