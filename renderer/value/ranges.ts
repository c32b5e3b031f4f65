import { difference } from '@areal-studio/core/edit'
import type { Bytes, Splice } from '@areal-studio/core/layout'

/** Bytes, sorted and disjoint: `[start, end)`. */
export type Ranges = readonly (readonly [start: number, end: number])[]

const compared = new WeakMap<Bytes, { readonly with: Bytes; readonly ranges: Ranges }>()

/**
 * Ranges of `bytes` that differ from `pristine`; computed once for all panes. Removed bytes are a range of one byte.
 */
export function changedRanges(pristine: Bytes, bytes: Bytes): Ranges {
  const known = compared.get(bytes)
  if (known?.with === pristine) return known.ranges
  const ranges = difference(pristine, bytes).flatMap(exactly)
  compared.set(bytes, { with: pristine, ranges })
  return ranges
}

/** A splice joins changes that lie close together; these are the bytes that do differ. */
function exactly({ offset, removed, inserted }: Splice): Ranges {
  if (removed.length !== inserted.length) return [[offset, offset + Math.max(1, inserted.length)]]
  const ranges: [number, number][] = []
  for (let at = 0; at < inserted.length; at++) {
    if (removed[at] === inserted[at]) continue
    const last = ranges.at(-1)
    if (last && last[1] === offset + at) last[1]++
    else ranges.push([offset + at, offset + at + 1])
  }
  return ranges
}

/** Index of the first range that ends behind `offset`. */
export function firstEndingAfter(ranges: Ranges, offset: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.[1] ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether a range touches `[start, end)`. */
export const overlaps = (ranges: Ranges, start: number, end: number): boolean =>
  (ranges[firstEndingAfter(ranges, start)]?.[0] ?? Infinity) < end
