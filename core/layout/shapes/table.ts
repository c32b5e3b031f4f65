import type { AnyLayout, Length, Shape } from '../model/shape'
import { arrayOperations } from './array'
import { bytesOperations } from './bytes'
import { countOperations } from './count'
import { lineOperations } from './line'
import { listOperations } from './list'
import type { Counts, Part, Records, ShapeOperations, ShapeTable } from './operations'
import { prefixedTextOperations } from './prefixed-text'
import { restOperations } from './rest'
import { scalarOperations } from './scalar'
import { structOperations } from './struct'
import { textOperations } from './text'
import { vectorOperations } from './vector'

const SHAPES: ShapeTable = {
  scalar: scalarOperations,
  count: countOperations,
  vector: vectorOperations,
  bytes: bytesOperations,
  text: textOperations,
  lengthPrefixedText: prefixedTextOperations,
  line: lineOperations,
  rest: restOperations,
  struct: structOperations,
  array: arrayOperations,
  list: listOperations,
}

/** Every word of the layout language. */
export const SHAPE_NAMES: readonly string[] = Object.keys(SHAPES)

/** The operations of a shape, to be called with that shape. */
export const operationsOf = (shape: Shape): ShapeOperations<Shape> => SHAPES[shape.of]

/** Layouts within a declaration, in the order of their bytes. */
export const partsOf = ({ shape }: AnyLayout): readonly Part[] => operationsOf(shape).children.parts(shape)

/** The records that an array or list consists of. */
export const recordsOf = ({ shape }: AnyLayout): Records | undefined => operationsOf(shape).children.records(shape)

/** What decides the length of its values; undefined where their own bytes tell. */
export const lengthOf = ({ shape }: AnyLayout): Length | undefined => operationsOf(shape).steering.length(shape)
/** The array beside it that it counts. */
export const countsOf = ({ shape }: AnyLayout): Counts | undefined => operationsOf(shape).steering.counts(shape)

/** An array whose records differ in size: finding one of them again would mean to walk the others. */
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
  const isSo = (layout: AnyLayout): boolean => {
    const before = known.get(layout)
    if (before !== undefined) return before
    const result = test(layout) || partsOf(layout).some(part => isSo(part.layout))
    known.set(layout, result)
    return result
  }
  return isSo
}
