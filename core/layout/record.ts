import type { AnyLayout, Layout, ScalarName } from './model/shape'
import { readInteger, readScalar, writeFloat, writeInteger } from './model/numbers'
import { isInteger, SCALAR_SIZE } from './model/shape'
import type { Bytes, Splice } from './model/splice'
import type { NumberPart } from './shapes/operations'
import { partsOf, recordsOf } from './shapes/table'
import { numbersOf } from './shapes/views'

/**
 * Path of a field of a record, or of a part of it: `class_id`, `normal/y`, `slots/3`. The type checks the first name
 * only.
 */
export type FieldPath<T> = T extends readonly unknown[] ? string : (keyof T & string) | `${keyof T & string}/${string}`

/**
 * Bytes from the start of a record to one of its fields: `offsetOf(Areal, 'class_id')`, `offsetOf(Areal, 'normal/y')`.
 * Throws TypeError for an unknown field and for one behind a field of no fixed size.
 */
export function offsetOf<T>(record: Layout<T>, field: FieldPath<T>): number
export function offsetOf(record: AnyLayout, field: string): number {
  return placeOf(record, field)[0]
}

/**
 * Offset and size in bytes of a field of the record that begins at byte `at`; with `last`, of all fields up to that one.
 * Throws TypeError as `offsetOf`.
 */
export function rangeOf<T>(
  at: number,
  record: Layout<T>,
  field: FieldPath<T>,
  last?: FieldPath<T>,
): readonly [offset: number, size: number]
export function rangeOf(at: number, record: AnyLayout, field: string, last = field): readonly [number, number] {
  const [from] = placeOf(record, field)
  const [end, layout] = placeOf(record, last)
  return [at + from, end + strideOf(layout) - from]
}

type Place = readonly [offset: number, layout: AnyLayout]
/** Cached places of fields by declaration, because rules look up the same fields for every record. */
const places = new WeakMap<AnyLayout, Map<string, Place>>()

function placeOf(record: AnyLayout, field: string): Place {
  let known = places.get(record)
  if (!known) places.set(record, (known = new Map()))
  let place = known.get(field)
  if (!place) known.set(field, (place = foundPlace(record, field)))
  return place
}

function foundPlace(record: AnyLayout, field: string): Place {
  let at = 0
  let layout = record
  for (const step of field.split('/')) {
    const [offset, inner] = partAt(layout, step, field)
    at += offset
    layout = inner
  }
  return [at, layout]
}

function partAt(layout: AnyLayout, name: string, field: string): Place {
  const records = recordsOf(layout)
  if (records && /^\d+$/.test(name)) return [records.prefix + Number(name) * strideOf(records.element), records.element]
  let [at, end] = [0, 0]
  let previous: string | undefined
  for (const part of partsOf(layout)) {
    const isOtherCase = part.name !== undefined && part.name === previous
    if (!isOtherCase) at = end
    if (part.name === name) return [at, part.layout]
    const size = part.layout.fixedSize
    // Cases of one union are parts of one name at one place; a place behind them needs cases of one size.
    if (size === undefined || (isOtherCase && at + size !== end)) break
    end = at + size
    previous = part.name
  }
  throw new TypeError(`'${field}' has no fixed place`)
}

/** Bytes of a record. Throws TypeError where they differ from record to record. */
export function strideOf(record: AnyLayout): number {
  if (record.fixedSize === undefined) throw new TypeError('records of no fixed size')
  return record.fixedSize
}

/** Fields of a record that are numbers or vectors of numbers. */
type NumberField<C> = { [K in keyof C & string]: C[K] extends ScalarName ? K : never }[keyof C & string]

/**
 * The types of these fields as declared, for `columns`: `columns(map, 'areals', columnsOf(Areal, ['class_id']))`.
 * Throws TypeError for a field that holds no numbers at a fixed place.
 */
export function columnsOf<C, K extends NumberField<C>>(
  record: Layout<unknown, C>,
  fields: readonly K[],
): { readonly [F in K]: C[F] extends ScalarName ? C[F] : never }
export function columnsOf(record: AnyLayout, fields: readonly string[]): Readonly<Record<string, ScalarName>> {
  return Object.fromEntries(fields.map(field => [field, numbersAt(record, field).scalar]))
}

const found = new WeakMap<AnyLayout, Map<string, NumberPart>>()

function numbersAt(record: AnyLayout, field: string): NumberPart {
  let parts = found.get(record)
  if (!parts) found.set(record, (parts = new Map()))
  const known = parts.get(field)
  if (known) return known
  const part = numbersOf(record, field)
  if (!part) throw new TypeError(`'${field}' holds no numbers at a fixed place`)
  parts.set(field, part)
  return part
}

/** Numbers of a record by field; a vector as an array. Fields left out keep their bytes. */
export type RecordNumbers<C> = { readonly [K in NumberField<C>]?: number | readonly number[] }

/**
 * The numbers of records that lie at known places of a payload, read and written by field. `at` is where the record
 * begins. Throws RangeError outside the bytes, TypeError for a field that holds no numbers at a fixed place. For whole
 * arrays use `columns`.
 */
export class RecordView<C> {
  private readonly view: DataView

  constructor(
    private readonly record: Layout<unknown, C>,
    bytes: Bytes,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The first number of a field; of 32 bits at most. */
  number(at: number, field: NumberField<C>): number {
    const { at: offset, scalar } = numbersAt(this.record, field)
    return this.read(at + offset, scalar)
  }

  /** All numbers of a vector. */
  numbers(at: number, field: NumberField<C>): readonly number[] {
    const { at: offset, scalar, words } = numbersAt(this.record, field)
    return Array.from({ length: words }, (_, word) => this.read(at + offset + word * SCALAR_SIZE[scalar], scalar))
  }

  /** Overwrites fields; numbers are cut to the bits of their field. */
  write(at: number, values: RecordNumbers<C>): void {
    for (const [field, value] of Object.entries<number | readonly number[] | undefined>(values)) {
      if (value === undefined) continue
      const { at: offset, scalar, words } = numbersAt(this.record, field)
      const numbers = typeof value === 'number' ? [value] : value
      if (numbers.length !== words) throw new TypeError(`'${field}' has ${words} numbers`)
      numbers.forEach((number, word) => this.put(at + offset + word * SCALAR_SIZE[scalar], scalar, number))
    }
  }

  private read(at: number, scalar: ScalarName): number {
    if (isInteger(scalar)) return readInteger(this.view, at, scalar)
    return Number(readScalar(this.view, at, scalar))
  }

  private put(at: number, scalar: ScalarName, value: number): void {
    if (isInteger(scalar)) writeInteger(this.view, at, scalar, value)
    else if (scalar === 'f32' || scalar === 'f64') writeFloat(this.view, at, scalar, value)
    else throw new TypeError(`${scalar} is no number of 32 bits`)
  }
}

/** Overwrites fields of the record that begins at byte `at`; see `RecordView`. */
export function writeRecord<C>(bytes: Bytes, at: number, record: Layout<unknown, C>, values: RecordNumbers<C>): void {
  new RecordView(record, bytes).write(at, values)
}

/** The splice that overwrites these fields of the record at byte `at`, from the first of them to the last. */
export function recordSplice<C>(
  bytes: Bytes,
  at: number,
  record: Layout<unknown, C>,
  values: RecordNumbers<C>,
): Splice {
  const places = Object.entries(values).flatMap(([field, value]) =>
    value === undefined ? [] : [placeOf(record, field)],
  )
  const from = Math.min(...places.map(([offset]) => offset))
  const end = Math.max(...places.map(([offset, layout]) => offset + strideOf(layout)))
  const removed = bytes.slice(at + from, at + end)
  const inserted = removed.slice()
  writeRecord(inserted, -from, record, values)
  return { offset: at + from, removed, inserted }
}

/** A record with these numbers, all other bytes zero. */
export function newRecord<C>(record: Layout<unknown, C>, values: RecordNumbers<C>): Bytes {
  const bytes = new Uint8Array(strideOf(record))
  writeRecord(bytes, 0, record, values)
  return bytes
}
