import type { ChangedMesh } from '../../../format'
import { recordSplice, strideOf, struct, vec3, type Bytes, type Splice } from '../../../layout'
import { NORMAL_FIELDS, UV_FIELDS } from './mesh-fields'

// The streams of vertices that terrains and models have in common (parkan 3.5).

/** Splices of chunks of an archive, by their type. */
export type ChunkSplices = ReadonlyMap<number, readonly Splice[]>

const Position = struct('mesh-position', { position: vec3() })
const Normal = struct('mesh-normal', NORMAL_FIELDS)
const Uv = struct('mesh-uv', UV_FIELDS)

const byte = (value: number, scale: number, most: number): number =>
  Math.min(most, Math.max(-most, Math.round(value * scale)))

/** Positions of moved vertices, in chunk 3. */
export const positionSplices = (bytes: Bytes, { moved, positions }: ChangedMesh): readonly Splice[] =>
  moved.map(vertex => {
    const position = Array.from(positions.subarray(3 * vertex, 3 * vertex + 3))
    return recordSplice(bytes, strideOf(Position) * vertex, Position, { position })
  })

/** Normals of turned vertices, in chunk 4; the fourth byte stays. */
export const normalSplices = (bytes: Bytes, { turned, normals }: ChangedMesh): readonly Splice[] =>
  turned.map(vertex => {
    const [nx = 0, ny = 0, nz = 0] = Array.from(normals.subarray(3 * vertex, 3 * vertex + 3), n => byte(n, 127, 127))
    return recordSplice(bytes, strideOf(Normal) * vertex, Normal, { nx, ny, nz })
  })

/** Texture coordinates, in chunk 5; those outside its range become the nearest. */
export const uvSplices = (bytes: Bytes, { mapped, uvs }: ChangedMesh): readonly Splice[] =>
  mapped.map(vertex => {
    const [u = 0, v = 0] = Array.from(uvs.subarray(2 * vertex, 2 * vertex + 2), n => byte(n, 1024, 32767))
    return recordSplice(bytes, strideOf(Uv) * vertex, Uv, { u, v })
  })
