import type { Bytes } from '../layout'
import { scan, type Pattern } from './pattern'

/** Bytes that are searched backwards at a time. */
const STEP = 64 * 1024

/** Bytes too large for memory, and how they are read. */
export interface Seekable {
  readonly size: number
  /** Bytes that are read at a time. */
  readonly piece: number
  read(offset: number, length: number): Promise<Bytes | undefined>
  /** Progress callback with the bytes searched so far, of `size`; return false to stop. */
  goOn(looked: number): boolean
}

/**
 * The first place behind `from` (step 1), or the last before it (-1), continuing at the other end; `from` itself is
 * tried last. Undefined where the pattern does not occur, or the search was stopped.
 */
export async function seek(pattern: Pattern, from: number, step: 1 | -1, bytes: Seekable): Promise<number | undefined> {
  const { size, piece } = bytes
  const length = pattern.values.length
  const places = size - length + 1
  if (length === 0 || places <= 0) return undefined
  const start = Math.max(0, Math.min(places, step === 1 ? from + 1 : from))
  const halves = [
    [start, places],
    [0, start],
  ] as const
  let looked = 0
  for (const [low, high] of step === 1 ? halves : [...halves].reverse()) {
    for (let done = 0; done < high - low; done += piece) {
      const first = step === 1 ? low + done : Math.max(low, high - done - piece)
      const count = step === 1 ? Math.min(piece, high - first) : high - done - first
      const here = bytes.goOn(looked) ? await bytes.read(first, count + length - 1) : undefined
      if (!here) return undefined
      const found = step === 1 ? scan(here, pattern, 1)[0] : lastIn(here, pattern)
      if (found !== undefined) return first + found
      looked += count
    }
  }
  return undefined
}

/** The last occurrence; occurrences may overlap. */
function lastIn(bytes: Bytes, pattern: Pattern): number | undefined {
  const length = pattern.values.length
  for (let end = bytes.length - length + 1; end > 0; end -= STEP) {
    const start = Math.max(0, end - STEP)
    let last: number | undefined
    for (let from = start; from < end; ) {
      const [found] = scan(bytes.subarray(from, end + length - 1), pattern, 1)
      if (found === undefined) break
      last = from + found
      from = last + 1
    }
    if (last !== undefined) return last
  }
  return undefined
}
