import { declaredFindings } from './findings'
import type { AnyLayout, Document, Finding, Node } from '../model/layout'
import { canHold, evenly, indexRecords, measure, readCount, sourceOf, type Source } from './measure'
import { readInteger } from '../model/numbers'
import { rest } from '../shapes/struct'
import { SCALAR_SIZE, type ArrayShape, type ListShape, type StructShape } from '../model/shape'
import type { Bytes } from '../model/splice'
import { TreeNode } from './tree'

/**
 * A layout over bytes: every byte belongs to exactly one leaf. Never throws and never takes longer than a walk over
 * the bytes, whatever they are: what cannot be explained is a `gap` behind what can. A `previous` document of the very
 * same bytes is answered again; for others the walk is made anew, which for a large map takes a quarter of a millisecond.
 */
export function document(layout: AnyLayout, bytes: Bytes, previous?: Document): Document {
  if (previous?.layout === layout && previous.bytes === bytes) return previous
  return new LaidDocument(layout, bytes)
}

/** The node of a path (`areals/211/class_id`; '' is the root), or undefined where there is none. */
export function locate(document: Document, path: string): Node | undefined {
  let node: Node | undefined = document.root
  if (path === '') return node
  for (const name of path.split('/')) node = node?.childNamed(name)
  return node
}

/** The innermost node that holds the byte; the root where there is no such byte. */
export function nodeAt(document: Document, offset: number): Node {
  const { root } = document
  let node = root instanceof TreeNode && offset >= 0 && offset < root.offset + root.size ? root : undefined
  if (!node) return root
  for (let inner = node.childAt(offset); inner; inner = node.childAt(offset)) node = inner
  return node
}

/**
 * A leaf as another image of the same length has it, without a walk over that image; undefined where another value in
 * its place could change a length. Where all leaves that differ have a twin, both images have the same shape.
 */
export function twinOf(leaf: Node, bytes: Bytes): Node | undefined {
  if (!(leaf instanceof TreeNode) || !isPlain(leaf)) return undefined
  return new TreeNode(sourceOf(bytes), leaf.layout, leaf.name, leaf.offset, leaf.parent, leaf.count).settle({ size: leaf.size, isWhole: true })
}

/** It tells no length, neither as a count nor by its end. */
const isPlain = (leaf: Node): boolean =>
  leaf.role !== 'derived' && leaf.isWhole && leaf.kind !== 'gap' && leaf.layout.fixedSize === leaf.size && leaf.childCount === 0

class LaidDocument implements Document {
  readonly root: TreeNode
  readonly isWhole: boolean
  private readonly fault: Finding | undefined
  private declared: readonly Finding[] | undefined

  constructor(readonly layout: AnyLayout, readonly bytes: Bytes) {
    const walk = new Walk(bytes)
    this.root = walk.root(layout)
    this.fault = walk.fault
    this.isWhole = walk.fault === undefined
  }

  /** Looked for when first asked: an edit that nobody checks yet should not pay for it. */
  get findings(): readonly Finding[] {
    this.declared ??= [...(this.fault ? [this.fault] : []), ...declaredFindings(this.root)]
    return this.declared
  }
}

/** Lays a layout over bytes as far as they go. Only the first fault is told: what follows it is mostly its consequence. */
class Walk {
  fault: Finding | undefined
  private readonly source: Source
  private readonly end: number

  constructor(bytes: Bytes) {
    this.source = sourceOf(bytes)
    this.end = bytes.length
  }

  root(layout: AnyLayout): TreeNode {
    const count = layout.shape.of === 'array' && layout.shape.length.from !== 'formula' ? layout.shape.length.count : 0
    const root = new TreeNode(this.source, layout, '', 0, undefined, count)
    this.explain(root)
    if (root.size === this.end) return root
    if (root.isWhole) this.fail('trailing', '', root.size, this.end - root.size, { count: this.end - root.size })
    if (!['struct', 'array', 'list'].includes(layout.shape.of)) return this.gap('', 0, undefined)
    return root.append(this.gap('gap', root.size, root))
  }

  private gap(name: string, offset: number, parent: TreeNode | undefined): TreeNode {
    return new TreeNode(this.source, GAP, name, offset, parent, 0, true).settle({ size: this.end - offset, isWhole: true })
  }

  private explain(node: TreeNode): void {
    const { shape, fixedSize } = node.layout
    const room = this.end - node.offset
    if (fixedSize !== undefined && fixedSize <= room) node.settle({ size: fixedSize, isWhole: true })
    else if (shape.of === 'struct') this.explainStruct(node, shape)
    else if (shape.of === 'array') this.explainArray(node, shape)
    else if (shape.of === 'list') this.explainList(node, shape)
    else if (shape.of === 'rest' || (shape.of === 'line' && room > 0)) {
      node.settle({ size: measure(node.layout, this.source.view, node.offset, this.end), isWhole: true })
    }
    else {
      this.fail('truncated', node.path, node.offset, room, { needed: fixedSize ?? 0, found: room })
      node.settle({ size: 0, isWhole: false })
    }
  }

  private explainStruct(node: TreeNode, shape: StructShape): void {
    const places = [node.offset]
    const kept = new Map<number, TreeNode>()
    let at = node.offset
    let isWhole = true
    // The list grows with the walk: the lengths of later arrays are read at its places.
    node.settle({ size: 0, isWhole, places })
    for (const [index, { name, layout }] of shape.fields.entries()) {
      const child = new TreeNode(this.source, layout, name, at, node, node.countFor(layout, at))
      this.explain(child)
      isWhole = child.isWhole
      // An array that cannot be shown stands there all the same, empty: it is asked for by name.
      if (!isWhole && child.size === 0 && layout.shape.of !== 'array') break
      at += child.size
      places.push(at)
      if (!isWhole || isIndexed(layout)) kept.set(index, child)
      if (!isWhole) break
    }
    node.settle({ size: at - node.offset, isWhole, places, kept })
  }

  private explainArray(node: TreeNode, shape: ArrayShape): void {
    const { element } = shape
    const { count, offset } = node
    const room = this.end - offset
    const isPossible = canHold(element, count, room)
    if (!isPossible) this.failCount(node, shape)
    const isAbsurd = !canHold(element, count, this.end)
    // A count that no payload of this size could hold says nothing about the bytes after it.
    const wanted = isPossible || shape.length.from !== 'formula' || !isAbsurd ? Math.max(0, count) : 0
    const stride = element.fixedSize
    if (stride === undefined) {
      const places = indexRecords(element, wanted, this.source.view, offset, this.end)
      const complete = places.length - 1
      node.settle({ size: (places[complete] ?? offset) - offset, isWhole: complete === count, places })
      if (complete < wanted) this.cut(node, element, complete)
    } else {
      const records = Math.min(wanted, Math.floor(room / stride))
      node.settle({ size: records * stride, isWhole: records === count, records })
      if (records < wanted) this.cut(node, element, records)
    }
  }

  private explainList(node: TreeNode, shape: ListShape): void {
    const { offset } = node
    const prefix = SCALAR_SIZE[shape.scalar]
    const stride = shape.element.fixedSize ?? 1
    const room = this.end - offset - prefix
    if (room < 0) {
      this.fail('truncated', node.path, offset, room + prefix, { needed: prefix, found: room + prefix })
      node.settle({ size: 0, isWhole: false })
      return
    }
    const count = readInteger(this.source.view, offset, shape.scalar)
    if (count * stride <= room) {
      node.settle({ size: prefix + count * stride, isWhole: true })
      return
    }
    const isAbsurd = count * stride > this.end
    const params = { count, fits: Math.floor(room / stride) }
    if (isAbsurd) this.fail('count', join(node.path, 'count'), offset, prefix, params)
    else this.fail('truncated', node.path, offset, room + prefix, { needed: prefix + count * stride, found: room + prefix })
    const records = isAbsurd ? [offset + prefix] : evenly(offset + prefix, stride, Math.floor(room / stride))
    const places = [offset, ...records]
    node.settle({ size: (places.at(-1) ?? offset) - offset, isWhole: false, places })
  }

  /** Of the record behind the whole ones as much as there is. */
  private cut(node: TreeNode, element: AnyLayout, record: number): void {
    const count = element.shape.of === 'array' && element.shape.length.from !== 'formula' ? element.shape.length.count : 0
    const partial = new TreeNode(this.source, element, String(record), node.offset + node.size, node, count)
    this.explain(partial)
    if (partial.size > 0) node.append(partial)
  }

  private failCount(node: TreeNode, { element, length }: ArrayShape): void {
    const { count, offset } = node
    const room = this.end - offset
    const fits = Math.floor(room / element.leastSize)
    if (length.from === 'attribute') {
      this.fail('count', node.path, offset, room, { count, fits, attribute: length.name })
      return
    }
    const culprit = length.from === 'formula' && !canHold(element, count, this.end) ? largest(node, length.names) : undefined
    if (culprit) this.fail('count', culprit.path, culprit.offset, culprit.size, { count, fits })
    else this.fail('truncated', node.path, offset, room, { needed: count * element.leastSize, found: room })
  }

  private fail(what: Finding['what'], path: string, offset: number, size: number, params: Finding['params']): void {
    this.fault ??= { what, path, offset, size, params }
  }
}

/** Of the fields that tell a length, the one with the largest number. */
function largest(array: TreeNode, names: readonly string[]): TreeNode | undefined {
  const fields = names.map(name => array.parent?.childNamed(name)).filter(field => field !== undefined)
  const sizes = fields.map(field => Math.abs(readCount(field.source.view, field.offset, field.layout)))
  return fields[sizes.indexOf(Math.max(...sizes))]
}

const isIndexed = ({ shape }: AnyLayout): boolean => shape.of === 'array' && shape.element.fixedSize === undefined
const join = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)

const GAP = rest()
