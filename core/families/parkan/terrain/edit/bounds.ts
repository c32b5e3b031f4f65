import type { Splice } from '../../../../layout'
import { SLOTS_HEADER } from '../land-mesh'
import { cornersOf, type GroundMesh } from './mesh'

/** Heights and places of a set of vertices. */
interface Extent {
  readonly min: number
  readonly max: number
}
type Vec = readonly [x: number, y: number, z: number]

/** Numbers nearer than this are the same bound, written with another rounding. */
const SAME = 1e-2

export interface BoundsChange {
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
  const view = new DataView(after.buffer)
  const touched = touchedSlots(mesh, faces)
  for (const slot of touched) changeSlot(mesh, positions, slot, view)
  if (touched.length > 0) growHull(positions, view)
  const splices: Splice[] = []
  for (const [offset, size] of [[0, SLOTS_HEADER], ...touched.map(slot => [SLOTS_HEADER + 68 * slot, 68])]) {
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

const vecAt = (view: DataView, at: number): Vec => [
  view.getFloat32(at, true),
  view.getFloat32(at + 4, true),
  view.getFloat32(at + 8, true),
]

function changeSlot(mesh: GroundMesh, positions: Float32Array, slot: number, view: DataView): void {
  const at = SLOTS_HEADER + 68 * slot
  const vertices = verticesOf(mesh, slot)
  const [before, after] = [extentOf(mesh.positions, vertices), extentOf(positions, vertices)]
  if (!Number.isFinite(after.min) || !Number.isFinite(after.max)) return
  const [oldMin, oldMax] = [vecAt(view, at + 8), vecAt(view, at + 20)]
  const low = Math.abs(oldMin[2] - before.min) <= SAME ? after.min : Math.min(oldMin[2], after.min)
  const high = Math.abs(oldMax[2] - before.max) <= SAME ? after.max : Math.max(oldMax[2], after.max)
  view.setFloat32(at + 16, low, true)
  view.setFloat32(at + 28, high, true)
  changeSphere(
    view,
    at + 32,
    [oldMin, oldMax],
    [
      [oldMin[0], oldMin[1], low],
      [oldMax[0], oldMax[1], high],
    ],
    vertices.map(vertex => [
      positions[3 * vertex] ?? 0,
      positions[3 * vertex + 1] ?? 0,
      positions[3 * vertex + 2] ?? 0,
    ]),
  )
}

const middle = ([min, max]: readonly [Vec, Vec]): Vec => [
  (min[0] + max[0]) / 2,
  (min[1] + max[1]) / 2,
  (min[2] + max[2]) / 2,
]
const apart = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Middle and radius: those of the box where they were so, else the radius grows until all points are in. */
function changeSphere(
  view: DataView,
  at: number,
  before: readonly [Vec, Vec],
  after: readonly [Vec, Vec],
  points: readonly Vec[],
): void {
  const centre = vecAt(view, at)
  const radius = view.getFloat32(at + 12, true)
  if (apart(centre, middle(before)) <= SAME && Math.abs(radius - apart(...before) / 2) <= SAME) {
    middle(after).forEach((value, axis) => view.setFloat32(at + 4 * axis, value, true))
    view.setFloat32(at + 12, apart(...after) / 2, true)
    return
  }
  const needed = points.reduce((far, point) => Math.max(far, apart(centre, point)), radius)
  if (needed > radius) view.setFloat32(at + 12, upwards(needed), true)
}

/** The single-precision number that is not below. */
function upwards(value: number): number {
  const near = Math.fround(value)
  return near >= value ? near : Math.fround(value * (1 + 2 ** -23))
}

/** Header of the slots: eight corners (bottom four first), sphere, axis from bottom to top (parkan 3.4). */
function growHull(positions: Float32Array, view: DataView): void {
  const corners = Array.from({ length: 8 }, (_, corner) => vecAt(view, 12 * corner))
  const { min, max } = extentOf(
    positions,
    Array.from({ length: positions.length / 3 }, (_, vertex) => vertex),
  )
  const [bottom, top] = [Math.min(...corners.map(corner => corner[2])), Math.max(...corners.map(corner => corner[2]))]
  if (![min, max, bottom, top].every(Number.isFinite) || (min >= bottom && max <= top)) return
  const [low, high] = [Math.min(min, bottom), Math.max(max, top)]
  const moved = (z: number): number => (z === bottom ? low : z === top ? high : z)
  corners.forEach((corner, at) => view.setFloat32(12 * at + 8, moved(corner[2]), true))
  for (const at of [0x70 + 8, 0x7c + 8]) view.setFloat32(at, moved(view.getFloat32(at, true)), true)
  const box = (bottomZ: number, topZ: number): readonly [Vec, Vec] => [
    [Math.min(...corners.map(corner => corner[0])), Math.min(...corners.map(corner => corner[1])), bottomZ],
    [Math.max(...corners.map(corner => corner[0])), Math.max(...corners.map(corner => corner[1])), topZ],
  ]
  const after = box(low, high)
  const ends = [0, 1].flatMap(x =>
    [0, 1].flatMap(y => [0, 1].map((z): Vec => [after[x]?.[0] ?? 0, after[y]?.[1] ?? 0, after[z]?.[2] ?? 0])),
  )
  changeSphere(view, 0x60, box(bottom, top), after, ends)
}
