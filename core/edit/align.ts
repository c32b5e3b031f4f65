import { trimmed, type Bytes, type Splice } from '../layout'
import { difference } from './difference'

/** A run of bytes that both images have: at `a` before, at `b` after. */
interface Run {
  readonly a: number
  readonly b: number
  readonly size: number
}

/** Length of the blocks that are matched, in bytes; shorter equal runs between changes are not detected. */
const BLOCK = 16
const BASE = 0x01000193
/** BASE to the power of BLOCK, in 32 bits. */
const LEAVING = Array.from({ length: BLOCK }).reduce<number>(power => Math.imul(power, BASE), 1)

/**
 * Splices that turn `before` into `after`, for display: where bytes were inserted or removed in several places, the
 * equal runs between them are matched. Images of one length are compared place by place. Time grows with the size,
 * whatever the bytes: blocks that occur twice in `before` are not used as anchors.
 */
export function alignedSplices(before: Bytes, after: Bytes): readonly Splice[] {
  const [whole, ...others] = difference(before, after)
  if (!whole || others.length > 0 || whole.removed.length === whole.inserted.length) return difference(before, after)
  const { offset, removed, inserted } = whole
  const splices: Splice[] = []
  let [a, b] = [0, 0]
  for (const run of [...inOrder(commonRuns(removed, inserted)), { a: removed.length, b: inserted.length, size: 0 }]) {
    if (run.a > a || run.b > b) {
      const between = { offset: offset + a, removed: removed.slice(a, run.a), inserted: inserted.slice(b, run.b) }
      for (const splice of trimmed(between)) splices.push(splice)
    }
    a = run.a + run.size
    b = run.b + run.size
  }
  return splices
}

/** Runs of bytes that both have, in the order of `b`, not overlapping there. */
function commonRuns(before: Bytes, after: Bytes): readonly Run[] {
  const blocks = new Blocks(before)
  const runs: Run[] = []
  let free = 0
  let hash = 0
  let filled = 0
  for (let at = 0; at < after.length; at++) {
    hash =
      (Math.imul(hash, BASE) + (after[at] ?? 0) + (filled < BLOCK ? 0 : -Math.imul(after[at - BLOCK] ?? 0, LEAVING))) |
      0
    filled++
    const from = filled < BLOCK ? -1 : blocks.find(hash, after, at - BLOCK + 1)
    if (from < 0) continue
    let [a, b] = [from, at - BLOCK + 1]
    while (a > 0 && b > free && before[a - 1] === after[b - 1]) {
      a--
      b--
    }
    let size = at + 1 - b
    while (a + size < before.length && b + size < after.length && before[a + size] === after[b + size]) size++
    const cut = overlap(runs.at(-1), a, size)
    runs.push({ a: a + cut, b: b + cut, size: size - cut })
    free = b + size
    at = free - 1
    hash = 0
    filled = 0
  }
  return runs
}

/**
 * Bytes by which a run from `a` begins before the end of the one before it: where the bytes beside a change repeat, both
 * reach over it, and only one of them could be used.
 */
function overlap(last: Run | undefined, a: number, size: number): number {
  if (!last || last.a >= a) return 0
  const both = last.a + last.size - a
  return both > 0 && both < size ? both : 0
}

/** Blocks of an image by their hash; those whose hash is not the only one are left out. */
class Blocks {
  private readonly hashes: Int32Array
  /** Offset of the block + 1; 0 is free, -1 means several. */
  private readonly offsets: Int32Array
  private readonly mask: number

  constructor(private readonly bytes: Bytes) {
    const count = Math.floor(bytes.length / BLOCK)
    const slots = 2 ** Math.ceil(Math.log2(2 * count + 2))
    this.mask = slots - 1
    this.hashes = new Int32Array(slots)
    this.offsets = new Int32Array(slots)
    for (let block = 0; block < count; block++) this.put(block * BLOCK)
  }

  private put(offset: number): void {
    let hash = 0
    for (let i = 0; i < BLOCK; i++) hash = (Math.imul(hash, BASE) + (this.bytes[offset + i] ?? 0)) | 0
    const slot = this.slotOf(hash)
    this.hashes[slot] = hash
    this.offsets[slot] = this.offsets[slot] === 0 ? offset + 1 : -1
  }

  /** Offset in this image of the block at `at` of another image; -1 if it does not occur, or occurs more than once. */
  find(hash: number, other: Bytes, at: number): number {
    const offset = (this.offsets[this.slotOf(hash)] ?? 0) - 1
    if (offset < 0) return -1
    for (let i = 0; i < BLOCK; i++) if (this.bytes[offset + i] !== other[at + i]) return -1
    return offset
  }

  private slotOf(hash: number): number {
    let slot = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) & this.mask
    while (this.offsets[slot] !== 0 && this.hashes[slot] !== hash) slot = (slot + 1) & this.mask
    return slot
  }
}

/**
 * The longest choice of runs that have the same order in both images. `best` is a tree of maxima over the ends in `a`.
 */
function inOrder(runs: readonly Run[]): readonly Run[] {
  const ends = [...new Set(runs.map(run => run.a + run.size))].sort((x, y) => x - y)
  const best = new Int32Array(ends.length + 1).fill(-1)
  const weights = new Float64Array(runs.length)
  const before = new Int32Array(runs.length).fill(-1)
  const weightOf = (run: number): number => (run < 0 ? 0 : (weights[run] ?? 0))
  let last = -1
  for (const [i, { a, size }] of runs.entries()) {
    let heaviest = -1
    for (let at = countUpTo(ends, a); at > 0; at -= at & -at)
      if (weightOf(best[at] ?? -1) > weightOf(heaviest)) heaviest = best[at] ?? -1
    before[i] = heaviest
    weights[i] = weightOf(heaviest) + size
    for (let at = countUpTo(ends, a + size); at <= ends.length; at += at & -at)
      if (weightOf(best[at] ?? -1) < weightOf(i)) best[at] = i
    if (weightOf(i) > weightOf(last)) last = i
  }
  const chosen: Run[] = []
  for (let i = last; i >= 0; i = before[i] ?? -1) {
    const run = runs[i]
    if (run) chosen.push(run)
  }
  return chosen.reverse()
}

/** How many of the sorted numbers are not above `limit`. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
