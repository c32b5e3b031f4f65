import type { Counting } from './syntax'

/** A whole number of any size as a bigint; any other (a quotient, a missing field) as a number. */
export type Exact = number | bigint

/** A whole number as a bigint, any other as it is. */
export const exact = (value: number): Exact => (Number.isInteger(value) ? BigInt(value) : value)

const bits = (value: Exact): bigint => (typeof value === 'bigint' ? BigInt.asUintN(64, value) : 0n)

/**
 * Bit operators on 64 unsigned bits; the others on whole numbers of any size. A division with a remainder gives a
 * number.
 */
export function exactly(op: Counting, a: Exact, b: Exact): Exact {
  switch (op) {
    case '|':
      return bits(a) | bits(b)
    case '^':
      return bits(a) ^ bits(b)
    case '&':
      return bits(a) & bits(b)
    case '<<':
      return b >= 0 && b <= 63 ? BigInt.asUintN(64, bits(a) << bits(b)) : 0n
    case '>>':
      return b >= 0 && b <= 63 ? bits(a) >> bits(b) : 0n
    default:
      return typeof a === 'bigint' && typeof b === 'bigint' ? whole(op, a, b) : floating(op, Number(a), Number(b))
  }
}

/** All 64 bits inverted. */
export const flipped = (value: Exact): bigint => BigInt.asUintN(64, ~bits(value))

type Arithmetic = Exclude<Counting, '|' | '^' | '&' | '<<' | '>>'>

function whole(op: Arithmetic, a: bigint, b: bigint): Exact {
  switch (op) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return b !== 0n && a % b === 0n ? a / b : Number(a) / Number(b)
    case '%':
      return b === 0n ? Number.NaN : a % b
  }
}

/** Arithmetic on f64 as in JavaScript: a division by zero is infinite, its remainder NaN. */
export function floating(op: Arithmetic, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    case '%':
      return a % b
  }
}
