import type { Bytes } from '../../../layout'

/** A run of bytes of an image and what replaces it. Runs do not overlap; one of size 0 inserts. */
export interface Piece {
  readonly offset: number
  readonly size: number
  readonly bytes: Bytes
}

/** An image with some of its runs replaced. */
export interface RelaidImage {
  readonly bytes: Bytes
  /** Where the bytes of a piece begin. */
  startOf(piece: Piece): number
  /** Where a byte of no replaced run is; an offset behind the image moves as its end does. */
  placeOf(offset: number): number
}

/** Replaces runs of an image; all other bytes keep their values and their order. Pieces at one place keep their order. */
export function relay(image: Bytes, pieces: readonly Piece[]): RelaidImage {
  const sorted = [...pieces].sort((a, b) => a.offset - b.offset || Number(a.size > 0) - Number(b.size > 0))
  const starts = new Map<Piece, number>()
  const moves: { readonly from: number; readonly by: number }[] = []
  let by = 0
  for (const piece of sorted) {
    starts.set(piece, piece.offset + by)
    by += piece.bytes.length - piece.size
    moves.push({ from: piece.offset + piece.size, by })
  }
  const bytes = new Uint8Array(image.length + by)
  let read = 0
  for (const piece of sorted) {
    const start = starts.get(piece) ?? 0
    bytes.set(image.subarray(read, piece.offset), start - (piece.offset - read))
    bytes.set(piece.bytes, start)
    read = piece.offset + piece.size
  }
  bytes.set(image.subarray(read), read + by)
  return {
    bytes,
    startOf: piece => starts.get(piece) ?? 0,
    placeOf: offset => offset + (moves.findLast(({ from }) => from <= offset)?.by ?? 0),
  }
}

/** A run of bytes that a row takes. */
export interface Range {
  readonly offset: number
  readonly size: number
}

/** Ranges that share bytes with another one. Empty ranges within another one count. */
export function overlapping<R extends Range>(ranges: readonly R[]): ReadonlySet<R> {
  const sorted = [...ranges].sort((a, b) => a.offset - b.offset || a.size - b.size)
  const found = new Set<R>()
  let widest: R | undefined
  for (const range of sorted) {
    if (widest && range.offset < widest.offset + widest.size) found.add(widest).add(range)
    if (!widest || range.offset + range.size >= widest.offset + widest.size) widest = range
  }
  return found
}

/** Runs of bytes from `start` to `end` that no range covers. */
export function gapsBetween(ranges: readonly Range[], start: number, end: number): readonly Range[] {
  const gaps: Range[] = []
  let at = start
  for (const { offset, size } of [...ranges].sort((a, b) => a.offset - b.offset)) {
    if (size === 0) continue
    if (offset > at) gaps.push({ offset: at, size: offset - at })
    at = Math.max(at, offset + size)
  }
  if (at < end) gaps.push({ offset: at, size: end - at })
  return gaps
}
