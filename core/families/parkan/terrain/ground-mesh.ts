import type { ChangedMesh, Opened } from '../../../format'
import type { GltfPart, GltfScene } from '../../../gltf'
import { strideOf, type Bytes, type Splice } from '../../../layout'
import { normalSplices, positionSplices, uvSplices, type ChunkSplices } from '../mesh/vertex-splices'
import { changeBounds } from './edit/bounds'
import { openGround } from './edit/mesh'
import { faceNormals, facesRound, vertexNormals } from './edit/normals'
import { LandNormal } from './land-mesh'
import { chunkBytes, facesOf, nodesOf, normalsOf, positionsOf, slotsOf, uvsOf } from './land-table'
import { faceLods } from './terrain-scene'

/** The ground from its chunk of faces: near and far faces as two nodes, a part for each first material. */
export async function groundMesh(entry: Opened, name: string): Promise<GltfScene | undefined> {
  const faces = facesOf(entry.bytes)
  const positionBytes = await chunkBytes(entry, 3)
  if (!faces || !positionBytes) return undefined
  const positions = positionsOf(positionBytes)
  const [normalBytes, uvBytes] = [await chunkBytes(entry, 4), await chunkBytes(entry, 5)]
  const [slotBytes, nodeBytes] = [await chunkBytes(entry, 2), await chunkBytes(entry, 1)]
  const lods = faceLods(faces.count, slotBytes && slotsOf(slotBytes), nodeBytes && nodesOf(nodeBytes))
  const corners = new Map<string, number[]>()
  for (let face = 0; face < faces.count; face++) {
    const key = `${lods[face]} ${faces.material_low[face]}`
    const own = corners.get(key) ?? []
    own.push(faces.i0[face] ?? 0, faces.i1[face] ?? 0, faces.i2[face] ?? 0)
    corners.set(key, own)
  }
  const parts = Array.from(corners, ([key, indices]): GltfPart => {
    const [node = 0, material = 0] = key.split(' ').map(Number)
    return { node, material: `material ${material}`, indices: Uint32Array.from(indices) }
  })
  const nodes = ['near', 'far'].map(node => ({ name: node, parent: -1 }))
  const fits = (data: Float32Array | undefined, width: number): data is Float32Array =>
    data?.length === (positions.length / 3) * width
  const [normals, uvs] = [normalBytes && normalsOf(normalBytes), uvBytes && uvsOf(uvBytes)]
  return { name, positions, nodes, parts, ...(fits(normals, 3) && { normals }), ...(fits(uvs, 2) && { uvs }) }
}

/**
 * The chunks of the ground for changed vertices: positions, normals as the file has them, of moved vertices whose normal
 * it left as the faces round them have it, normals of those faces, bounds. Throws StudioError `ground.damaged`.
 */
export async function changeGround(entry: Opened, changed: ChangedMesh): Promise<ChunkSplices> {
  const mesh = await openGround(entry)
  const bytesOf = (type: number): Bytes => mesh.chunks.get(type)?.bytes ?? new Uint8Array(0)
  const faces = facesRound(mesh, changed.moved)
  const turned = new Set(changed.turned)
  const stride = strideOf(LandNormal)
  const untold = new Set(changed.moved.filter(vertex => !turned.has(vertex)).map(vertex => stride * vertex))
  const uvBytes = await chunkBytes(entry, 5)
  return new Map<number, readonly Splice[]>([
    [3, positionSplices(bytesOf(3), changed)],
    [
      4,
      [
        ...normalSplices(bytesOf(4), changed),
        ...vertexNormals(mesh, changed.positions, faces, bytesOf(4)).filter(({ offset }) => untold.has(offset)),
      ],
    ],
    [5, uvBytes ? uvSplices(uvBytes, changed) : []],
    [21, faceNormals(mesh, changed.positions, faces, bytesOf(21))],
    [2, changeBounds(mesh, changed.positions, faces, bytesOf(2)).splices],
  ])
}
