import type { Numeric } from '../../expression'
import type { AnyLayout, Sentinel, StructShape } from '../model/shape'
import { ALONE } from '../shapes/leaf'
import { countWithin } from '../shapes/length'
import type { Around, Measurer, Source } from '../shapes/operations'
import { PlacedScope, isSentinel } from '../shapes/scope'
import { anywhere, lengthOf, operationsOf, recordsOf, resolve } from '../shapes/table'
import { elementOf } from '../shapes/views'
import { planIn, planned } from './plan'
import { RecordSizes } from './record-sizes'

export type { Source } from '../shapes/operations'

/** Bytes with a view of them, as all walks over a payload take them. */
export const sourceOf = (bytes: Uint8Array): Source => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})

/** The integer at a counting field; 0 where it is none. */
export const readCount = ({ shape }: AnyLayout, view: DataView, at: number): number =>
  Number(operationsOf(shape).steering.number(shape, view, at, undefined) ?? 0)

const numericAt = ({ shape }: AnyLayout, view: DataView, at: number, part: string | undefined): Numeric | undefined =>
  operationsOf(shape).steering.number(shape, view, at, part)

/** Places that a list without a count begins with. */
const FIRST = 16

class Walker implements Measurer {
  readonly resolve = resolve
  readonly elementOf = elementOf
  readonly numberAt = readCount
  readonly numericAt = numericAt

  constructor(
    readonly isTrusting: boolean,
    readonly sizes?: RecordSizes,
  ) {}

  /** Records of a value at `offset`; UNCOUNTED where only a walk over records of differing size can count them. */
  countAt(layout: AnyLayout, around: Around | undefined, view: DataView, offset: number, end: number): number {
    const length = lengthOf(layout)
    if (!length) return 0
    const stride = length.from === 'end' || length.from === 'until' ? recordsOf(layout)?.element.fixedSize : undefined
    if (stride === undefined) return countWithin(length, around)
    const possible = Math.floor((end - offset) / stride)
    return length.from === 'until' ? untilSentinel(layout, length, possible, view, offset, this) : possible
  }

  /** Size of the value at `offset`, or -1 where it does not fit before `end`. Arrays of a record take their `count`. */
  measure(
    layout: AnyLayout,
    view: DataView,
    offset: number,
    end: number,
    count: number = ALONE,
    around?: Around,
  ): number {
    const { fixedSize, shape } = layout
    if (fixedSize !== undefined) return fixedSize <= end - offset ? fixedSize : -1
    return operationsOf(shape).measure(layout, shape, view, offset, end, count, this, around)
  }

  /** Writes where each field begins, and where the last one ends, into `places`; returns how many fields fit. */
  walkFields(
    struct: StructShape,
    view: DataView,
    offset: number,
    end: number,
    places: number[],
    outer?: Around,
  ): number {
    let around: Around | undefined
    const plan = planIn(struct)
    const lengths = plan?.lengths
    let at = offset
    places.push(at)
    const { fields } = struct
    for (let index = 0; index < fields.length; index++) {
      let layout = fields[index]?.layout
      if (!layout) return index
      let size = layout.fixedSize
      if (size !== undefined) {
        if (size > end - at) return index
      } else {
        const sum = lengths?.[index]
        // Records within this one may read its fields, and are one level deeper.
        if (!sum || (plan && index >= plan.firstNested)) around ??= new PlacedScope(struct, places, view, outer, this)
        if (layout.varies) layout = resolve(layout, around)
        if (!layout) return index
        const count = sum ? planned(sum, view, offset) : this.countAt(layout, around, view, at, end)
        size = this.measure(layout, view, at, end, count, around ?? outer)
        if (size < 0) return index
      }
      at += size
      places.push(at)
    }
    return fields.length
  }

  /**
   * Where each record of a variable size begins and the last one ends, for as many of `count` records as fit
   * before `end`: one tight walk, kept by the document as its index.
   */
  indexRecords(
    element: AnyLayout,
    count: number,
    view: DataView,
    offset: number,
    end: number,
    around?: Around,
  ): Uint32Array {
    const room = element.leastSize > 0 ? Math.floor((end - offset) / element.leastSize) : view.byteLength
    const possible = Math.max(0, Math.min(count, room))
    const { shape } = element
    const { index: indexOf } = operationsOf(shape)
    let index = new Uint32Array((Number.isFinite(count) ? possible : Math.min(possible, FIRST)) + 1)
    index[0] = offset
    let complete = indexOf(element, shape, index, view, end, this, around)
    // Records up to an end are not counted: as many as fit would be far too many in a list of large ones.
    while (complete === index.length - 1 && complete < possible) {
      const longer = new Uint32Array(Math.min(possible, 4 * complete) + 1)
      longer.set(index)
      index = longer
      complete += indexOf(element, shape, index.subarray(complete), view, end, this, around)
    }
    return complete === index.length - 1 ? index : index.slice(0, complete + 1)
  }
}

/** Records of one size up to and with the sentinel; one more than is possible where there is none. */
function untilSentinel(
  layout: AnyLayout,
  { expression }: Sentinel,
  possible: number,
  view: DataView,
  offset: number,
  measurer: Measurer,
): number {
  const element = elementOf(layout)
  const stride = element?.fixedSize ?? 0
  for (let record = 0; element && record < possible; record++) {
    if (isSentinel(expression, element, view, offset + record * stride, measurer)) return record + 1
  }
  return possible + 1
}

/** For bytes that were measured before: takes the size prefix of a frame without reading its body. */
export const TRUSTING: Measurer = new Walker(true)

interface DocumentMeasurers {
  /** Measures all there is. */
  readonly walking: Measurer
  /** For the same bytes once they were walked. */
  readonly trusting: Measurer
}

const PLAIN: DocumentMeasurers = { walking: new Walker(false), trusting: TRUSTING }
const holdsRecursion = anywhere(({ shape }) => shape.of === 'recursive', new WeakMap())

/** Measurers for one document; those of a tree share the sizes of its records. */
export function measurersFor(layout: AnyLayout): DocumentMeasurers {
  if (!holdsRecursion(layout)) return PLAIN
  const sizes = new RecordSizes()
  return { walking: new Walker(false, sizes), trusting: new Walker(true, sizes) }
}
