import type { Columns, Compared, LinesItem, SurfaceItem } from '@areal-studio/core/format'
import { own } from '@areal-studio/core/layout'
import { TripleNumbers } from './triple-numbers'

/** Values of the column `difference`: as in the shown variant, with other values there, only here. */
const SAME = 0
const OTHER_VALUES = 1
const ONLY_HERE = 2

/**
 * The regions of a variant as lines over another one, hidden at first, coloured by how each differs from the region of the
 * same corners there: variants number their regions in another order. Compared are the columns that may be painted.
 */
export function variantLines(shown: SurfaceItem, other: SurfaceItem): LinesItem {
  const { rings = new Uint32Array(), ringStarts = new Uint32Array(other.recordCount + 1) } = other
  const positions = new Float32Array(3 * rings.length)
  for (let at = 0; at < rings.length; at++)
    for (let axis = 0; axis < 3; axis++) positions[3 * at + axis] = other.positions[3 * (rings[at] ?? 0) + axis] ?? NaN
  const columns = (other.paint ?? []).map(({ field }) => field).filter(field => own(other.fields, field) !== undefined)
  const fields = Object.fromEntries(columns.map(field => [field, own(other.fields, field) ?? new Uint32Array()]))
  const compared: Compared = { field: 'difference', matches: matchesOf(shown, other), columns }
  return {
    kind: 'lines',
    id: `variant ${other.id}`,
    layer: 'lines',
    noun: other.noun,
    entry: other.entry,
    array: other.array,
    title: 'ui.map-layers.variant',
    titleParams: { variant: other.variant ?? '' },
    isHiddenAtFirst: true,
    isOnGround: true,
    recordCount: other.recordCount,
    fields: { ...fields, difference: differences(compared, fields, shown.fields) },
    colouring: ['difference', ...columns],
    compared,
    positions,
    starts: ringStarts,
    records: Uint32Array.from({ length: other.recordCount }, (_, record) => record),
    isClosed: true,
  }
}

/** How each record differs from the region that it is the same place as. */
export function differences({ matches, columns }: Compared, fields: Columns, shown: Columns): Uint8Array {
  const pairs = columns.map(field => [own(fields, field), own(shown, field)] as const)
  return new Uint8Array(matches.length).map((_, record) => {
    const match = matches[record] ?? -1
    if (match < 0) return ONLY_HERE
    return pairs.every(([one, other]) => one?.[record] === other?.[match]) ? SAME : OTHER_VALUES
  })
}

/** The region of one variant with the same corners as each region of the other; -1 where there is none. */
function matchesOf(shown: SurfaceItem, other: SurfaceItem): Int32Array {
  const corners = new TripleNumbers(Math.floor(shown.positions.length / 3))
  const here = cornersOf(shown, (x, y, z) => corners.add(x, y, z))
  const regions = new TripleNumbers(Math.floor(shown.indices.length / 3))
  const records = new Int32Array(Math.floor(shown.indices.length / 3)).fill(-1)
  eachTriangle(shown, here, (a, b, c, record) => {
    const number = regions.add(a, b, c)
    if (records[number] === -1) records[number] = record
  })
  const found = new Int32Array(other.recordCount).fill(-1)
  const there = cornersOf(other, (x, y, z) => corners.find(x, y, z))
  eachTriangle(other, there, (a, b, c, record) => {
    if (a >= 0) found[record] = records[regions.find(a, b, c)] ?? -1
  })
  return found
}

/** Number of the place of each vertex; -0 is the same place as 0. */
function cornersOf({ positions }: SurfaceItem, number: (x: number, y: number, z: number) => number): Int32Array {
  const place = new Float32Array(3)
  const bits = new Uint32Array(place.buffer)
  const numbers = new Int32Array(Math.floor(positions.length / 3))
  for (let vertex = 0; vertex < numbers.length; vertex++) {
    for (let axis = 0; axis < 3; axis++) place[axis] = (positions[3 * vertex + axis] ?? NaN) + 0
    numbers[vertex] = number(bits[0] ?? 0, bits[1] ?? 0, bits[2] ?? 0)
  }
  return numbers
}

/** Calls back with the numbers of the corners of each triangle in ascending order, whichever way round it is, and its record. */
function eachTriangle(
  { indices, records }: SurfaceItem,
  corners: Int32Array,
  call: (a: number, b: number, c: number, record: number) => void,
): void {
  for (let triangle = 0; triangle < records.length; triangle++) {
    const a = corners[indices[3 * triangle] ?? 0] ?? -1
    const b = corners[indices[3 * triangle + 1] ?? 0] ?? -1
    const c = corners[indices[3 * triangle + 2] ?? 0] ?? -1
    const low = Math.min(a, b, c)
    const high = Math.max(a, b, c)
    call(low, a + b + c - low - high, high, records[triangle] ?? 0)
  }
}
