import { commonPrefix, JOIN_DISTANCE, joinedBytes, joinedSplices, trimmed, type Bytes, type Splice } from '../layout'

/**
 * Splices that do not fit the image they are meant for. `code`: `edit.mismatch` (the image has other bytes there),
 * `edit.malformed` (not sorted, not disjoint, outside).
 */
export class EditError extends Error {
  constructor(
    readonly code: 'edit.mismatch' | 'edit.malformed',
    readonly offset: number,
  ) {
    super(`${code} at ${offset}`)
    this.name = 'EditError'
  }
}

/** Runs up to this length are compared and written byte by byte. */
const SHORT = 64

/** Whether two runs of bytes are equal. */
export function sameBytes(a: Bytes, b: Bytes): boolean {
  if (a === b) return true
  return a.length === b.length && commonPrefix(a, b) === a.length
}

/** Number of bytes by which the image grows; negative where it shrinks. */
export const growth = (splices: readonly Splice[]): number =>
  splices.reduce((sum, splice) => sum + splice.inserted.length - splice.removed.length, 0)

/** Throws EditError unless the splices are sorted, disjoint and match the bytes of the image. */
export function guard(bytes: Bytes, splices: readonly Splice[]): void {
  let end = 0
  for (const { offset, removed } of splices) {
    if (!Number.isSafeInteger(offset) || offset < end || offset + removed.length > bytes.length)
      throw new EditError('edit.malformed', offset)
    const at = firstDifference(bytes, offset, removed)
    if (at >= 0) throw new EditError('edit.mismatch', offset + at)
    end = offset + removed.length
  }
}

function firstDifference(bytes: Bytes, offset: number, removed: Bytes): number {
  if (removed.length > SHORT) {
    const shared = commonPrefix(bytes.subarray(offset, offset + removed.length), removed)
    return shared === removed.length ? -1 : shared
  }
  for (let i = 0; i < removed.length; i++) if (bytes[offset + i] !== removed[i]) return i
  return -1
}

/** The image after the splices, in one pass; the given image stays as it is. Throws EditError. */
export function apply(bytes: Bytes, splices: readonly Splice[]): Bytes {
  guard(bytes, splices)
  if (splices.every(keepsLength)) {
    // `slice` of a Buffer of Node would be the same memory.
    const after = new Uint8Array(bytes)
    write(after, splices)
    return after
  }
  const after = new Uint8Array(bytes.length + growth(splices))
  let from = 0
  let to = 0
  for (const { offset, removed, inserted } of splices) {
    after.set(bytes.subarray(from, offset), to)
    to += offset - from
    after.set(inserted, to)
    to += inserted.length
    from = offset + removed.length
  }
  after.set(bytes.subarray(from), to)
  return after
}

/** Writes splices that keep every length into a buffer that the caller owns. Throws EditError. */
export function applyInPlace(own: Uint8Array, splices: readonly Splice[]): void {
  guard(own, splices)
  write(own, splices)
}

/** A query makes thousands of splices of a few bytes: for these a loop is faster than a call of `set`. */
function write(own: Uint8Array, splices: readonly Splice[]): void {
  for (const { offset, inserted } of splices) {
    if (inserted.length > SHORT) own.set(inserted, offset)
    else for (let i = 0; i < inserted.length; i++) own[offset + i] = inserted[i] ?? 0
  }
}

/** The inverse of the splices, on the image after them. */
export function invertSplices(splices: readonly Splice[]): readonly Splice[] {
  let shift = 0
  return splices.map(({ offset, removed, inserted }) => {
    const inverse = { offset: offset + shift, removed: inserted, inserted: removed }
    shift += inserted.length - removed.length
    return inverse
  })
}

/**
 * The one form of a change, whichever editor made it: bytes that stay the same are no part of it, and neighbours
 * closer than 16 bytes are one splice. Throws EditError where the splices do not fit the image.
 */
export function canonicalSplices(bytes: Bytes, splices: readonly Splice[]): readonly Splice[] {
  if (isCanonical(splices)) {
    guard(bytes, splices)
    return splices
  }
  const sorted = [...splices].sort((a, b) => a.offset - b.offset)
  guard(bytes, sorted)
  let present: readonly Splice[] = sorted
  for (;;) {
    const next = joinedSplices(bytes, present.flatMap(trimmed))
    // Where every length is kept, the joined splices begin and end with bytes that differ: nothing is left to cut.
    if (present.every(keepsLength)) return next
    if (weight(next) === weight(present) && next.length === present.length) return next
    present = next // joining may bring equal bytes to the rims: cut and join until nothing changes
  }
}

/**
 * Whether the splices are short and canonical already, as those of a query are when they are committed; copies nothing.
 * Views of a larger buffer do not count: the history would keep that buffer in memory.
 */
function isCanonical(splices: readonly Splice[]): boolean {
  let end = -JOIN_DISTANCE
  for (const { offset, removed, inserted } of splices) {
    const last = removed.length - 1
    if (last < 0 || last >= JOIN_DISTANCE || inserted.length !== removed.length) return false
    if (removed[0] === inserted[0] || removed[last] === inserted[last] || offset - end < JOIN_DISTANCE) return false
    if (!isWholeBuffer(removed) || !isWholeBuffer(inserted)) return false
    end = offset + removed.length
  }
  return true
}

const isWholeBuffer = (bytes: Bytes): boolean => bytes.length === bytes.buffer.byteLength

const keepsLength = ({ removed, inserted }: Splice): boolean => removed.length === inserted.length

const weight = (splices: readonly Splice[]): number =>
  splices.reduce((sum, { removed, inserted }) => sum + removed.length + inserted.length, 0)

/**
 * Runs of bytes end to end, as a copy. If data decides their number, use `joinedBytes`: the stack limits the number of
 * arguments.
 */
export const concat = (...parts: readonly Bytes[]): Bytes => joinedBytes(parts)
