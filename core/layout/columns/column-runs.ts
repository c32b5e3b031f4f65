import { LayoutError } from '../model/error'
import { TRUSTING } from '../document/measure'
import { planOf, type Sum } from '../document/plan'
import type { AnyLayout, StructShape } from '../model/shape'
import type { TreeNode } from '../document/tree'
import { recordsOf } from '../shapes/table'
import { elementOf } from '../shapes/views'

/** An array within each record of an outer array: per outer record its length and the offset of its first record. */
export interface FieldRuns {
  readonly element: AnyLayout
  readonly places: Uint32Array
  readonly starts: Uint32Array<ArrayBuffer>
}

/** Offset of each whole record of an array. */
export function placesOf(node: TreeNode): Uint32Array {
  const { stride, wholeRecords, offset } = node
  if (stride !== undefined) return Uint32Array.from({ length: wholeRecords }, (_, record) => offset + record * stride)
  const { places } = node
  return places instanceof Uint32Array
    ? places.subarray(0, wholeRecords)
    : Uint32Array.from(places).subarray(0, wholeRecords)
}

/** Runs of the array or list `field` of each record; '' where the record is a list itself. */
export function runsOf(node: TreeNode, field: string): FieldRuns {
  const element = elementOf(node.layout)
  const shape = element?.shape
  const own = element && field === '' ? recordsOf(element) : undefined
  if (own?.first === 1) return listRuns(node, own.element, own.prefix)
  const index = shape?.of === 'struct' ? shape.fields.findIndex(({ name }) => name === field) : -1
  const inner = shape?.of === 'struct' ? shape.fields[index]?.layout : undefined
  const runs = inner && recordsOf(inner)
  if (!element || shape?.of !== 'struct' || runs?.element.fixedSize === undefined)
    throw new LayoutError('layout.column', { field }, node.path)
  return plannedRuns(node, element, index, runs.element) ?? walkedRuns(node, shape, index, runs.element, runs.prefix)
}

function listRuns(node: TreeNode, element: AnyLayout, prefix: number): FieldRuns {
  const count = node.wholeRecords
  const stride = element.fixedSize ?? 1
  const index = node.places instanceof Uint32Array ? node.places : Uint32Array.from(node.places)
  const starts = new Uint32Array(count + 1)
  const places = new Uint32Array(count)
  // A shift where it can be: there are more lists in a map than anything else.
  const bits = Math.log2(stride)
  if (Number.isInteger(bits)) shiftLists(index, prefix, bits, places, starts)
  else divideLists(index, prefix, stride, places, starts)
  return { element, places, starts }
}

function shiftLists(index: Uint32Array, prefix: number, bits: number, places: Uint32Array, starts: Uint32Array): void {
  let from = (index[0] ?? 0) + prefix
  let bytes = 0
  for (let record = 0; record < places.length; record++) {
    places[record] = from
    const next = (index[record + 1] ?? 0) + prefix
    bytes += next - from - prefix
    starts[record + 1] = bytes >>> bits
    from = next
  }
}

function divideLists(
  index: Uint32Array,
  prefix: number,
  stride: number,
  places: Uint32Array,
  starts: Uint32Array,
): void {
  for (let record = 0; record < places.length; record++) {
    const from = (index[record] ?? 0) + prefix
    places[record] = from
    starts[record + 1] = (starts[record] ?? 0) + ((index[record + 1] ?? 0) - from) / stride
  }
}

/** By the sums of the declaration, column by column; undefined where they do not hold for every record. */
function plannedRuns(node: TreeNode, layout: AnyLayout, field: number, element: AnyLayout): FieldRuns | undefined {
  const plan = planOf(layout)
  const from = plan?.starts[field]
  const length = plan?.lengths[field]
  if (!plan || !from || !length) return undefined
  const { view } = node.source
  const records = placesOf(node)
  const isMoved =
    field > plan.firstNested && plan.nested.some(nested => sums(nested, view, records).some(count => count > 0))
  if (isMoved) return undefined
  const places = sums(from, view, records)
  const counts = sums(length, view, records)
  const starts = new Uint32Array(records.length + 1)
  let total = 0
  for (let record = 0; record < records.length; record++) {
    total += counts[record] ?? 0
    starts[record + 1] = total
    places[record] = (places[record] ?? 0) + (records[record] ?? 0)
  }
  return { element, places, starts }
}

/** A sum of the declaration for every record. */
function sums({ base, at, scalars, times }: Sum, view: DataView, records: Uint32Array): Uint32Array {
  const out = new Uint32Array(records.length).fill(base)
  for (const [term, place] of at.entries()) {
    const by = times[term] ?? 0
    const scalar = scalars[term]
    if (scalar === 'u32') add32(out, view, records, place, by)
    else if (scalar === 'u16') add16(out, view, records, place, by)
    else add8(out, view, records, place, by)
  }
  return out
}

function add8(out: Uint32Array, view: DataView, records: Uint32Array, place: number, by: number): void {
  for (let record = 0; record < out.length; record++)
    out[record] = (out[record] ?? 0) + view.getUint8((records[record] ?? 0) + place) * by
}

function add16(out: Uint32Array, view: DataView, records: Uint32Array, place: number, by: number): void {
  for (let record = 0; record < out.length; record++) {
    out[record] = (out[record] ?? 0) + view.getUint16((records[record] ?? 0) + place, true) * by
  }
}

function add32(out: Uint32Array, view: DataView, records: Uint32Array, place: number, by: number): void {
  for (let record = 0; record < out.length; record++) {
    out[record] = (out[record] ?? 0) + view.getUint32((records[record] ?? 0) + place, true) * by
  }
}

function walkedRuns(node: TreeNode, shape: StructShape, field: number, element: AnyLayout, prefix: number): FieldRuns {
  const records = placesOf(node)
  const starts = new Uint32Array(records.length + 1)
  const places = new Uint32Array(records.length)
  const stride = element.fixedSize ?? 1
  for (let record = 0; record < records.length; record++) {
    const walked: number[] = []
    const end = node.offset + node.size
    TRUSTING.walkFields(shape, node.source.view, records[record] ?? 0, end, walked, node.aroundChild(String(record)))
    const first = (walked[field] ?? 0) + prefix
    places[record] = first
    starts[record + 1] = (starts[record] ?? 0) + ((walked[field + 1] ?? first) - first) / stride
  }
  return { element, places, starts }
}
