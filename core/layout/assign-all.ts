import {
  assignment,
  counterSplices,
  countersOf,
  derived,
  frameSplices,
  framesAround,
  isRange,
  nodeOf,
  runsAt,
  unframed,
  withRange,
} from './assign'
import { Comparison } from './document/compare'
import { Indexes } from './document/indexes'
import { TRUSTING, sourceOf } from './document/measure'
import { joinedSplices, spliced, trimmed } from './document/runs'
import { TreeNode } from './document/tree'
import { encode } from './document/write'
import { guarded, isRead } from './guard'
import { fromJson } from './json/json'
import { LayoutError } from './model/error'
import type { Assignment, Document, Value } from './model/layout'
import { own, setOwn } from './model/own'
import { holdsCondition, outerCounts } from './outer-counts'
import { encodedBy } from './reencoded'
import { checkReferences } from './references'
import type { AnyLayout, Layout } from './model/shape'
import type { Splice } from './model/splice'
import { withAttributes } from './shapes/declare'
import { lengthAt } from './shapes/given-counts'
import { isFields } from './shapes/leaf'
import { nodesCounted } from './shapes/named-node'
import type { Around } from './shapes/operations'
import { anywhere, countsOf, lengthOf, operationsOf } from './shapes/table'

/** A value for the node at a path. As JSON where its case of a union may depend on the other values. */
export type Assigned = { readonly path: string } & ({ readonly value: Value } | { readonly json: string })

interface Target {
  readonly path: string
  readonly node: TreeNode
  readonly read: (layout: AnyLayout, around: Around | undefined) => Value
}

/**
 * The smallest splices that give the node at `path` this value; none where it has it already. Counts follow the length
 * of an array. Throws LayoutError for a length that other fields decide, and for a derived field.
 */
export function assign(document: Document, path: string, value: Value): Assignment {
  const node = unframed(nodeOf(document, path))
  const { layout, parent: whole } = node
  if (isRange(layout) && whole) {
    encode(layout, value, node.path)
    if (node.role === 'derived' && value !== node.value) throw derived(node, value)
    return assign(document, whole.path, withRange(whole.value, node.name, value))
  }
  const target: Target = { path: node.path, node, read: () => value }
  const targets = withEncoded(document, [target])
  if (targets.length > 1 || outerSplices(targets).length > 0) return assignTargets(document, targets)
  const { size, ...rest } = assignment(document, node, value)
  checkReferences(document, [node.path], rest)
  return guarded(document, new Map([[node.path, size]]), rest)
}

/**
 * Assigns a value at each path, as one change: counts follow the arrays that they count, and lengths and cases are
 * decided by the new values of the numbers they depend on. Values that depend on each other must be given together:
 * arrays that share a count, a tag and its body in a parallel record, a count that is a product. Of two values for one
 * path the later one wins; a value inside another one is inserted into it. Throws LayoutError as `assign` does.
 */
export function assignAll(document: Document, given: readonly Assigned[]): Assignment {
  const targets = withEncoded(document, inOrder(withoutNested(document, given)))
  const [only] = targets
  if (!only) return { splices: [] }
  return targets.length === 1
    ? assign(document, only.path, only.read(only.node.layout, only.node.around))
    : assignTargets(document, targets)
}

function assignTargets(document: Document, targets: readonly Target[]): Assignment {
  const outer = outerSplices(targets)
  const then = targets.every(isInPlace) ? undefined : imageThen(document, targets, outer)
  const attributes: Record<string, number> = {}
  const sizes = new Map<string, number>()
  const moves: NonNullable<Assignment['moves']>[number][] = []
  const all: Splice[] = [...outer]
  const frames = new Map<TreeNode, number>()
  for (const target of targets) {
    const made = splicesOf(document, target, then, targets)
    sizes.set(target.path, made.size)
    Object.assign(attributes, made.attributes)
    for (const splice of made.splices) all.push(splice)
    for (const move of made.moves) moves.push(move)
    for (const frame of framesAround(target.node))
      frames.set(frame, (frames.get(frame) ?? 0) + made.size - target.node.size)
  }
  for (const splice of frameSplices(frames)) all.push(splice)
  const assignment = {
    splices: joinedSplices(document.bytes, distinct(all)),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(moves.length > 0 && { moves }),
  }
  checkReferences(document, [...sizes.keys()], assignment)
  return guarded(document, sizes, assignment, then !== undefined || targets.some(({ path }) => isRead(document, path)))
}

/** Texts that are stored in another form by one of the numbers given keep their words, and get other bytes. */
function withEncoded(document: Document, targets: readonly Target[]): readonly Target[] {
  const texts = targets.flatMap(({ node }) => encodedBy(document, node))
  const added = texts.flatMap((node): readonly Target[] => {
    const { path, value } = node
    const isKept =
      typeof value !== 'string' || targets.some(one => path === one.path || path.startsWith(`${one.path}/`))
    return isKept ? [] : [{ path, node, read: () => value }]
  })
  return added.length > 0 ? inOrder([...targets, ...added]) : targets
}

/** Counts outside of the values given, that follow the arrays in them. */
const outerSplices = (targets: readonly Target[]): readonly Splice[] =>
  targets.flatMap(({ node, read }) =>
    outerCounts(
      node,
      () => read(node.layout, node.around),
      counter => targets.some(other => isGivenBy(counter, other)),
    ),
  )

/** Whether a value that is no count itself gives the number of this one. */
const isGivenBy = ({ path }: TreeNode, { path: given, node: { role } }: Target): boolean =>
  role !== 'derived' && (path === given || path.startsWith(`${given}/`))

/** Two arrays of one length set their count to the same number. */
function distinct(splices: readonly Splice[]): Splice[] {
  const counted = new Set<string>()
  return splices.filter(({ offset, removed, inserted }) => {
    if (removed.length === 0) return true
    const key = `${offset} ${removed.length} ${inserted.join()}`
    return !counted.has(key) && counted.add(key)
  })
}

/** The values by their nodes: ranges of bits as the number they belong to, a value within another as part of it. */
function withoutNested(document: Document, given: readonly Assigned[]): readonly Target[] {
  const byPath = new Map<string, Target>()
  for (const one of given) {
    const node = unframed(nodeOf(document, one.path))
    const read = 'json' in one ? jsonReader(node, one.json) : (): Value => one.value
    const { parent: whole, layout, name } = node
    if (isRange(layout) && whole) {
      const value = read(layout, undefined)
      encode(layout, value, node.path)
      const before = byPath.get(whole.path)?.read ?? ((): Value => whole.value)
      byPath.set(whole.path, {
        node: whole,
        path: whole.path,
        read: (declared, around) => within(before(declared, around), [name], value),
      })
    } else byPath.set(node.path, { node, path: node.path, read })
  }
  if (byPath.size > 1)
    for (const target of [...byPath.values()]) if (isPutInto(target, byPath)) byPath.delete(target.path)
  return [...byPath.values()]
}

/** Puts a value into the one that holds its node, if there is one. */
function isPutInto({ node, read }: Target, byPath: Map<string, Target>): boolean {
  const steps = [node.name]
  for (let at = node.parent; at; at = at.parent) {
    const around = byPath.get(at.path)
    if (around) {
      const outer = around.read
      const put: Target['read'] = (layout, scope) => within(outer(layout, scope), steps, read(node.layout, node.around))
      byPath.set(at.path, { ...around, read: put })
      return true
    }
    steps.unshift(at.name)
  }
  return false
}

/** Reads JSON as a value. A refusal names the node as the user wrote it, not as a part of its own value. */
const jsonReader =
  (node: TreeNode, json: string): Target['read'] =>
  (layout, around) => {
    try {
      return fromJson(layout as Layout<Value>, json, layout === node.layout ? node : undefined, around)
    } catch (error) {
      if (!(error instanceof LayoutError)) throw error
      throw new LayoutError(error.code, error.params, [node.path, error.path].filter(part => part !== '').join('/'))
    }
  }

/** A value with another one at the place that the steps lead to. */
function within(value: Value | undefined, [step, ...rest]: readonly string[], inner: Value): Value {
  if (step === undefined) return inner
  if (Array.isArray(value)) {
    const list: readonly Value[] = value
    return list.map((one, k) => (String(k) === step ? within(one, rest, inner) : one))
  }
  // The body of a frame is its value.
  if (step === 'body' && !(isFields(value) && Object.hasOwn(value, step))) return within(value, rest, inner)
  const record: Record<string, Value> = {}
  if (isFields(value)) for (const [name, one] of Object.entries(value)) setOwn(record, name, one as Value)
  setOwn(record, step, within(own(record, step), rest, inner))
  return record
}

/** Sorted as their bytes are; of those that have none, by the declaration. */
function inOrder(targets: readonly Target[]): readonly Target[] {
  const keyed = targets.map(target => ({ target, key: indexesOf(target.node) }))
  return keyed.sort((a, b) => byIndexes(a.key, b.key)).map(({ target }) => target)
}

/** The place of a node in its document: its index, and those of the nodes around it, outermost first. */
export function indexesOf(node: TreeNode): readonly number[] {
  const key: number[] = []
  for (let at: TreeNode = node; at.parent; at = at.parent) {
    const { shape } = at.parent.layout
    key.unshift(operationsOf(shape).children.indexOf(shape, at.name, at.parent))
  }
  return key
}

/** Document order; a node is before those in it. */
export function byIndexes(a: readonly number[], b: readonly number[]): number {
  const step = a.findIndex((index, k) => index !== b[k])
  return step < 0 ? a.length - b.length : b[step] === undefined ? 1 : (a[step] ?? 0) - b[step]
}

const hasCases = anywhere(layout => layout.varies === true || layout.fixedSize === undefined, new WeakMap())

/** The layout that was declared for a node, before a case was chosen. */
function declaredFor({ parent, name, layout }: TreeNode): AnyLayout {
  if (!parent) return layout
  const { shape } = parent.layout
  const { indexOf, at } = operationsOf(shape).children
  return at(shape, indexOf(shape, name, parent), parent)?.layout ?? layout
}

/** Whether its size is the same for all values of the numbers around it. */
const isInPlace = ({ node }: Target): boolean => !hasCases(node.layout) && declaredFor(node).varies !== true

/** The tree over bytes in which the values that take the place of their own size are set: what the others will read. */
function imageThen(
  { root, bytes }: Document,
  targets: readonly Target[],
  outer: readonly Splice[],
): TreeNode | undefined {
  const given = targets.filter(isInPlace).flatMap(({ node, path, read }) => {
    const { layout, around } = node
    return runsAt(bytes, node.offset, encode(layout, read(layout, around), path, around).bytes)
  })
  const steering = distinct([...outer, ...given]).sort((a, b) => a.offset - b.offset)
  const source = { ...sourceOf(spliced(bytes, steering)), indexes: new Indexes(0), measurer: TRUSTING }
  return root instanceof TreeNode ? root.over(source) : undefined
}

/** What formulas of a node read when the numbers have been set. */
function aroundThen(node: TreeNode, then: TreeNode | undefined): Around | undefined {
  if (!then || !node.parent) return node.around
  let at: TreeNode | undefined = then
  for (const step of node.parent.path === '' ? [] : node.parent.path.split('/')) at = at?.childNamed(step)
  return at ? at.aroundChild(node.name) : node.around
}

interface Made {
  readonly splices: readonly Splice[]
  readonly moves: NonNullable<Assignment['moves']>
  readonly attributes: Readonly<Record<string, number>>
  readonly size: number
}

/** Refuses a count that is not what it counts, and any other number that the writer fills. */
function checkDerived({ node, path }: Target, value: Value, isOther: boolean, all: readonly Target[]): void {
  const counts = countsOf(node.layout)
  const lengths = (counts ? nodesCounted(node, counts) : []).map(array => lengthGiven(array, all))
  const length = lengths.find(one => one !== undefined)
  const expected = counts && length !== undefined ? length / counts.per : undefined
  if (expected === undefined ? isOther : expected !== value)
    throw new LayoutError('layout.derived', { expected: expected ?? String(node.value), found: String(value) }, path)
}

/** The length that an array gets by the value for it or for what holds it; undefined where it is not given. */
function lengthGiven({ path }: TreeNode, all: readonly Target[]): number | undefined {
  const target = all.find(one => path === one.path || path.startsWith(`${one.path}/`))
  if (!target) return undefined
  const steps = path === target.path ? [] : path.slice(target.path.length + 1).split('/')
  return lengthAt(
    target.read(target.node.layout, target.node.around),
    steps.filter(step => step !== 'body'),
  )
}

/** Splices of the counts of an array. A number of which another range is given is left to the guard: it is set once. */
function countSplices(node: TreeNode, count: number, targets: readonly Target[]): readonly Splice[] {
  if (count === 0 && !holdsCondition(node)) return []
  return countersOf(node)
    .filter(({ node: { layout, parent } }) => !isRange(layout) || !targets.some(({ path }) => path === parent?.path))
    .flatMap(counter => counterSplices(counter, node, count))
}

function splicesOf(document: Document, target: Target, then: TreeNode | undefined, targets: readonly Target[]): Made {
  const { node, path, read } = target
  if (isInPlace(target)) {
    const { layout, around } = node
    const value = read(layout, around)
    const { bytes, attributes } = encode(layout, value, path, around)
    const splices = runsAt(document.bytes, node.offset, bytes)
    if (node.role === 'derived') checkDerived(target, value, splices.length > 0, targets)
    return { splices: node.role === 'derived' ? [] : splices, moves: [], attributes, size: bytes.length }
  }
  const around = aroundThen(node, then)
  const declared = declaredFor(node)
  const { shape } = declared
  const layout = declared.varies ? (operationsOf(shape).steering.resolve(shape, around) ?? node.layout) : node.layout
  const value = read(layout, around)
  const { bytes, attributes } = encode(layout, value, path, around)
  const size = bytes.length
  if (layout !== node.layout) {
    const removed = document.bytes.slice(node.offset, node.offset + node.size)
    return { splices: trimmed({ offset: node.offset, removed, inserted: bytes }), moves: [], attributes, size }
  }
  const count = Array.isArray(value) || value instanceof Uint8Array ? value.length : 0
  const counts = lengthOf(layout) && count !== node.count ? countSplices(node, count, targets) : []
  const comparison = new Comparison(node.source, sourceOf(bytes), node.around, around)
  comparison.compare(layout, withAttributes(layout, attributes), path, node, { offset: 0, size, count })
  return { splices: [...counts, ...comparison.splices], moves: comparison.moves, attributes, size }
}
