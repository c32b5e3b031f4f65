import { recordSplice, RecordView, strideOf, type Splice } from '../../../../layout'
import { crossOf, dot, packNormal } from '../../mesh/normals'
import type { Vec } from '../../mesh/slot-bounds'
import { LandNormal, TerrainFace } from '../land-mesh'
import { cornersOf, isWater, type GroundMesh } from './mesh'

/** Faces at these vertices, in ascending order. */
export function facesRound(mesh: GroundMesh, vertices: readonly number[]): readonly number[] {
  const faces = new Set<number>()
  for (const vertex of vertices) {
    for (let at = mesh.faceStarts[vertex] ?? 0; at < (mesh.faceStarts[vertex + 1] ?? 0); at++)
      faces.add(mesh.faceOf[at] ?? 0)
  }
  return [...faces].sort((a, b) => a - b)
}

const crossOfFace = ({ faces }: GroundMesh, positions: Float32Array, face: number): Vec =>
  crossOf(positions, cornersOf(faces, face))

/**
 * Normals of faces in 1/32767 (parkan 3.6), to the side to which each pointed before; a face without area keeps its own.
 */
export function faceNormals(
  mesh: GroundMesh,
  positions: Float32Array,
  faces: readonly number[],
  bytes: Uint8Array,
): readonly Splice[] {
  const view = new RecordView(TerrainFace, bytes)
  return faces.flatMap(face => {
    const at = strideOf(TerrainFace) * face
    const [x = 0, y = 0, z = 0] = view.numbers(at, 'normal')
    const before: Vec = [x, y, z]
    const cross = crossOfFace(mesh, positions, face)
    const packed = packNormal(cross, dot(before, crossOfFace(mesh, mesh.positions, face)) < 0, 32767)
    return packed ? [recordSplice(bytes, at, TerrainFace, { normal: packed })] : []
  })
}

/**
 * Normals of vertices in 1/127 (parkan 3.5): the mean of the faces of the same level at the same place, by area. The
 * fourth byte stays.
 */
export function vertexNormals(
  mesh: GroundMesh,
  positions: Float32Array,
  faces: readonly number[],
  bytes: Uint8Array,
): readonly Splice[] {
  const view = new RecordView(LandNormal, bytes)
  const vertices = new Set(faces.flatMap(face => cornersOf(mesh.faces, face)))
  const sums = new Map<string, Vec>()
  return [...vertices]
    .sort((a, b) => a - b)
    .flatMap(vertex => {
      const own = mesh.faceOf[mesh.faceStarts[vertex] ?? 0] ?? 0
      const key = `${mesh.groups[vertex]},${mesh.lods[own]},${isWater(mesh.faces, own)}`
      const sum = sums.get(key) ?? sumAt(mesh, positions, vertex, own)
      sums.set(key, sum)
      const at = strideOf(LandNormal) * vertex
      const before: Vec = [view.number(at, 'nx'), view.number(at, 'ny'), view.number(at, 'nz')]
      const packed = packNormal(sum, dot(before, sum) < 0, 127)
      if (!packed) return []
      const [nx, ny, nz] = packed
      return [recordSplice(bytes, at, LandNormal, { nx, ny, nz })]
    })
}

function sumAt(mesh: GroundMesh, positions: Float32Array, vertex: number, own: number): Vec {
  const group = mesh.groups[vertex] ?? 0
  let sum: Vec = [0, 0, 0]
  for (let at = mesh.memberStarts[group] ?? 0; at < (mesh.memberStarts[group + 1] ?? 0); at++) {
    const member = mesh.members[at] ?? 0
    for (let k = mesh.faceStarts[member] ?? 0; k < (mesh.faceStarts[member + 1] ?? 0); k++) {
      const face = mesh.faceOf[k] ?? 0
      if (mesh.lods[face] !== mesh.lods[own] || isWater(mesh.faces, face) !== isWater(mesh.faces, own)) continue
      const cross = crossOfFace(mesh, positions, face)
      if (cross.every(Number.isFinite)) sum = [sum[0] + cross[0], sum[1] + cross[1], sum[2] + cross[2]]
    }
  }
  return sum
}
