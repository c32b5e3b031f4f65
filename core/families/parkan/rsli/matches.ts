import type { Bytes } from '../../../layout'

/** Two buckets for each place of the 4,096 that a ring buffer holds: more would only cost memory. */
const HASH_BITS = 13
/** Candidates that are compared at each place: bounds the time, and with it what is found in runs of one pattern. */
const MOST_TRIED = 64

/**
 * Finds earlier runs of the same bytes in a payload behind `before` spaces: what the ring buffers of LZSS and LZHUF hold at
 * the start. Distances reach `before` at most. The longest run counts, of equal ones the nearest.
 */
export class Matches {
  /** The spaces, then the payload. */
  readonly text: Bytes
  private readonly last: Int32Array
  private readonly previous: Int32Array
  private added = 0
  length = 0
  distance = 0

  constructor(
    payload: Bytes,
    private readonly before: number,
    private readonly longest: number,
  ) {
    this.text = new Uint8Array(before + payload.length).fill(0x20, 0, before)
    this.text.set(payload, before)
    this.last = new Int32Array(1 << HASH_BITS).fill(-1)
    this.previous = new Int32Array(this.text.length)
  }

  private hash(at: number): number {
    const { text } = this
    const word = ((text[at] ?? 0) << 16) | ((text[at + 1] ?? 0) << 8) | (text[at + 2] ?? 0)
    return (Math.imul(word, 0x9e3779b1) >>> 0) >>> (32 - HASH_BITS)
  }

  /** Sets `length` and `distance` to the best run at place `at` of `text`; length 0 where there is none of 3 bytes. */
  find(at: number): void {
    for (; this.added < at; this.added++) {
      const key = this.hash(this.added)
      this.previous[this.added] = this.last[key] ?? -1
      this.last[key] = this.added
    }
    const { text } = this
    const most = Math.min(this.longest, text.length - at)
    this.length = 0
    if (most < 3) return
    let from = this.last[this.hash(at)] ?? -1
    let best = 2
    for (let tried = 0; from >= 0 && at - from <= this.before && tried < MOST_TRIED; tried++) {
      let same = 0
      if (text[from + best] === text[at + best]) while (same < most && text[from + same] === text[at + same]) same++
      if (same > best) {
        best = this.length = same
        this.distance = at - from
        if (same === most) return
      }
      from = this.previous[from] ?? -1
    }
  }
}
