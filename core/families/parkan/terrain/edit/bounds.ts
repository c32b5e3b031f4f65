import { offsetOf, RecordView, strideOf, type ScalarsOf, type Splice } from '../../../../layout'
import { boundsIn, changedSphere, changeSlotBounds, extentOf, sphere, vec, type Vec } from '../../mesh/slot-bounds'
import { LandHeader, LandSlot, SLOTS_HEADER } from '../land-mesh'
import { cornersOf, type GroundMesh } from './mesh'

interface BoundsChange {
  readonly splices: readonly Splice[]
  readonly slots: number
}

/**
 * Bounds of the slots that hold these faces: a bound that was tight stays tight, one that had room grows where it must.
 * Spheres round the box stay so, others grow. The hull of the whole grows upwards and downwards where the ground leaves it.
 */
export function changeBounds(
  mesh: GroundMesh,
  positions: Float32Array,
  faces: readonly number[],
  bytes: Uint8Array,
): BoundsChange {
  const after = bytes.slice()
  const bounds = boundsIn(after)
  const touched = touchedSlots(mesh, faces)
  const images = { before: mesh.positions, after: positions }
  for (const slot of touched)
    changeSlotBounds(bounds, slotOffset(slot) + offsetOf(LandSlot, 'aabb_min'), verticesOf(mesh, slot), images)
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

const slotOffset = (slot: number): number => SLOTS_HEADER + strideOf(LandSlot) * slot

/** Header of the slots: eight corners (bottom four first), sphere, axis from bottom to top (parkan 3.4). */
function growHull(positions: Float32Array, view: RecordView<ScalarsOf<typeof LandHeader>>): void {
  const hull = view.numbers(0, 'hull')
  const corners = Array.from({ length: hull.length / 3 }, (_, corner) => vec(hull.slice(3 * corner, 3 * corner + 3)))
  const { min, max } = extentOf(
    positions,
    Array.from({ length: positions.length / 3 }, (_, vertex) => vertex),
    2,
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
