import type { Comparing, Counting, Expression } from './parse'

/** A whole number; a bigint where a double could not hold it. NaN where there is none: something divided by zero. */
export type Numeric = number | bigint

/** Reads a number of what it is given: up to three values, as the caller has them. NaN where there is none. */
export type Read<A, B = void, C = void> = (a: A, b: B, c: C) => Numeric

type ValueOf = (name: string) => Numeric
const evaluators = new WeakMap<Expression, Read<ValueOf>>()

/**
 * The value of an expression over whole numbers. Exact to 64 bits and beyond; `/` and `%` truncate as in C; bit
 * operators work on unsigned 32 bits, on 64 where an operand needs them; a comparison is 1 or 0; whatever uses a
 * quotient by zero is NaN. A text has no value.
 */
export function evaluate(expression: Expression, valueOf: ValueOf): Numeric {
  let read = evaluators.get(expression)
  if (!read) evaluators.set(expression, (read = compiled<ValueOf>(expression, name => named => named(name))))
  return read(valueOf)
}

/** The same as one function over readers of its names: what is evaluated for each record of a large file. */
export function compiled<A, B = void, C = void>(
  expression: Expression,
  readerOf: (name: string) => Read<A, B, C>,
): Read<A, B, C> {
  const inner = (of: Expression): Read<A, B, C> => compiled(of, readerOf)
  switch (expression.op) {
    case 'number': {
      const value = expression.exact ?? expression.value
      return () => value
    }
    case 'text':
      return () => Number.NaN
    case 'field':
      return readerOf(expression.name)
    case 'minus': {
      const of = inner(expression.of)
      return (a, b, c) => count('-', 0, of(a, b, c))
    }
    case 'flip': {
      const of = inner(expression.of)
      return (a, b, c) => flipped(of(a, b, c))
    }
    case 'not': {
      const of = inner(expression.of)
      return (a, b, c) => truth(of(a, b, c), false)
    }
    case 'and':
    case 'or':
      return joined(expression.op, inner(expression.left), inner(expression.right))
    case 'in': {
      const left = inner(expression.left)
      const among = expression.among.map(inner)
      return (a, b, c) => {
        const value = left(a, b, c)
        return among.some(one => compare('=', value, one(a, b, c)) === 1) ? 1 : 0
      }
    }
    case '=':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(expression.op, inner(expression.left), inner(expression.right))
    default:
      return counted(expression.op, inner(expression.left), inner(expression.right))
  }
}

/** One side decides where it can: the other is not read then. */
function joined<A, B, C>(op: 'and' | 'or', left: Read<A, B, C>, right: Read<A, B, C>): Read<A, B, C> {
  const decides = op === 'or' ? 1 : 0
  return (a, b, c) => {
    const value = truth(left(a, b, c), true)
    return value === decides || isNone(value) ? value : truth(right(a, b, c), true)
  }
}

const compared =
  <A, B, C>(op: Comparing, left: Read<A, B, C>, right: Read<A, B, C>): Read<A, B, C> =>
  (a, b, c) =>
    compare(op, left(a, b, c), right(a, b, c))

const counted =
  <A, B, C>(op: Counting, left: Read<A, B, C>, right: Read<A, B, C>): Read<A, B, C> =>
  (a, b, c) =>
    count(op, left(a, b, c), right(a, b, c))

/** Names that an expression uses, each once. */
export function namesIn(expression: Expression): readonly string[] {
  const found = new Set<string>()
  const visit = (at: Expression): void => {
    if (at.op === 'field') found.add(at.name)
    if ('of' in at) visit(at.of)
    if ('left' in at) visit(at.left)
    if ('right' in at) visit(at.right)
    if ('among' in at) at.among.forEach(visit)
  }
  visit(expression)
  return [...found]
}

const isNone = (value: Numeric): boolean => Number.isNaN(value)

/** 1 where a value is zero or not, as `wanted`; 0 otherwise. */
const truth = (value: Numeric, wanted: boolean): number =>
  isNone(value) ? Number.NaN : Boolean(value) === wanted ? 1 : 0

function compare(op: Comparing, a: Numeric, b: Numeric): number {
  if (isNone(a) || isNone(b)) return Number.NaN
  const order = a < b ? -1 : a > b ? 1 : 0
  switch (op) {
    case '=':
      return order === 0 ? 1 : 0
    case '!=':
      return order === 0 ? 0 : 1
    case '<':
      return order < 0 ? 1 : 0
    case '<=':
      return order > 0 ? 0 : 1
    case '>':
      return order > 0 ? 1 : 0
    case '>=':
      return order < 0 ? 0 : 1
  }
}

const narrow = (value: bigint): Numeric => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function count(op: Counting, a: Numeric, b: Numeric): Numeric {
  if (typeof a === 'number' && typeof b === 'number' && (op === '+' || op === '-' || op === '*')) {
    const quick = op === '+' ? a + b : op === '-' ? a - b : a * b
    if (Number.isSafeInteger(quick)) return quick === 0 ? 0 : quick
  }
  if (isNone(a) || isNone(b)) return Number.NaN
  if (op === '|' || op === '^' || op === '&' || op === '<<' || op === '>>') return onBits(op, a, b)
  if ((op === '/' || op === '%') && Number(b) === 0) return Number.NaN
  const [m, n] = [BigInt(a), BigInt(b)]
  switch (op) {
    case '+':
      return narrow(m + n)
    case '-':
      return narrow(m - n)
    case '*':
      return narrow(m * n)
    case '/':
      return narrow(m / n)
    case '%':
      return narrow(m % n)
  }
}

/** Whether 32 bits hold the number, with a sign or without. */
const is32 = (value: Numeric): value is number =>
  typeof value === 'number' && value >= -0x80000000 && value <= 0xffffffff
const bits64 = (value: Numeric): bigint => BigInt.asUintN(64, BigInt(value))

function onBits(op: '|' | '^' | '&' | '<<' | '>>', a: Numeric, b: Numeric): Numeric {
  if (op === '<<' || op === '>>') return shifted(op, a, Number(b))
  if (is32(a) && is32(b)) return (op === '|' ? a | b : op === '&' ? a & b : a ^ b) >>> 0
  const [m, n] = [bits64(a), bits64(b)]
  return narrow(op === '|' ? m | n : op === '&' ? m & n : m ^ n)
}

/** A shift by less than nothing or by all bits leaves none of them. */
function shifted(op: '<<' | '>>', a: Numeric, by: number): Numeric {
  const width = is32(a) ? 32 : 64
  if (by < 0 || by >= width) return 0
  if (is32(a)) return (op === '<<' ? a << by : a >>> by) >>> 0
  return narrow(op === '<<' ? BigInt.asUintN(64, bits64(a) << BigInt(by)) : bits64(a) >> BigInt(by))
}

function flipped(value: Numeric): Numeric {
  if (isNone(value)) return value
  return is32(value) ? ~value >>> 0 : narrow(BigInt.asUintN(64, ~bits64(value)))
}
