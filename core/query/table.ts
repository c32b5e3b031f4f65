import { StudioError } from '../format'
import {
  LayoutError,
  SCALAR_SIZE,
  badgeNames,
  elementOf,
  f32Text,
  f64Text,
  nodeWithin,
  offsets,
  scalarOf,
  type Bytes,
  type Document,
  type Meta,
  type Node,
  type ScalarName,
  type Value,
  own,
} from '../layout'
import type { Numbers } from './cells'
import { computedNumbers } from './computed-columns'
import { arrayNode, formerFields, labelFields, tableFields } from './fields'
import type { TableField } from './table-field'
import type { Called } from './named'

/** Names of numbers of a field, those of its format and those of the modder. */
export type NumberNames = (meta: Meta) => Readonly<Record<number, string>>

/** Columns supplied by the caller, as numbers per record: whether it is edited, its number of problems. */
export type Given = Readonly<Record<string, Numbers>>

/** An array of records as columns; each is read once, at first use. */
export class RecordTable {
  readonly fields: readonly TableField[]
  readonly count: number
  /** Byte offset of each record, and of the end of the last one. */
  readonly offsets: Uint32Array
  private readonly byName: ReadonlyMap<string, TableField>
  private readonly known = new Map<string, Numbers>()
  private readonly knownWides = new Map<string, BigUint64Array | BigInt64Array>()
  private readonly knownTexts = new Map<string, readonly string[]>()
  private readonly knownBadges = new Map<string, Readonly<Record<number, string>>>()

  constructor(
    readonly document: Document,
    readonly node: Node,
    private readonly given: Given = {},
    private readonly nameNumbers: NumberNames = ({ values }) => values ?? {},
    private readonly nameBits: NumberNames = ({ bits }) => bits ?? {},
  ) {
    this.offsets = offsets(document, node.path)
    this.count = this.offsets.length - 1
    const element = elementOf(node.layout)
    const declared = element
      ? tableFields(element).filter(field => field.computed !== 'edited' || given['edited'] !== undefined)
      : []
    const own = withLabels(declared, labelFields(node))
    const names = new Set(own.map(field => field.name))
    const more = Object.keys(given)
      .filter(name => !names.has(name))
      .map(
        (name): TableField => ({
          name,
          path: '',
          kind: 'whole',
          role: 'derived',
          meta: {},
          control: 'integer',
          computed: 'given',
          fixed: 'computed',
        }),
      )
    this.fields = [...own, ...more]
    const former = element ? formerFields(element) : []
    this.byName = new Map([...former, ...this.fields].map(field => [field.name, field]))
  }

  get array(): string {
    return this.node.path
  }

  field(name: string): TableField | undefined {
    return this.byName.get(name)
  }

  /** Numbers of a column, one per record; NaN where a record has none. */
  numbers(name: string): Numbers {
    const present = this.known.get(name)
    if (present) return present
    const field = this.byName.get(name)
    if (!field) throw new LayoutError('layout.column', { field: name }, this.array)
    const fresh = own(this.given, name) ?? (field.computed ? computedNumbers(this, field) : this.stored(field))
    this.known.set(name, fresh)
    return fresh
  }

  /** Numbers of a column of 64 bits as they are; 0 where a record has none. */
  wides(field: TableField): BigUint64Array | BigInt64Array {
    const present = this.knownWides.get(field.name)
    if (present) return present
    const fresh = field.scalar === 'i64' ? new BigInt64Array(this.count) : new BigUint64Array(this.count)
    const view = new DataView(this.document.bytes.buffer, this.document.bytes.byteOffset, this.document.bytes.length)
    for (let record = 0; record < this.count; record++) {
      if (field.at === undefined) {
        const node = this.cell(field, record)
        if (node?.isWhole && typeof node.value === 'bigint') fresh[record] = node.value
        continue
      }
      const [offset, size] = this.range(field, record)
      if (size === SCALAR_SIZE.u64)
        fresh[record] = field.scalar === 'i64' ? view.getBigInt64(offset, true) : view.getBigUint64(offset, true)
    }
    this.knownWides.set(field.name, fresh)
    return fresh
  }

  /** Names of a field's numbers; of one with badges those of the records that it names. */
  names(field: TableField): Readonly<Record<number, string>> {
    const named = this.nameNumbers(field.meta)
    return field.kind === 'text' ? named : { ...named, ...this.badges(field) }
  }

  /** Names of the records whose badges a field shows, by number; undefined where it has none. */
  badges({ meta, name }: TableField): Readonly<Record<number, string>> | undefined {
    if (!meta.badge) return undefined
    const names = this.knownBadges.get(name) ?? badgeNames(this.document, meta) ?? {}
    this.knownBadges.set(name, names)
    return names
  }

  /** Names of a field's numbers and bits. */
  called(field: TableField): Called {
    return { values: this.names(field), bits: this.nameBits(field.meta) }
  }

  /** Numbers of a field that have this name, in any case. */
  named(field: TableField, name: string): readonly number[] {
    const wanted = name.trim().toLowerCase()
    return Object.entries(this.names(field)).flatMap(([number, known]) =>
      known.trim().toLowerCase() === wanted ? [Number(number)] : [],
    )
  }

  /** Whether numbers of a field have names. */
  hasNames(field: TableField): boolean {
    return Object.keys(this.names(field)).length > 0
  }

  /** Texts of a column, one per record: of a number as `f32Text` prints it. */
  texts(name: string): readonly string[] {
    const present = this.knownTexts.get(name)
    if (present) return present
    const fresh = Array.from({ length: this.count }, (_, record) => this.text(name, record))
    this.knownTexts.set(name, fresh)
    return fresh
  }

  /** One cell as a neutral text that reads back as its value. */
  text(name: string, record: number): string {
    const field = this.byName.get(name)
    if (!field || this.isMissing(field, record)) return ''
    if (isWide(field)) return String(this.wides(field)[record] ?? '')
    if (field.kind !== 'text') return numberText(this.numbers(name)[record] ?? Number.NaN, field)
    const node = this.cell(field, record)
    return node ? valueText(node) : ''
  }

  /** Whether the record has no such field, or one of another kind in its place. */
  isMissing(field: TableField, record: number): boolean {
    if (field.isOptional !== true) return false
    const node = this.cell(field, record)
    return !node || node.kind === 'struct' || (field.kind !== 'text' && scalarOf(node.layout) === undefined)
  }

  /** The node of a stored cell. */
  cell(field: Pick<TableField, 'path'>, record: number): Node | undefined {
    const whole = record >= 0 && record < this.count ? this.node.child(record) : undefined
    if (field.path === '' || !whole) return whole
    return nodeWithin(whole, field.path)
  }

  /** Bytes of a cell; of a computed column those of the record. */
  range(field: TableField, record: number): readonly [offset: number, size: number] {
    const start = this.offsets[record] ?? 0
    if (field.at !== undefined && field.scalar) return [start + field.at, SCALAR_SIZE[field.scalar]]
    const node =
      field.computed === undefined || field.computed === 'count' || field.computed === 'items'
        ? this.cell(field, record)
        : undefined
    return node ? [node.offset, node.size] : [start, (this.offsets[record + 1] ?? start) - start]
  }

  pathOf(record: number, field?: TableField): string {
    if (field?.isOptional) return this.cell(field, record)?.path ?? this.pathOf(record)
    return [this.array, String(record), ...(field && field.path !== '' ? [field.path] : [])]
      .filter(part => part !== '')
      .join('/')
  }

  private stored(field: TableField): Numbers {
    if (field.at !== undefined && field.scalar)
      return readPlaced(this.document.bytes, this.offsets, this.count, field.at, field.scalar)
    return Float64Array.from({ length: this.count }, (_, record) => {
      const node = this.cell(field, record)
      return node?.isWhole ? asNumber(node.value) : Number.NaN
    })
  }
}

/** Columns with those of labels behind the stored ones. */
function withLabels(declared: readonly TableField[], labels: readonly TableField[]): readonly TableField[] {
  if (labels.length === 0) return declared
  const names = new Set(declared.map(({ name }) => name))
  const computed = declared.findIndex(({ fixed }) => fixed === 'computed')
  const end = computed < 0 ? declared.length : computed
  return [...declared.slice(0, end), ...labels.filter(({ name }) => !names.has(name)), ...declared.slice(end)]
}

/** The records of an array as a table. Throws StudioError `query.no-array`. */
export function openTable(
  document: Document,
  array: string,
  given?: Given,
  names?: NumberNames,
  bits?: NumberNames,
): RecordTable {
  const node = arrayNode(document, array)
  if (!node) throw new StudioError('query.no-array', { at: 1, array })
  return new RecordTable(document, node, given, names, bits)
}

/** Whether a column holds numbers that only a bigint represents exactly. */
export const isWide = ({ scalar }: Pick<TableField, 'scalar'>): boolean => scalar === 'u64' || scalar === 'i64'

/** Reads one number of each record, `at` bytes behind its start. */
function readPlaced(bytes: Bytes, places: Uint32Array, count: number, at: number, scalar: ScalarName): Numbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fill = <T extends { [index: number]: number }>(out: T, read: (place: number) => number): T => {
    for (let record = 0; record < count; record++) out[record] = read((places[record] ?? 0) + at)
    return out
  }
  switch (scalar) {
    case 'u8':
      return fill(new Uint8Array(count), place => view.getUint8(place))
    case 'i8':
      return fill(new Int8Array(count), place => view.getInt8(place))
    case 'u16':
      return fill(new Uint16Array(count), place => view.getUint16(place, true))
    case 'i16':
      return fill(new Int16Array(count), place => view.getInt16(place, true))
    case 'u32':
      return fill(new Uint32Array(count), place => view.getUint32(place, true))
    case 'i32':
      return fill(new Int32Array(count), place => view.getInt32(place, true))
    case 'f32':
      return fill(new Float32Array(count), place => view.getFloat32(place, true))
    case 'f64':
      return fill(new Float64Array(count), place => view.getFloat64(place, true))
    case 'u64':
      return fill(new Float64Array(count), place => Number(view.getBigUint64(place, true)))
    case 'i64':
      return fill(new Float64Array(count), place => Number(view.getBigInt64(place, true)))
  }
}

function asNumber(value: Value): number {
  if (typeof value === 'number') return value
  return typeof value === 'bigint' ? Number(value) : Number.NaN
}

/** A number as the table prints it: the shortest text that is the same number in its field. */
export function numberText(value: number, field: Pick<TableField, 'kind' | 'scalar' | 'isMixed'>): string {
  if (field.kind === 'whole' || (field.isMixed && Number.isSafeInteger(value))) return String(value)
  if (field.isMixed) return f32Text(value)
  return field.scalar === 'f32' ? f32Text(value) : f64Text(value)
}

const ITEMS_SHOWN = 64

function valueText(node: Node): string {
  if (!node.isWhole) return ''
  const { value } = node
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array)
    return Array.from(value.subarray(0, ITEMS_SHOWN), byte => byte.toString(16).padStart(2, '0')).join(' ')
  if (Array.isArray(value) && value.some(one => typeof one === 'object')) return `[${value.length}]`
  if (Array.isArray(value)) return value.slice(0, ITEMS_SHOWN).join(' ') + (value.length > ITEMS_SHOWN ? ' …' : '')
  if (typeof value === 'object' && 'text' in value) return String(value.text)
  return String(value)
}

/** Number of occurrences of each value in a column. */
export function countCells(table: RecordTable, field: TableField): ReadonlyMap<number | bigint | string, number> {
  if (field.kind === 'text') return countAll(table.texts(field.name))
  return isWide(field) ? countAll(table.wides(field)) : countValues(table.numbers(field.name))
}

/** Number of occurrences of each number in a column of numbers. */
export const countValues = (values: Numbers): ReadonlyMap<number, number> => countAll(values)

function countAll<T>(values: ArrayLike<T>): ReadonlyMap<T, number> {
  const counts = new Map<T, number>()
  for (let record = 0; record < values.length; record++) {
    const value = values[record]
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}
