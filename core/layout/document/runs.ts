import type { Bytes, Splice } from '../model/splice'

/** Splices closer than this are kept as one: fewer pieces, and one copy costs less than two. */
export const JOIN_DISTANCE = 16
/** Images up to this size in bytes are compared byte by byte. */
const SHORT = 64

/** Bytes that two images share at their start; compared in words where both allow it. */
export function commonPrefix(a: Bytes, b: Bytes): number {
  const end = Math.min(a.length, b.length)
  let i = 0
  if (a.byteOffset % 4 === b.byteOffset % 4 && end > 64) {
    while ((a.byteOffset + i) % 4 !== 0) {
      if (a[i] !== b[i]) return i
      i++
    }
    const words = (end - i) >> 2
    i +=
      4 *
      commonWords(new Int32Array(a.buffer, a.byteOffset + i, words), new Int32Array(b.buffer, b.byteOffset + i, words))
  }
  while (i < end && a[i] === b[i]) i++
  return i
}

/** Words that two runs share at their start. Four at a time is twice as fast as one, and whole images are compared at every pack. */
function commonWords(a: Int32Array, b: Int32Array): number {
  const end = Math.min(a.length, b.length)
  let w = 0
  while (w + 4 <= end && a[w] === b[w] && a[w + 1] === b[w + 1] && a[w + 2] === b[w + 2] && a[w + 3] === b[w + 3])
    w += 4
  while (w < end && a[w] === b[w]) w++
  return w
}

/** Whether two images have the same bytes in ranges of one size. */
export function isSameRange(a: Bytes, from: number, b: Bytes, at: number, size: number): boolean {
  if (size > SHORT) return commonPrefix(a.subarray(from, from + size), b.subarray(at, at + size)) === size
  for (let k = 0; k < size; k++) if (a[from + k] !== b[at + k]) return false
  return true
}

/** Runs that differ between two images of one length, closer than 16 bytes counting as one. */
export function differingRuns(before: Bytes, after: Bytes, origin = 0): readonly Splice[] {
  const runs: Splice[] = []
  let i = 0
  while (i < before.length) {
    // A view for every run costs more than to compare a few bytes.
    if (before.length > SHORT) i += commonPrefix(before.subarray(i), after.subarray(i))
    else while (i < before.length && before[i] === after[i]) i++
    if (i >= before.length) break
    let end = i + 1
    for (let j = end; j < before.length && j - end < JOIN_DISTANCE; j++) if (before[j] !== after[j]) end = j + 1
    runs.push({ offset: origin + i, removed: before.slice(i, end), inserted: after.slice(i, end) })
    i = end
  }
  return runs
}

/**
 * Removes the common start and end of removed and inserted bytes; a replacement of equal length is divided into the
 * runs that differ.
 */
export function trimmed({ offset, removed, inserted }: Splice): readonly Splice[] {
  if (removed.length === inserted.length) return differingRuns(removed, inserted, offset)
  const start = commonPrefix(removed, inserted)
  const limit = Math.min(removed.length, inserted.length) - start
  let end = 0
  while (end < limit && removed[removed.length - 1 - end] === inserted[inserted.length - 1 - end]) end++
  return [
    {
      offset: offset + start,
      removed: removed.slice(start, removed.length - end),
      inserted: inserted.slice(start, inserted.length - end),
    },
  ]
}

/** Sorted splices, neighbours closer than 16 bytes as one. */
export function joinedSplices(bytes: Bytes, splices: readonly Splice[]): readonly Splice[] {
  const result: Splice[] = []
  for (const splice of [...splices].sort((a, b) => a.offset - b.offset)) {
    const last = result.at(-1)
    const end = last ? last.offset + last.removed.length : 0
    if (!last || splice.offset - end >= JOIN_DISTANCE) result.push(splice)
    else {
      const between = bytes.subarray(end, splice.offset)
      result[result.length - 1] = {
        offset: last.offset,
        removed: joinedBytes([last.removed, between, splice.removed]),
        inserted: joinedBytes([last.inserted, between, splice.inserted]),
      }
    }
  }
  return result
}

/** Runs of bytes end to end, as a copy. */
export function joinedBytes(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The image after sorted splices. */
export function spliced(bytes: Bytes, splices: readonly Splice[]): Bytes {
  const parts: Bytes[] = []
  let from = 0
  for (const { offset, removed, inserted } of splices) {
    parts.push(bytes.subarray(from, offset), inserted)
    from = offset + removed.length
  }
  parts.push(bytes.subarray(from))
  return joinedBytes(parts)
}
