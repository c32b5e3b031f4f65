import { StudioError } from '../format'
import { INTEGER_LIMITS, encodeText, isInteger, pageOf, scalarOf, textEnd, type ScalarName } from '../layout'
import type { Cell } from './cells'
import { compile, named, needsExact, numberOf } from './evaluate'
import { exact, type Exact } from './exact'
import type { TableField } from './table-field'
import type { Setting } from './syntax'
import { isWide, type RecordTable } from './table'

/** A `set` bound to its column: the present value and the new value of a record. */
export interface Prepared {
  readonly set: Setting
  readonly field: TableField
  readonly present: (record: number) => Cell
  /** Throws StudioError `query.…` where the field cannot hold the result. */
  readonly wanted: (record: number) => Cell
}

/** Checks that the field can be set, and to what. Throws StudioError `query.…` with the column of the mistake. */
export function prepared(set: Setting, table: RecordTable): Prepared {
  const { field: name, at } = set
  compile({ op: 'field', at, name }, table)
  const field = table.field(name)
  if (!field || field.fixed || (field.kind !== 'text' && !field.scalar))
    throw new StudioError(`query.fixed-${field?.fixed ?? 'computed'}`, { at, field: name })
  if (field.kind === 'text') return textSetting(set, field, table)
  const value = named(set.value, field, table)
  if (isWide(field)) return wideSetting(set, field, numberOf(value, table, true), table)
  const { number, isBits = false } = numberOf(value, table, needsExact(value, table))
  const scalar = field.scalar ?? 'u32'
  const numbers = table.numbers(name)
  const scalarAt = (record: number): ScalarName => {
    const node = field.isMixed && table.cell(field, record)
    return (node && scalarOf(node.layout)) || scalar
  }
  return {
    set,
    field,
    present: record => numbers[record] ?? Number.NaN,
    wanted: record => {
      const own = scalarAt(record)
      return checked(fitted(Number(number(record)), own, isBits), own, set, record)
    },
  }
}

/** The value as the field would hold it: a 32-bit float rounded, bits of a signed field with their sign. */
function fitted(value: number, scalar: ScalarName, isBits: boolean): number {
  if (scalar === 'f32') return Math.fround(value)
  if (scalar === 'f64') return value
  if (isBits && (scalar === 'i32' || scalar === 'i16' || scalar === 'i8') && value > 0x7fffffff && value <= 0xffffffff)
    return value | 0
  return value === 0 ? 0 : value // a whole number has no -0
}

function checked(value: number, scalar: ScalarName, { field, at }: Setting, record: number): number {
  if (!Number.isFinite(value)) throw new StudioError('query.not-finite', { at, field, record })
  if (!isInteger(scalar)) return value
  if (!Number.isInteger(value)) throw new StudioError('query.not-whole', { at, field, record, value })
  const [min, max] = INTEGER_LIMITS[scalar]
  if (value < min || value > max) throw new StudioError('query.range', { at, field, record, value, min, max })
  return value
}

function wideSetting(
  set: Setting,
  field: TableField,
  { number, isBits = false }: { number: (record: number) => Exact; isBits?: boolean },
  table: RecordTable,
): Prepared {
  const wides = table.wides(field)
  const [min, max] = field.scalar === 'i64' ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n]
  const wanted = (record: number): bigint => {
    const { at, field: name } = set
    const result = number(record)
    // A float of that size also means its neighbours.
    const whole = typeof result === 'bigint' || !Number.isSafeInteger(result) ? result : exact(result)
    if (typeof whole !== 'bigint')
      throw new StudioError(Number.isFinite(whole) ? 'query.not-whole' : 'query.not-finite', {
        at,
        field: name,
        record,
        value: whole,
      })
    const value = isBits && field.scalar === 'i64' ? BigInt.asIntN(64, whole) : whole
    if (value < min || value > max)
      throw new StudioError('query.range', {
        at,
        field: name,
        record,
        value: String(value),
        min: String(min),
        max: String(max),
      })
    return value
  }
  return { set, field, present: record => wides[record] ?? 0n, wanted }
}

function textSetting(set: Setting, field: TableField, table: RecordTable): Prepared {
  const { at, field: name, value } = set
  if (field.control !== 'text') throw new StudioError('query.fixed-bytes', { at, field: name })
  const compiled = compile(value, table)
  if (compiled.kind !== 'text') throw new StudioError('query.needs-text', { at: value.at, field: name })
  const wanted = (record: number): string => {
    const words = compiled.text(record)
    const node = table.cell(field, record)
    const page = node && pageOf(node)
    if (!node || page === undefined) return words
    const end = textEnd(node.layout)
    const encoded = encodeText(words, page)
    if ('missing' in encoded)
      throw new StudioError('query.text-character', {
        at: value.at,
        field: name,
        record,
        character: encoded.missing,
        page,
      })
    if (encoded.includes(0) || (end === 'line' && encoded.includes(0x0a))) {
      throw new StudioError('query.text-character', {
        at: value.at,
        field: name,
        record,
        character: encoded.includes(0) ? 'NUL' : 'LF',
        page,
      })
    }
    if (typeof end === 'object' && encoded.length > end.room) {
      throw new StudioError('query.text-long', {
        at: value.at,
        field: name,
        record,
        size: end.room,
        found: encoded.length,
      })
    }
    return words
  }
  const texts = table.texts(name)
  return { set, field, present: record => texts[record] ?? '', wanted }
}
