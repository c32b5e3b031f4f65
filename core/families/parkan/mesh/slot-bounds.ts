import { RecordView, struct, type ScalarsOf } from '../../../layout'
import { SLOT_BOUNDS } from './mesh-fields'

export type Vec = readonly [x: number, y: number, z: number]

/** Numbers nearer than this are the same bound, written with another rounding. */
const SAME = 1e-2

/** Box and sphere of a slot, as chunk 2 of terrains and models has them (parkan 3.4). */
const SlotBounds = struct('slot-bounds', SLOT_BOUNDS)

export const vec = ([x = NaN, y = NaN, z = NaN]: readonly number[]): Vec => [x, y, z]

/** Reads and writes the bounds of slots in place; a place is the byte of `aabb_min`. */
export const boundsIn = (bytes: Uint8Array): RecordView<ScalarsOf<typeof SlotBounds>> =>
  new RecordView(SlotBounds, bytes)

/**
 * Bounds of a slot for moved vertices: a bound that was tight stays tight, one that had room grows where it must, one
 * whose extent is the same stays. A sphere round the box stays so, others grow.
 */
export function changeSlotBounds(
  view: RecordView<ScalarsOf<typeof SlotBounds>>,
  at: number,
  vertices: readonly number[],
  { before, after }: { readonly before: Float32Array; readonly after: Float32Array },
): void {
  const [oldMin, oldMax] = [vec(view.numbers(at, 'aabb_min')), vec(view.numbers(at, 'aabb_max'))]
  const min: [number, number, number] = [...oldMin]
  const max: [number, number, number] = [...oldMax]
  for (const axis of [0, 1, 2] as const) {
    const [was, is] = [extentOf(before, vertices, axis), extentOf(after, vertices, axis)]
    if (!Number.isFinite(is.min) || !Number.isFinite(is.max)) return
    if (is.min !== was.min)
      min[axis] = Math.abs(oldMin[axis] - was.min) <= SAME ? is.min : Math.min(oldMin[axis], is.min)
    if (is.max !== was.max)
      max[axis] = Math.abs(oldMax[axis] - was.max) <= SAME ? is.max : Math.max(oldMax[axis], is.max)
  }
  const points = vertices.map(vertex => vec(Array.from(after.subarray(3 * vertex, 3 * vertex + 3))))
  const old = sphere(view.numbers(at, 'sphere_center'), view.number(at, 'sphere_radius'))
  view.write(at, { aabb_min: min, aabb_max: max, ...changedSphere(old, [oldMin, oldMax], [min, max], points) })
}

/** Least and greatest coordinate of vertices on an axis. */
export function extentOf(
  positions: Float32Array,
  vertices: Iterable<number>,
  axis: 0 | 1 | 2,
): { readonly min: number; readonly max: number } {
  let [min, max] = [Infinity, -Infinity]
  for (const vertex of vertices) {
    const value = positions[3 * vertex + axis] ?? NaN
    if (value < min) min = value
    if (value > max) max = value
  }
  return { min, max }
}

const middle = ([min, max]: readonly [Vec, Vec]): Vec => [
  (min[0] + max[0]) / 2,
  (min[1] + max[1]) / 2,
  (min[2] + max[2]) / 2,
]
const apart = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

export interface Sphere {
  readonly sphere_center: Vec
  readonly sphere_radius: number
}
export const sphere = (center: readonly number[], sphere_radius: number): Sphere => ({
  sphere_center: vec(center),
  sphere_radius,
})

/**
 * The fields of a sphere that change with its box: a sphere around the box stays around it, any other keeps its middle
 * and grows until it holds all points.
 */
export function changedSphere(
  { sphere_center: middleBefore, sphere_radius: radius }: Sphere,
  before: readonly [Vec, Vec],
  after: readonly [Vec, Vec],
  points: readonly Vec[],
): Partial<Sphere> {
  if (apart(middleBefore, middle(before)) <= SAME && Math.abs(radius - apart(...before) / 2) <= SAME)
    return { sphere_center: middle(after), sphere_radius: apart(...after) / 2 }
  const needed = points.reduce((far, point) => Math.max(far, apart(middleBefore, point)), radius)
  return needed > radius ? { sphere_radius: upwards(needed) } : {}
}

/** The single-precision number that is not below. */
function upwards(value: number): number {
  const near = Math.fround(value)
  return near >= value ? near : Math.fround(value * (1 + 2 ** -23))
}
