import { VIEW, fillLists16, fillPlaced, fillRuns, fillStrided, type Column, type ColumnOf } from './column-fill'
import { elementOf, placesOf, runsOf, type FieldRuns } from './column-runs'
import { locate } from '../document/document'
import { LayoutError } from '../model/error'
import type { AnyLayout, Document } from '../model/layout'
import { SCALAR_SIZE, type ScalarName } from '../model/shape'
import { TreeNode } from '../document/tree'

/** Types asked for by field name, as `{ class_id: 'u32', anchor: 'f32' }`. */
export type Wanted = Readonly<Record<string, ScalarName>>
export type ColumnsOf<W extends Wanted> = { readonly [K in keyof W]: ColumnOf[W[K]] }

export interface Ragged<V> {
  /** Records of run r are `starts[r] .. starts[r + 1]`; a record is as many numbers as its field has components. */
  readonly starts: Uint32Array<ArrayBuffer>
  readonly values: V
}

/**
 * Fields of all whole records of an array as typed arrays, read in tight loops without an object per record. Vectors
 * and fixed arrays give their components one after another. With types named the result has them; an unsigned field
 * may be asked as `u32`. Throws LayoutError `layout.column` for what is no such field.
 */
export function columns<W extends Wanted>(document: Document, array: string, wanted: W): ColumnsOf<W>
export function columns<K extends string>(document: Document, array: string, fields: readonly K[]): Readonly<Record<K, Column>>
export function columns(document: Document, array: string, fields: readonly string[] | Wanted): Readonly<Record<string, Column>> {
  const node = arrayAt(document, array)
  return each(fields, (field, as) => readColumn(node, field, as))
}

/** One field of all records; '' is the record itself, where it is a number or a vector. */
export function column<S extends ScalarName>(document: Document, array: string, field: string, as: S): ColumnOf[S]
export function column(document: Document, array: string, field: string, as: ScalarName): Column {
  return readColumn(arrayAt(document, array), field, as)
}

/** An array within each record of an array, end to end: `ragged(map, 'areals', 'vertices', 'f32')`; '' for lists. */
export function ragged<S extends ScalarName>(document: Document, array: string, field: string, as: S): Ragged<ColumnOf[S]>
export function ragged<W extends Wanted>(document: Document, array: string, field: string, wanted: W): Ragged<ColumnsOf<W>>
export function ragged<K extends string>(document: Document, array: string, field: string, parts: readonly K[]): Ragged<Readonly<Record<K, Column>>>
export function ragged(document: Document, array: string, field: string): Ragged<Column>
export function ragged(
  document: Document, array: string, field: string, parts?: ScalarName | readonly string[] | Wanted,
): Ragged<Column | Readonly<Record<string, Column>>> {
  const node = arrayAt(document, array)
  const lists = field === '' && (parts === undefined || parts === 'u16') ? lists16(node) : undefined
  if (lists) return lists
  const runs = runsOf(node, field)
  const total = runs.starts[runs.starts.length - 1] ?? 0
  const read = (name: string, as?: ScalarName): Column => readRuns(node, runs, total, name, as)
  const values = parts === undefined || typeof parts === 'string' ? read('', parts) : each(parts, read)
  return { starts: runs.starts, values }
}

/** An array of lists of u16, of which a map has more than of anything else; undefined for other arrays. */
function lists16(node: TreeNode): Ragged<ColumnOf['u16']> | undefined {
  const shape = elementOf(node)?.shape
  if (shape?.of !== 'list' || shape.element.shape.of !== 'scalar' || shape.element.shape.scalar !== 'u16') return undefined
  const { wholeRecords: count, places: index, source: { view } } = node
  if (!(index instanceof Uint32Array)) return undefined
  const prefix = SCALAR_SIZE[shape.scalar]
  const starts = new Uint32Array(count + 1)
  const values = new Uint16Array(((index[count] ?? 0) - (index[0] ?? 0) - prefix * count) / 2)
  fillLists16(values, starts, view, index, prefix)
  return { starts, values }
}

/** Where each whole record begins, and where the last one ends. */
export function offsets(document: Document, array: string): Uint32Array<ArrayBuffer> {
  const node = arrayAt(document, array)
  const { stride, wholeRecords } = node
  const from = node.layout.shape.of === 'list' ? 1 : 0
  return Uint32Array.from({ length: wholeRecords + 1 }, (_, record) =>
    (stride === undefined ? node.places[record + from] ?? 0 : node.offset + record * stride))
}

function each(fields: readonly string[] | Wanted, read: (field: string, as?: ScalarName) => Column): Readonly<Record<string, Column>> {
  const asked: readonly (readonly [string, ScalarName?])[] = isNames(fields) ? fields.map(field => [field] as const) : Object.entries(fields)
  return Object.fromEntries(asked.map(([field, as]) => [field, read(field, as)]))
}

const isNames = (fields: readonly string[] | Wanted): fields is readonly string[] => Array.isArray(fields)

function arrayAt(document: Document, path: string): TreeNode {
  const node = locate(document, path)
  const of = node?.layout.shape.of
  if (!(node instanceof TreeNode) || (of !== 'array' && of !== 'list') || node.isGap) throw new LayoutError('layout.no-array', {}, path)
  return node
}

/** Numbers at a fixed place of a record. */
interface Part {
  readonly at: number
  readonly scalar: ScalarName
  readonly words: number
}

function partOf(layout: AnyLayout | undefined, field: string): Part | undefined {
  if (!layout) return undefined
  if (field === '') return numbersOf(layout)
  const { shape } = layout
  const [name = '', ...inner] = field.split('/')
  if (shape.of !== 'struct') return undefined
  let at = 0
  for (const { name: present, layout: part } of shape.fields) {
    if (present === name) {
      const found = partOf(part, inner.join('/'))
      return found && { ...found, at: at + found.at }
    }
    if (part.fixedSize === undefined) return undefined
    at += part.fixedSize
  }
  return undefined
}

function numbersOf({ shape, fixedSize }: AnyLayout): Part | undefined {
  if (shape.of === 'scalar' || shape.of === 'count') return { at: 0, scalar: shape.scalar, words: 1 }
  if (shape.of === 'vector') return { at: 0, scalar: shape.scalar, words: shape.names.length }
  if (shape.of !== 'array' || fixedSize === undefined || shape.length.from !== 'fixed') return undefined
  const element = numbersOf(shape.element)
  return element && { ...element, words: element.words * shape.length.count }
}

function readColumn(node: TreeNode, field: string, as: ScalarName | undefined): Column {
  const { stride, source: { view, bytes }, wholeRecords: count } = node
  const part = partOf(elementOf(node), field)
  if (!part) throw new LayoutError('layout.column', { field }, node.path)
  const { words, scalar } = part
  const width = SCALAR_SIZE[scalar]
  const first = node.offset + part.at
  if (stride === width * words) return convert(VIEW[scalar](bytes.slice(first, first + count * stride).buffer), scalar, as, node, field)
  const out = new ArrayBuffer(count * words * width)
  if (stride === undefined) fillPlaced(out, view, placesOf(node), part.at, words, width)
  else fillStrided(out, view, first, stride, words, width)
  return convert(VIEW[scalar](out), scalar, as, node, field)
}

function convert(found: Column, scalar: ScalarName, as: ScalarName | undefined, node: TreeNode, field: string): Column {
  if (as === undefined || as === scalar) return found
  if (as === 'u32' && (found instanceof Uint8Array || found instanceof Uint16Array)) return Uint32Array.from(found)
  throw new LayoutError('layout.column', { field }, node.path)
}

function readRuns(node: TreeNode, { element, places, starts }: FieldRuns, total: number, name: string, as?: ScalarName): Column {
  const part = partOf(element, name)
  const stride = element.fixedSize
  if (!part || stride === undefined) throw new LayoutError('layout.column', { field: name }, node.path)
  const width = SCALAR_SIZE[part.scalar]
  const out = new ArrayBuffer(total * part.words * width)
  fillRuns(out, node.source.view, { places, starts, stride }, part.at, part.words, width)
  return convert(VIEW[part.scalar](out), part.scalar, as, node, name)
}
