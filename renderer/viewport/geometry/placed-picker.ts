import type { InstancesItem, PlacedItem } from '@areal-studio/core/format'
import { add, dot, project, rayAt, subtract, type Lens, type Ray, type Vec } from '../camera/camera'
import { posed } from '../scene/mesh-scene'
import { instancesIn, linePoints, placeOf, scaleOf, type PlacedRecord } from '../scene/placed-scene'
import { instanceMatrix, modelOf, type BakedModel } from '../scene/baked-model'
import { localRay } from './mesh-picker'
import { meet } from './picking'

/** What of the placed records is seen. */
export interface PlacedSeen {
  readonly items: readonly PlacedItem[]
  isHidden(one: PlacedRecord): boolean
}

export interface PlacedHit extends PlacedRecord {
  readonly point: Vec
  /** From the eye, along the ray. */
  readonly distance: number
  /** Drawn over everything: no hill hides it. */
  readonly isOver: boolean
}

/** How near the pointer must be, in pixels. */
const NEAR_POINT = 9
const NEAR_LINE = 5

/** The point, object or line under a pixel: points first, since they are small, lines last. */
export function pickPlaced(seen: PlacedSeen, lens: Lens, x: number, y: number): PlacedHit | undefined {
  return pickPoint(seen, lens, x, y) ?? pickInstance(seen, rayAt(lens, x, y)) ?? pickLine(seen, lens, x, y)
}

function pickPoint(seen: PlacedSeen, lens: Lens, x: number, y: number): PlacedHit | undefined {
  let [best, found] = [NEAR_POINT, undefined as PlacedHit | undefined]
  for (const item of seen.items) {
    if (item.kind !== 'points') continue
    for (let record = 0; record < item.recordCount; record++) {
      if (seen.isHidden({ item, record })) continue
      const point = placeOf({ item, record })
      const at = project(lens, point)
      const off = at ? Math.hypot(at.x - x, at.y - y) : Infinity
      if (off >= best) continue
      best = off
      found = { item, record, point, distance: distanceOf(lens, point), isOver: true }
    }
  }
  return found
}

/** The nearest triangle of all instances that a ray meets. */
export function pickInstance(seen: PlacedSeen, ray: Ray): PlacedHit | undefined {
  let [best, found] = [Infinity, undefined as PlacedRecord | undefined]
  const matrix = new Float32Array(12)
  for (const item of seen.items) {
    if (item.kind !== 'instances') continue
    for (let record = 0; record < item.recordCount; record++) {
      if (seen.isHidden({ item, record })) continue
      for (const instance of instancesIn(item, record)) {
        const distance = meetInstance(item, instance, ray, matrix)
        if (distance >= best) continue
        best = distance
        found = { item, record }
      }
    }
  }
  return found && { ...found, point: add(ray.origin, ray.direction, best), distance: best, isOver: false }
}

/** Distance at which a ray meets an instance; infinite where it does not. */
function meetInstance(item: InstancesItem, instance: number, ray: Ray, out: Float32Array): number {
  const model = modelOf(item, instance)
  const matrix = instanceMatrix(item, instance, out)
  if (!nears(model, matrix, ray)) return Infinity
  const local = localRay(matrix, ray)
  let best = Infinity
  for (let triangle = 0; local && 3 * triangle < model.indices.length; triangle++)
    best = Math.min(best, meet(model.positions, model.indices, triangle, local.origin, local.direction))
  return best
}

function nears({ middle, radius }: BakedModel, matrix: Float32Array, { origin, direction }: Ray): boolean {
  const way = subtract(posed(matrix, 0, middle), origin)
  const along = dot(way, direction)
  const off = dot(way, way) - (along * along) / dot(direction, direction)
  const reach = radius * scaleOf(matrix)
  return off <= reach * reach
}

function pickLine(seen: PlacedSeen, lens: Lens, x: number, y: number): PlacedHit | undefined {
  let [best, found] = [NEAR_LINE, undefined as PlacedHit | undefined]
  for (const item of seen.items) {
    if (item.kind !== 'lines') continue
    for (let record = 0; record < item.recordCount; record++) {
      if (seen.isHidden({ item, record })) continue
      for (const points of linePoints(item, record)) {
        points.forEach((point, at) => {
          const next = points[at + 1] ?? (item.isClosed ? points[0] : undefined)
          const [a, b] = [project(lens, point), next && project(lens, next)]
          const off = a && b ? segmentOff(a, b, x, y) : Infinity
          if (off >= best) return
          best = off
          found = { item, record, point, distance: distanceOf(lens, point), isOver: true }
        })
      }
    }
  }
  return found
}

type Spot = { readonly x: number; readonly y: number }

/** How far a pixel is from a segment. */
function segmentOff(a: Spot, b: Spot, x: number, y: number): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const t = length > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length)) : 0
  return Math.hypot(a.x + t * dx - x, a.y + t * dy - y)
}

const distanceOf = (lens: Lens, point: Vec): number => Math.hypot(...subtract(point, lens.eye))

/** Records whose place is seen in a part of the canvas, of one item. */
export function placedInside(
  item: PlacedItem,
  lens: Lens,
  holds: (x: number, y: number) => boolean,
  isHidden: (record: number) => boolean,
): number[] {
  return Array.from({ length: item.recordCount }, (_, record) => record).filter(record => {
    const at = isHidden(record) ? undefined : project(lens, placeOf({ item, record }))
    return at !== undefined && holds(at.x, at.y)
  })
}
