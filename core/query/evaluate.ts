import { StudioError } from '../format'
import { exact, exactly, flipped, floating, type Exact } from './exact'
import type { TableField } from './table-field'
import type { Comparing, Counting, Expression } from './syntax'
import { isWide, type RecordTable } from './table'

/** An expression compiled for the columns of one table; called once per record. */
type Compiled =
  | {
      readonly kind: 'whole' | 'float'
      readonly number: (record: number) => number
      /** The same for every record. */
      readonly constant?: number
      /** A 32-bit float without conversion: the other operand is rounded to 32 bits too; 'fractions': only one that is not whole. */
      readonly isSingle?: boolean | 'fractions'
      /** Result of bit operators: 32 unsigned bits. */
      readonly isBits?: boolean
    }
  | {
      /** An operand has 64 bits. */
      readonly kind: 'wide'
      readonly number: (record: number) => Exact
      readonly constant?: Exact
      readonly isBits?: boolean
      /** It also contains a division or a float. */
      readonly isBroken?: boolean
    }
  | { readonly kind: 'truth'; readonly truth: (record: number) => boolean }
  | { readonly kind: 'text'; readonly text: (record: number) => string }

type CompiledNumber = Extract<Compiled, { number: unknown }>
type CompiledWide = Extract<Compiled, { kind: 'wide' }>
type CompiledPlain = Exclude<CompiledNumber, CompiledWide>

/**
 * Binds names to columns and checks types; `isExact`: whole numbers are computed with 64 bits and more. Throws
 * StudioError `query.…` with the column of the mistake.
 */
export function compile(expression: Expression, table: RecordTable, isExact = false): Compiled {
  const { op, at } = expression
  switch (op) {
    case 'number':
      return literal(expression, isExact)
    case 'text':
      return { kind: 'text', text: () => expression.value }
    case 'field':
      return column(expression.name, at, table, isExact)
    case 'minus':
      return minus(numberOf(expression.of, table, isExact))
    case 'flip':
      return flip(bitsOf(expression.of, table, isExact))
    case 'not': {
      const of = truthOf(expression.of, table)
      return { kind: 'truth', truth: record => !of(record) }
    }
    case 'and':
    case 'or': {
      const left = truthOf(expression.left, table)
      const right = truthOf(expression.right, table)
      return {
        kind: 'truth',
        truth: op === 'and' ? record => left(record) && right(record) : record => left(record) || right(record),
      }
    }
    case 'in': {
      const tests = expression.among.map(one => comparison('=', expression.left, one, table, one.at))
      return { kind: 'truth', truth: record => tests.some(test => test(record)) }
    }
    case '=':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { kind: 'truth', truth: comparison(op, expression.left, expression.right, table, at) }
    case '|':
    case '^':
    case '&':
    case '<<':
    case '>>':
      return bits(op, bitsOf(expression.left, table, isExact), bitsOf(expression.right, table, isExact))
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return counted(op, numberOf(expression.left, table, isExact), numberOf(expression.right, table, isExact))
  }
}

/**
 * The expression as a test of records by their number. Throws StudioError `query.needs-truth` with its place, and
 * errors of its fields.
 */
export function truthOf(expression: Expression, table: RecordTable): (record: number) => boolean {
  const compiled = compile(expression, table)
  if (compiled.kind !== 'truth') throw new StudioError('query.needs-truth', { at: expression.at })
  return compiled.truth
}

/** The expression as a number of each record; with `isExact` whole numbers are bigints. Throws StudioError `query.needs-number` with its place. */
export function numberOf(expression: Expression, table: RecordTable, isExact = false): CompiledNumber {
  const compiled = compile(expression, table, isExact)
  if (compiled.kind === 'truth' || compiled.kind === 'text')
    throw new StudioError('query.needs-number', { at: expression.at })
  return compiled
}

/** Whether an operand of a number has 64 bits. */
export function needsExact(expression: Expression, table: RecordTable): boolean {
  switch (expression.op) {
    case 'number':
      return expression.exact !== undefined
    case 'field':
      return isWide(table.field(expression.name) ?? {})
    case 'minus':
    case 'flip':
      return needsExact(expression.of, table)
    case '|':
    case '^':
    case '&':
    case '<<':
    case '>>':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return needsExact(expression.left, table) || needsExact(expression.right, table)
    default:
      return false
  }
}

/**
 * A quoted name beside a field with value names is the number of that name. Throws StudioError `query.no-name`,
 * `query.name-twice`.
 */
export function named(expression: Expression, field: TableField | undefined, table: RecordTable): Expression {
  if (expression.op !== 'text' || !field || field.kind === 'text' || !table.hasNames(field)) return expression
  const { at, value: name } = expression
  const numbers = table.named(field, name)
  const [value] = numbers
  if (value === undefined) throw new StudioError('query.no-name', { at, field: field.name, name })
  if (numbers.length > 1)
    throw new StudioError('query.name-twice', { at, field: field.name, name, numbers: numbers.join(', ') })
  return { op: 'number', at, value }
}

function literal({ value, exact: whole }: Extract<Expression, { op: 'number' }>, isExact: boolean): Compiled {
  const constant = whole ?? exact(value)
  if (isExact && typeof constant === 'bigint') return { kind: 'wide', number: () => constant, constant }
  return { kind: Number.isInteger(value) ? 'whole' : 'float', number: () => value, constant: value }
}

function bitsOf(expression: Expression, table: RecordTable, isExact: boolean): CompiledNumber {
  const compiled = numberOf(expression, table, isExact)
  if (compiled.kind === 'float' || (compiled.kind === 'wide' && compiled.isBroken === true))
    throw new StudioError('query.needs-whole', { at: expression.at })
  return compiled
}

function column(name: string, at: number, table: RecordTable, isExact: boolean): Compiled {
  const field = table.field(name)
  if (!field) {
    const near = table.fields
      .map(other => other.name)
      .filter(other => other.startsWith(`${name}.`) || other.startsWith(name.slice(0, 3)))
    const known = (near.length > 0 ? near : table.fields.map(other => other.name)).slice(0, 12).join(', ')
    throw new StudioError('query.no-field', { at, field: name, array: table.array, known })
  }
  if (field.kind === 'text') {
    const texts = table.texts(name)
    return { kind: 'text', text: record => texts[record] ?? '' }
  }
  if (isExact && isWide(field)) {
    const wides = table.wides(field)
    return { kind: 'wide', number: record => wides[record] ?? Number.NaN }
  }
  const numbers = table.numbers(name)
  if (isExact && field.kind === 'whole') return { kind: 'wide', number: record => exact(numbers[record] ?? Number.NaN) }
  return {
    kind: field.kind,
    number: record => numbers[record] ?? Number.NaN,
    ...(field.isMixed ? { isSingle: 'fractions' } : field.scalar === 'f32' && { isSingle: true }),
  }
}

function minus(of: CompiledNumber): Compiled {
  if (of.kind === 'wide')
    return {
      ...of,
      isBits: false,
      number: record => -of.number(record),
      ...(of.constant !== undefined && { constant: -of.constant }),
    }
  return {
    kind: of.kind,
    number: record => -of.number(record),
    ...(of.constant !== undefined && { constant: -of.constant }),
  }
}

function flip(of: CompiledNumber): Compiled {
  if (of.kind === 'wide') return { kind: 'wide', isBits: true, number: record => flipped(of.number(record)) }
  return {
    kind: 'whole',
    isBits: true,
    number: record => ~of.number(record) >>> 0,
    ...(of.constant !== undefined && { constant: ~of.constant >>> 0 }),
  }
}

function comparison(
  op: Comparing,
  left: Expression,
  right: Expression,
  table: RecordTable,
  at: number,
): (record: number) => boolean {
  const fieldOf = (side: Expression): TableField | undefined =>
    side.op === 'field' ? table.field(side.name) : undefined
  const a = named(left, fieldOf(right), table)
  const b = named(right, fieldOf(left), table)
  const isExact = needsExact(a, table) || needsExact(b, table)
  return compared(op, compile(a, table, isExact), compile(b, table, isExact), at)
}

function compared(op: Comparing, left: Compiled, right: Compiled, at: number): (record: number) => boolean {
  if (left.kind === 'text' && right.kind === 'text') return textsCompared(op, left.text, right.text, at)
  if (left.kind === 'text' || right.kind === 'text' || left.kind === 'truth' || right.kind === 'truth')
    throw new StudioError('query.compare', { at })
  if (left.kind === 'wide' || right.kind === 'wide')
    return exactlyCompared(op, rounded(left, right), rounded(right, left))
  const a = rounded(left, right)
  const b = rounded(right, left)
  if (op === '=') return record => a(record) === b(record)
  if (op === '!=') return record => a(record) !== b(record)
  return ordered(op, a, b)
}

/** JavaScript orders a bigint and a float by their exact values, but `==` needs both comparisons. */
function exactlyCompared(
  op: Comparing,
  a: (record: number) => Exact,
  b: (record: number) => Exact,
): (record: number) => boolean {
  if (op === '=') return record => a(record) <= b(record) && a(record) >= b(record)
  if (op === '!=') return record => !(a(record) <= b(record) && a(record) >= b(record))
  return ordered(op, a, b)
}

function ordered(
  op: Exclude<Comparing, '=' | '!='>,
  a: (record: number) => Exact,
  b: (record: number) => Exact,
): (record: number) => boolean {
  switch (op) {
    case '<':
      return record => a(record) < b(record)
    case '<=':
      return record => a(record) <= b(record)
    case '>':
      return record => a(record) > b(record)
    case '>=':
      return record => a(record) >= b(record)
  }
}

/** In `area_metric = 0.1` the literal is rounded to the 32-bit float that the field can hold. */
function rounded(side: CompiledPlain, other: CompiledPlain): (record: number) => number
function rounded(side: CompiledNumber, other: CompiledNumber): (record: number) => Exact
function rounded(side: CompiledNumber, other: CompiledNumber): (record: number) => Exact {
  if (other.kind === 'wide' || !other.isSingle || side.constant === undefined) return side.number
  if (other.isSingle === 'fractions' && Number.isSafeInteger(Number(side.constant))) return side.number
  const value = Math.fround(Number(side.constant))
  return () => value
}

function textsCompared(
  op: Comparing,
  a: (record: number) => string,
  b: (record: number) => string,
  at: number,
): (record: number) => boolean {
  if (op === '=') return record => a(record) === b(record)
  if (op === '!=') return record => a(record) !== b(record)
  throw new StudioError('query.compare', { at })
}

type Bits = Extract<Counting, '|' | '^' | '&' | '<<' | '>>'>
type Arithmetic = Exclude<Counting, Bits>

function bits(op: Bits, left: CompiledNumber, right: CompiledNumber): Compiled {
  if (left.kind === 'wide' || right.kind === 'wide') return { ...wide(op, left, right), isBits: true }
  const run = BITS[op]
  const constant =
    left.constant !== undefined && right.constant !== undefined ? run(left.constant, right.constant) : undefined
  const number = (record: number): number => run(left.number(record), right.number(record))
  return { kind: 'whole', isBits: true, number, ...(constant !== undefined && { constant }) }
}

function wide(op: Counting, left: CompiledNumber, right: CompiledNumber): CompiledWide {
  const constant =
    left.constant !== undefined && right.constant !== undefined ? exactly(op, left.constant, right.constant) : undefined
  const isBroken =
    typeof constant !== 'bigint' &&
    (op === '/' ||
      [left, right].some(side => side.kind === 'float' || (side.kind === 'wide' && side.isBroken === true)))
  return {
    kind: 'wide',
    isBroken,
    number: record => exactly(op, left.number(record), right.number(record)),
    ...(constant !== undefined && { constant }),
  }
}

/** On 32 unsigned bits; a shift by 32 or more gives 0. */
const BITS: Readonly<Record<Bits, (a: number, b: number) => number>> = {
  '|': (a, b) => (a | b) >>> 0,
  '^': (a, b) => (a ^ b) >>> 0,
  '&': (a, b) => (a & b) >>> 0,
  '<<': (a, b) => (b < 0 || b > 31 ? 0 : (a << b) >>> 0),
  '>>': (a, b) => (b < 0 || b > 31 ? 0 : a >>> b),
}

function counted(op: Arithmetic, left: CompiledNumber, right: CompiledNumber): Compiled {
  if (left.kind === 'wide' || right.kind === 'wide') return wide(op, left, right)
  const run = (a: number, b: number): number => floating(op, a, b)
  const kind = op !== '/' && left.kind === 'whole' && right.kind === 'whole' ? 'whole' : 'float'
  const constant =
    left.constant !== undefined && right.constant !== undefined ? run(left.constant, right.constant) : undefined
  const number = (record: number): number => run(left.number(record), right.number(record))
  return {
    kind: constant === undefined || kind === 'whole' || !Number.isInteger(constant) ? kind : 'whole',
    number,
    ...(constant !== undefined && { constant }),
  }
}
