import { sameBytes } from '../edit'
import { commonPrefix, offsets, type Bytes, type Document } from '../layout'
import { arrayNode } from './fields'

/** Records of an array: where each begins, and where the last one ends. */
export interface Records {
  readonly bytes: Bytes
  readonly offsets: Uint32Array
}

/** The records of an array; none where the document has no such array. */
export const recordsOf = (document: Document | undefined, array: string): Records =>
  document && arrayNode(document, array)
    ? { bytes: document.bytes, offsets: offsets(document, array) }
    : { bytes: new Uint8Array(0), offsets: new Uint32Array(1) }

/**
 * 1 for each present record that differs from the pristine ones. Where records were added or removed, the others are
 * matched by their bytes, in order: those that occur once first, then their equal neighbours.
 */
export function editedRecords(before: Records, after: Records): Uint8Array {
  const isAligned = countOf(before) === countOf(after)
  const edited = isAligned ? editedInPlace(before, after) : new Uint8Array(countOf(after)).fill(1)
  const isSame = (b: number, a: number): boolean => sameBytes(record(before, b), record(after, a))
  // Records of one number have been compared.
  const isNew = (b: number, a: number): boolean => !isAligned || b !== a
  let [b, a] = [-1, -1]
  for (const [nextB, nextA] of [...anchors(before, after, edited), [countOf(before), countOf(after)] as const]) {
    let [endB, endA] = [nextB, nextA]
    for (; isNew(nextB, nextA) && endB - 1 > b && endA - 1 > a && isSame(endB - 1, endA - 1); endB--, endA--)
      edited[endA - 1] = 0
    if (isNew(b, a)) for (b++, a++; b < endB && a < endA && isSame(b, a); b++, a++) edited[a] = 0
    if (nextA < edited.length) edited[nextA] = 0
    ;[b, a] = [nextB, nextA]
  }
  return edited
}

/** 1 for each record that differs from the one with its number, of as many. */
function editedInPlace(before: Records, after: Records): Uint8Array {
  const edited = new Uint8Array(countOf(after))
  const whole = ({ bytes, offsets }: Records): Bytes => bytes.subarray(offsets[0], offsets.at(-1))
  const [old, now] = [whole(before), whole(after)]
  const start = (before.offsets[0] ?? 0) - (after.offsets[0] ?? 0)
  if (!after.offsets.every((offset, k) => before.offsets[k] === offset + start)) {
    for (let k = 0; k < edited.length; k++) edited[k] = sameBytes(record(before, k), record(after, k)) ? 0 : 1
    return edited
  }
  // One comparison of all bytes costs a tenth of one for each record.
  for (let at = 0, k = 0; at < now.length; at++) {
    at += commonPrefix(old.subarray(at), now.subarray(at))
    while (k < edited.length && (after.offsets[k + 1] ?? 0) - (after.offsets[0] ?? 0) <= at) k++
    if (k < edited.length) edited[k] = 1
    at = Math.max(at, (after.offsets[k + 1] ?? 0) - (after.offsets[0] ?? 0) - 1)
  }
  return edited
}

const countOf = ({ offsets }: Records): number => Math.max(0, offsets.length - 1)
const record = ({ bytes, offsets }: Records, k: number): Bytes => bytes.subarray(offsets[k], offsets[k + 1])

/** Pairs of records that occur once before and once after, ascending in both, among those not matched yet. */
function anchors(before: Records, after: Records, edited: Uint8Array): readonly (readonly [number, number])[] {
  if (!edited.includes(1)) return []
  const isAligned = countOf(before) === countOf(after)
  const places = (records: Records): ReadonlyMap<number, number> => {
    const found = new Map<number, number>()
    for (let k = 0; k < countOf(records); k++) {
      if (isAligned && edited[k] === 0) continue
      const key = keyOf(record(records, k))
      found.set(key, found.has(key) ? -1 : k)
    }
    return found
  }
  const old = places(before)
  const pairs: [number, number][] = []
  for (const [key, a] of places(after)) {
    const b = old.get(key)
    if (a >= 0 && b !== undefined && b >= 0 && sameBytes(record(before, b), record(after, a))) pairs.push([b, a])
  }
  return rising(pairs.sort(([, one], [, other]) => one - other))
}

/** 53 bits of the bytes, as two FNV-like sums; a string as key would cost more than all the rest. */
function keyOf(bytes: Bytes): number {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193)
    high = Math.imul(high ^ byte, 0x5bd1e995)
  }
  return (high >>> 11) * 0x100000000 + (low >>> 0)
}

/** The longest part of the pairs whose first numbers rise too. */
function rising(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [i, [b]] of pairs.entries()) {
    let from = 0
    let to = ends.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((pairs[ends[middle] ?? 0]?.[0] ?? 0) < b) from = middle + 1
      else to = middle
    }
    previous[i] = ends[from - 1]
    ends[from] = i
  }
  const found: (readonly [number, number])[] = []
  for (let i = ends.at(-1); i !== undefined; i = previous[i]) {
    const pair = pairs[i]
    if (pair) found.push(pair)
  }
  return found.reverse()
}
