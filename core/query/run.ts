import { canonicalSplices, editFrom, type Edit, type EditSource } from '../edit'
import { StudioError } from '../format'
import { INTEGER_LIMITS, SCALAR_SIZE, assign, isInteger, type Bytes, type ScalarName, type Splice } from '../layout'
import { compile, numberOf, truthOf } from './evaluate'
import type { TableField } from './fields'
import type { Query, Setting } from './syntax'
import type { Numbers, RecordTable } from './table'

/** What one `set` does to the records that it changes, in the order of the records. */
export interface QueryChange {
  readonly field: string
  readonly scalar: ScalarName
  /** Read in hexadecimal: bits. */
  readonly isHex: boolean
  readonly records: Uint32Array
  readonly before: Float64Array
  readonly after: Float64Array
  /** Where each number stands in the entry's payload. */
  readonly offsets: Uint32Array
}

export interface QueryOutcome {
  readonly looked: number
  /** Records for which `where` holds. */
  readonly matching: Uint32Array
  /** Matching records in which something changes; the others have the values already. */
  readonly changing: number
  readonly unchanged: number
  readonly changes: readonly QueryChange[]
}

export interface QueryOptions {
  /** Only these records are looked at, in this order: the rows of a table as filtered. */
  readonly records?: Numbers
}

/**
 * What a statement finds and would change; nothing is changed by it. Right sides are worked out on the records as they
 * are before any `set`. Throws StudioError `query.…`: what cannot be set, and a result that the field cannot hold.
 */
export function runQuery(query: Query, table: RecordTable, { records }: QueryOptions = {}): QueryOutcome {
  const where = query.where && truthOf(query.where, table)
  const settings = query.sets.map(set => prepared(set, table))
  const looked = records?.length ?? table.count
  const matching = new Uint32Array(looked)
  let found = 0
  for (let row = 0; row < looked; row++) {
    const record = records ? records[row] ?? 0 : row
    if (!where || where(record)) matching[found++] = record
  }
  const hits = matching.slice(0, found).sort()
  const changes = settings.map(setting => changesOf(setting, hits, table))
  const changing = changes.length === 1 ? changes[0]?.records.length ?? 0 : new Set(changes.flatMap(({ records: changed }) => [...changed])).size
  return { looked, matching: hits, changing, unchanged: query.sets.length > 0 ? found - changing : 0, changes }
}

/** Whether the statement can be run on this table at all: array and all names are there. Throws StudioError `query.…`. */
export function checkQuery(query: Query, table: RecordTable): void {
  if (query.where) truthOf(query.where, table)
  for (const set of query.sets) prepared(set, table)
}

interface Prepared {
  readonly set: Setting
  readonly field: TableField
  readonly scalar: ScalarName
  readonly value: (record: number) => number
  readonly isBits: boolean
}

function prepared(set: Setting, table: RecordTable): Prepared {
  const { field: name, at } = set
  compile({ op: 'field', at, name }, table)
  const field = table.field(name)
  if (!field || field.kind === 'text') throw new StudioError('query.text-set', { at, field: name })
  const { scalar } = field
  if (field.fixed || !scalar) throw new StudioError(`query.fixed-${field.fixed ?? 'computed'}`, { at, field: name })
  const value = numberOf(set.value, table)
  return { set, field, scalar, value: value.number, isBits: value.isBits === true }
}

function changesOf({ set, field, scalar, value, isBits }: Prepared, matching: Uint32Array, table: RecordTable): QueryChange {
  const present = table.numbers(field.name)
  const records = new Uint32Array(matching.length)
  const before = new Float64Array(matching.length)
  const after = new Float64Array(matching.length)
  const places = new Uint32Array(matching.length)
  let count = 0
  for (const record of matching) {
    const old = present[record] ?? Number.NaN
    const wanted = fitted(value(record), scalar, isBits)
    if (Object.is(wanted, old)) continue
    check(wanted, scalar, set, record)
    records[count] = record
    before[count] = old
    after[count] = wanted
    places[count] = table.range(field, record)[0]
    count++
  }
  const isHex = field.control === 'flags' || field.meta.hex === true
  return { field: field.name, scalar, isHex, records: records.slice(0, count), before: before.slice(0, count), after: after.slice(0, count), offsets: places.slice(0, count) }
}

/** As the field would hold it: a 32-bit float rounded, bits in a field with a sign read with it. */
function fitted(value: number, scalar: ScalarName, isBits: boolean): number {
  if (scalar === 'f32') return Math.fround(value)
  if (scalar === 'f64') return value
  if (isBits && (scalar === 'i32' || scalar === 'i16' || scalar === 'i8') && value > 0x7fffffff) return value | 0
  return value === 0 ? 0 : value // a whole number has no -0
}

function check(value: number, scalar: ScalarName, { field, at }: Setting, record: number): void {
  if (!Number.isFinite(value)) throw new StudioError('query.not-finite', { at, field, record })
  if (!isInteger(scalar)) return
  if (!Number.isInteger(value)) throw new StudioError('query.not-whole', { at, field, record, value })
  const [min, max] = INTEGER_LIMITS[scalar]
  if (value < min || value > max) throw new StudioError('query.range', { at, field, record, value, min, max })
}

/** The splices of an outcome on the bytes that the table was read from. */
export function querySplices(table: RecordTable, changes: readonly QueryChange[]): readonly Splice[] {
  const splices = changes.flatMap(change => {
    const field = table.field(change.field)
    if (!field?.scalar) return []
    if (field.at === undefined) return Array.from(change.records, (record, i) => assign(table.document, table.pathOf(record, field), change.after[i] ?? 0).splices).flat()
    return placedSplices(table.document.bytes, field.scalar, change)
  })
  return canonicalSplices(table.document.bytes, splices)
}

/** One edit of an entry, or undefined where nothing changes. */
export function queryEdit(source: EditSource, table: RecordTable, outcome: QueryOutcome): Edit | undefined {
  const splices = querySplices(table, outcome.changes)
  return splices.length > 0 ? editFrom(source, { splices }) : undefined
}

function placedSplices(bytes: Bytes, scalar: ScalarName, { after, offsets }: QueryChange): readonly Splice[] {
  const size = SCALAR_SIZE[scalar]
  const written = new Uint8Array(after.length * size)
  const view = new DataView(written.buffer)
  for (let i = 0; i < after.length; i++) put(view, i * size, scalar, after[i] ?? 0)
  return Array.from(offsets, (offset, i) => ({
    offset, removed: bytes.subarray(offset, offset + size), inserted: written.subarray(i * size, (i + 1) * size),
  }))
}

function put(view: DataView, at: number, scalar: ScalarName, value: number): void {
  switch (scalar) {
    case 'u8': case 'i8': return view.setUint8(at, value & 0xff)
    case 'u16': case 'i16': return view.setUint16(at, value & 0xffff, true)
    case 'u32': case 'i32': return view.setUint32(at, value >>> 0, true)
    case 'f32': return view.setFloat32(at, value, true)
    case 'f64': return view.setFloat64(at, value, true)
    case 'u64': case 'i64': return
  }
}

export interface WrittenValue {
  readonly field: string
  readonly value: number
  /** Records that get it. */
  readonly records: number
}

/** Each value that would be written, with how many records get it; most first. */
export function writtenValues(changes: readonly QueryChange[]): readonly WrittenValue[] {
  const byField = new Map<string, Map<number, number>>()
  for (const { field, after } of changes) {
    const counts = byField.get(field) ?? new Map<number, number>()
    byField.set(field, counts)
    for (const value of after) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...byField].flatMap(([field, counts]) => [...counts].map(([value, records]) => ({ field, value, records })))
    .sort((a, b) => b.records - a.records)
}
