import type { Comparing, Counting, Expression } from './parse'

/** A whole number; a bigint where a double could not hold it. NaN where there is none: something divided by zero. */
export type Numeric = number | bigint

/**
 * The value of an expression over whole numbers. Exact to 64 bits and beyond; `/` and `%` truncate as in C; bit
 * operators work on unsigned 32 bits, on 64 where an operand needs them; a comparison is 1 or 0; whatever uses a
 * quotient by zero is NaN. A text has no value.
 */
export function evaluate(expression: Expression, valueOf: (name: string) => Numeric): Numeric {
  switch (expression.op) {
    case 'number':
      return expression.exact ?? expression.value
    case 'text':
      return Number.NaN
    case 'field':
      return valueOf(expression.name)
    case 'minus':
      return count('-', 0, evaluate(expression.of, valueOf))
    case 'flip':
      return flipped(evaluate(expression.of, valueOf))
    case 'not':
      return truth(evaluate(expression.of, valueOf), false)
    case 'and':
    case 'or': {
      const left = truth(evaluate(expression.left, valueOf), true)
      // One side decides where it can.
      return left === (expression.op === 'or' ? 1 : 0) || isNone(left)
        ? left
        : truth(evaluate(expression.right, valueOf), true)
    }
    case 'in': {
      const left = evaluate(expression.left, valueOf)
      return expression.among.some(one => compare('=', left, evaluate(one, valueOf)) === 1) ? 1 : 0
    }
    case '=':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(expression.op, evaluate(expression.left, valueOf), evaluate(expression.right, valueOf))
    default:
      return count(expression.op, evaluate(expression.left, valueOf), evaluate(expression.right, valueOf))
  }
}

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
