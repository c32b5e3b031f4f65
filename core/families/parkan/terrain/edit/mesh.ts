import Flatbush from 'flatbush'
import type { Opened } from '../../../../format'
import { StudioError } from '../../../../format'
import { WATER } from '../face-masks'
import { hasType } from '../../nres/directory'
import { NONE, SLOTS_HEADER, STRIDES } from '../land-mesh'
import { chunkBytes, facesOf, nodesOf, positionsOf, slotsOf, type Faces, type Slots } from '../land-table'
import { faceLods } from '../terrain-scene'

/** Chunks that editing of the ground reads and changes: nodes, slots, positions, normals, face list, faces. */
const CHUNKS = [1, 2, 3, 4, 11, 21] as const

/** The ground of one image, with what hangs together: everything that tools need, nothing changed. */
export interface GroundMesh {
  /** By type id. */
  readonly chunks: ReadonlyMap<number, Opened>
  readonly faces: Faces
  readonly slots: Slots
  readonly lods: Uint8Array
  readonly positions: Float32Array
  readonly vertexCount: number
  /** Faces of vertex v: `faceOf[faceStarts[v] .. faceStarts[v + 1]]`; faces with corners that do not exist are left out. */
  readonly faceStarts: Uint32Array
  readonly faceOf: Uint32Array
  /** Vertices at the same place have the same group: textures and levels double them. */
  readonly groups: Uint32Array
  readonly groupCount: number
  /** Vertices of group g: `members[memberStarts[g] .. memberStarts[g + 1]]`. */
  readonly memberStarts: Uint32Array
  readonly members: Uint32Array
}

/** Throws StudioError `ground.damaged` where a chunk is missing or cut. */
export async function openGround(entry: Opened): Promise<GroundMesh> {
  const chunks = new Map<number, Opened>()
  for (const type of CHUNKS) {
    const chunk = entry.attributes['type_id'] === type ? entry : await entry.sibling(hasType(type))
    const size = (chunk?.bytes.length ?? 0) - (type === 2 ? SLOTS_HEADER : 0)
    if (!chunk || size < 0 || size % (STRIDES[type] ?? 1) !== 0)
      throw new StudioError('ground.damaged', { type }, entry.path)
    chunks.set(type, chunk)
  }
  const bytesOf = async (type: number) => (await chunkBytes(entry, type)) ?? new Uint8Array(0)
  const [faces, slots, nodes] = [facesOf(await bytesOf(21)), slotsOf(await bytesOf(2)), nodesOf(await bytesOf(1))]
  const positions = positionsOf(await bytesOf(3))
  if (!faces || !slots || (await bytesOf(4)).length * 3 !== (await bytesOf(3)).length)
    throw new StudioError('ground.damaged', { type: 4 }, entry.path)
  const vertexCount = positions.length / 3
  return {
    chunks,
    faces,
    slots,
    positions,
    vertexCount,
    lods: faceLods(faces.count, slots, nodes),
    ...incidence(faces, vertexCount),
    ...welded(positions),
  }
}

/** Vertices of a face, i0 i1 i2 (parkan 3.6); they may lie outside the vertex stream. */
export const cornersOf = (faces: Faces, face: number): readonly [number, number, number] => [
  faces.i0[face] ?? NONE,
  faces.i1[face] ?? NONE,
  faces.i2[face] ?? NONE,
]

/** Whether a face is water (parkan 3.6). */
export const isWater = (faces: Faces, face: number): boolean => ((faces.flags[face] ?? 0) & WATER) !== 0

function incidence(faces: Faces, vertices: number): Pick<GroundMesh, 'faceStarts' | 'faceOf'> {
  const faceStarts = new Uint32Array(vertices + 1)
  const whole = (face: number): readonly number[] => {
    const corners = cornersOf(faces, face)
    return corners.every(corner => corner < vertices) ? corners : []
  }
  for (let face = 0; face < faces.count; face++)
    for (const corner of whole(face)) faceStarts[corner + 1] = (faceStarts[corner + 1] ?? 0) + 1
  for (let v = 0; v < vertices; v++) faceStarts[v + 1] = (faceStarts[v + 1] ?? 0) + (faceStarts[v] ?? 0)
  const faceOf = new Uint32Array(faceStarts[vertices] ?? 0)
  const next = faceStarts.slice()
  for (let face = 0; face < faces.count; face++) {
    for (const corner of whole(face)) {
      const at = next[corner] ?? 0
      faceOf[at] = face
      next[corner] = at + 1
    }
  }
  return { faceStarts, faceOf }
}

function welded(positions: Float32Array): Pick<GroundMesh, 'groups' | 'groupCount' | 'memberStarts' | 'members'> {
  const count = positions.length / 3
  const groups = new Uint32Array(count)
  const known = new Map<string, number>()
  for (let v = 0; v < count; v++) {
    const key = `${positions[3 * v]},${positions[3 * v + 1]},${positions[3 * v + 2]}`
    const group = known.get(key) ?? known.size
    known.set(key, group)
    groups[v] = group
  }
  const memberStarts = new Uint32Array(known.size + 1)
  for (const group of groups) memberStarts[group + 1] = (memberStarts[group + 1] ?? 0) + 1
  for (let group = 0; group < known.size; group++)
    memberStarts[group + 1] = (memberStarts[group + 1] ?? 0) + (memberStarts[group] ?? 0)
  const members = new Uint32Array(count)
  const next = memberStarts.slice()
  groups.forEach((group, v) => {
    const at = next[group] ?? 0
    members[at] = v
    next[group] = at + 1
  })
  return { groups, groupCount: known.size, memberStarts, members }
}

/** Finds near faces that are no water by place. The index is made at the first question. */
export class GroundLookup {
  private index: Flatbush | undefined
  private readonly near: number[] = []

  constructor(private readonly mesh: GroundMesh) {}

  /** The topmost face over a place and its height there. */
  at(x: number, y: number): { readonly face: number; readonly height: number } | undefined {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined
    const index = (this.index ??= this.make())
    let best: { face: number; height: number } | undefined
    for (const item of index?.search(x, y, x, y) ?? []) {
      const face = this.near[item] ?? 0
      const height = heightOn(this.mesh, face, x, y)
      if (height !== undefined && (!best || height > best.height || (height === best.height && face < best.face)))
        best = { face, height }
    }
    return best
  }

  private make(): Flatbush | undefined {
    const { faces, positions, vertexCount, lods } = this.mesh
    const boxes: number[][] = []
    for (let face = 0; face < faces.count; face++) {
      const corners = cornersOf(faces, face)
      if (lods[face] !== 0 || isWater(faces, face) || corners.some(corner => corner >= vertexCount)) continue
      const [xs, ys] = [0, 1].map(axis => corners.map(corner => positions[3 * corner + axis] ?? NaN))
      if (!xs || !ys || ![...xs, ...ys].every(Number.isFinite)) continue
      this.near.push(face)
      boxes.push([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])
    }
    if (boxes.length === 0) return undefined
    const index = new Flatbush(boxes.length)
    for (const [minX = 0, minY = 0, maxX = 0, maxY = 0] of boxes) index.add(minX, minY, maxX, maxY)
    index.finish()
    return index
  }
}

/** Height of a face over a place; undefined beside it. */
function heightOn({ faces, positions }: GroundMesh, face: number, x: number, y: number): number | undefined {
  const [a, b, c] = cornersOf(faces, face).map(corner => positions.subarray(3 * corner, 3 * corner + 3))
  const [ax = 0, ay = 0, az = 0] = a ?? []
  const [bx = 0, by = 0, bz = 0] = b ?? []
  const [cx = 0, cy = 0, cz = 0] = c ?? []
  const whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (whole === 0) return undefined
  const ofB = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / whole
  const ofC = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / whole
  const slack = -1e-6
  return ofB >= slack && ofC >= slack && 1 - ofB - ofC >= slack ? az + ofB * (bz - az) + ofC * (cz - az) : undefined
}
