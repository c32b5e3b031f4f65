/** Offsets in a text, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Line and column of an offset, counted from 1. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

/**
 * The smallest replacement of `[start, end)` that turns `before` into `after`, so that one number does not replace a
 * large text.
 */
export function textChange(before: string, after: string): Span & { readonly words: string } {
  const limit = Math.min(before.length, after.length)
  let start = 0
  while (start < limit && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let tail = 0
  while (
    tail < limit - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++
  return { start, end: before.length - tail, words: after.slice(start, after.length - tail) }
}
