import type { AnyLayout, Length, Shape } from '../model/shape'
import { arrayOperations } from './array'
import { bitfieldOperations, bitsOperations } from './bitfield'
import { bytesOperations } from './bytes'
import { countOperations } from './count'
import { encodedOperations } from './encoded'
import { lineOperations } from './line'
import { linePartOperations } from './line-part'
import { listOperations } from './list'
import type { Around, Counts, Part, Records, ShapeOperations, ShapeTable } from './operations'
import { prefixedTextOperations } from './prefixed-text'
import { recursiveOperations } from './recursive'
import { restOperations } from './rest'
import { restTextOperations } from './rest-text'
import { scalarOperations } from './scalar'
import { sizedOperations } from './sized'
import { structOperations } from './struct'
import { textOperations } from './text'
import { textLineOperations } from './text-line'
import { unionOperations } from './union'
import { vectorOperations } from './vector'

const SHAPES: ShapeTable = {
  scalar: scalarOperations,
  count: countOperations,
  vector: vectorOperations,
  bytes: bytesOperations,
  text: textOperations,
  lengthPrefixedText: prefixedTextOperations,
  line: lineOperations,
  textLine: textLineOperations,
  linePart: linePartOperations,
  rest: restOperations,
  restText: restTextOperations,
  encoded: encodedOperations,
  struct: structOperations,
  array: arrayOperations,
  list: listOperations,
  union: unionOperations,
  recursive: recursiveOperations,
  sized: sizedOperations,
  bitfield: bitfieldOperations,
  bits: bitsOperations,
}

/** Every word of the layout language. */
export const SHAPE_NAMES: readonly string[] = Object.keys(SHAPES)

/** The operations of a shape, to be called with that shape. */
export const operationsOf = (shape: Shape): ShapeOperations<Shape> => SHAPES[shape.of]

/**
 * Layouts within a declaration, in the order of their bytes; each case of a union under the name of its field. A
 * record within itself is not followed.
 */
export function partsOf({ shape }: AnyLayout): readonly Part[] {
  const parts = operationsOf(shape).children.parts(shape)
  if (!parts.some(({ layout }) => isUnion(layout))) return parts
  return parts.flatMap(part =>
    isUnion(part.layout) ? alternativesOf(part.layout).map(layout => ({ name: part.name, layout })) : part,
  )
}
const isUnion = ({ shape }: AnyLayout): boolean => shape.of === 'union'

/** The records that an array or list consists of. */
export const recordsOf = ({ shape }: AnyLayout): Records | undefined => operationsOf(shape).children.records(shape)

/** Source of the length of its values; undefined where their own bytes contain it. */
export const lengthOf = ({ shape }: AnyLayout): Length | undefined => operationsOf(shape).steering.length(shape)
/** The arrays that a layout counts; undefined where it is no count. */
export const countsOf = ({ shape }: AnyLayout): Counts | undefined => operationsOf(shape).steering.counts(shape)

/** The layout that takes the place of one that varies; undefined where there is none. */
export function resolve(layout: AnyLayout, around: Around | undefined): AnyLayout | undefined {
  let at: AnyLayout | undefined = layout
  while (at?.varies) at = operationsOf(at.shape).steering.resolve(at.shape, around)
  return at
}

/** Names that a field's length, case or frame reads, as formulas write them; what its own record reads is not among them. */
export function namesUsed(layout: AnyLayout): readonly string[] {
  const { shape } = layout
  const length = lengthOf(layout)
  const inner = shape.of === 'sized' ? namesUsed(shape.body) : []
  const cases = isUnion(layout) ? alternativesOf(layout).flatMap(namesUsed) : []
  const own = length?.from === 'formula' ? length.names : []
  return [...own, ...operationsOf(shape).steering.names(shape), ...inner, ...cases]
}

/** All layouts that may take the place of one that varies; else the layout alone. */
export const alternativesOf = (layout: AnyLayout): readonly AnyLayout[] =>
  operationsOf(layout.shape).steering.alternatives(layout.shape) ?? [layout]

/**
 * Whether the places of its records are kept: an array whose records differ in size, where finding one means to walk
 * others.
 */
export function keepsIndex(layout: AnyLayout): boolean {
  if (layout.fixedSize !== undefined) return false
  const records = recordsOf(layout)
  return records !== undefined && records.first === 0 && records.element.fixedSize === undefined
}

/** A test of a declaration or anything within it; each layout is tested once. */
export function anywhere(
  test: (layout: AnyLayout) => boolean,
  known: Pick<Map<AnyLayout, boolean>, 'get'> & { set(key: AnyLayout, value: boolean): unknown } = new Map(),
): (layout: AnyLayout) => boolean {
  const search = (layout: AnyLayout, visited: Set<AnyLayout>): boolean => {
    const before = known.get(layout)
    if (before !== undefined) return before
    // Below a record that may contain itself.
    if (visited.has(layout)) return false
    visited.add(layout)
    const isSo =
      test(layout) ||
      partsOf(layout).some(part => search(part.layout, visited)) ||
      (layout.varies === true && alternativesOf(layout).some(inner => search(inner, visited)))
    if (isSo) known.set(layout, true)
    return isSo
  }
  return layout => {
    const visited = new Set<AnyLayout>()
    const isSo = search(layout, visited)
    // Nothing that can be reached from it is so: none of those either.
    if (!isSo) for (const one of visited) known.set(one, false)
    return isSo
  }
}

/** The type of a field as declared: `u32`, `f32 x y z`, `latin1[36]`. */
export const typeOf = ({ shape }: AnyLayout): string => operationsOf(shape).describe(shape, typeOf)
