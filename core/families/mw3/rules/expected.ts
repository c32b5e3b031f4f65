/** What a number must be (mw3 17). */
export type Expected =
  | { readonly in: readonly number[] }
  | { readonly from: number; readonly to: number; readonly or?: number }
  /** Only bits of this mask may be set, and those of `always` are. */
  | { readonly bits: number; readonly always?: number }
  /** Anything but zero. */
  | 'not-zero'

/** Exactly one of these numbers. */
export const one = (...numbers: readonly number[]): Expected => ({ in: numbers })
/** Both ends included, and one number outside. NaN is never within. */
export const range = (from: number, to: number, or?: number): Expected => ({
  from,
  to,
  ...(or !== undefined && { or }),
})
/** The bits of `always`, and any of `sometimes`. */
export const flags = (always: number, sometimes: number): Expected => ({ bits: always | sometimes, always })

/** Whether a number is as expected. −0 equals 0, as in the game's reader (mw3 1). */
export function isExpected(value: number, expected: Expected): boolean {
  if (expected === 'not-zero') return value !== 0
  if ('in' in expected) return expected.in.some(number => number === value)
  if ('bits' in expected) {
    const { bits, always = 0 } = expected
    return (value & ~bits) === 0 && (value & always) === always
  }
  return (value >= expected.from && value <= expected.to) || value === expected.or
}

/** The same in signs that need no language: `0, 1, 2`, `−50 … 50`, `≠ 0`, `⊆ 0x7F`. */
export function expectedWords(expected: Expected): string {
  if (expected === 'not-zero') return '≠ 0'
  if ('in' in expected) return expected.in.map(String).join(', ')
  if ('bits' in expected) {
    const { bits, always = 0 } = expected
    return always === 0 ? `⊆ ${hex(bits)}` : `${hex(always)} + ⊆ ${hex(bits & ~always)}`
  }
  const { from, to, or } = expected
  if (from === -Infinity) return `≤ ${to}`
  return `${to === Infinity ? `≥ ${from}` : `${from} … ${to}`}${or === undefined ? '' : `, ${or}`}`
}

const hex = (bits: number): string => `0x${(bits >>> 0).toString(16).toUpperCase()}`
