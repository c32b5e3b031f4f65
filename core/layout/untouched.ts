import type { Numeric } from '../expression'
import type { TreeNode } from './document/tree'
import type { AnyLayout } from './model/shape'
import type { Splice } from './model/splice'
import type { Around } from './shapes/operations'
import { anywhere, lengthOf, namesUsed, operationsOf } from './shapes/table'
import { fieldsOf } from './shapes/views'

/** Which nodes of two documents are the same without a look into them: the first before splices, the second after them. */
export interface Untouched {
  /** Whether two nodes of one path have the same bytes, and the same values in everything that they read elsewhere. */
  isSame(before: TreeNode, after: TreeNode): boolean
  /** The records that may differ between two arrays of one length; undefined where each may. */
  records(before: TreeNode, after: TreeNode): readonly number[] | undefined
}

/** What the splices, sorted and disjoint, leave as it was. */
export function untouchedBy(splices: readonly Splice[]): Untouched {
  const touched = new Touched(splices)
  return {
    isSame(before, after) {
      if (before.layout !== after.layout || before.size !== after.size || !before.isWhole || !after.isWhole)
        return false
      const { offset, size } = before
      return touched.isMovedTo(offset, offset + size, after.offset) && readsAlike(before, after)
    },
    records: (before, after) => differingRecords(before, after, touched),
  }
}

/** Whether two nodes of one layout read the same numbers outside of their bytes; false also where that is not known. */
export function readsAlike(before: TreeNode, after: TreeNode): boolean {
  const reads = readsOf(before.layout)
  return reads.beside.length === 0 && isReadAlike(reads, before.around, after.around)
}

/** Ranges of the image before, and how far the bytes behind each are moved. */
class Touched {
  private readonly starts: readonly number[]
  private readonly ends: readonly number[]
  private readonly shifts: readonly number[]

  constructor(splices: readonly Splice[]) {
    const shifts = [0]
    for (const [k, { removed, inserted }] of splices.entries())
      shifts.push((shifts[k] ?? 0) + inserted.length - removed.length)
    this.starts = splices.map(({ offset }) => offset)
    this.ends = splices.map(({ offset, removed }) => offset + removed.length)
    this.shifts = shifts
  }

  /** Whether no splice touches the range or its ends, and the bytes in it begin at `place` afterwards. */
  isMovedTo(from: number, to: number, place: number): boolean {
    const { starts, ends } = this
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < from) low = middle + 1
      else high = middle
    }
    const next = starts[low]
    return (next === undefined || next > to) && from + (this.shifts[low] ?? 0) === place
  }
}

/** What formulas within a layout read outside of it. More may be listed than is read, never less. */
interface Reads {
  /** Names as formulas of the layout itself write them. */
  readonly own: readonly string[]
  /** Names of fields of any record around it. */
  readonly outer: readonly string[]
  /** Names of fields of the record that its own belongs to. */
  readonly parallel: readonly string[]
  /** Arrays beside it whose records those of the layout belong to. */
  readonly beside: readonly string[]
}

const known = new WeakMap<AnyLayout, Reads>()

function readsOf(layout: AnyLayout): Reads {
  let reads = known.get(layout)
  if (!reads) known.set(layout, (reads = collected(layout)))
  return reads
}

function collected(layout: AnyLayout): Reads {
  const own = new Set<string>()
  const [outer, parallel, beside] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const note = (one: AnyLayout): void => {
    for (const name of namesUsed(one))
      if (name.startsWith('..')) outer.add(name.slice(2))
      else if (name.startsWith('^.')) parallel.add(name.slice(2))
      else if (name.startsWith('@')) outer.add(name)
  }
  const visit = anywhere(one => {
    const { shape } = one
    note(one)
    // A union is seen through what holds it.
    for (const part of operationsOf(shape).children.parts(shape)) note(part.layout)
    return false
  })
  visit(layout)
  eachOutside(layout, one => {
    for (const name of namesUsed(one)) own.add(name)
    const length = lengthOf(one)
    if (length?.from === 'parallel') beside.add(length.sibling)
  })
  return { own: [...own], outer: [...outer], parallel: [...parallel], beside: [...beside] }
}

/** Calls back for the layout and those within it that are in no record of its own: their formulas read what is around it. */
function eachOutside(layout: AnyLayout, visit: (one: AnyLayout) => void, seen = new Set<AnyLayout>()): void {
  if (seen.has(layout)) return
  seen.add(layout)
  visit(layout)
  const { shape } = layout
  if (shape.of === 'struct') return
  const { children, steering } = operationsOf(shape)
  for (const part of children.parts(shape)) eachOutside(part.layout, visit, seen)
  for (const one of steering.alternatives(shape) ?? []) eachOutside(one, visit, seen)
}

function isReadAlike(
  { own, outer, parallel }: Reads,
  before: Around | undefined,
  after: Around | undefined,
  isOwnPassed = false,
): boolean {
  return (
    (isOwnPassed || own.every(name => Object.is(before?.valueOf(name), after?.valueOf(name)))) &&
    outer.every(name => isAlike(name, before, after, numberAround)) &&
    parallel.every(name => isAlike(name, before, after, numberBeside))
  )
}

function isAlike(
  name: string,
  before: Around | undefined,
  after: Around | undefined,
  read: (around: Around | undefined, name: string) => Numeric | undefined,
): boolean {
  return Object.is(read(before, name), read(after, name))
}

function numberAround(around: Around | undefined, name: string): Numeric | undefined {
  for (let at = around; at; at = at.outer) {
    const found = at.number(name)
    if (found !== undefined) return found
  }
  return undefined
}

function numberBeside(around: Around | undefined, name: string): Numeric | undefined {
  for (let at = around; at; at = at.outer) if (at.parallel) return at.parallel.number(name)
  return undefined
}

function differingRecords(before: TreeNode, after: TreeNode, touched: Touched): readonly number[] | undefined {
  const { layout, childCount } = before
  if (layout !== after.layout || !before.isWhole || !after.isWhole || childCount !== after.childCount) return undefined
  const { shape } = layout
  if (shape.of !== 'array') return undefined
  const reads = readsOf(shape.element)
  if (reads.beside.length > 0 || !isReadAlike(reads, before.around, after.around)) return undefined
  const differing = new Set<number>()
  if (shape.length.from === 'parallel' && reads.parallel.length + reads.own.length > 0) {
    const beside = recordsBeside(before, after, shape.length.sibling, reads.parallel, touched)
    if (!beside) return undefined
    for (const record of beside) differing.add(record)
  }
  for (const record of touchedRecords(before, after, touched)) differing.add(record)
  return [...differing].sort((a, b) => a - b)
}

/** Records of an array that others belong to, and that may have other numbers; undefined where each may. */
function recordsBeside(
  before: TreeNode,
  after: TreeNode,
  name: string,
  fields: readonly string[],
  touched: Touched,
): readonly number[] | undefined {
  const [from, to] = [arrayBeside(before, name), arrayBeside(after, name)]
  if (!from || !to || from.layout !== to.layout || !from.isWhole || !to.isWhole) return undefined
  const { shape } = from.layout
  if (shape.of !== 'array' || from.stride === undefined || from.childCount !== to.childCount) return undefined
  const names = new Set(fields.map(field => field.split('.')[0]))
  // A field that is one of several layouts may be decided by more than its own record.
  if (fieldsOf(shape.element)?.some(field => field.layout.varies === true && names.has(field.name)) !== false)
    return undefined
  return touchedRecords(from, to, touched)
}

function arrayBeside(node: TreeNode, name: string): TreeNode | undefined {
  let at = node.parent
  while (at && at.layout.shape.of !== 'struct') at = at.parent
  return at?.childNamed(name)
}

/** Of two arrays of as many records: those whose bytes are touched, or that are not where the splices move them. */
function touchedRecords(before: TreeNode, after: TreeNode, touched: Touched): readonly number[] {
  const { childCount, stride } = before
  const found: number[] = []
  if (stride !== undefined) {
    for (let record = 0; record < childCount; record++) {
      const from = before.offset + record * stride
      if (!touched.isMovedTo(from, from + stride, after.offset + record * stride)) found.push(record)
    }
    return found
  }
  const [places, then] = [before.places, after.places]
  for (let record = 0; record < childCount; record++) {
    const [from = 0, to = 0, place = 0, end = 0] = [places[record], places[record + 1], then[record], then[record + 1]]
    if (to - from !== end - place || !touched.isMovedTo(from, to, place)) found.push(record)
  }
  return found
}
