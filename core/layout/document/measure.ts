import { evaluateLength } from '../model/formula'
import type { AnyLayout, Length, StructShape } from '../model/shape'
import { ALONE } from '../shapes/leaf'
import type { Measurer, Source } from '../shapes/operations'
import { lengthOf, operationsOf, recordsOf } from '../shapes/table'
import { planIn, planned } from './plan'

export type { Source } from '../shapes/operations'

/** Bytes as every walk over a payload carries them. */
export const sourceOf = (bytes: Uint8Array): Source => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})

/** The integer at a counting field; 0 where it is none. */
export const readCount = ({ shape }: AnyLayout, view: DataView, at: number): number =>
  operationsOf(shape).steering.number(shape, view, at) ?? 0

/** How many records an array has; the fields of its record begin at `places`, in the order of the declaration. */
function countOf(length: Length, struct: StructShape | undefined, places: ArrayLike<number>, view: DataView): number {
  if (length.from !== 'formula') return length.count
  return evaluateLength(length.expression, name => {
    const place = struct?.fields.findIndex(field => field.name === name) ?? -1
    const field = struct?.fields[place]
    const at = places[place]
    return field && at !== undefined ? readCount(field.layout, view, at) : 0
  })
}

/** Records of a value at `offset`, by the fields of its record; for all up to the end by walking them. */
export function countAt(
  layout: AnyLayout,
  struct: StructShape | undefined,
  places: ArrayLike<number>,
  view: DataView,
  offset: number,
): number {
  const length = lengthOf(layout)
  if (length?.from !== 'end') return length ? countOf(length, struct, places, view) : 0
  const element = recordsOf(layout)?.element
  if (element?.fixedSize !== undefined) return Math.floor((view.byteLength - offset) / element.fixedSize)
  let count = 0
  for (let at = offset; element && at < view.byteLength; count++) {
    const size = measure(element, view, at, view.byteLength)
    if (size <= 0) break
    at += size
  }
  return count
}

/** Size of the value at `offset`, or -1 where it does not fit before `end`. Arrays of a record take their `count`. */
export function measure(layout: AnyLayout, view: DataView, offset: number, end: number, count: number = ALONE): number {
  const { fixedSize, shape } = layout
  if (fixedSize !== undefined) return fixedSize <= end - offset ? fixedSize : -1
  return operationsOf(shape).measure(layout, shape, view, offset, end, count, MEASURER)
}

/** Writes where each field begins, and where the last one ends, into `places`; returns how many fields fit. */
export function walkFields(struct: StructShape, view: DataView, offset: number, end: number, places: number[]): number {
  const { fields } = struct
  const lengths = planIn(struct)?.lengths
  let at = offset
  places.push(at)
  for (let index = 0; index < fields.length; index++) {
    const layout = fields[index]?.layout
    if (!layout) break
    const sum = lengths?.[index]
    const count =
      layout.fixedSize !== undefined
        ? ALONE
        : sum
          ? planned(sum, view, offset)
          : countAt(layout, struct, places, view, at)
    const size = measure(layout, view, at, end, count)
    if (size < 0) return index
    at += size
    places.push(at)
  }
  return fields.length
}

/**
 * Where each record of a variable size begins and the last one ends, for as many of `count` records as fit
 * before `end`: one tight walk, kept by the document as its index.
 */
export function indexRecords(
  element: AnyLayout,
  count: number,
  view: DataView,
  offset: number,
  end: number,
): Uint32Array {
  const possible = Math.max(0, Math.min(count, Math.floor((end - offset) / element.leastSize)))
  const index = new Uint32Array(possible + 1)
  index[0] = offset
  const { shape } = element
  const complete = operationsOf(shape).index(element, shape, index, view, end, MEASURER)
  return complete === possible ? index : index.slice(0, complete + 1)
}

export const MEASURER: Measurer = { measure, countAt, walkFields, indexRecords, numberAt: readCount }
