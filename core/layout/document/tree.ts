import { LayoutError } from '../model/error'
import type { Value } from '../model/layout'
import type { Kind, Meta, Role } from '../model/meta'
import type { AnyLayout } from '../model/shape'
import { UNCOUNTED } from '../shapes/leaf'
import type { Around, Extent, Measurer, Source, WalkNode } from '../shapes/operations'
import { rest } from '../shapes/rest'
import { AttributeScope, PlacedScope } from '../shapes/scope'
import { recordsOf, resolve } from '../shapes/table'
import { decode } from './decode'
import type { Indexes } from './indexes'
import { innerPlan, nodePlan, type NodePlan } from './node-plan'
import { planned } from './plan'

/** Records that cost less to find again than to keep, where each is one look-up. */
const FEW = 64

/** The bytes of a document, and what was found out about them. */
export interface TreeSource extends Source {
  readonly indexes: Indexes
  readonly measurer: Measurer
}

interface TreeExtent extends Extent {
  readonly kept?: ReadonlyMap<number, TreeNode>
}

/** What few nodes have. */
interface Rare {
  readonly kept?: Map<number, TreeNode>
  /** Behind the whole records of one size: the one that is cut, the gap. */
  readonly extras?: readonly TreeNode[]
}

/** The layout of bytes that the declaration does not explain. */
export const GAP = rest()

const WHOLE = 1
const BOUNDED = 2
/** The places of its children are stored: `known`. */
const PLACED = 4
const MEASURED = 8

/** A node of a document. Made by documents only; everything else sees it as `Node`. */
export class TreeNode implements WalkNode {
  // Declared only: a field with a value of its own would be written twice, and there is a node per field of every record.
  declare readonly source: TreeSource
  declare readonly name: string
  declare readonly offset: number
  declare readonly parent: TreeNode | undefined
  /** Declared number of records of an array; UNCOUNTED until they are indexed. */
  declare readonly declared: number
  declare size: number
  declare private readonly plan: NodePlan
  /** WHOLE, BOUNDED, PLACED and MEASURED. */
  declare private state: number
  declare private known: ArrayLike<number> | undefined
  declare private scope: Around | undefined
  declare private records: number
  declare private rare: Rare | undefined
  declare private pathText: string | undefined

  constructor(
    source: TreeSource,
    layout: AnyLayout,
    name: string,
    offset: number,
    parent: TreeNode | undefined,
    declared: number,
    plan: NodePlan = nodePlan(layout),
  ) {
    this.source = source
    this.name = name
    this.offset = offset
    this.parent = parent
    this.declared = declared
    this.size = 0
    this.plan = plan
    this.state = WHOLE | BOUNDED
    this.known = undefined
    this.scope = undefined
    this.records = declared
    this.rare = undefined
    this.pathText = undefined
  }

  get layout(): AnyLayout {
    return this.plan.layout
  }

  get isWhole(): boolean {
    return (this.state & WHOLE) !== 0
  }

  /** It is whole, or its end is known although it is not. */
  get isBounded(): boolean {
    return (this.state & BOUNDED) !== 0
  }

  /** Whether these are bytes that the declaration does not explain. */
  get isGap(): boolean {
    return this.plan.layout === GAP
  }

  /** Sets the extent of the node; to be called before it is returned to anyone. */
  settle({ size, isWhole, isBounded = isWhole, places, records, kept }: TreeExtent): this {
    this.size = size
    this.state = MEASURED | (isWhole ? WHOLE : 0) | (isBounded ? BOUNDED : 0) | (places === undefined ? 0 : PLACED)
    this.known = places
    this.records = records ?? this.declared
    if (kept && kept.size > 0) this.rare = { ...this.rare, kept: new Map(kept) }
    return this
  }

  /** Adds a last child: a record that is cut, or the gap. */
  append(child: TreeNode): this {
    if (this.stride !== undefined) this.rare = { ...this.rare, extras: [...(this.rare?.extras ?? []), child] }
    else {
      const { places, childCount } = this
      const longer = new Uint32Array(childCount + 2)
      for (let index = 0; index <= childCount; index++) longer[index] = places[index] ?? 0
      longer[childCount + 1] = child.offset + child.size
      this.known = longer
      this.state |= PLACED
      this.keep(childCount, child)
    }
    this.size = child.offset + child.size - this.offset
    this.state &= ~(WHOLE | BOUNDED)
    return this
  }

  /** The same node over other bytes, in which everything has the same place. */
  over(source: TreeSource, parent?: TreeNode): TreeNode {
    const { layout, name, offset, declared, plan } = this
    const node = new TreeNode(source, layout, name, offset, parent, declared, plan)
    node.size = this.size
    node.known = this.known
    node.state = WHOLE | BOUNDED | MEASURED | (this.state & PLACED)
    node.records = this.records
    for (const [index, child] of this.rare?.kept ?? []) node.keep(index, child.over(source, node))
    return node
  }

  /** Number of records of an array by its declaration and counts; more than its bytes may hold. */
  get count(): number {
    return this.declared === UNCOUNTED && (this.state & MEASURED) !== 0 ? this.places.length - 1 : this.declared
  }

  get around(): Around | undefined {
    if (this.parent === undefined) return attributesAround(this.layout)
    return this.parent.aroundChild(this.name)
  }

  get inside(): Around | undefined {
    const { shape } = this.layout
    if (shape.of !== 'struct') return this.around
    this.scope ??= new PlacedScope(shape, this.places, this.source.view, this.around, this.source.measurer)
    return this.scope
  }

  /** The fields that formulas of the child of that name can read. */
  aroundChild(name: string): Around | undefined {
    const { length } = this.plan
    return length?.from === 'parallel' ? this.around?.along(length.sibling, Number(name)) : this.inside
  }

  get path(): string {
    this.pathText ??=
      this.parent === undefined || this.parent.path === '' ? this.name : `${this.parent.path}/${this.name}`
    return this.pathText
  }

  get kind(): Kind {
    return this.isGap ? 'gap' : this.layout.kind
  }

  get meta(): Meta {
    return this.layout.meta
  }

  /** Without a role of its own, a node has that of its parent. */
  get role(): Role {
    return this.layout.meta.role ?? this.parent?.role ?? 'value'
  }

  get childCount(): number {
    const { isLeaf, stride, starts, operations } = this.plan
    if (isLeaf || this.isGap) return 0
    if (stride !== undefined) return this.records + (this.rare?.extras?.length ?? 0)
    if ((this.state & PLACED) !== 0) return this.places.length - 1
    return starts ? starts.length - 1 : operations.children.count(this.layout.shape, this)
  }

  child(index: number): TreeNode {
    const { rare } = this
    const kept = rare && (rare.kept?.get(index) ?? rare.extras?.[index - this.records])
    if (kept) return kept
    if (!Number.isInteger(index) || index < 0 || index >= this.childCount) {
      throw new LayoutError('layout.no-node', {}, `${this.path}/${index}`)
    }
    return this.makeChild(index)
  }

  childNamed(name: string): TreeNode | undefined {
    const index = this.indexOf(name)
    if (index >= 0 && index < this.childCount) return this.child(index)
    return index < 0 ? this.asFormer()?.childNamed(name) : undefined
  }

  /** The same bytes as an earlier version declared them. */
  private asFormer(): TreeNode | undefined {
    const { former } = this.layout
    if (!former || !this.isWhole) return undefined
    const record = recordsOf(former)?.element.fixedSize
    const records = record ? this.size / record : 0
    return new TreeNode(this.source, former, this.name, this.offset, this.parent, records).settle({
      size: this.size,
      isWhole: true,
    })
  }

  get value(): Value {
    if (this.isGap) return this.source.bytes.slice(this.offset, this.offset + this.size)
    if (!this.isWhole) throw new LayoutError('layout.damaged', {}, this.path)
    return decode(this.source, this.layout, this.offset, this.size, this.declared, this.around)
  }

  /** The child whose bytes hold `offset`. */
  childAt(offset: number): TreeNode | undefined {
    if (this.plan.isShared || this.childCount === 0) return undefined
    const { stride, records, rare } = this
    const extra = rare?.extras?.find(child => offset >= child.offset && offset < child.offset + child.size)
    if (extra) return extra
    const index = stride === undefined ? lastAtMost(this.places, offset) : Math.floor((offset - this.offset) / stride)
    return index >= 0 && index < (stride === undefined ? this.childCount : records) ? this.child(index) : undefined
  }

  /** Where the children begin, and where the last one ends. */
  get places(): ArrayLike<number> {
    this.known ??= this.divide()
    return this.known
  }

  /** Size of each record of an array, where all have one size. */
  get stride(): number | undefined {
    return this.plan.stride
  }

  /** Children of a list before its first record. */
  get first(): number {
    return this.plan.records?.first ?? 0
  }

  /** Records of an array or list that are whole. */
  get wholeRecords(): number {
    if (this.stride !== undefined) return this.records
    let { childCount } = this
    const isFit = ({ isWhole, isGap }: TreeNode): boolean => isWhole && !isGap
    while (childCount > 0 && !isFit(this.child(childCount - 1))) childCount--
    return Math.max(0, childCount - this.first)
  }

  private divide(): ArrayLike<number> {
    const { layout, offset } = this
    const { starts, operations, isIndexed, isQuick } = this.plan
    if (starts) return starts.map(start => offset + start)
    const { indexes, measurer } = this.source
    const known = isIndexed ? indexes.places(layout, offset, this.size, this.declared) : undefined
    if (known) return known
    const places = operations.children.places(layout.shape, this, measurer)
    if (isIndexed && !(isQuick && places.length <= FEW)) indexes.keep(layout, offset, this.size, this.declared, places)
    return places
  }

  private makeChild(index: number): TreeNode {
    const { shape } = this.layout
    const { stride, records, operations, isShared } = this.plan
    const isRecord = records?.first === 0
    const part = isRecord ? undefined : operations.children.at(shape, index, this)
    const layout = isRecord ? records.element : part?.layout
    if (!layout) throw new LayoutError('layout.no-node', {}, `${this.path}/${index}`)
    const offset = stride === undefined ? this.placeOf(index) : this.offset + index * stride
    const size = stride ?? (isShared ? this.size : this.placeOf(index + 1) - offset)
    const name = part?.name ?? String(index)
    const inner = this.resolved(layout, name)
    const plan = innerPlan(this.plan, isRecord ? 0 : index, inner)
    const count = plan.length ? this.countOf(inner, plan, offset, offset + size, name, index) : 0
    const child = new TreeNode(this.source, inner, name, offset, this, count, plan)
    child.size = size
    child.state |= MEASURED
    return child
  }

  private keep(index: number, child: TreeNode): void {
    const kept = this.rare?.kept ?? new Map<number, TreeNode>()
    kept.set(index, child)
    this.rare = { ...this.rare, kept }
  }

  /** The layout that a child of that name has here. */
  resolved(layout: AnyLayout, name: string): AnyLayout {
    return layout.varies ? (resolve(layout, this.aroundChild(name)) ?? layout) : layout
  }

  /** Records of an array that is a child of this node and has bytes up to `end`. */
  countFor(layout: AnyLayout, offset: number, end: number, name: string): number {
    const plan = nodePlan(layout)
    return plan.length ? this.countOf(layout, plan, offset, end, name) : 0
  }

  /** The same of the child at `index`, where that is known: by the sums of the declaration. */
  private countOf(
    layout: AnyLayout,
    { length }: NodePlan,
    offset: number,
    end: number,
    name: string,
    index?: number,
  ): number {
    if (layout.fixedSize !== undefined && layout.kind !== 'array') return 0
    const sum = index === undefined ? undefined : this.plan.sums?.lengths[index]
    if (sum) return planned(sum, this.source.view, this.offset)
    const isNamed = length?.from === 'formula' || length?.from === 'parallel'
    return this.source.measurer.countAt(
      layout,
      isNamed ? this.aroundChild(name) : undefined,
      this.source.view,
      offset,
      end,
    )
  }

  private placeOf(index: number): number {
    const { starts } = this.plan
    return starts && !this.known ? this.offset + (starts[index] ?? 0) : (this.places[index] ?? 0)
  }

  private indexOf(name: string): number {
    if (name === 'gap' && !this.isWhole && this.childCount > 0 && this.child(this.childCount - 1).isGap) {
      return this.childCount - 1
    }
    return this.plan.operations.children.indexOf(this.layout.shape, name, this)
  }
}

/** What formulas of the outermost record can read beside its own fields. */
const attributesAround = ({ attributes }: AnyLayout): Around | undefined => attributes && new AttributeScope(attributes)

/** Position of the last of the sorted `places` (but its end) that is at most `offset`, passing over empty ones. */
function lastAtMost(places: ArrayLike<number>, offset: number): number {
  let low = 0
  let high = places.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}
