import type { SurfaceItem } from '@areal-studio/core/format'
import { columns, locate, offsets, type Bytes, type Document } from '@areal-studio/core/layout'
import { storedPart } from './item-fields'

/** Columns of the records as u32, by name. */
export type Fields = Readonly<Record<string, Uint32Array>>

/**
 * The columns after a change that touched nothing else; `fields` has those before it. Undefined where anything else of the
 * entry has changed, so that its drawing must be rebuilt. Columns that are not stored in the records stay as they are.
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
  const last = starts.length - 1
  const changed = new Map<string, Set<number>>()
  let record = 0
  for (let at = nextDifference(before, after.bytes, 0); at >= 0; at = nextDifference(before, after.bytes, at + 1)) {
    while (record < last && (starts[record + 1] ?? 0) <= at) record++
    const offset = at - (starts[record] ?? 0)
    const place = places.find(({ from, size }) => offset >= from && offset < from + size)
    if (at < (starts[0] ?? 0) || record >= last || !place) return undefined
    changed.set(place.field, (changed.get(place.field) ?? new Set()).add(record))
  }
  const now = columns(after, array, Object.fromEntries([...changed.keys()].map(field => [field, 'u32'] as const)))
  return Object.fromEntries(
    Object.entries(fields).map(([column, old]) => {
      const { field, mask } = storedPart({ ...(parts && { parts }) }, column)
      const found = now[field]
      if (!found) return [column, old]
      const next = old.slice()
      for (const one of changed.get(field) ?? []) next[one] = ((found[one] ?? 0) & mask) >>> 0
      return [column, next]
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
