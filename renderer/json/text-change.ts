/** Offsets in a text, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
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
