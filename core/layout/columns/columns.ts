import { VIEW, fillLists16, fillPlaced, fillRuns, fillStrided, type Column, type ColumnOf } from './column-fill'
import { placesOf, runsOf, type FieldRuns } from './column-runs'
import { locate } from '../document/document'
import { LayoutError } from '../model/error'
import type { Document } from '../model/layout'
import { SCALAR_SIZE, type AnyLayout, type ScalarName } from '../model/shape'
import { TreeNode } from '../document/tree'
import type { NumberPart } from '../shapes/operations'
import { recordsOf } from '../shapes/table'
import { elementOf, numbersOf, scalarOf } from '../shapes/views'

/** Requested types by field name, as `{ class_id: 'u32', anchor: 'f32' }`. */
export type Wanted = Readonly<Record<string, ScalarName>>
/** A typed array for each requested field. */
export type ColumnsOf<W extends Wanted> = { readonly [K in keyof W]: ColumnOf[W[K]] }

/** Values of an array within each record, end to end. */
export interface Ragged<V> {
  /** Records of run r are `starts[r] .. starts[r + 1]`; a record is as many numbers as its field has components. */
  readonly starts: Uint32Array<ArrayBuffer>
  readonly values: V
}

/**
 * Fields of all whole records of an array as typed arrays, read in tight loops without an object per record. Vectors
 * and fixed arrays give their components one after another. With types named the result has them; an unsigned field may
 * be requested as `u32`. Throws LayoutError `layout.column` for a field without numbers at a fixed place, or of another
 * type.
 */
export function columns<W extends Wanted>(document: Document, array: string, wanted: W): ColumnsOf<W>
export function columns<K extends string>(
  document: Document,
  array: string,
  fields: readonly K[],
): Readonly<Record<K, Column>>
export function columns(
  document: Document,
  array: string,
  fields: readonly string[] | Wanted,
): Readonly<Record<string, Column>> {
  const node = arrayAt(document, array)
  return each(fields, (field, as) => readColumn(node, field, as))
}

/** One field of all records; '' is the record itself, where it is a number or a vector. */
export function column<S extends ScalarName>(document: Document, array: string, field: string, as: S): ColumnOf[S]
export function column(document: Document, array: string, field: string, as: ScalarName): Column {
  return readColumn(arrayAt(document, array), field, as)
}

/** An array within each record of an array, end to end: `ragged(map, 'areals', 'vertices', 'f32')`; '' for lists. */
export function ragged<S extends ScalarName>(
  document: Document,
  array: string,
  field: string,
  as: S,
): Ragged<ColumnOf[S]>
export function ragged<W extends Wanted>(
  document: Document,
  array: string,
  field: string,
  wanted: W,
): Ragged<ColumnsOf<W>>
export function ragged<K extends string>(
  document: Document,
  array: string,
  field: string,
  parts: readonly K[],
): Ragged<Readonly<Record<K, Column>>>
export function ragged(document: Document, array: string, field: string): Ragged<Column>
export function ragged(
  document: Document,
  array: string,
  field: string,
  parts?: ScalarName | readonly string[] | Wanted,
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
  const element = elementOf(node.layout)
  const list = element && recordsOf(element)
  const {
    wholeRecords: count,
    places: index,
    source: { view },
  } = node
  if (list?.first !== 1 || scalarOf(list.element) !== 'u16' || !(index instanceof Uint32Array)) return undefined
  const { prefix } = list
  const starts = new Uint32Array(count + 1)
  const values = new Uint16Array(((index[count] ?? 0) - (index[0] ?? 0) - prefix * count) / 2)
  fillLists16(values, starts, view, index, prefix)
  return { starts, values }
}

/** Offsets of all whole records, then the end of the last one. */
export function offsets(document: Document, array: string): Uint32Array<ArrayBuffer> {
  const node = arrayAt(document, array)
  const { stride, wholeRecords, places, first, offset } = node
  const found = new Uint32Array(wholeRecords + 1)
  if (stride === undefined)
    for (let record = 0; record <= wholeRecords; record++) found[record] = places[record + first] ?? 0
  else for (let record = 0; record <= wholeRecords; record++) found[record] = offset + record * stride
  return found
}

function each(
  fields: readonly string[] | Wanted,
  read: (field: string, as?: ScalarName) => Column,
): Readonly<Record<string, Column>> {
  const asked: readonly (readonly [string, ScalarName?])[] = isNames(fields)
    ? fields.map(field => [field] as const)
    : Object.entries(fields)
  return Object.fromEntries(asked.map(([field, as]) => [field, read(field, as)]))
}

const isNames = (fields: readonly string[] | Wanted): fields is readonly string[] => Array.isArray(fields)

function arrayAt(document: Document, path: string): TreeNode {
  const node = locate(document, path)
  if (!(node instanceof TreeNode) || !recordsOf(node.layout) || node.isGap)
    throw new LayoutError('layout.no-array', {}, path)
  return node
}

const numbersIn = (layout: AnyLayout | undefined, field: string): NumberPart | undefined =>
  layout && numbersOf(layout, field)

function readColumn(node: TreeNode, field: string, as: ScalarName | undefined): Column {
  const {
    stride,
    source: { view, bytes },
    wholeRecords: count,
  } = node
  const part = numbersIn(elementOf(node.layout), field)
  if (!part) throw new LayoutError('layout.column', { field }, node.path)
  const { words, scalar } = part
  const width = SCALAR_SIZE[scalar]
  const first = node.offset + part.at
  if (stride === width * words) return convert(bytes.slice(first, first + count * stride).buffer, part, as, node, field)
  const out = new ArrayBuffer(count * words * width)
  if (stride === undefined) fillPlaced(out, view, placesOf(node), part.at, words, width)
  else fillStrided(out, view, first, stride, words, width)
  return convert(out, part, as, node, field)
}

function convert(
  buffer: ArrayBuffer,
  { scalar, isBigEndian }: NumberPart,
  as: ScalarName | undefined,
  node: TreeNode,
  field: string,
): Column {
  if (isBigEndian) reverseEach(new Uint8Array(buffer), SCALAR_SIZE[scalar])
  const found = VIEW[scalar](buffer)
  if (as === undefined || as === scalar) return found
  if (as === 'u32' && (found instanceof Uint8Array || found instanceof Uint16Array)) return Uint32Array.from(found)
  throw new LayoutError('layout.column', { field }, node.path)
}

/** Numbers with their highest byte first become numbers with it last. */
function reverseEach(bytes: Uint8Array, width: number): void {
  for (let at = 0; at < bytes.length; at += width) bytes.subarray(at, at + width).reverse()
}

function readRuns(
  node: TreeNode,
  { element, places, starts }: FieldRuns,
  total: number,
  name: string,
  as?: ScalarName,
): Column {
  const part = numbersOf(element, name)
  const stride = element.fixedSize
  if (!part || stride === undefined) throw new LayoutError('layout.column', { field: name }, node.path)
  const width = SCALAR_SIZE[part.scalar]
  const out = new ArrayBuffer(total * part.words * width)
  fillRuns(out, node.source.view, { places, starts, stride }, part.at, part.words, width)
  return convert(out, part, as, node, name)
}
