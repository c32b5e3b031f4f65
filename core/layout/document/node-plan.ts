import type { AnyLayout, Length, Shape } from '../model/shape'
import type { Records, ShapeOperations } from '../shapes/operations'
import { lengthOf, operationsOf, recordsOf } from '../shapes/table'
import { rangesOf } from '../shapes/views'
import { planOf, type StructPlan } from './plan'

/** Facts that all nodes of one declaration share. */
export interface NodePlan {
  readonly layout: AnyLayout
  readonly operations: ShapeOperations<Shape>
  readonly length: Length | undefined
  readonly records: Records | undefined
  /** Size of each record of an array, where all have one size. */
  readonly stride: number | undefined
  /** Offsets of all children in the value, then the end of the last one; undefined where the size varies. */
  readonly starts: readonly number[] | undefined
  readonly isLeaf: boolean
  /** Its children are ranges of its bits and have all of its bytes. */
  readonly isShared: boolean
  /** Finding a child takes a walk over others, so their places are kept. */
  readonly isIndexed: boolean
  /** A walk over its records is one look-up for each: their sizes are kept, or are stored in their frames. */
  readonly isQuick: boolean
  /** For a record whose size is a sum over its counts. */
  readonly sums: StructPlan | undefined
  /** Plans of its children by index, at 0 that of an array's records: those found last. */
  readonly inner: (NodePlan | undefined)[]
}

const plans = new WeakMap<AnyLayout, NodePlan>()

/** Worked out once per declaration: a tree has a node per field of every record, and each needs all of this. */
export function nodePlan(layout: AnyLayout): NodePlan {
  const known = plans.get(layout)
  if (known) return known
  const { shape } = layout
  const operations = operationsOf(shape)
  const records = recordsOf(layout)
  const sums = planOf(layout)
  const plan: NodePlan = {
    layout,
    operations,
    length: lengthOf(layout),
    records,
    stride: records?.first === 0 ? records.element.fixedSize : undefined,
    starts: rangesOf(layout) ? undefined : startsIn(layout),
    isShared: rangesOf(layout) !== undefined,
    isLeaf: operations.children.parts(shape).length === 0,
    isIndexed:
      layout.fixedSize === undefined &&
      !(sums && sums.nested.length <= 1) &&
      !isPlacedAround(shape) &&
      operations.children.parts(shape).some(part => isWalked(part.layout)),
    isQuick: records !== undefined && (records.element.shape.of === 'recursive' || isFramed(records.element)),
    sums,
    inner: [],
  }
  plans.set(layout, plan)
  return plan
}

/** The plan of a child or record of that layout. */
export function innerPlan({ inner }: NodePlan, index: number, layout: AnyLayout): NodePlan {
  const known = inner[index]
  if (known?.layout === layout) return known
  const plan = nodePlan(layout)
  inner[index] = plan
  return plan
}

/** A frame, or a record with one field that has no fixed size: all places follow from its ends. */
const isPlacedAround = (shape: Shape): boolean =>
  shape.of === 'sized' ||
  (shape.of === 'struct' && shape.fields.filter(({ layout }) => layout.fixedSize === undefined).length === 1)

/** A record in which nothing but frames differs in size. */
const isFramed = ({ shape }: AnyLayout): boolean =>
  shape.of === 'struct' &&
  shape.fields.every(({ layout }) => layout.fixedSize !== undefined || layout.shape.of === 'sized')

/** Its size is neither count times a fixed size nor stored in its first bytes: only a walk finds it. */
const isWalked = (layout: AnyLayout): boolean =>
  layout.fixedSize === undefined &&
  layout.shape.of !== 'sized' &&
  !(lengthOf(layout) && recordsOf(layout)?.element.fixedSize !== undefined)

/** Of a record or vector of one size: the sums of the sizes of its parts. */
function startsIn({ shape, fixedSize }: AnyLayout): readonly number[] | undefined {
  if (fixedSize === undefined) return undefined
  const starts = [0]
  let at = 0
  for (const { name, layout } of operationsOf(shape).children.parts(shape)) {
    if (name === undefined || layout.fixedSize === undefined) return undefined
    at += layout.fixedSize
    starts.push(at)
  }
  return at === fixedSize && at > 0 ? starts : undefined
}
