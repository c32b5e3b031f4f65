import type { InstancesItem, LinesItem, PlacedItem } from '@areal-studio/core/format'
import { add, project, rayAt, subtract, unitsPerPixel, type Lens, type Ray, type Vec } from '../camera/camera'
import { instanceSpheres, placeOf, type PlacedRecord } from '../scene/placed-scene'
import { instanceMatrix, modelOf } from '../scene/baked-model'
import { lineGridOf } from './line-grid'
import { segmentsOf } from './line-segments'
import { localRay } from './mesh-picker'
import { meet } from './picking'

/** The visible placed records. */
export interface PlacedSeen {
  readonly items: readonly PlacedItem[]
  isHidden(one: PlacedRecord): boolean
}

export interface PlacedHit extends PlacedRecord {
  readonly point: Vec
  /** From the eye, along the ray. */
  readonly distance: number
  /** Whether it is drawn over everything, so that no hill hides it. */
  readonly isOver: boolean
}

/** How near the pointer must be, in pixels. */
const NEAR_POINT = 9
const NEAR_LINE = 5

/** The point, object or line under a pixel: points first, since they are small, lines last. */
export function pickPlaced(seen: PlacedSeen, lens: Lens, x: number, y: number): PlacedHit | undefined {
  const ray = rayAt(lens, x, y)
  return pickPoint(seen, lens, x, y) ?? pickInstance(seen, ray) ?? pickLine(seen, lens, ray, x, y)
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
  for (const item of seen.items) {
    if (item.kind !== 'instances') continue
    const spheres = instanceSpheres(item)
    for (let instance = 0; instance < item.which.length; instance++) {
      if (!meetsSphere(spheres, 4 * instance, ray)) continue
      const record = item.records[instance] ?? 0
      if (seen.isHidden({ item, record })) continue
      const distance = meetInstance(item, instance, ray)
      if (distance >= best) continue
      best = distance
      found = { item, record }
    }
  }
  return found && { ...found, point: add(ray.origin, ray.direction, best), distance: best, isOver: false }
}

/** Distance at which a ray meets an instance; infinite where it does not. */
function meetInstance(item: InstancesItem, instance: number, ray: Ray): number {
  const model = modelOf(item, instance)
  const local = localRay(instanceMatrix(item, instance), ray)
  let best = Infinity
  for (let triangle = 0; local && 3 * triangle < model.indices.length; triangle++)
    best = Math.min(best, meet(model.positions, model.indices, triangle, local.origin, local.direction))
  return best
}

/** Whether the line of a ray meets the sphere whose middle and radius begin at `at`. */
function meetsSphere(spheres: Float64Array, at: number, { origin, direction: [u, v, w] }: Ray): boolean {
  const x = (spheres[at] ?? 0) - origin[0]
  const y = (spheres[at + 1] ?? 0) - origin[1]
  const z = (spheres[at + 2] ?? 0) - origin[2]
  const along = x * u + y * v + z * w
  return x * x + y * y + z * z - (along * along) / (u * u + v * v + w * w) <= (spheres[at + 3] ?? 0) ** 2
}

/** Lines on the ground that are shorter on the canvas would take every click from the surface: they are not picked. */
const LEAST_LENGTH = 18

function pickLine(seen: PlacedSeen, lens: Lens, ray: Ray, x: number, y: number): PlacedHit | undefined {
  let [best, found] = [NEAR_LINE, undefined as PlacedHit | undefined]
  for (const item of seen.items) {
    if (item.kind !== 'lines' || (item.isOnGround === true && sizeOf(item, lens) < LEAST_LENGTH)) continue
    const hit = lineGridOf(item).nearest(lens, ray, x, y, best, record => seen.isHidden({ item, record }))
    if (!hit) continue
    best = hit.off
    const distance = distanceOf(lens, hit.point)
    found = { item, record: hit.record, point: hit.point, distance, isOver: item.isOnGround !== true }
  }
  return found
}

/** Mean length of the lines of an item on the canvas, in pixels, where the camera looks at. */
const sizeOf = (item: LinesItem, { view, size }: Lens): number =>
  segmentsOf(item).length / unitsPerPixel(view, size.height)

const distanceOf = (lens: Lens, point: Vec): number => Math.hypot(...subtract(point, lens.eye))

/** Records of an item whose place is in a part of the canvas. */
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
