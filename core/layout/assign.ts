import { Comparison, isPlaced } from './document/compare'
import { locate } from './document/document'
import { guarded } from './guard'
import { LayoutError } from './model/error'
import { evaluateLength } from './model/formula'
import type { Assignment, Document, Node, Value } from './model/layout'
import { readCount, sourceOf } from './document/measure'
import { writeInteger } from './model/numbers'
import { differingRuns, joinedBytes, joinedSplices } from './document/runs'
import { INTEGER_LIMITS, SCALAR_SIZE, type AnyLayout, type Field } from './model/shape'
import { placeOf, renumbered } from './references'
import { withAttributes } from './shapes/declare'
import { expectedAt, followingOf } from './shapes/following'
import { nodeNamed, nodesCounted } from './shapes/named-node'
import type { Counts } from './shapes/operations'
import { countsOf, lengthOf, operationsOf, partsOf, recordsOf } from './shapes/table'
import { mostFramed, prefixWith } from './shapes/sized'
import { elementOf, fieldsOf, scalarOf } from './shapes/views'
import type { Bytes, Move, Splice } from './model/splice'
import { TreeNode } from './document/tree'
import { encode } from './document/write'

/**
 * The body of a frame (`sized`), which has the value of the frame; every other node itself. A frame with a shortened
 * size is returned as it is: the form of its size is part of its value.
 */
export function unframed(node: TreeNode): TreeNode {
  const { shape } = node.layout
  const body = shape.of === 'sized' && !shape.isShortened && node.isWhole ? node.childNamed('body') : undefined
  return body ? unframed(body) : node
}

export const derived = (node: TreeNode, given: Value): LayoutError => {
  const expected = followingOf(node.layout) ? (expectedAt(node) ?? node.value) : node.value
  return new LayoutError('layout.derived', { expected: shown(expected), found: shown(given) }, node.path)
}

/** The assignment of a value to a node, and the size of the value in bytes. Throws LayoutError. */
export function assignment(document: Document, node: TreeNode, value: Value): Assignment & { readonly size: number } {
  const { path } = node
  if (node.isGap) return { ...assignGap(node, value), size: node.size }
  const { bytes, attributes } = encode(node.layout, value, path, node.around)
  if (node.role === 'derived' && (!followingOf(node.layout) || value !== expectedAt(node))) {
    if (runsAt(document.bytes, node.offset, bytes).length === 0) return { splices: [], size: node.size }
    throw derived(node, value)
  }
  if (node.layout.fixedSize !== undefined) {
    const splices = runsAt(document.bytes, node.offset, bytes)
    if (splices.length > 0) checkFormulas(node, sourceOf(bytes).view)
    return { splices, size: node.size }
  }
  if (node.offset + node.size < document.bytes.length) checkEnd(node.layout, bytes, path)
  const count = Array.isArray(value) || value instanceof Uint8Array ? value.length : 0
  const owner = lengthOf(node.layout) && count !== node.count ? resize(node, count) : []
  const comparison = new Comparison(node.source, sourceOf(bytes), node.around)
  comparison.compare(node.layout, withAttributes(node.layout, attributes), path, node, {
    offset: 0,
    size: bytes.length,
    count,
  })
  const splices = [...owner, ...comparison.splices]
  return {
    ...joined(document, node, splices, changed(node, attributes), comparison.moves),
    size: bytes.length,
  }
}

/**
 * Inserts records into an array or list before record `at`. Fields of the document that refer to records behind them by
 * number get the new numbers; those in `values` are taken as they are.
 */
export function insertRecords(document: Document, arrayPath: string, at: number, values: readonly Value[]): Assignment {
  const node = arrayAt(document, arrayPath, at, 0)
  const element = elementOf(node.layout)
  if (!element) return { splices: [] }
  const inserted = joinedBytes(
    values.map((value, k) => encode(element, value, `${node.path}/${at + k}`, node.inside).bytes),
  )
  if (values.length > 0) {
    if (at > 0)
      checkEnd(element, document.bytes.subarray(placeOf(node, at - 1), placeOf(node, at)), `${node.path}/${at - 1}`)
    if (at < node.wholeRecords) checkEnd(element, inserted, `${node.path}/${at + values.length - 1}`)
  }
  const splice = { offset: placeOf(node, at), removed: new Uint8Array(0), inserted }
  return moved(document, node, splice, { array: node.path, at, removed: 0, inserted: values.length })
}

/**
 * Removes `count` records from an array or list, from record `at` on. Fields that refer to records behind them get the
 * new numbers; LayoutError `layout.referred` where a field names one of those that are removed.
 */
export function removeRecords(document: Document, arrayPath: string, at: number, count: number): Assignment {
  const node = arrayAt(document, arrayPath, at, count)
  const offset = placeOf(node, at)
  const splice = {
    offset,
    removed: document.bytes.slice(offset, placeOf(node, at + count)),
    inserted: new Uint8Array(0),
  }
  return moved(document, node, splice, { array: node.path, at, removed: count, inserted: 0 })
}

/** A line before another ends in a line feed, or the two would become one. */
function checkEnd({ shape }: AnyLayout, bytes: Bytes, path: string): void {
  if (operationsOf(shape).needsEnd(shape, bytes, bytes.length)) throw new LayoutError('layout.line-end', {}, path)
}

/** The bytes of a value as the node at this place stores it. Throws LayoutError. */
export const encodeAt = (node: Node, value: unknown): Bytes =>
  encode(node.layout, value, node.path, node instanceof TreeNode ? node.around : undefined).bytes

/** The whole node at a path. Throws LayoutError `layout.no-node` and `layout.damaged`. */
export function nodeOf(document: Document, path: string): TreeNode {
  const node = locate(document, path)
  if (!(node instanceof TreeNode)) throw new LayoutError('layout.no-node', {}, path)
  if (!node.isWhole) throw new LayoutError('layout.damaged', {}, path)
  return node
}

function arrayAt(document: Document, path: string, at: number, count: number): TreeNode {
  const node = nodeOf(document, path)
  if (!recordsOf(node.layout)) throw new LayoutError('layout.no-array', {}, path)
  const isThere =
    Number.isInteger(at) && Number.isInteger(count) && at >= 0 && count >= 0 && at + count <= node.wholeRecords
  if (!isThere) throw new LayoutError('layout.no-node', {}, `${path}/${at + count}`)
  return node
}

function moved(document: Document, node: TreeNode, splice: Splice, move: Move): Assignment {
  if (move.removed === 0 && move.inserted === 0) return { splices: [] }
  const count = node.wholeRecords - move.removed + move.inserted
  const attributes = attributeLength(node.layout, count)
  const moves = isPlaced(elementOf(node.layout) ?? node.layout) ? [move] : []
  const splices = [...resize(node, count), splice, ...renumbered(document, node, move)].filter(isChange)
  const size = node.size + splice.inserted.length - splice.removed.length
  return guarded(document, new Map([[node.path, size]]), joined(document, node, splices, attributes, moves))
}

/**
 * The directory attribute that stores the length of an array, set to `count`; empty where the length is stored
 * elsewhere.
 */
export function attributeLength(layout: AnyLayout, count: number): Readonly<Record<string, number>> {
  const length = lengthOf(layout)
  return length?.from === 'attribute' ? { [length.name]: count } : {}
}

const isChange = ({ removed, inserted }: Splice): boolean =>
  removed.length !== inserted.length || removed.some((byte, k) => byte !== inserted[k])

function joined(
  document: Document,
  node: TreeNode,
  splices: readonly Splice[],
  attributes: Readonly<Record<string, number>>,
  moves: Assignment['moves'] = [],
): Assignment {
  return {
    splices: joinedSplices(document.bytes, [...splices, ...sizesAround(node, splices)]),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(moves.length > 0 && { moves }),
  }
}

/** Sizes of the frames around a node whose bytes become more or fewer. */
function sizesAround(node: TreeNode, splices: readonly Splice[]): readonly Splice[] {
  const more = splices.reduce((sum, { removed, inserted }) => sum + inserted.length - removed.length, 0)
  return frameSplices(new Map(framesAround(node).map(frame => [frame, more])))
}

/** The frames that contain a node, innermost first. */
export function framesAround(node: TreeNode): readonly TreeNode[] {
  const found: TreeNode[] = []
  for (let at = node.parent; at; at = at.parent) if (at.isBounded && at.layout.shape.of === 'sized') found.push(at)
  return found
}

/**
 * Splices of the sizes of frames whose bodies grow by these numbers of bytes. Where a size itself takes more bytes, the
 * frames around it grow by those, too.
 */
export function frameSplices(frames: ReadonlyMap<TreeNode, number>): readonly Splice[] {
  // A frame may be given by several nodes.
  const grown = new Map<string, { readonly frame: TreeNode; more: number }>()
  const grow = (frame: TreeNode, by: number): void => {
    const known = grown.get(frame.path) ?? { frame, more: 0 }
    known.more += by
    grown.set(frame.path, known)
  }
  for (const [frame, more] of frames) grow(frame, more)
  const fromInside = [...grown.values()].sort((a, b) => depthOf(b.frame) - depthOf(a.frame))
  return fromInside.flatMap(({ frame }) => {
    const splices = frameSplice(frame, grown.get(frame.path)?.more ?? 0)
    const more = splices.reduce((sum, { removed, inserted }) => sum + inserted.length - removed.length, 0)
    if (more !== 0) for (const around of framesAround(frame)) grow(around, more)
    return splices
  })
}

const depthOf = (node: TreeNode): number => (node.parent ? 1 + depthOf(node.parent) : 0)

function frameSplice(frame: TreeNode, more: number): readonly Splice[] {
  const { layout, source, path, offset, isWhole } = frame
  const { shape } = layout
  if (more === 0 || shape.of !== 'sized') return []
  if (!isWhole) throw new LayoutError('layout.damaged', {}, path)
  const { before, after, size } = prefixWith(shape, source.view, offset, more)
  if (!after) throw new LayoutError('layout.long', { max: mostFramed(shape), found: size }, path)
  return [{ offset, removed: source.bytes.slice(offset, offset + before), inserted: after }].filter(isChange)
}

/** Attributes that are no longer what the declaration was made with. */
function changed(node: TreeNode, attributes: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const present = attributeCounts(node.layout)
  return Object.fromEntries(Object.entries(attributes).filter(([name, count]) => present.get(name) !== count))
}

/** Attributes of the directory row that are lengths of arrays, and their numbers. */
export function attributeCounts(layout: AnyLayout, found = new Map<string, number>()): Map<string, number> {
  const length = lengthOf(layout)
  if (length?.from === 'attribute') found.set(length.name, length.count)
  for (const part of partsOf(layout)) attributeCounts(part.layout, found)
  return found
}

function assignGap(node: TreeNode, value: Value): Assignment {
  if (!(value instanceof Uint8Array)) throw new LayoutError('layout.not-bytes', {}, node.path)
  if (value.length !== node.size)
    throw new LayoutError('layout.length', { expected: node.size, found: value.length }, node.path)
  return { splices: runsAt(node.source.bytes, node.offset, value) }
}

/** Splices that write `after` at `offset`: the runs of bytes that differ. */
export const runsAt = (before: Bytes, offset: number, after: Bytes): readonly Splice[] =>
  differingRuns(before.subarray(offset, offset + after.length), after, offset)

const shown = (value: Value): string | number => (typeof value === 'number' ? value : String(value))

/** Splices of the number that a list begins with. */
export function ownCountSplices(node: TreeNode, count: number): readonly Splice[] {
  const own = countOf(node.layout)
  return own ? [integerSplice(node.source.bytes, node.path, node.offset, own, count)] : []
}

/** Splices of the counts that follow an array's new length. Refuses where that length is not the array's own. */
function resize(node: TreeNode, count: number): readonly Splice[] {
  const { layout } = node
  const length = lengthOf(layout)
  if (!length) return ownCountSplices(node, count)
  if (length.from === 'attribute' || length.from === 'end') return []
  if (length.from === 'fixed')
    throw new LayoutError('layout.length', { expected: length.count, found: count }, node.path)
  const counters = countersOf(node)
  const splices = counters.flatMap(counter => counterSplices(counter, node, count))
  const numbers = new Map(counters.map(({ name, counts: { per } }) => [name, count / per]))
  checkLengths(node, name => numbers.get(name), count)
  return [...splices, ...tablesBeside(node).map(table => tableSplice(table, count))]
}

/**
 * Arrays beside an array that the program derives (`role: 'derived'`) and that have its length: hash tables of its
 * records. They get as many records as it, of zeros, which `Format.follow` fills.
 */
function tablesBeside(node: TreeNode): readonly TreeNode[] {
  const length = lengthOf(node.layout)
  if (length?.from !== 'formula' || node.role === 'derived') return []
  return fieldsBeside(node).flatMap(({ name, layout }) => {
    const own = lengthOf(layout)
    const isTable = layout.meta.role === 'derived' && own?.from === 'formula' && own.text === length.text
    const table = isTable ? node.parent?.childNamed(name) : undefined
    return table?.isWhole && table.stride !== undefined ? [table] : []
  })
}

/** Makes a table have `count` records: those of zeros are added at its end, removed ones are its last. */
function tableSplice(table: TreeNode, count: number): Splice {
  const offset = placeOf(table, Math.min(count, table.count))
  return {
    offset,
    removed: table.source.bytes.slice(offset, table.offset + table.size),
    inserted: new Uint8Array(Math.max(0, count - table.count) * (table.stride ?? 0)),
  }
}

/** A field that counts an array, and its name in the formula of the array's length. */
export interface Counter {
  readonly name: string
  readonly node: TreeNode
  readonly counts: Counts
}

/** The counts of an array, wherever they are: beside it, in a range of bits, in the record that its own belongs to. */
export function countersOf(node: TreeNode): readonly Counter[] {
  const length = lengthOf(node.layout)
  if (length?.from !== 'formula') return []
  return length.names.flatMap(name => {
    const found = nodeNamed(node, name)
    const counts = found && countsOf(found.layout)
    return counts && nodesCounted(found, counts).some(({ path }) => path === node.path)
      ? [{ name, node: found, counts }]
      : []
  })
}

/** Splices that set a counter of an array to `count` records. */
export function counterSplices(counter: Counter, { path }: TreeNode, count: number): readonly Splice[] {
  const {
    node: { layout, offset, source, name, parent, path: at },
    counts: { per, most },
  } = counter
  const value = count / per
  if (!Number.isInteger(value)) throw new LayoutError('layout.multiple', { per, found: count }, path)
  if (value > most) throw new LayoutError('layout.long', { max: most, found: count }, at)
  const { bytes } =
    isRange(layout) && parent
      ? encode(parent.layout, withRange(parent.value, name, value), at)
      : encode(layout, value, at)
  return runsAt(source.bytes, offset, bytes)
}

/** Whether it is a range of the bits of the number that holds it. */
export const isRange = ({ shape }: AnyLayout): boolean => shape.of === 'bits'

/** The value of a number of several ranges with another one in it. */
export function withRange(value: Value, name: string, range: Value): Value {
  const others = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array) ? value : {}
  return { ...others, [name]: range }
}

const fieldsBeside = ({ parent }: TreeNode): readonly Field[] => (parent && fieldsOf(parent.layout)) ?? []

/** The type of the number that a list begins with. */
function countOf(layout: AnyLayout): 'u8' | 'u16' | 'u32' | undefined {
  const scalar = scalarOf(partsOf(layout)[0]?.layout ?? layout)
  return scalar === 'u8' || scalar === 'u16' || scalar === 'u32' ? scalar : undefined
}

function integerSplice(
  bytes: Bytes,
  path: string,
  offset: number,
  scalar: 'u8' | 'u16' | 'u32',
  value: number,
): Splice {
  const [, max] = INTEGER_LIMITS[scalar]
  if (value > max) throw new LayoutError('layout.long', { max, found: value }, path)
  const inserted = new Uint8Array(SCALAR_SIZE[scalar])
  writeInteger(sourceOf(inserted).view, 0, scalar, value)
  return { offset, removed: bytes.slice(offset, offset + inserted.length), inserted }
}

/** Refuses a number that decides the length of an array beside it: the array would no longer have it. */
function checkFormulas(node: TreeNode, view: DataView): void {
  const changedTo = readCount(node.layout, view, 0)
  checkLengths(node, name => (name === node.name ? changedTo : undefined), undefined)
}

/** Every array beside `node` still has the length that its formula tells, with some numbers as they will be. */
function checkLengths(node: TreeNode, will: (name: string) => number | undefined, ownCount: number | undefined): void {
  const { parent } = node
  const tables = ownCount === undefined ? [] : tablesBeside(node).map(({ name }) => name)
  for (const { name, layout } of fieldsBeside(node)) {
    const length = lengthOf(layout)
    if (length?.from !== 'formula' || tables.includes(name)) continue
    if (name !== node.name && !length.names.some(used => will(used) !== undefined)) continue
    const array = name === node.name ? node : parent?.childNamed(name)
    // Of damaged bytes an array may be missing: there is nothing to disagree with.
    if (!array) continue
    const expected = evaluateLength(length.expression, used => will(used) ?? array.around?.valueOf(used) ?? Number.NaN)
    const found = array === node ? (ownCount ?? node.count) : array.count
    if (expected !== found)
      throw new LayoutError('layout.formula', { expected, found, formula: length.text }, array.path)
  }
}
