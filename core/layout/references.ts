import { document, locate } from './document/document'
import { spliced } from './document/runs'
import { TreeNode } from './document/tree'
import { encode } from './document/write'
import { LayoutError } from './model/error'
import type { Assignment, Document, Node } from './model/layout'
import { readInteger, writeInteger } from './model/numbers'
import type { AnyLayout } from './model/shape'
import type { Bytes, Move, Splice } from './model/splice'
import { withAttributes } from './shapes/declare'
import { anywhere, recordsOf } from './shapes/table'
import { fieldsOf } from './shapes/views'

// Fields that name records of an array by number (`refers`). A number outside the array names none.

/** Whether anything in a declaration refers to the array of this path. */
type Refers = (layout: AnyLayout) => boolean

const searches = new Map<string, Refers>()
const numbered = new WeakMap<AnyLayout, ReadonlySet<string>>()

function referringTo(array: string): Refers {
  let search = searches.get(array)
  if (!search) searches.set(array, (search = anywhere(({ meta }) => meta.refers === array, new WeakMap())))
  return search
}

/** Paths of the arrays whose records are named by number, by fields of this entry or of other entries. */
function numberedArrays(layout: AnyLayout): ReadonlySet<string> {
  let arrays = numbered.get(layout)
  if (arrays) return arrays
  const found = new Set<string>()
  anywhere(({ meta }) => {
    if (typeof meta.refers === 'string') found.add(meta.refers)
    return false
  }, new Map())(layout)
  for (const { name, layout: field } of fieldsOf(layout) ?? []) if (field.meta.isReferredElsewhere) found.add(name)
  numbered.set(layout, (arrays = found))
  return arrays
}

/** Calls back for each field that refers to the array, whatever its number. */
function eachReference(node: TreeNode, array: string, visit: (field: TreeNode) => void, isWithin = false): void {
  const isOne = isWithin || node.layout.meta.refers === array
  if (!isOne && !referringTo(array)(node.layout)) return
  if (node.childCount === 0) {
    if (isOne && node.role !== 'derived' && numberOf(node) !== undefined) visit(node)
  } else for (let k = 0; k < node.childCount; k++) eachReference(node.child(k), array, visit, isOne)
}

function numberOf(node: TreeNode): number | undefined {
  if (!node.isWhole || node.isGap || node.layout.fixedSize === undefined) return undefined
  const { value } = node
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** The number that a record has after a move; undefined for one that is removed or replaced. */
function numberAfter({ at, removed, inserted }: Move, record: number): number | undefined {
  if (record < at) return record
  return record < at + removed ? undefined : record + inserted - removed
}

/**
 * Splices that give the new number to every field that refers to a record behind those that are inserted or removed.
 * Throws LayoutError `layout.referred` with the first field that names a record that is removed, and
 * `layout.referred-elsewhere` where fields of other entries name them.
 */
export function renumbered({ root, bytes }: Document, array: TreeNode, move: Move): readonly Splice[] {
  const { path, wholeRecords: count } = array
  if (move.at + move.removed === count && move.removed === 0) return []
  if (array.layout.meta.isReferredElsewhere) throw new LayoutError('layout.referred-elsewhere', {}, path)
  if (!(root instanceof TreeNode) || !referringTo(path)(root.layout)) return []
  const removed = { from: placeOf(array, move.at), to: placeOf(array, move.at + move.removed) }
  const fields = new Map<number, { readonly size: number; readonly inserted: Bytes }>()
  eachReference(root, path, field => {
    const record = numberOf(field) ?? -1
    if (record < move.at || record >= count) return
    if (field.offset >= removed.from && field.offset < removed.to) return
    const after = numberAfter(move, record)
    if (after === undefined) throw new LayoutError('layout.referred', { field: field.path }, path)
    const { offset, size } = field
    const present = fields.get(offset)?.inserted ?? bytes.slice(offset, offset + size)
    fields.set(offset, { size, inserted: withNumber(field, record, after, present) })
  })
  return [...fields].map(([offset, { size, inserted }]) => ({
    offset,
    removed: bytes.slice(offset, offset + size),
    inserted,
  }))
}

/** The number of a record after a change, of that array, for this field; undefined: it stays. */
type Turn = (array: string, record: number, field: Node) => number | undefined

/** Whether anything in a declaration refers to one of these arrays; without `arrays` to any array of its entry. */
export function refersTo({ layout }: Pick<Node, 'layout'>, arrays?: Iterable<string>): boolean {
  if (!arrays) return holdsReference(layout)
  for (const array of arrays) if (referringTo(array)(layout)) return true
  return false
}

/** Those of many arrays, such as the lists of all cells of a map, that anything in a declaration refers to: they are few. */
export function referredArrays({ layout }: Pick<Node, 'layout'>, arrays: Iterable<string>): readonly string[] {
  const numbers = numberedArrays(layout)
  return [...arrays].filter(array => numbers.has(array))
}

/**
 * Splices that renumber references to records, in fields within `nodes`; with `arrays` only references to records of
 * those. `around`: the array that the record around them refers to. Throws LayoutError where a field cannot hold the
 * number.
 */
export function turnedReferences(
  { bytes }: Document,
  nodes: readonly Node[],
  turn: Turn,
  arrays?: readonly string[],
  around?: string,
): readonly Splice[] {
  const fields = new Map<number, { readonly size: number; readonly inserted: Bytes }>()
  const meant =
    arrays && new Set(nodes.flatMap(node => referredArrays(node, arrays)).concat(arrays.filter(one => one === around)))
  const visit = (node: TreeNode, outer: string | undefined): void => {
    const { refers } = node.layout.meta
    const array = typeof refers === 'string' ? refers : outer
    if (array === undefined && !refersTo(node, meant)) return
    if (node.childCount > 0) {
      for (let k = 0; k < node.childCount; k++) visit(node.child(k), array)
      return
    }
    if (array === undefined || (meant && !meant.has(array)) || node.role === 'derived') return
    const record = numberOf(node)
    const after = record === undefined ? undefined : turn(array, record, node)
    if (record === undefined || after === undefined || after === record) return
    const { offset, size } = node
    const present = fields.get(offset)?.inserted ?? bytes.slice(offset, offset + size)
    fields.set(offset, { size, inserted: withNumber(node, record, after, present) })
  }
  for (const node of nodes) if (node instanceof TreeNode) visit(node, around)
  return [...fields]
    .sort(([a], [b]) => a - b)
    .map(([offset, { size, inserted }]) => ({ offset, removed: bytes.slice(offset, offset + size), inserted }))
}

/** The array that a field refers to, by its own declaration or that of what holds it. */
export function referredBy(node: Node): string | undefined {
  for (let at: Node | undefined = node; at; at = at.parent) {
    const { refers } = at.layout.meta
    if (typeof refers === 'string') return refers
  }
  return undefined
}

const holdsReference = anywhere(({ meta }) => typeof meta.refers === 'string', new WeakMap())

/** The bytes of a field with another number in it; of a range of bits with the other bits as they are. */
function withNumber({ layout, path }: TreeNode, before: number, after: number, present: Bytes): Bytes {
  const { bytes } = encode(layout, after, path)
  const { shape } = layout
  if (shape.of !== 'bits') return bytes
  const view = new DataView(present.buffer, present.byteOffset, present.length)
  writeInteger(view, 0, shape.scalar, readInteger(view, 0, shape.scalar) + (after - before) * 2 ** shape.at)
  return present
}

/** Byte offset of a record; of the end of the last one too. */
export function placeOf(node: TreeNode, record: number): number {
  if (node.stride !== undefined) return node.offset + record * node.stride
  return node.places[record + node.first] ?? node.offset + node.size
}

/** The same of any node; of its end where it has fewer records. */
export function recordPlace(node: Node, record: number): number {
  if (node instanceof TreeNode) return placeOf(node, record)
  const index = record + (node.kind === 'list' ? 1 : 0)
  return index < node.childCount ? node.child(index).offset : node.offset + node.size
}

/**
 * Checks new values of whole arrays. Where records were removed or inserted before others, an unchanged reference would
 * name another record or none. Records may be added at the end. Throws LayoutError `layout.referred` with the array and
 * the field, `layout.referred-elsewhere`.
 */
export function checkReferences(opened: Document, paths: readonly string[], { splices, attributes }: Assignment): void {
  const { layout, bytes } = opened
  checkPlaces(opened, splices)
  const arrays = [...numberedArrays(layout)].filter(array => paths.some(path => isWithin(array, path)))
  if (arrays.length === 0 || splices.every(({ removed, inserted }) => removed.length === inserted.length)) return
  const after = document(attributes ? withAttributes(layout, attributes) : layout, spliced(bytes, splices))
  for (const path of arrays) {
    const [before, now] = [arrayAt(opened, path), arrayAt(after, path)]
    if (!before || !now || before.wholeRecords === now.wholeRecords) continue
    const move = moveBetween(opened, before, after, now)
    if (move.at + move.removed === before.wholeRecords && move.inserted >= move.removed) continue
    if (before.layout.meta.isReferredElsewhere) throw new LayoutError('layout.referred-elsewhere', {}, path)
    const { root } = opened
    if (!(root instanceof TreeNode) || !(after.root instanceof TreeNode)) continue
    const field = unchanged(root, after.root, { path, count: before.wholeRecords, move }, false)
    if (field) throw new LayoutError('layout.referred', { field: field.path }, path)
  }
}

/** Records that other entries name by their first byte stay where they are. Throws LayoutError `layout.referred-elsewhere`. */
function checkPlaces(opened: Document, splices: readonly Splice[]): void {
  const isMoving = ({ offset, removed, inserted }: Splice, { from, to }: { from: number; to: number }): boolean =>
    removed.length !== inserted.length && offset >= from && offset < to
  for (const { name, layout } of fieldsOf(opened.layout) ?? []) {
    if (layout.meta.isReferredElsewhere !== 'byte') continue
    const array = arrayAt(opened, name)
    const records = array && { from: array.offset, to: placeOf(array, array.wholeRecords - 1) }
    if (records && splices.some(splice => isMoving(splice, records)))
      throw new LayoutError('layout.referred-elsewhere', {}, name)
  }
}

/** Whether a path is another or one of its inner paths; all are within the root, ''. */
export const isWithin = (path: string, outer: string): boolean =>
  outer === '' || path === outer || path.startsWith(`${outer}/`)

function arrayAt(opened: Document, path: string): TreeNode | undefined {
  const node = locate(opened, path)
  return node instanceof TreeNode && recordsOf(node.layout) ? node : undefined
}

/** The records that differ between two images of an array, whatever numbers its references have. */
function moveBetween(opened: Document, before: TreeNode, after: Document, now: TreeNode): Move {
  const { path: array } = before
  const [a, b] = [withoutNumbers(opened, array), withoutNumbers(after, array)]
  const [old, fresh] = [before.wholeRecords, now.wholeRecords]
  const isSame = (i: number, k: number): boolean => {
    const [from, to] = [placeOf(before, i), placeOf(now, k)]
    const size = placeOf(before, i + 1) - from
    if (placeOf(now, k + 1) - to !== size) return false
    for (let at = 0; at < size; at++) if (a[from + at] !== b[to + at]) return false
    return true
  }
  const shorter = Math.min(old, fresh)
  let at = 0
  while (at < shorter && isSame(at, at)) at++
  let end = 0
  while (end < shorter - at && isSame(old - 1 - end, fresh - 1 - end)) end++
  return { array, at, removed: old - at - end, inserted: fresh - at - end }
}

/** The bytes with zeros in all fields that refer to the array. */
function withoutNumbers({ root, bytes }: Document, array: string): Bytes {
  const masked = bytes.slice()
  if (root instanceof TreeNode)
    eachReference(root, array, ({ offset, size }) => void masked.fill(0, offset, offset + size))
  return masked
}

interface Moved {
  readonly path: string
  /** Records before. */
  readonly count: number
  readonly move: Move
}

/** The first field that kept its number although the record has another one now, or none. */
function unchanged(before: TreeNode, after: TreeNode, moved: Moved, isWithinOne: boolean): TreeNode | undefined {
  const { path, count, move } = moved
  const isOne = isWithinOne || before.layout.meta.refers === path
  if (!isOne && !referringTo(path)(before.layout)) return undefined
  if (before.childCount === 0) {
    const record = isOne && before.role !== 'derived' ? numberOf(before) : undefined
    const isStale = record !== undefined && record >= 0 && record < count && numberAfter(move, record) !== record
    return isStale && numberOf(after) === record ? after : undefined
  }
  const isArray = recordsOf(before.layout) !== undefined && before.path === path
  // A list that became longer or shorter was changed by hand.
  if (!isArray && before.childCount !== after.childCount) return undefined
  for (let k = 0; k < before.childCount; k++) {
    const there = isArray && k >= before.first ? numberAfter(move, k - before.first) : k
    const found = there === undefined ? undefined : unchanged(before.child(k), after.child(there), moved, isOne)
    if (found) return found
  }
  return undefined
}
