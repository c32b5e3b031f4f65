import { StudioError } from '../format'
import type { Comparing, Counting, Expression } from './syntax'
import type { RecordTable } from './table'

/** An expression made ready for the columns of one table: asked once per record. */
export type Compiled =
  | {
    readonly kind: 'whole' | 'float'
    readonly number: (record: number) => number
    /** The same for every record. */
    readonly constant?: number
    /** A 32-bit float as it stands: what it is compared with is rounded as it is. */
    readonly isSingle?: boolean
    /** Made by bit operators: 32 bits without a sign. */
    readonly isBits?: boolean
  }
  | { readonly kind: 'truth'; readonly truth: (record: number) => boolean }
  | { readonly kind: 'text'; readonly text: (record: number) => string }

type CompiledNumber = Extract<Compiled, { number: unknown }>

/** Binds names to columns and checks what may stand where. Throws StudioError `query.…` with the column of the mistake. */
export function compile(expression: Expression, table: RecordTable): Compiled {
  const { op, at } = expression
  switch (op) {
    case 'number': return { kind: Number.isInteger(expression.value) ? 'whole' : 'float', number: () => expression.value, constant: expression.value }
    case 'text': return { kind: 'text', text: () => expression.value }
    case 'field': return column(expression.name, at, table)
    case 'minus': return minus(numberOf(expression.of, table))
    case 'flip': {
      const of = bitsOf(expression.of, table)
      return { kind: 'whole', isBits: true, number: record => ~of.number(record) >>> 0, ...(of.constant !== undefined && { constant: ~of.constant >>> 0 }) }
    }
    case 'not': {
      const of = truthOf(expression.of, table)
      return { kind: 'truth', truth: record => !of(record) }
    }
    case 'and': case 'or': {
      const left = truthOf(expression.left, table)
      const right = truthOf(expression.right, table)
      return { kind: 'truth', truth: op === 'and' ? record => left(record) && right(record) : record => left(record) || right(record) }
    }
    case 'in': {
      const tests = expression.among.map(one => compared('=', compile(expression.left, table), compile(one, table), one.at))
      return { kind: 'truth', truth: record => tests.some(test => test(record)) }
    }
    case '=': case '!=': case '<': case '<=': case '>': case '>=':
      return { kind: 'truth', truth: compared(op, compile(expression.left, table), compile(expression.right, table), at) }
    case '|': case '^': case '&': case '<<': case '>>':
      return bits(op, bitsOf(expression.left, table), bitsOf(expression.right, table))
    case '+': case '-': case '*': case '/': case '%':
      return counted(op, numberOf(expression.left, table), numberOf(expression.right, table))
  }
}

export function truthOf(expression: Expression, table: RecordTable): (record: number) => boolean {
  const compiled = compile(expression, table)
  if (compiled.kind !== 'truth') throw new StudioError('query.needs-truth', { at: expression.at })
  return compiled.truth
}

export function numberOf(expression: Expression, table: RecordTable): CompiledNumber {
  const compiled = compile(expression, table)
  if (compiled.kind === 'truth' || compiled.kind === 'text') throw new StudioError('query.needs-number', { at: expression.at })
  return compiled
}

function bitsOf(expression: Expression, table: RecordTable): CompiledNumber {
  const compiled = numberOf(expression, table)
  if (compiled.kind === 'float') throw new StudioError('query.needs-whole', { at: expression.at })
  return compiled
}

function column(name: string, at: number, table: RecordTable): Compiled {
  const field = table.field(name)
  if (!field) {
    const near = table.fields.map(other => other.name).filter(other => other.startsWith(`${name}.`) || other.startsWith(name.slice(0, 3)))
    const known = (near.length > 0 ? near : table.fields.map(other => other.name)).slice(0, 12).join(', ')
    throw new StudioError('query.no-field', { at, field: name, array: table.array, known })
  }
  if (field.kind === 'text') {
    const texts = table.texts(name)
    return { kind: 'text', text: record => texts[record] ?? '' }
  }
  const numbers = table.numbers(name)
  return { kind: field.kind, number: record => numbers[record] ?? Number.NaN, ...(field.scalar === 'f32' && { isSingle: true }) }
}

function minus(of: CompiledNumber): Compiled {
  return { kind: of.kind, number: record => -of.number(record), ...(of.constant !== undefined && { constant: -of.constant }) }
}

function compared(op: Comparing, left: Compiled, right: Compiled, at: number): (record: number) => boolean {
  if (left.kind === 'text' && right.kind === 'text') return textsCompared(op, left.text, right.text, at)
  if (left.kind === 'text' || right.kind === 'text' || left.kind === 'truth' || right.kind === 'truth') throw new StudioError('query.compare', { at })
  const a = rounded(left, right)
  const b = rounded(right, left)
  switch (op) {
    case '=': return record => a(record) === b(record)
    case '!=': return record => a(record) !== b(record)
    case '<': return record => a(record) < b(record)
    case '<=': return record => a(record) <= b(record)
    case '>': return record => a(record) > b(record)
    case '>=': return record => a(record) >= b(record)
  }
}

/** `area_metric = 0.1` means the 0.1 that a 32-bit float can be. */
function rounded(side: CompiledNumber, other: CompiledNumber): (record: number) => number {
  if (other.isSingle !== true || side.constant === undefined) return side.number
  const value = Math.fround(side.constant)
  return () => value
}

function textsCompared(op: Comparing, a: (record: number) => string, b: (record: number) => string, at: number): (record: number) => boolean {
  if (op === '=') return record => a(record) === b(record)
  if (op === '!=') return record => a(record) !== b(record)
  throw new StudioError('query.compare', { at })
}

type Bits = Extract<Counting, '|' | '^' | '&' | '<<' | '>>'>
type Arithmetic = Exclude<Counting, Bits>

function bits(op: Bits, left: CompiledNumber, right: CompiledNumber): Compiled {
  const run = BITS[op]
  const constant = left.constant !== undefined && right.constant !== undefined ? run(left.constant, right.constant) : undefined
  const number = (record: number): number => run(left.number(record), right.number(record))
  return { kind: 'whole', isBits: true, number, ...(constant !== undefined && { constant }) }
}

/** 32 bits without a sign; a shift of 32 or more leaves nothing. */
const BITS: Readonly<Record<Bits, (a: number, b: number) => number>> = {
  '|': (a, b) => (a | b) >>> 0,
  '^': (a, b) => (a ^ b) >>> 0,
  '&': (a, b) => (a & b) >>> 0,
  '<<': (a, b) => (b < 0 || b > 31 ? 0 : (a << b) >>> 0),
  '>>': (a, b) => (b < 0 || b > 31 ? 0 : a >>> b),
}

const ARITHMETIC: Readonly<Record<Arithmetic, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b,
}

function counted(op: Arithmetic, left: CompiledNumber, right: CompiledNumber): Compiled {
  const run = ARITHMETIC[op]
  const kind = op !== '/' && left.kind === 'whole' && right.kind === 'whole' ? 'whole' : 'float'
  const constant = left.constant !== undefined && right.constant !== undefined ? run(left.constant, right.constant) : undefined
  const number = (record: number): number => run(left.number(record), right.number(record))
  return { kind: constant === undefined || kind === 'whole' || !Number.isInteger(constant) ? kind : 'whole', number, ...(constant !== undefined && { constant }) }
}
