import type {
  BoxesItem,
  CellsItem,
  PlacedItem,
  SceneItem,
  SceneSizes,
  SkyItem,
  SurfaceItem,
} from '@areal-studio/core/format'
import type { Bounds, Vec } from '../camera/camera'
import { sizesOf } from './scene-sizes'

/** Items that are drawn together: ground, regions over it, placed records, and divisions of the ground. */
export interface MapScene {
  readonly terrain: SurfaceItem | undefined
  readonly water: SurfaceItem | undefined
  readonly regions: SurfaceItem | undefined
  readonly tiles: CellsItem | undefined
  readonly cells: CellsItem | undefined
  readonly slots: BoxesItem | undefined
  readonly placed: readonly PlacedItem[]
  readonly sky: SkyItem | undefined
  readonly bounds: Bounds
  readonly sizes: SceneSizes
}

/** Members that describe the records of any item. */
export type RecordItem = Pick<SurfaceItem, 'entry' | 'array' | 'noun' | 'recordCount' | 'parts' | 'blanks'>

const isSurface = (item: SceneItem): item is SurfaceItem => item.kind === 'surface'
export const isPlaced = (item: SceneItem): item is PlacedItem =>
  item.kind === 'instances' || item.kind === 'lines' || item.kind === 'points'
/** Whether the map is about placed records rather than its regions, see `InstancesItem.isSubject`. */
export const hasSubject = (placed: readonly PlacedItem[]): boolean =>
  placed.some(item => item.kind === 'instances' && item.isSubject)
const isCells = (item: SceneItem): item is CellsItem => item.kind === 'cells'

/** Sorts the items of the formats by their use. Of several items of one use the first counts. */
export function mapSceneOf(items: readonly SceneItem[]): MapScene | undefined {
  const surfaces = items.filter(isSurface)
  const placed = items.filter(isPlaced)
  if (surfaces.length === 0 && placed.length === 0) return undefined
  const bounds = withPlaced(
    surfaces,
    placed.filter(({ recordCount }) => recordCount > 0),
  )
  return {
    terrain: surfaces.find(item => item.layer === 'terrain'),
    water: surfaces.find(item => item.layer === 'water'),
    regions: surfaces.find(item => item.layer === 'regions'),
    tiles: items.filter(isCells).find(item => item.use === 'detail'),
    cells: items.filter(isCells).find(item => item.use === 'index'),
    slots: items.find(item => item.kind === 'boxes'),
    placed,
    sky: items.find(item => item.kind === 'sky'),
    bounds,
    sizes: sizesOf(surfaces, bounds),
  }
}

/** Height of placed records above their place, at most, as a share of the extent of the map. */
const TALL = 0.05

/** Bounding box of the surfaces, with room for the height of placed records; without surfaces that of the placed records. */
function withPlaced(surfaces: readonly SurfaceItem[], placed: readonly PlacedItem[]): Bounds {
  if (placed.length === 0) return boundsOf(surfaces)
  if (surfaces.length === 0) return boundsOf(placed)
  const ground = boundsOf(surfaces)
  const { min, max } = ground
  const tall = TALL * Math.max(max[0] - min[0], max[1] - min[1])
  return { min: [min[0], min[1], min[2] - tall], max: [max[0], max[1], max[2] + tall] }
}

/** The box round every point that is a number; a unit box where there is none. */
export function boundsOf(surfaces: readonly { readonly positions: Float32Array }[]): Bounds {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (const { positions } of surfaces) {
    for (let i = 0; i < positions.length; i++) {
      const value = positions[i] ?? NaN
      if (!Number.isFinite(value)) continue
      const axis = i % 3
      if (value < (min[axis] ?? 0)) min[axis] = value
      if (value > (max[axis] ?? 0)) max[axis] = value
    }
  }
  const low = (axis: number): number => (Number.isFinite(min[axis]) ? (min[axis] ?? 0) : 0)
  const high = (axis: number): number => (Number.isFinite(max[axis]) ? (max[axis] ?? 1) : low(axis) + 1)
  return { min: [low(0), low(1), low(2)], max: [high(0), high(1), high(2)] }
}

/** The record a node path lies in: 211 of `records/211/name` in the array `records`. */
export function recordOfPath(path: string | null, array: string): number | undefined {
  if (!path?.startsWith(`${array}/`)) return undefined
  const record = Number(path.slice(array.length + 1).split('/', 1)[0])
  return Number.isInteger(record) ? record : undefined
}

export const pathOfRecord = (item: RecordItem, record: number): string => `${item.array}/${record}`

/** Corners of a record's outline, in order. */
export function ringOf(item: SurfaceItem, record: number): Vec[] {
  const { rings, ringStarts, positions } = item
  if (!rings || !ringStarts) return []
  const points: Vec[] = []
  const end = ringStarts[record + 1] ?? 0
  for (let at = ringStarts[record] ?? 0; at < end; at++) points.push(pointAt(positions, rings[at] ?? 0))
  return points
}

export const pointAt = (positions: Float32Array, index: number): Vec => [
  positions[3 * index] ?? NaN,
  positions[3 * index + 1] ?? NaN,
  positions[3 * index + 2] ?? NaN,
]

/** The anchor of a record, or the middle of its outline where the format has none. */
export function anchorOf(item: SurfaceItem, record: number): Vec | undefined {
  if (record < 0 || record >= item.recordCount) return undefined
  const anchor = item.anchors && pointAt(item.anchors, record)
  if (anchor?.every(Number.isFinite)) return anchor
  const ring = ringOf(item, record).filter(point => point.every(Number.isFinite))
  if (ring.length === 0) return undefined
  const sum = ring.reduce<Vec>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0])
  return [sum[0] / ring.length, sum[1] / ring.length, sum[2] / ring.length]
}

/** Neighbours of a record, each once, in the order of its links. */
export function neighboursOf(item: SurfaceItem, record: number): number[] {
  const { links, linkStarts } = item
  if (!links || !linkStarts) return []
  const found = links.subarray(linkStarts[record] ?? 0, linkStarts[record + 1] ?? 0)
  return [...new Set(found)].filter(other => other >= 0 && other < item.recordCount && other !== record)
}

/** Which square of a grid a place lies in; undefined outside. */
export function squareAt(grid: CellsItem, x: number, y: number): { x: number; y: number; index: number } | undefined {
  const column = Math.floor((x - grid.origin[0]) / grid.step[0])
  const row = Math.floor((y - grid.origin[1]) / grid.step[1])
  // A place on the far border belongs to the last square, as the engine clamps it.
  const clamped = [Math.min(column, grid.counts[0] - 1), Math.min(row, grid.counts[1] - 1)] as const
  const isBeyond = (value: number, count: number, from: number, step: number, at: number): boolean =>
    value < 0 || at > from + step * count * (1 + 1e-6)
  if (isBeyond(column, grid.counts[0], grid.origin[0], grid.step[0], x)) return undefined
  if (isBeyond(row, grid.counts[1], grid.origin[1], grid.step[1], y)) return undefined
  const index = grid.isXOuter ? clamped[0] * grid.counts[1] + clamped[1] : clamped[1] * grid.counts[0] + clamped[0]
  return { x: clamped[0], y: clamped[1], index }
}
