import type { EntryPath, InstancesItem, PlacedItem } from '@areal-studio/core/format'
import type { Vec } from '../camera/camera'
import { instanceMatrix, modelOf } from './baked-model'
import { posed } from './mesh-scene'
import { pointAt, recordOfPath } from './map-scene'

/** A record of an item. */
export interface PlacedRecord {
  readonly item: PlacedItem
  readonly record: number
}

export const isSamePlaced = (one: PlacedRecord, other: PlacedRecord | undefined): boolean =>
  one.item.entry === other?.item.entry && one.item.id === other.item.id && one.record === other.record

/** The same record of the present items; undefined where it no longer exists. */
export function currentOf(items: readonly PlacedItem[], { item, record }: PlacedRecord): PlacedRecord | undefined {
  const now = items.find(other => other.entry === item.entry && other.id === item.id)
  return now && record < now.recordCount ? { item: now, record } : undefined
}

export const pathOfPlaced = ({ item, record }: PlacedRecord): string => `${item.array}/${record}`

/** The record that a path of an entry is in; of arrays within each other the innermost. */
export function placedAt(
  items: readonly PlacedItem[],
  entry: EntryPath | null,
  path: string | null,
): PlacedRecord | undefined {
  let found: PlacedRecord | undefined
  for (const item of items) {
    const record = item.entry === entry ? recordOfPath(path, item.array) : undefined
    if (record === undefined || record >= item.recordCount) continue
    if (!found || item.array.length > found.item.array.length) found = { item, record }
  }
  return found
}

/** Place of a record; of lines the middle of their points. */
export function placeOf({ item, record }: PlacedRecord): Vec {
  if (item.kind !== 'lines') return pointAt(item.positions, record)
  const points = linePoints(item, record).flat()
  const sum = points.reduce<Vec>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0])
  const count = Math.max(1, points.length)
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

/** Points of each line of a record. */
export function linePoints(item: Extract<PlacedItem, { kind: 'lines' }>, record: number): readonly (readonly Vec[])[] {
  return partsIn(item, record).map(line => {
    const [first, end] = [item.starts[line] ?? 0, item.starts[line + 1] ?? 0]
    return Array.from({ length: Math.max(0, end - first) }, (_, at) => pointAt(item.positions, first + at))
  })
}

/** Parts sorted by record: those of record r are `parts[starts[r] .. starts[r + 1]]`, ascending. */
interface PartIndex {
  readonly starts: Uint32Array
  readonly parts: Uint32Array
}
const partIndexes = new WeakMap<Uint32Array, PartIndex>()

function partIndexOf(records: Uint32Array, recordCount: number): PartIndex {
  const known = partIndexes.get(records)
  if (known) return known
  const starts = new Uint32Array(recordCount + 1)
  for (const record of records) if (record < recordCount) starts[record + 1] = (starts[record + 1] ?? 0) + 1
  for (let record = 0; record < recordCount; record++)
    starts[record + 1] = (starts[record + 1] ?? 0) + (starts[record] ?? 0)
  const parts = new Uint32Array(starts[recordCount] ?? 0)
  const next = starts.slice()
  records.forEach((record, part) => {
    if (record >= recordCount) return
    parts[next[record] ?? 0] = part
    next[record] = (next[record] ?? 0) + 1
  })
  const made = { starts, parts }
  partIndexes.set(records, made)
  return made
}

/** Instances or lines of a record, in order. */
export function partsIn(
  { records, recordCount }: Pick<InstancesItem, 'records' | 'recordCount'>,
  record: number,
): readonly number[] {
  const { starts, parts } = partIndexOf(records, recordCount)
  return [...parts.subarray(starts[record] ?? 0, starts[record + 1] ?? 0)]
}

const spheres = new WeakMap<InstancesItem, Float64Array>()

/** Bounding sphere of every instance in the world: x, y, z of its middle and its radius. */
export function instanceSpheres(item: InstancesItem): Float64Array {
  const known = spheres.get(item)
  if (known) return known
  const matrix = new Float32Array(12)
  const made = new Float64Array(4 * item.which.length)
  for (let instance = 0; instance < item.which.length; instance++) {
    const { middle, radius } = modelOf(item, instance)
    made.set([...posed(instanceMatrix(item, instance, matrix), 0, middle), radius * scaleOf(matrix)], 4 * instance)
  }
  spheres.set(item, made)
  return made
}

/** Bounding spheres of the instances of a record, in the world. */
export function spheresOf(
  item: InstancesItem,
  record: number,
): readonly { readonly middle: Vec; readonly radius: number }[] {
  const all = instanceSpheres(item)
  return partsIn(item, record).map(instance => {
    const [x = 0, y = 0, z = 0, radius = 0] = all.subarray(4 * instance, 4 * instance + 4)
    return { middle: [x, y, z], radius }
  })
}

/** The greatest scale of a matrix. */
const scaleOf = (m: Float32Array): number =>
  Math.max(...[0, 1, 2].map(column => Math.hypot(m[column] ?? 0, m[4 + column] ?? 0, m[8 + column] ?? 0)))

/** Least half side of the square that is framed around a record, in world units. */
const LEAST_FRAMED = 5

/** Points around a record, for framing it. */
export function cornersOfPlaced(one: PlacedRecord): Vec[] {
  const { item, record } = one
  const around = ([x, y, z]: Vec, radius: number): Vec[] => [
    [x - radius, y - radius, z - radius],
    [x + radius, y + radius, z + radius],
  ]
  if (item.kind === 'instances') return spheresOf(item, record).flatMap(({ middle, radius }) => around(middle, radius))
  if (item.kind === 'lines') return linePoints(item, record).flat()
  return around(placeOf(one), Math.max(LEAST_FRAMED, ...(item.radii ?? []).map(radius => radius[record] ?? 0)))
}

/** Radius on the ground that a record takes up. */
export function reachOf({ item, record }: PlacedRecord): number {
  if (item.kind !== 'instances') return LEAST_FRAMED
  const [x, y] = pointAt(item.positions, record)
  return Math.max(
    1,
    ...spheresOf(item, record).map(({ middle, radius }) =>
      Math.min(Math.hypot(middle[0] - x, middle[1] - y) + radius, 4 * radius),
    ),
  )
}

/** A copy of the item with records at other places. */
export function movedItem(item: PlacedItem, places: ReadonlyMap<number, Place>): PlacedItem {
  if (item.kind === 'lines' || places.size === 0) return item
  const positions = item.positions.slice()
  for (const [record, { at }] of places) positions.set(at, 3 * record)
  if (item.kind !== 'instances') return { ...item, positions }
  const turns = item.turns.slice()
  for (const [record, { turn }] of places) if (turn !== undefined) turns[record] = turn
  return scaledItem({ ...item, positions, turns }, places)
}

/** Scales belong to the matrices of the instances, which are multiplied by the factor of the record. */
function scaledItem(item: InstancesItem, places: ReadonlyMap<number, Place>): InstancesItem {
  const scaled = [...places].flatMap(([record, { scale }]) => {
    const before = scaleIn(item, record)
    return scale && before && scale.some((value, axis) => value !== before[axis]) ? [{ record, scale, before }] : []
  })
  if (scaled.length === 0 || !item.scales) return item
  const [locals, scales] = [item.locals.slice(), item.scales.slice()]
  for (const { record, scale, before } of scaled) {
    scales.set(scale, 3 * record)
    const factor = factorOf(before, scale) ?? 1
    for (const instance of partsIn(item, record))
      for (let at = 12 * instance; at < 12 * instance + 12; at++) locals[at] = (locals[at] ?? 0) * factor
  }
  return { ...item, locals, scales }
}

/** The scale of a record; undefined where it is not scaled. */
export function scaleIn({ scales }: Pick<InstancesItem, 'scales'>, record: number): Vec | undefined {
  const found = scales && pointAt(scales, record)
  return found?.every(Number.isFinite) ? found : undefined
}

/** Greatest difference of the factors of two axes that is still rounding of the stored numbers. */
const ROUNDING = 1e-5

/** The one factor between two scales; undefined where there is none. */
export function factorOf(before: Vec, after: Vec): number | undefined {
  const factors = before.map((value, axis) => (after[axis] ?? 0) / value)
  const [factor = NaN] = factors
  return Number.isFinite(factor) && factor > 0 && factors.every(one => Math.abs(one / factor - 1) < ROUNDING)
    ? factor
    : undefined
}

/** Place of a record, its turn around the vertical in radians, and its scale where it has one. */
export interface Place {
  readonly at: Vec
  readonly turn?: number
  readonly scale?: Vec
}
