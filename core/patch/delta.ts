import { difference } from '../edit'
import { joinedBytes, type Bytes, type Splice } from '../layout'
import type { Part } from './patch'
import type { Work } from './work'

/** Original bytes in runs of this length or more are referred to by offset, never carried in a patch. */
const KNOWN_RUN = 8
/** From this length on, bytes that stay are kept between two splices. */
const KEPT_RUN = 16
/** Most places with an equal hash that are compared in search of a longer run. */
const TRIES = 512
/** Tries once the budget of an image is spent: a file of repeated records has every place in a few chains. */
const FEW_TRIES = 8
/** Comparisons that an image allows per byte, and the least it allows. */
const LOOKS_PER_BYTE = 8
const LEAST_LOOKS = 1 << 20
/** Comparisons and skipped places between two pauses: a few milliseconds. */
const PIECE_LOOKS = 1 << 14
const PIECE_PLACES = 1 << 16

/** Factor of the hash of a run, its inverse modulo 2^32, and its power for the first byte of a run. */
const FACTOR = 0x2f0b4a27
const INVERSE = inverseOf(FACTOR)
const FIRST_FACTOR = Array.from({ length: KNOWN_RUN - 1 }).reduce<number>(power => Math.imul(power, FACTOR), 1)

/** The inverse of an odd number modulo 2^32, by Newton's method. */
function inverseOf(odd: number): number {
  let inverse = odd
  for (let round = 0; round < 5; round++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse))
  return inverse
}

/** Sum of a run of `KNOWN_RUN` bytes, each times a power of the factor. */
function sumAt(bytes: Bytes, at: number): number {
  let sum = 0
  for (let i = 0; i < KNOWN_RUN; i++) sum = (Math.imul(sum, FACTOR) + (bytes[at + i] ?? 0)) | 0
  return sum
}

/** Bits of the hash by which runs are left out of an index. */
const SOUGHT_BITS = 16

/** Index of the runs of an image by hash: finds the offsets of given bytes. */
export class Runs {
  private readonly first: Int32Array
  private readonly next: Int32Array
  private spent = 0

  private constructor(
    readonly bytes: Bytes,
    /** Which runs are indexed, by the lowest bits of their hash. */
    private readonly sought?: Uint8Array,
  ) {
    this.first = new Int32Array(1 << Math.min(22, Math.max(8, 32 - Math.clz32(bytes.length)))).fill(-1)
    this.next = new Int32Array(bytes.length)
  }

  /** `only`: bytes that alone will be searched for; an index for a few of them is made many times faster. */
  static *of(bytes: Bytes, only?: readonly Bytes[]): Work<Runs> {
    const runs = new Runs(bytes, only && soughtIn(only))
    for (let end = bytes.length - KNOWN_RUN + 1; end > 0; end -= PIECE_PLACES) {
      runs.index(Math.max(0, end - PIECE_PLACES), end)
      yield
    }
    return runs
  }

  /** Places are indexed from the last to the first, so that each list of them ascends. */
  private index(from: number, end: number): void {
    const { bytes, sought, first, next } = this
    const mask = first.length - 1
    let sum = sumAt(bytes, end - 1)
    for (let at = end - 1; ; at--) {
      const hash = sum ^ (sum >>> 15)
      if (!sought || sought[hash & (sought.length - 1)] === 1) {
        const bucket = hash & mask
        next[at] = first[bucket] ?? -1
        first[bucket] = at
      }
      if (at === from) return
      sum =
        (Math.imul(sum - (bytes[at + KNOWN_RUN - 1] ?? 0), INVERSE) + Math.imul(bytes[at - 1] ?? 0, FIRST_FACTOR)) | 0
    }
  }

  /** Number of places compared so far. */
  get looks(): number {
    return this.spent
  }

  /**
   * The place at or behind `from` with the longest common run with `other` from `at` on, and its length; undefined for
   * fewer than `least` bytes. `from` must not decrease: earlier places are dropped, so that none is visited twice.
   */
  find(other: Bytes, at: number, from: number, least: number): readonly [offset: number, size: number] | undefined {
    if (at + KNOWN_RUN > other.length) return undefined
    const bucket = this.look(other, at)
    this.drop(bucket, from)
    const isSpent = this.spent > Math.max(LEAST_LOOKS, LOOKS_PER_BYTE * this.bytes.length)
    const most = isSpent ? FEW_TRIES : TRIES
    let best: readonly [number, number] | undefined
    let tries = 0
    for (let place = this.first[bucket] ?? -1; place >= 0; place = this.next[place] ?? -1) {
      tries++
      this.spent++
      const size = this.shared(other, at, place)
      if (size >= least && size > (best?.[1] ?? 0)) best = [place, size]
      // Once the budget is spent, the search ends at the first known run, even a short one.
      const isEnough = best
        ? best[1] > 64 || tries > most
        : (least > KNOWN_RUN && tries > most) || (isSpent && tries > TRIES)
      if (isEnough) return best
    }
    return best
  }

  private drop(bucket: number, from: number): void {
    let place = this.first[bucket] ?? -1
    while (place >= 0 && place < from) {
      place = this.next[place] ?? -1
      this.spent++
    }
    this.first[bucket] = place
  }

  /** Length of the common run of `other` from `at` and the image from `place`. */
  shared(other: Bytes, at: number, place: number): number {
    let size = 0
    while (
      at + size < other.length &&
      place + size < this.bytes.length &&
      this.bytes[place + size] === other[at + size]
    )
      size++
    return size
  }

  private look(bytes: Bytes, at: number): number {
    return hashAt(bytes, at) & (this.first.length - 1)
  }
}

/** The hash of a run; its lowest bits are used. */
function hashAt(bytes: Bytes, at: number): number {
  const sum = sumAt(bytes, at)
  return sum ^ (sum >>> 15)
}

/** Which runs the bytes have, by the lowest bits of their hash. */
function soughtIn(parts: readonly Bytes[]): Uint8Array {
  const sought = new Uint8Array(1 << SOUGHT_BITS)
  for (const part of parts)
    for (let at = 0; at + KNOWN_RUN <= part.length; at++) sought[hashAt(part, at) & (sought.length - 1)] = 1
  return sought
}

/** Counts comparisons, to pause a search for other work. */
class Pieces {
  private at = 0
  private looks: number

  constructor(private readonly runs: Runs) {
    this.looks = runs.looks
  }

  isOver(at: number): boolean {
    if (at - this.at < PIECE_PLACES && this.runs.looks - this.looks < PIECE_LOOKS) return false
    this.at = at
    this.looks = this.runs.looks
    return true
  }
}

/**
 * Splices that turn `before` into `after`, as small as possible, so that they apply although bytes between them differ;
 * also where the length changes.
 */
export function* delta(before: Bytes, after: Bytes): Work<readonly Splice[]> {
  const [whole] = difference(before, after)
  if (before.length === after.length || !whole) return difference(before, after)
  const runs = yield* Runs.of(whole.removed)
  const pieces = new Pieces(runs)
  const splices: Splice[] = []
  let from = 0
  let start = 0
  const close = (to: number, end: number): void => {
    if (to > from || end > start)
      splices.push({
        offset: whole.offset + from,
        removed: whole.removed.slice(from, to),
        inserted: whole.inserted.slice(start, end),
      })
  }
  for (let at = 0; at < whole.inserted.length; ) {
    if (pieces.isOver(at)) yield
    // Bytes overwritten in place are the usual case, and tried first.
    const aligned = from + at - start
    const size = runs.shared(whole.inserted, at, aligned)
    const found = size >= KEPT_RUN ? ([aligned, size] as const) : runs.find(whole.inserted, at, from, KEPT_RUN)
    if (!found) {
      at++
      continue
    }
    close(found[0], at)
    from = found[0] + found[1]
    at += found[1]
    start = at
  }
  close(whole.removed.length, whole.inserted.length)
  return splices
}

/** New bytes as parts: runs that the original file contains become references to their offset. */
export function* partsOf(inserted: Bytes, original: Runs | undefined): Work<readonly Part[]> {
  const parts: Part[] = []
  const pieces = original && new Pieces(original)
  let start = 0
  for (let at = 0; original && at < inserted.length; ) {
    if (pieces?.isOver(at) === true) yield
    const found = original.find(inserted, at, 0, KNOWN_RUN)
    if (!found) {
      at++
      continue
    }
    if (at > start) parts.push(inserted.slice(start, at))
    parts.push(found)
    at += found[1]
    start = at
  }
  if (start < inserted.length) parts.push(inserted.slice(start))
  return parts
}

/** The bytes of parts on an original file; undefined where it is too short for them. */
export function bytesOf(parts: readonly Part[], original: Bytes): Bytes | undefined {
  const made: Bytes[] = []
  for (const part of parts) {
    if (part instanceof Uint8Array) made.push(part)
    else if (part[0] + part[1] > original.length) return undefined
    else made.push(original.subarray(part[0], part[0] + part[1]))
  }
  return joinedBytes(made)
}
