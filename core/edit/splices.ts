import type { Bytes, Splice } from '../layout'

/** Splices that do not fit the image they are meant for. `code`: `edit.mismatch` (other bytes stand there), `edit.malformed` (not sorted, not disjoint, outside). */
export class EditError extends Error {
  constructor(readonly code: 'edit.mismatch' | 'edit.malformed', readonly offset: number) {
    super(`${code} at ${offset}`)
    this.name = 'EditError'
  }
}

/** Splices closer than this are kept as one: fewer pieces, and one copy costs less than two. */
export const JOIN_DISTANCE = 16

export function sameBytes(a: Bytes, b: Bytes): boolean {
  if (a === b) return true
  return a.length === b.length && commonPrefix(a, b) === a.length
}

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
    i += 4 * commonWords(new Int32Array(a.buffer, a.byteOffset + i, words), new Int32Array(b.buffer, b.byteOffset + i, words))
  }
  while (i < end && a[i] === b[i]) i++
  return i
}

/** Words that two runs share at their start. Four at a time is twice as fast as one, and whole images are compared at every pack. */
function commonWords(a: Int32Array, b: Int32Array): number {
  const end = Math.min(a.length, b.length)
  let w = 0
  while (w + 4 <= end && a[w] === b[w] && a[w + 1] === b[w + 1] && a[w + 2] === b[w + 2] && a[w + 3] === b[w + 3]) w += 4
  while (w < end && a[w] === b[w]) w++
  return w
}

/** How much longer the image gets. */
export const growth = (splices: readonly Splice[]): number =>
  splices.reduce((sum, splice) => sum + splice.inserted.length - splice.removed.length, 0)

/** Throws EditError unless the splices are sorted, disjoint and say what stands in the image. */
export function guard(bytes: Bytes, splices: readonly Splice[]): void {
  let end = 0
  for (const { offset, removed } of splices) {
    if (!Number.isSafeInteger(offset) || offset < end || offset + removed.length > bytes.length) throw new EditError('edit.malformed', offset)
    const at = firstDifference(bytes, offset, removed)
    if (at >= 0) throw new EditError('edit.mismatch', offset + at)
    end = offset + removed.length
  }
}

function firstDifference(bytes: Bytes, offset: number, removed: Bytes): number {
  if (removed.length > 64) {
    const shared = commonPrefix(bytes.subarray(offset, offset + removed.length), removed)
    return shared === removed.length ? -1 : shared
  }
  for (let i = 0; i < removed.length; i++) if (bytes[offset + i] !== removed[i]) return i
  return -1
}

/** The image after the splices, in one pass; the given image stays as it is. Throws EditError. */
export function apply(bytes: Bytes, splices: readonly Splice[]): Bytes {
  guard(bytes, splices)
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

/** Writes splices that keep every length into a buffer that nobody else holds. Throws EditError. */
export function applyInPlace(own: Uint8Array, splices: readonly Splice[]): void {
  guard(own, splices)
  for (const { offset, inserted } of splices) own.set(inserted, offset)
}

/** What takes the splices back: the same places in the image after, by the running difference. */
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
  const sorted = [...splices].sort((a, b) => a.offset - b.offset)
  guard(bytes, sorted)
  let present: readonly Splice[] = sorted
  for (;;) {
    const next = joinNear(bytes, present.flatMap(trim))
    if (weight(next) === weight(present) && next.length === present.length) return next
    present = next // joining may bring equal bytes to the rims: cut and join until nothing changes
  }
}

const weight = (splices: readonly Splice[]): number => splices.reduce((sum, { removed, inserted }) => sum + removed.length + inserted.length, 0)

function joinNear(bytes: Bytes, splices: readonly Splice[]): readonly Splice[] {
  const joined: Splice[] = []
  for (const splice of splices) {
    const last = joined.at(-1)
    if (last && splice.offset - (last.offset + last.removed.length) < JOIN_DISTANCE) joined[joined.length - 1] = join(bytes, last, splice)
    else joined.push(splice)
  }
  return joined
}

/** Cuts away what removed and inserted share; a replacement of the same length falls apart into the runs that differ. */
export function trim({ offset, removed, inserted }: Splice): readonly Splice[] {
  if (removed.length === inserted.length) return differingRuns(removed, inserted, offset)
  const start = commonPrefix(removed, inserted)
  const limit = Math.min(removed.length, inserted.length) - start
  let end = 0
  while (end < limit && removed[removed.length - 1 - end] === inserted[inserted.length - 1 - end]) end++
  return [{
    offset: offset + start,
    removed: removed.slice(start, removed.length - end),
    inserted: inserted.slice(start, inserted.length - end),
  }]
}

/** Runs that differ between two images of one length, closer than 16 bytes counting as one. */
export function differingRuns(before: Bytes, after: Bytes, origin = 0): readonly Splice[] {
  const runs: Splice[] = []
  let i = 0
  while (i < before.length) {
    i += commonPrefix(before.subarray(i), after.subarray(i))
    if (i >= before.length) break
    let end = i + 1
    for (let j = end; j < before.length && j - end < JOIN_DISTANCE; j++) if (before[j] !== after[j]) end = j + 1
    runs.push({ offset: origin + i, removed: before.slice(i, end), inserted: after.slice(i, end) })
    i = end
  }
  return runs
}

function join(bytes: Bytes, a: Splice, b: Splice): Splice {
  const between = bytes.subarray(a.offset + a.removed.length, b.offset)
  return { offset: a.offset, removed: concat(a.removed, between, b.removed), inserted: concat(a.inserted, between, b.inserted) }
}

export function concat(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
