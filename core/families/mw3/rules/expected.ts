/** What a number must be (mw3 17). */
export type Expected =
  | { readonly in: readonly number[] }
  | { readonly from: number; readonly to: number }
  /** Only bits of this mask may be set. */
  | { readonly bits: number }
  /** Anything but zero. */
  | 'not-zero'

/** Exactly one of these numbers. */
export const one = (...numbers: readonly number[]): Expected => ({ in: numbers })
/** Both ends included. NaN is outside. */
export const range = (from: number, to: number): Expected => ({ from, to })

/** Whether a number is as expected. −0 equals 0, as in the game's reader (mw3 1). */
export function isExpected(value: number, expected: Expected): boolean {
  if (expected === 'not-zero') return value !== 0
  if ('in' in expected) return expected.in.some(number => number === value)
  if ('bits' in expected) return (value & ~expected.bits) === 0
  return value >= expected.from && value <= expected.to
}

/** The same in signs that need no language: `0, 1, 2`, `−50 … 50`, `≠ 0`, `⊆ 0x7F`. */
export function expectedWords(expected: Expected): string {
  if (expected === 'not-zero') return '≠ 0'
  if ('in' in expected) return expected.in.map(String).join(', ')
  if ('bits' in expected) return `⊆ 0x${(expected.bits >>> 0).toString(16).toUpperCase()}`
  const { from, to } = expected
  if (from === -Infinity) return `≤ ${to}`
  return to === Infinity ? `≥ ${from}` : `${from} … ${to}`
}
