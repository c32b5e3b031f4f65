import { evaluate } from '../model/formula'
import type { AnyLayout } from '../model/layout'
import { readInteger } from '../model/numbers'
import { planOf, planned, type StructPlan } from './plan'
import { SCALAR_SIZE, isInteger, type ArrayShape, type Length, type StructShape } from '../model/shape'

/** Bytes and the same bytes as numbers; every walk over a payload carries this. */
export interface Source {
  readonly bytes: Uint8Array
  readonly view: DataView
}

/** Bytes as every walk over a payload carries them. */
export const sourceOf = (bytes: Uint8Array): Source =>
  ({ bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) })

/** Where records of one size begin, and where the last of them ends. */
export const evenly = (offset: number, stride: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, k) => offset + k * stride)

/** The integer at a counting field. */
export function readCount(view: DataView, at: number, layout: AnyLayout): number {
  const { shape } = layout
  if (shape.of === 'count') return readInteger(view, at, shape.scalar)
  return shape.of === 'scalar' && isInteger(shape.scalar) ? readInteger(view, at, shape.scalar) : 0
}

/** How many records an array has; the fields of its record begin at `places`, in the order of the declaration. */
export function countOf(length: Length, struct: StructShape | undefined, places: ArrayLike<number>, view: DataView): number {
  if (length.from !== 'formula') return length.count
  return evaluate(length.expression, name => {
    const place = struct?.fields.findIndex(field => field.name === name) ?? -1
    const field = struct?.fields[place]
    const at = places[place]
    return field && at !== undefined ? readCount(view, at, field.layout) : 0
  })
}

/** Records of an array that begins at `offset`; as `countOf`, and for all up to the end by walking them. */
export function countAt(
  { element, length }: ArrayShape, struct: StructShape | undefined, places: ArrayLike<number>, view: DataView, offset: number,
): number {
  if (length.from !== 'end') return countOf(length, struct, places, view)
  if (element.fixedSize !== undefined) return Math.floor((view.byteLength - offset) / element.fixedSize)
  let count = 0
  for (let at = offset; at < view.byteLength; count++) {
    const size = measure(element, view, at, view.byteLength)
    if (size <= 0) break
    at += size
  }
  return count
}

/** Size of the value at `offset`, or -1 where it does not fit before `end`. Arrays take their `count`. */
export function measure(layout: AnyLayout, view: DataView, offset: number, end: number, count?: number): number {
  const { fixedSize, shape } = layout
  if (fixedSize !== undefined) return fixedSize <= end - offset ? fixedSize : -1
  if (shape.of === 'struct') return measureStruct(layout, shape, view, offset, end)
  if (shape.of === 'list') return measureList(layout, view, offset, end)
  if (shape.of === 'rest') return end - offset
  if (shape.of === 'line') return measureLine(view, offset, end)
  if (shape.of !== 'array') return -1
  const records = count ?? (shape.length.from === 'formula' ? 0 : shape.length.count)
  return measureArray(shape.element, records, view, offset, end)
}

function measureLine(view: DataView, offset: number, end: number): number {
  for (let at = offset; at < end; at++) if (view.getUint8(at) === 0x0a) return at + 1 - offset
  return end > offset ? end - offset : -1
}

function measureList({ shape }: AnyLayout, view: DataView, offset: number, end: number): number {
  if (shape.of !== 'list') return -1
  const prefix = SCALAR_SIZE[shape.scalar]
  if (prefix > end - offset) return -1
  const size = prefix + readInteger(view, offset, shape.scalar) * (shape.element.fixedSize ?? 0)
  return size <= end - offset ? size : -1
}

/** False for counts that cannot be: negative, or more than the bytes that are left. */
export const canHold = (element: AnyLayout, count: number, room: number): boolean => count >= 0 && count * element.leastSize <= room

function measureArray(element: AnyLayout, count: number, view: DataView, offset: number, end: number): number {
  if (!canHold(element, count, end - offset)) return -1
  if (element.fixedSize !== undefined) return count * element.fixedSize
  let at = offset
  for (let record = 0; record < count; record++) {
    const size = measure(element, view, at, end)
    if (size < 0) return -1
    at += size
  }
  return at - offset
}

function measureStruct(layout: AnyLayout, struct: StructShape, view: DataView, offset: number, end: number): number {
  const plan = planOf(layout)
  if (plan && plan.headSize <= end - offset) {
    // In order: what stands behind a nested array is where the plan says only when that array is empty.
    if (plan.nested.every(length => planned(length, view, offset) === 0)) {
      const size = planned(plan.size, view, offset)
      return size <= end - offset ? size : -1
    }
  }
  const places: number[] = []
  return walkFields(struct, view, offset, end, places) === struct.fields.length ? (places.at(-1) ?? offset) - offset : -1
}

/** Puts where each field begins, and where the last one ends, into `places`; answers how many fields fit. */
export function walkFields(struct: StructShape, view: DataView, offset: number, end: number, places: number[]): number {
  let at = offset
  places.push(at)
  for (const [index, { layout }] of struct.fields.entries()) {
    const count = layout.shape.of === 'array' ? countAt(layout.shape, struct, places, view, at) : undefined
    const size = measure(layout, view, at, end, count)
    if (size < 0) return index
    at += size
    places.push(at)
  }
  return struct.fields.length
}

/**
 * Where each record of a variable size begins and the last one ends, for as many of `count` records as fit
 * before `end`: one tight walk, kept by the document as its index.
 */
export function indexRecords(element: AnyLayout, count: number, view: DataView, offset: number, end: number): Uint32Array {
  const possible = Math.max(0, Math.min(count, Math.floor((end - offset) / element.leastSize)))
  const index = new Uint32Array(possible + 1)
  index[0] = offset
  const plan = planOf(element)
  const { shape } = element
  const complete = plan && element.fixedSize === undefined
    ? indexPlanned(element, plan, index, view, end)
    : shape.of === 'list'
      ? indexLists(shape.scalar, shape.element.fixedSize ?? 0, index, view, end)
      : indexAny(element, index, view, 0, possible, end)
  return complete === possible ? index : index.slice(0, complete + 1)
}

function indexAny(element: AnyLayout, index: Uint32Array, view: DataView, from: number, to: number, end: number): number {
  let at = index[from] ?? 0
  for (let record = from; record < to; record++) {
    const size = measure(element, view, at, end)
    if (size < 0) return record
    at += size
    index[record + 1] = at
  }
  return to
}

function indexLists(scalar: 'u8' | 'u16' | 'u32', stride: number, index: Uint32Array, view: DataView, end: number): number {
  if (scalar === 'u16') return indexLists16(stride, index, view, end)
  const count = index.length - 1
  const prefix = SCALAR_SIZE[scalar]
  let at = index[0] ?? 0
  for (let record = 0; record < count; record++) {
    if (at + prefix > end) return record
    at += prefix + readInteger(view, at, scalar) * stride
    if (at > end) return record
    index[record + 1] = at
  }
  return count
}

function indexLists16(stride: number, index: Uint32Array, view: DataView, end: number): number {
  const count = index.length - 1
  const last = end - 2
  let at = index[0] ?? 0
  for (let record = 0; record < count; record++) {
    if (at > last) return record
    const next = at + 2 + view.getUint16(at, true) * stride
    if (next > end) return record
    at = next
    index[record + 1] = at
  }
  return count
}

/** Records whose size is a sum over counts near their beginning; one with nested records is walked field by field. */
function indexPlanned(element: AnyLayout, plan: StructPlan, index: Uint32Array, view: DataView, end: number): number {
  const count = index.length - 1
  const { headSize, size: { base, at: places, times, scalars }, nested } = plan
  const terms = places.length
  let at = index[0] ?? 0
  for (let record = 0; record < count; record++) {
    if (at + headSize > end) return record
    let size = base
    for (let term = 0; term < terms; term++) {
      const place = at + (places[term] ?? 0)
      const scalar = scalars[term]
      const value = scalar === 'u32' ? view.getUint32(place, true) : scalar === 'u16' ? view.getUint16(place, true) : view.getUint8(place)
      size += value * (times[term] ?? 0)
    }
    for (let k = 0; k < nested.length; k++) {
      const length = nested[k]
      if (length && planned(length, view, at) !== 0) size = Math.max(-1, measure(element, view, at, end))
    }
    if (size < 0 || at + size > end) return record
    at += size
    index[record + 1] = at
  }
  return count
}
