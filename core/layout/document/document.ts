import type { Document, Finding, Node } from '../model/layout'
import type { Kind } from '../model/meta'
import type { AnyLayout } from '../model/shape'
import type { Bytes, Splice } from '../model/splice'
import { Declared } from '../shapes/declared'
import type { Measurer, Walk } from '../shapes/operations'
import { followingOf } from '../shapes/following'
import { keepsIndex, operationsOf } from '../shapes/table'
import { MOST, declaredFindings } from './findings'
import { Indexes } from './indexes'
import { keepsPlaces } from './inert'
import { labelledNode, labelledValues, labelText } from './labels'
import { TRUSTING, measurersFor, sourceOf } from './measure'
import { tagNameOf, taggedPath, taggedRecord, type Tagged } from './tags'
import { GAP, TreeNode, type TreeSource } from './tree'

/**
 * A layout over bytes: every byte belongs to exactly one leaf. Never throws, and takes at most one walk over the bytes,
 * also for damaged ones: what the declaration does not explain is a `gap` after what it does. `previous`: a document of
 * the same layout, returned where its bytes are the same object. `splices`: those that turned its bytes into these; its
 * walk is reused where they keep every length and touch no number that the walk reads.
 */
export function document(layout: AnyLayout, bytes: Bytes, previous?: Document, splices?: readonly Splice[]): Document {
  if (previous?.layout === layout && previous.bytes === bytes) return previous
  return (splices && reused(layout, bytes, previous, splices)) ?? new LaidDocument(layout, bytes)
}

/** The places of another document over other bytes; undefined where one of them may have moved. */
function reused(
  layout: AnyLayout,
  bytes: Bytes,
  previous: Document | undefined,
  splices: readonly Splice[],
): Document | undefined {
  if (!(previous instanceof LaidDocument) || previous.layout !== layout || !previous.isWhole) return undefined
  if (previous.bytes.length !== bytes.length || !keepsPlaces(previous.root, splices)) return undefined
  return new LaidDocument(layout, bytes, previous)
}

/**
 * The node of a path (`areals/211/class_id`; '' is the root), or undefined where there is none. Former names of fields,
 * tags and labels of records (`chunks/fmt/body`, `Tag`) lead there too; `path` of the node is what is stored.
 */
export const locate = (document: Document, path: string): Node | undefined => nodeWithin(document.root, path)

/** The node of a path that begins at another node. */
export function nodeWithin(start: Node, path: string): Node | undefined {
  if (path === '') return start
  let node: Node | undefined = start
  const steps = path.split('/')
  for (let at = 0; node && at < steps.length; at++) {
    const name = steps[at] ?? ''
    const child: Node | undefined = node.childNamed(name)
    if (child || !(node instanceof TreeNode)) {
      node = child
      continue
    }
    const tagged: Tagged | undefined = taggedRecord(node, name, steps[at + 1])
    if (tagged?.used) at++
    node = tagged?.record ?? labelledNode(node, name)
  }
  return node
}

/** The path of a node for display, with labels and the names of tags: `chunks/fmt/body`. */
export const shownPath = (node: Node): string => (node instanceof TreeNode ? taggedPath(node) : node.path)

/** The name of the tag of a record, or its label; undefined where it has none. */
export const tagName = (node: Node): string | undefined =>
  node instanceof TreeNode ? (tagNameOf(node) ?? labelText(node)) : undefined

/** Values that are found in a record by labels. */
export const labelled = (record: Node): readonly (readonly [name: string, value: Node])[] =>
  record instanceof TreeNode ? labelledValues(record) : []

/** The innermost node that holds the byte; the root where there is no such byte. */
export function nodeAt(document: Document, offset: number): Node {
  const { root } = document
  let node = root instanceof TreeNode && offset >= 0 && offset < root.offset + root.size ? root : undefined
  if (!node) return root
  for (let inner = node.childAt(offset); inner; inner = node.childAt(offset)) node = inner
  return node
}

/**
 * The same leaf in another image of equal length, without a walk over that image; undefined where its value may decide
 * about a length. Where all leaves that differ have a twin, both images have the same structure.
 */
export function twinOf(leaf: Node, bytes: Bytes): Node | undefined {
  if (!(leaf instanceof TreeNode) || !isPlain(leaf)) return undefined
  const source = { ...sourceOf(bytes), indexes: NONE, measurer: TRUSTING }
  return new TreeNode(source, leaf.layout, leaf.name, leaf.offset, leaf.parent, 0).settle({
    size: leaf.size,
    isWhole: true,
  })
}

/** No length depends on it: it is no count, and its own size is fixed. */
const isPlain = (leaf: Node): boolean =>
  (leaf.role !== 'derived' || followingOf(leaf.layout) !== undefined) &&
  leaf.isWhole &&
  leaf.kind !== 'gap' &&
  leaf.layout.fixedSize === leaf.size &&
  leaf.childCount === 0

class LaidDocument implements Document {
  readonly root: TreeNode
  readonly isWhole: boolean
  private readonly faults: readonly Finding[]
  private declared: readonly Finding[] | undefined

  constructor(
    readonly layout: AnyLayout,
    readonly bytes: Bytes,
    /** One of other bytes, in which everything has the same place. */
    sameShape?: LaidDocument,
  ) {
    if (sameShape) {
      const { indexes, measurer } = sameShape.root.source
      this.root = sameShape.root.over({ ...sourceOf(bytes), indexes, measurer })
      this.faults = []
      this.isWhole = true
      return
    }
    const walk = new DocumentWalk(layout, bytes)
    this.root = walk.root(layout)
    this.faults = walk.faults
    this.isWhole = walk.faults.length === 0
  }

  /** Computed on first use: an edit whose result is not checked yet does not need them. */
  get findings(): readonly Finding[] {
    this.declared ??= [...this.faults, ...declaredFindings(this.root)]
    return this.declared
  }
}

const NONE = new Indexes(0)

/** Lays a layout over bytes as far as they go. Of each frame only the first fault is kept: what follows it is mostly its consequence. */
class DocumentWalk extends Declared implements Walk {
  declare readonly measurer: Measurer
  declare end: number
  declare readonly faults: Finding[]
  declare private isFaulty: boolean
  declare private readonly source: TreeSource

  constructor(layout: AnyLayout, bytes: Bytes) {
    super()
    this.faults = []
    this.isFaulty = false
    const { walking, trusting } = measurersFor(layout)
    this.measurer = walking
    const { view } = sourceOf(bytes)
    this.source = { bytes, view, indexes: new Indexes(bytes.length), measurer: trusting }
    this.end = bytes.length
  }

  keepsIndex(layout: AnyLayout): boolean {
    return keepsIndex(layout)
  }

  root(layout: AnyLayout): TreeNode {
    const root = new TreeNode(
      this.source,
      layout,
      '',
      0,
      undefined,
      this.measurer.countAt(layout, undefined, this.source.view, 0, this.end),
    )
    this.explain(root)
    if (root.size === this.end) return root
    if (root.isWhole) this.fail('trailing', '', root.size, this.end - root.size, { count: this.end - root.size })
    if (!holdsGap(layout))
      return new TreeNode(this.source, GAP, '', 0, undefined, 0).settle({ size: this.end, isWhole: true })
    return root.append(this.gap(root.size, this.end - root.size, root))
  }

  explain(node: TreeNode): void {
    const { shape, fixedSize } = node.layout
    if (fixedSize !== undefined && fixedSize <= this.end - node.offset) node.settle({ size: fixedSize, isWhole: true })
    else operationsOf(shape).explain(node, shape, this)
  }

  node(layout: AnyLayout, name: string, offset: number, parent: TreeNode): TreeNode {
    const resolved = parent.resolved(layout, name)
    return new TreeNode(this.source, resolved, name, offset, parent, parent.countFor(resolved, offset, this.end, name))
  }

  fail(what: Finding['what'], path: string, offset: number, size: number, params: Finding['params']): void {
    if (!this.isFaulty && this.faults.length < MOST) this.faults.push({ what, path, offset, size, params })
    this.isFaulty = true
  }

  frame(end: number, work: () => void): void {
    const { end: outer, isFaulty } = this
    this.end = end
    this.isFaulty = false
    work()
    this.end = outer
    this.isFaulty = isFaulty
  }

  gap(offset: number, size: number, parent: TreeNode): TreeNode {
    return new TreeNode(this.source, GAP, 'gap', offset, parent, 0).settle({ size, isWhole: true })
  }
}

/** Kinds of nodes that can have one more child, the gap; of others the whole is a gap. */
const HOLDS_GAP: ReadonlySet<Kind> = new Set(['struct', 'array', 'list'])
/** What a line divides into depends on all of its bytes. */
const holdsGap = ({ kind, shape }: AnyLayout): boolean => HOLDS_GAP.has(kind) && shape.of !== 'textLine'
