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

/** Where a record is; of lines the middle of its points. */
export function placeOf({ item, record }: PlacedRecord): Vec {
  if (item.kind !== 'lines') return pointAt(item.positions, record)
  const points = linePoints(item, record).flat()
  const sum = points.reduce<Vec>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0])
  const count = Math.max(1, points.length)
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

/** Points of each line of a record. */
export function linePoints(item: Extract<PlacedItem, { kind: 'lines' }>, record: number): readonly (readonly Vec[])[] {
  const lines: Vec[][] = []
  item.records.forEach((of, line) => {
    if (of !== record) return
    const [first, end] = [item.starts[line] ?? 0, item.starts[line + 1] ?? 0]
    lines.push(Array.from({ length: Math.max(0, end - first) }, (_, at) => pointAt(item.positions, first + at)))
  })
  return lines
}

/** Instances of each record, in order. */
const instancesOf = new WeakMap<Uint32Array, readonly (readonly number[])[]>()
export function instancesIn({ records, recordCount }: InstancesItem, record: number): readonly number[] {
  let known = instancesOf.get(records)
  if (!known) {
    const made: number[][] = Array.from({ length: recordCount }, () => [])
    records.forEach((of, instance) => made[of]?.push(instance))
    instancesOf.set(records, (known = made))
  }
  return known[record] ?? []
}

/** Spheres round the instances of a record, in the world. */
export function spheresOf(
  item: InstancesItem,
  record: number,
): readonly { readonly middle: Vec; readonly radius: number }[] {
  return instancesIn(item, record).map(instance => {
    const matrix = instanceMatrix(item, instance)
    const { middle, radius } = modelOf(item, instance)
    return { middle: posed(matrix, 0, middle), radius: radius * scaleOf(matrix) }
  })
}

/** The greatest scale of a matrix. */
export const scaleOf = (m: Float32Array): number =>
  Math.max(...[0, 1, 2].map(column => Math.hypot(m[column] ?? 0, m[4 + column] ?? 0, m[8 + column] ?? 0)))

/** Half a side of the ground round a record that is framed at least, world units. */
const LEAST_FRAMED = 5

/** Points that bound a record, for framing it. */
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
    ...instancesIn(item, record).map(instance => {
      const matrix = instanceMatrix(item, instance)
      const { middle, radius } = modelOf(item, instance)
      const at = posed(matrix, 0, middle)
      return Math.min(Math.hypot(at[0] - x, at[1] - y) + radius * scaleOf(matrix), 4 * radius * scaleOf(matrix))
    }),
  )
}

/** The item with records at other places: the same object but for its columns. */
export function movedItem(item: PlacedItem, places: ReadonlyMap<number, Place>): PlacedItem {
  if (item.kind === 'lines' || places.size === 0) return item
  const positions = item.positions.slice()
  const turns = item.kind === 'instances' ? item.turns.slice() : undefined
  for (const [record, { at, turn }] of places) {
    positions.set(at, 3 * record)
    if (turns && turn !== undefined) turns[record] = turn
  }
  return item.kind === 'instances' ? { ...item, positions, turns: turns ?? item.turns } : { ...item, positions }
}

/** Where a record is, and how it is turned. */
export interface Place {
  readonly at: Vec
  readonly turn?: number
}
