import type { Numeric } from '../../expression'
import type { AnyLayout, Shape } from '../model/shape'
import type { Around, ChildOperations, Measurer, SteeringOperations, Walk, WalkNode } from './operations'

/** Operations that shapes without children have in common. */

export const NO_CHILDREN: ChildOperations<Shape> = {
  parts: () => [],
  records: () => undefined,
  count: () => 0,
  at: () => undefined,
  indexOf: () => -1,
  places: (_, { offset }) => [offset],
}

const sameShape = <S>(shape: S): S => shape

/** Neither steered by fields beside it nor steering any. */
export const NO_STEERING = {
  length: () => undefined,
  counts: () => undefined,
  number: () => undefined,
  numberOf: () => undefined,
  names: () => [],
  alternatives: () => undefined,
  resolve: () => undefined,
  reachesEnd: () => false,
  withAttributes: sameShape,
} as const satisfies SteeringOperations<Shape>

/** For shapes of one size: `measure` is never called for those. */
export const fixedOnly = (): number => -1

/** Measures one value after another. */
export function indexEach(
  layout: AnyLayout,
  _shape: Shape,
  index: Uint32Array,
  view: DataView,
  end: number,
  measurer: Measurer,
  around: Around | undefined,
): number {
  let at = index[0] ?? 0
  for (let record = 0; record < index.length - 1; record++) {
    const size = measurer.measure(layout, view, at, end, ALONE, around)
    if (size < 0) return record
    at += size
    index[record + 1] = at
  }
  return index.length - 1
}

/** A leaf is whole or not there at all. */
export function explainLeaf(node: WalkNode, _shape: Shape, walk: Walk): void {
  const room = walk.end - node.offset
  const size = walk.measurer.measure(node.layout, node.source.view, node.offset, walk.end, node.count)
  if (size >= 0) {
    node.settle({ size, isWhole: true })
    return
  }
  walk.fail('truncated', node.path, node.offset, room, { needed: node.layout.fixedSize ?? 0, found: room })
  node.settle({ size: 0, isWhole: false })
}

export const sameKey = (_: Shape, name: string): string => name
export const never = (): boolean => false
export const nothing = (): undefined => undefined

/** Where records of one size begin, and where the last of them ends. */
export function evenly(offset: number, stride: number, count: number): number[] {
  const places: number[] = []
  for (let k = 0; k <= count; k++) places.push(offset + k * stride)
  return places
}

/** The number of a record from its name; -1 for other names. */
export const recordNumber = (name: string): number => (/^(?:0|[1-9]\d{0,9})$/.test(name) ? Number(name) : -1)

/** Path of a child. */
export const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)

/** Whether `room` bytes can hold `count` records: false also for a negative count. */
export const canHold = (element: Pick<AnyLayout, 'leastSize'>, count: number, room: number): boolean =>
  count >= 0 && count * element.leastSize <= room

/** In place of a count: the value is in no record, and its length is declared. */
export const ALONE = -2
/** In place of a count: records continue to the end of their container, or to a sentinel. */
export const UNCOUNTED = -3

/** The number that formulas read of a value. */
export const wholeNumber = (value: unknown): Numeric | undefined =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value)) ? value : undefined

/** Whether it replaces an optional layout that is absent. */
export const isNothing = ({ shape }: AnyLayout): boolean => shape.of === 'struct' && shape.fields.length === 0

/** A record as a value. */
export type Fields = Readonly<Record<string, unknown>>
/** Whether a value is a record: no array, no bytes. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
