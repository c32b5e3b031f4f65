import { assignedEdit, canonicalSplices, type Edit, type EditSource, type FollowTables } from '../edit'
import {
  SCALAR_SIZE,
  assignAll,
  guarded,
  isSteered,
  withWords,
  type Assigned,
  type Bytes,
  type ScalarName,
  type Splice,
} from '../layout'
import type { Cell, Cells, Numbers } from './cells'
import { truthOf } from './evaluate'
import type { TableField } from './table-field'
import { prepared, type Prepared } from './setting'
import type { Query } from './syntax'
import type { RecordTable } from './table'

/** Effect of one `set` on the records that it changes, in their order. */
export interface QueryChange {
  readonly field: string
  readonly scalar: ScalarName | 'text'
  /** The values are bits, shown in hexadecimal. */
  readonly isHex: boolean
  readonly records: Uint32Array
  readonly before: Cells
  readonly after: Cells
  /** Offset of each value in the payload; empty where the values are of a directory. */
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
  /** Restricts the query to these records, in this order: the rows of a table as filtered. */
  readonly records?: Numbers
}

/**
 * What a statement finds and would change, without changing it. Right sides are computed on the records before any
 * `set`. Throws StudioError `query.…`: a field that cannot be set, a result that it cannot hold.
 */
export function runQuery(query: Query, table: RecordTable, { records }: QueryOptions = {}): QueryOutcome {
  const where = query.where && truthOf(query.where, table)
  const settings = query.sets.map(set => prepared(set, table))
  const looked = records?.length ?? table.count
  const matching = new Uint32Array(looked)
  let found = 0
  for (let row = 0; row < looked; row++) {
    const record = records ? (records[row] ?? 0) : row
    if (!where || where(record)) matching[found++] = record
  }
  const hits = matching.slice(0, found).sort()
  const changes = settings.map(setting => changesOf(setting, hits, table))
  const changing =
    changes.length === 1
      ? (changes[0]?.records.length ?? 0)
      : new Set(changes.flatMap(({ records: changed }) => [...changed])).size
  return { looked, matching: hits, changing, unchanged: query.sets.length > 0 ? found - changing : 0, changes }
}

/** Checks that the statement can run on this table: the array and all names exist. Throws StudioError `query.…`. */
export function checkQuery(query: Query, table: RecordTable): void {
  if (query.where) truthOf(query.where, table)
  for (const set of query.sets) prepared(set, table)
}

function changesOf(
  { set: { field: name }, field, present, wanted }: Prepared,
  matching: Uint32Array,
  table: RecordTable,
): QueryChange {
  const records: number[] = []
  const before: Cell[] = []
  const after: Cell[] = []
  for (const record of matching) {
    if (table.isMissing(field, record)) continue
    const old = present(record)
    const value = wanted(record)
    if (Object.is(value, old)) continue
    records.push(record)
    before.push(old)
    after.push(value)
  }
  const scalar = field.scalar ?? 'text'
  return {
    field: name,
    scalar,
    isHex: field.control === 'flags' || field.meta.hex === true,
    records: new Uint32Array(records),
    before: packed(before, scalar),
    after: packed(after, scalar),
    offsets: new Uint32Array(records.map(record => table.range(field, record)[0])),
  }
}

function packed(cells: readonly Cell[], scalar: QueryChange['scalar']): Cells {
  if (scalar === 'text') return cells.map(String)
  if (scalar === 'u64' || scalar === 'i64')
    return (scalar === 'u64' ? BigUint64Array : BigInt64Array).from(cells.map(BigInt))
  const numbers = new Float64Array(cells.length)
  for (let i = 0; i < numbers.length; i++) numbers[i] = Number(cells[i])
  return numbers
}

/** The splices of an outcome on the bytes that the table was read from. */
export function querySplices(table: RecordTable, changes: readonly QueryChange[]): readonly Splice[] {
  if (changes.some(change => !isPlaced(table.field(change.field)))) {
    const cells = changes.flatMap(change => assignedCells(table, change))
    return canonicalSplices(table.document.bytes, assignAll(table.document, cells).splices)
  }
  const splices = changes.flatMap(change => {
    const scalar = table.field(change.field)?.scalar
    return scalar ? placedSplices(table.document.bytes, scalar, change) : []
  })
  return guardedCells(table, changes, canonicalSplices(table.document.bytes, splices))
}

/** Whether the number has one offset in every record. */
const isPlaced = (field: TableField | undefined): boolean => field?.at !== undefined && field.scalar !== undefined

/** Refuses numbers that would change the meaning of other bytes. */
function guardedCells(
  table: RecordTable,
  changes: readonly QueryChange[],
  splices: readonly Splice[],
): readonly Splice[] {
  const { document } = table
  if (!isSteered(document.layout)) return splices
  const sizes = changes.flatMap(({ field: name, records }) => {
    const field = table.field(name)
    if (field?.at === undefined || !field.scalar) return []
    const size = SCALAR_SIZE[field.scalar]
    return Array.from(records, record => [table.pathOf(record, field), size] as const)
  })
  return sizes.length === 0 ? splices : guarded(document, new Map(sizes), { splices }).splices
}

/** One edit of an entry, or undefined where nothing changes. `tables`: the `follow` of its format. */
export function queryEdit(
  source: EditSource,
  table: RecordTable,
  outcome: QueryOutcome,
  tables?: FollowTables,
): Edit | undefined {
  const splices = querySplices(table, outcome.changes)
  return splices.length > 0 ? assignedEdit(source, table.document, { splices }, tables) : undefined
}

/** The cells of a change as values of their nodes. */
function assignedCells(table: RecordTable, { field: name, records, after }: QueryChange): readonly Assigned[] {
  const field = table.field(name)
  if (!field) return []
  return Array.from(records).flatMap((record, i) => {
    const node = table.cell(field, record)
    const value = after[i] ?? 0
    return node ? [{ path: node.path, value: typeof value === 'string' ? withWords(node, value) : value }] : []
  })
}

function placedSplices(bytes: Bytes, scalar: ScalarName, { after, offsets }: QueryChange): readonly Splice[] {
  const size = SCALAR_SIZE[scalar]
  const written = new Uint8Array(after.length * size)
  const view = new DataView(written.buffer)
  for (let i = 0; i < after.length; i++) put(view, i * size, scalar, after[i] ?? 0)
  return Array.from(offsets, (offset, i) => ({
    offset,
    removed: bytes.subarray(offset, offset + size),
    inserted: written.subarray(i * size, (i + 1) * size),
  }))
}

function put(view: DataView, at: number, scalar: ScalarName, cell: Cell): void {
  if (scalar === 'u64' || scalar === 'i64') return view.setBigUint64(at, BigInt.asUintN(64, BigInt(cell)), true)
  const value = Number(cell)
  switch (scalar) {
    case 'u8':
    case 'i8':
      return view.setUint8(at, value & 0xff)
    case 'u16':
    case 'i16':
      return view.setUint16(at, value & 0xffff, true)
    case 'u32':
    case 'i32':
      return view.setUint32(at, value >>> 0, true)
    case 'f32':
      return view.setFloat32(at, value, true)
    case 'f64':
      return view.setFloat64(at, value, true)
  }
}

export interface WrittenValue {
  readonly field: string
  readonly value: Cell
  /** Number of records that would have the value. */
  readonly records: number
}

/** Each value that would be written, with how many records get it; most first. */
export function writtenValues(changes: readonly QueryChange[]): readonly WrittenValue[] {
  const byField = new Map<string, Map<Cell, number>>()
  for (const { field, after } of changes) {
    const counts = byField.get(field) ?? new Map<Cell, number>()
    byField.set(field, counts)
    for (const value of after) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...byField]
    .flatMap(([field, counts]) => [...counts].map(([value, records]) => ({ field, value, records })))
    .sort((a, b) => b.records - a.records)
}
