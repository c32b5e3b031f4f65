import { document } from './document/document'
import { spliced } from './document/runs'
import { TreeNode } from './document/tree'
import { LayoutError } from './model/error'
import type { Assignment, Document, Finding } from './model/layout'
import type { AnyLayout } from './model/shape'
import { withAttributes } from './shapes/declare'
import { lengthText } from './shapes/length'
import { namesRead } from './shapes/names-read'
import { anywhere, lengthOf, namesUsed, operationsOf, partsOf, typeOf } from './shapes/table'
import { elementOf, hasCases } from './shapes/views'
import { untouchedBy, type Untouched } from './untouched'

/**
 * Throws LayoutError for an edit that changes the structure outside the changed nodes: a union gets a case that its
 * bytes do not fill, an array gets other records, a frame is too long. Else returns the assignment. `changed`: paths of
 * the assigned nodes and their new sizes in bytes; within them every structure is allowed. `always`: checks also where
 * no changed field decides about another.
 */
export function guarded(
  opened: Document,
  changed: ReadonlyMap<string, number>,
  assignment: Assignment,
  always = false,
): Assignment {
  const { splices, attributes } = assignment
  if (splices.length === 0 || (!always && namesOf(opened.layout).size === 0)) return assignment
  const isLonger = splices.some(({ removed, inserted }) => removed.length !== inserted.length)
  if (!always && !isLonger && ![...changed.keys()].some(path => isSteering(opened, path))) return assignment
  const layout = attributes ? withAttributes(opened.layout, attributes) : opened.layout
  const after = document(layout, spliced(opened.bytes, splices))
  checkShapes(opened, after, changed, untouchedBy(splices))
  return assignment
}

/**
 * Throws LayoutError where the structure of two documents differs outside the changed nodes. What `untouched` tells to
 * be the same is not visited.
 */
export function checkShapes(
  before: Document,
  after: Document,
  changed: ReadonlyMap<string, number>,
  untouched: Untouched,
): void {
  const fault = newFault(before, after, untouched)
  const torn = fault && refusal(fault, [...changed.keys()])
  if (before.root instanceof TreeNode && after.root instanceof TreeNode)
    compareShapes(before.root, after.root, { changed, fault: torn, untouched })
  if (torn) throw torn
}

/** The first finding about the structure that only the second document has. */
function newFault(before: Document, after: Document, untouched: Untouched): Place | undefined {
  if (after.isWhole && before.root instanceof TreeNode && after.root instanceof TreeNode)
    return newUnknownCase(before.root, after.root, untouched)
  const known = new Set(before.findings.map(({ path, what }) => `${what} ${path}`))
  return after.findings.find(({ path, what }) => isShape(what) && !known.has(`${what} ${path}`))
}

/** Whether a value is of no declared case of its union, which only a finding of its own tells. */
const isUnknownCase = ({ shape }: AnyLayout): boolean => shape.of === 'bytes' && shape.isUnknownCase === true
const holdsUnknownCase = anywhere(isUnknownCase, new WeakMap())

/** The first value of a whole document that is of no declared case, and was of one before or was not there. */
function newUnknownCase(before: TreeNode | undefined, after: TreeNode, untouched: Untouched): Place | undefined {
  const { layout } = after
  if (!holdsUnknownCase(layout) || layout.meta.role === 'reserved') return undefined
  if (before && untouched.isSame(before, after)) return undefined
  if (isUnknownCase(layout))
    return before && isUnknownCase(before.layout) ? undefined : { what: 'union', path: after.path, params: {} }
  const records = before && untouched.records(before, after)
  const count = records ? records.length : after.childCount
  for (let k = 0; k < count; k++) {
    const index = records?.[k] ?? k
    const from = before && index < before.childCount ? before.child(index) : undefined
    const found = newUnknownCase(from, after.child(index), untouched)
    if (found) return found
  }
  return undefined
}

/** Whether formulas of this declaration read more than counts beside their arrays. */
export const isSteered = (layout: AnyLayout): boolean => namesOf(layout).size > 0

type Place = Pick<Finding, 'what' | 'path' | 'params'>

const isShape = (what: Finding['what']): boolean =>
  what !== 'reserved' && what !== 'value' && what !== 'derived' && what !== 'encoded'

/** The refusal for the first finding that the edit causes. */
function refusal({ what, path, params }: Place, changed: readonly string[]): LayoutError {
  const { tag, needed, fits, found, count } = params
  if (what === 'union') return new LayoutError('layout.union', { tag: tag ?? '' }, path)
  const expected = needed ?? fits ?? 0
  // Bytes left over belong to the whole: then what was changed is the place.
  const place = path === '' ? (changed[0] ?? '') : path
  return new LayoutError('layout.formula', { formula: changed.join(', '), expected, found: found ?? count ?? 0 }, place)
}

const LENGTHS_ONLY: ReadonlySet<string> = new Set()
const steeringNames = new WeakMap<AnyLayout, ReadonlySet<string>>()

/** Names that decide about more than one record; empty where each record checks its own lengths as they are set. */
function namesOf(layout: AnyLayout): ReadonlySet<string> {
  if (!reachesOut(layout)) return LENGTHS_ONLY
  const known = steeringNames.get(layout)
  if (known) return known
  // '' makes the set non-empty: lengths are compared even where no name is read.
  const names = new Set(['', ...namesRead(layout)])
  steeringNames.set(layout, names)
  return names
}

/** Whether a layout decides about others, or depends on them, by more than the length of an array with its count beside it. */
const reachesOut = anywhere(
  layout =>
    hasCases(layout) ||
    layout.shape.of === 'sized' ||
    lengthOf(layout)?.from === 'until' ||
    lengthOf(layout)?.from === 'parallel' ||
    namesUsed(layout).some(name => /[.^@]/.test(name)),
  new WeakMap(),
)

/** Whether anything at that path is read by a formula or ends an array. */
const isSteering = (opened: Document, path: string): boolean => isAmong(opened, path, namesOf(opened.layout))

/** Whether a formula, of its own record or of others, reads the node at that path, one around it or a part of it. */
export const isRead = (opened: Document, path: string): boolean => isAmong(opened, path, namesRead(opened.layout))

function isAmong({ root }: Document, path: string, names: ReadonlySet<string>): boolean {
  const steps = path.split('/')
  if (steps.some(step => names.has(step)) || names.has('value')) return true
  let node: TreeNode | undefined = root instanceof TreeNode ? root : undefined
  for (const step of path === '' ? [] : steps) node = node?.childNamed(step)
  return (
    node !== undefined &&
    anywhere(one => partsOf(one).some(({ name }) => name !== undefined && names.has(name)))(node.layout)
  )
}

interface Shapes {
  readonly changed: ReadonlyMap<string, number>
  readonly fault: LayoutError | undefined
  readonly untouched: Untouched
}

/** Two trees have the same records and cases, but in `changed`. */
function compareShapes(before: TreeNode, after: TreeNode, shapes: Shapes): void {
  const { changed, fault, untouched } = shapes
  const size = changed.get(before.path)
  if (size !== undefined) {
    if (size === after.size) return
    throw new LayoutError(
      'layout.formula',
      { expected: after.size, found: size, formula: lengthTextOf(before.layout) },
      before.path,
    )
  }
  // An array that the program derives has the length of another one.
  if (!isVarying(before.layout) || before.layout.meta.role === 'derived') return
  if (untouched.isSame(before, after)) return
  const { shape } = before.layout
  // Records of one size have no shape of their own to compare.
  const element = elementOf(before.layout)
  const isPlain = element !== undefined && !isVarying(element)
  const records = isPlain ? [] : untouched.records(before, after)
  const count = records ? records.length : Math.min(before.childCount, after.childCount)
  for (let k = 0; k < count; k++) {
    const index = records?.[k] ?? k
    const from = before.child(index)
    const to = after.child(index)
    const declared = operationsOf(shape).children.at(shape, index, before)?.layout
    if (!declared?.varies || from.layout === to.layout || changed.has(from.path)) compareShapes(from, to, shapes)
    // Another declared case that the same bytes fill; what is unknown fits anything, and so never does.
    else if (from.size !== to.size || !isCase(declared, to.layout))
      throw new LayoutError('layout.union', { tag: tagText(declared) }, from.path)
  }
  if (before.childCount === after.childCount) return
  const params = { expected: after.childCount, found: before.childCount, formula: lengthTextOf(before.layout) }
  throw fault ?? new LayoutError('layout.formula', params, before.path)
}

const isCase = ({ shape }: AnyLayout, layout: AnyLayout): boolean =>
  shape.of === 'union' && Object.values(shape.cases).includes(layout)

const tagText = (layout: AnyLayout): string => (layout.shape.of === 'union' ? layout.shape.tag.text : typeOf(layout))

function lengthTextOf(layout: AnyLayout): string {
  const length = lengthOf(layout)
  return length ? lengthText(length) : typeOf(layout)
}

/** Whether two values of it can have different records within. */
const isVarying = anywhere(layout => hasCases(layout) || layout.fixedSize === undefined, new WeakMap())
