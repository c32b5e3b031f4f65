import { RecordView, strideOf, type ScalarsOf, type Splice } from '../../../../layout'
import { LandHeader, LandSlot, SLOTS_HEADER } from '../land-mesh'
import { cornersOf, type GroundMesh } from './mesh'

/** Heights and places of a set of vertices. */
interface Extent {
  readonly min: number
  readonly max: number
}
type Vec = readonly [x: number, y: number, z: number]

/** Numbers nearer than this are the same bound, written with another rounding. */
const SAME = 1e-2

interface BoundsChange {
  readonly splices: readonly Splice[]
  readonly slots: number
}

/**
 * Bounds of the slots that hold these faces. Only heights changed, so only they do: a bound that was tight stays tight,
 * one that had room grows where it must. Spheres round the box stay so, others grow. The hull of the whole grows where
 * the ground leaves it.
 */
export function changeBounds(
  mesh: GroundMesh,
  positions: Float32Array,
  faces: readonly number[],
  bytes: Uint8Array,
): BoundsChange {
  const after = bytes.slice()
  const slots = new RecordView(LandSlot, after)
  const touched = touchedSlots(mesh, faces)
  for (const slot of touched) changeSlot(mesh, positions, slot, slots)
  if (touched.length > 0) growHull(positions, new RecordView(LandHeader, after))
  const splices: Splice[] = []
  for (const [offset, size] of [[0, SLOTS_HEADER], ...touched.map(slot => [slotOffset(slot), strideOf(LandSlot)])]) {
    if (offset === undefined || size === undefined) continue
    const [removed, inserted] = [bytes.slice(offset, offset + size), after.slice(offset, offset + size)]
    if (removed.some((byte, at) => byte !== inserted[at])) splices.push({ offset, removed, inserted })
  }
  return { splices, slots: splices.filter(splice => splice.offset >= SLOTS_HEADER).length }
}

function touchedSlots({ slots }: GroundMesh, faces: readonly number[]): readonly number[] {
  const isTouched = new Set(faces)
  return Array.from({ length: slots.count }, (_, slot) => slot).filter(slot => {
    const start = slots.tri_start[slot] ?? 0
    const end = start + (slots.tri_count[slot] ?? 0)
    for (let face = start; face < end; face++) if (isTouched.has(face)) return true
    return false
  })
}

function verticesOf({ slots, faces, vertexCount }: GroundMesh, slot: number): readonly number[] {
  const start = slots.tri_start[slot] ?? 0
  const end = Math.min(faces.count, start + (slots.tri_count[slot] ?? 0))
  const vertices = new Set<number>()
  for (let face = start; face < end; face++)
    for (const corner of cornersOf(faces, face)) if (corner < vertexCount) vertices.add(corner)
  return [...vertices]
}

function extentOf(positions: Float32Array, vertices: Iterable<number>): Extent {
  let [min, max] = [Infinity, -Infinity]
  for (const vertex of vertices) {
    const z = positions[3 * vertex + 2] ?? NaN
    if (z < min) min = z
    if (z > max) max = z
  }
  return { min, max }
}

const slotOffset = (slot: number): number => SLOTS_HEADER + strideOf(LandSlot) * slot

const vec = ([x = NaN, y = NaN, z = NaN]: readonly number[]): Vec => [x, y, z]

function changeSlot(
  mesh: GroundMesh,
  positions: Float32Array,
  slot: number,
  view: RecordView<ScalarsOf<typeof LandSlot>>,
): void {
  const at = slotOffset(slot)
  const vertices = verticesOf(mesh, slot)
  const [before, after] = [extentOf(mesh.positions, vertices), extentOf(positions, vertices)]
  if (!Number.isFinite(after.min) || !Number.isFinite(after.max)) return
  const [oldMin, oldMax] = [vec(view.numbers(at, 'aabb_min')), vec(view.numbers(at, 'aabb_max'))]
  const low = Math.abs(oldMin[2] - before.min) <= SAME ? after.min : Math.min(oldMin[2], after.min)
  const high = Math.abs(oldMax[2] - before.max) <= SAME ? after.max : Math.max(oldMax[2], after.max)
  const [min, max]: [Vec, Vec] = [
    [oldMin[0], oldMin[1], low],
    [oldMax[0], oldMax[1], high],
  ]
  const points = vertices.map(
    (vertex): Vec => [positions[3 * vertex] ?? 0, positions[3 * vertex + 1] ?? 0, positions[3 * vertex + 2] ?? 0],
  )
  const oldSphere = sphere(view.numbers(at, 'sphere_center'), view.number(at, 'sphere_radius'))
  const changed = changedSphere(oldSphere, [oldMin, oldMax], [min, max], points)
  view.write(at, { aabb_min: min, aabb_max: max, ...changed })
}

const middle = ([min, max]: readonly [Vec, Vec]): Vec => [
  (min[0] + max[0]) / 2,
  (min[1] + max[1]) / 2,
  (min[2] + max[2]) / 2,
]
const apart = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

interface Sphere {
  readonly sphere_center: Vec
  readonly sphere_radius: number
}
const sphere = (center: readonly number[], sphere_radius: number): Sphere => ({
  sphere_center: vec(center),
  sphere_radius,
})

/**
 * The fields of a sphere that change with its box: a sphere around the box stays around it, any other keeps its middle
 * and grows until it holds all points.
 */
function changedSphere(
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

/** Header of the slots: eight corners (bottom four first), sphere, axis from bottom to top (parkan 3.4). */
function growHull(positions: Float32Array, view: RecordView<ScalarsOf<typeof LandHeader>>): void {
  const hull = view.numbers(0, 'hull')
  const corners = Array.from({ length: hull.length / 3 }, (_, corner) => vec(hull.slice(3 * corner, 3 * corner + 3)))
  const { min, max } = extentOf(
    positions,
    Array.from({ length: positions.length / 3 }, (_, vertex) => vertex),
  )
  const [bottom, top] = [Math.min(...corners.map(corner => corner[2])), Math.max(...corners.map(corner => corner[2]))]
  if (![min, max, bottom, top].every(Number.isFinite) || (min >= bottom && max <= top)) return
  const [low, high] = [Math.min(min, bottom), Math.max(max, top)]
  const moved = (z: number): number => (z === bottom ? low : z === top ? high : z)
  const movedVec = ([x, y, z]: Vec): Vec => [x, y, moved(z)]
  const box = (bottomZ: number, topZ: number): readonly [Vec, Vec] => [
    [Math.min(...corners.map(corner => corner[0])), Math.min(...corners.map(corner => corner[1])), bottomZ],
    [Math.max(...corners.map(corner => corner[0])), Math.max(...corners.map(corner => corner[1])), topZ],
  ]
  const after = box(low, high)
  const ends = [0, 1].flatMap(x =>
    [0, 1].flatMap(y => [0, 1].map((z): Vec => [after[x]?.[0] ?? 0, after[y]?.[1] ?? 0, after[z]?.[2] ?? 0])),
  )
  view.write(0, {
    hull: corners.flatMap(movedVec),
    segment_a: movedVec(vec(view.numbers(0, 'segment_a'))),
    segment_b: movedVec(vec(view.numbers(0, 'segment_b'))),
    ...changedSphere(
      sphere(view.numbers(0, 'sphere_center'), view.number(0, 'sphere_radius')),
      box(bottom, top),
      after,
      ends,
    ),
  })
}
