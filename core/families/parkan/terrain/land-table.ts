import type { Opened } from '../../../format'
import {
  column,
  columns,
  columnsOf,
  document,
  offsetOf,
  RecordView,
  strideOf,
  type Bytes,
  type Document,
} from '../../../layout'
import { hasType } from '../nres/directory'
import {
  FaceListEntry,
  LandHeader,
  LandMicro,
  LandNormal,
  LandSlot,
  LandUv,
  SLOTS_HEADER,
  TerrainFace,
  TileNode,
  landChunk,
  landKind,
} from './land-mesh'

/** Records of a chunk by its bytes, not by what the directory row says: what is there can be read and checked. */
export const recordsIn = (type: number, size: number): number => landKind(type)?.recordsIn(size) ?? 0

/** A chunk under its layout, as many records as its bytes hold. */
function openChunk(type: number, bytes: Bytes): Document | undefined {
  const layout = landChunk(type, recordsIn(type, bytes.length))
  return layout && document(layout, bytes)
}

export interface Faces {
  readonly count: number
  readonly flags: Uint32Array
  readonly material_low: Uint32Array
  readonly material_high: Uint32Array
  readonly i0: Uint16Array
  readonly i1: Uint16Array
  readonly i2: Uint16Array
  readonly n0: Uint16Array
  readonly n1: Uint16Array
  readonly n2: Uint16Array
  readonly edge_class: Uint32Array
}

/** Faces of chunk 21, a column a field (parkan 3.6); undefined where the bytes hold no such chunk. A last part of a record is left out, here and below. */
export function facesOf(bytes: Bytes): Faces | undefined {
  const opened = openChunk(21, bytes)
  if (!opened) return undefined
  const read = columns(opened, 'faces', {
    ...columnsOf(TerrainFace, ['flags', 'i0', 'i1', 'i2', 'n0', 'n1', 'n2']),
    material_low: 'u32',
    material_high: 'u32',
    edge_class: 'u32',
  })
  return { count: read.flags.length, ...read }
}

export interface Slots {
  readonly count: number
  readonly tri_start: Uint16Array
  readonly tri_count: Uint16Array
  readonly aabb_min: Float32Array
  readonly aabb_max: Float32Array
  readonly sphere_center: Float32Array
  readonly sphere_radius: Float32Array
}

/** Slots of chunk 2 behind its header (parkan 3.4): boxes and spheres in units of the map. */
export function slotsOf(bytes: Bytes): Slots | undefined {
  const opened = bytes.length < SLOTS_HEADER ? undefined : openChunk(2, bytes)
  if (!opened) return undefined
  const fields = columnsOf(LandSlot, [
    'tri_start',
    'tri_count',
    'aabb_min',
    'aabb_max',
    'sphere_center',
    'sphere_radius',
  ])
  const read = columns(opened, 'slots', fields)
  return { count: read.tri_start.length, ...read }
}

export interface Nodes {
  readonly count: number
  readonly slot_lod0: Uint16Array
  readonly slot_lod1: Uint16Array
  /** All words of each node, `NODE_WORDS` of them. */
  readonly words: Uint16Array
}

/** Words of a tile node, its slots last (parkan 3.3). */
export const NODE_WORDS = strideOf(TileNode) / 2
const SLOTS_AT = offsetOf(TileNode, 'slots') / 2

/** Tile nodes of chunk 1 (parkan 3.3). */
export function nodesOf(bytes: Bytes): Nodes | undefined {
  const opened = openChunk(1, bytes)
  if (!opened) return undefined
  const fields = columnsOf(TileNode, ['hdr0', 'hdr1', 'hdr2', 'hdr3', 'slot_lod0', 'slot_lod1', 'slots'])
  const read = columns(opened, 'nodes', fields)
  const count = read.slot_lod0.length
  const words = new Uint16Array(NODE_WORDS * count)
  for (let node = 0; node < count; node++) {
    const first = [read.hdr0, read.hdr1, read.hdr2, read.hdr3, read.slot_lod0, read.slot_lod1].map(
      words => words[node] ?? 0,
    )
    words.set(first, NODE_WORDS * node)
    const slots = NODE_WORDS - SLOTS_AT
    words.set(read.slots.subarray(slots * node, slots * (node + 1)), NODE_WORDS * node + SLOTS_AT)
  }
  return { count, slot_lod0: read.slot_lod0, slot_lod1: read.slot_lod1, words }
}

/** Opacity of the second material at each vertex, of chunk 14 (parkan 3.5). */
export function opacityOf(bytes: Bytes): Float32Array {
  const opened = openChunk(14, bytes)
  return opened ? column(opened, 'aux_14', '', 'f32') : new Float32Array(0)
}

/** Positions of chunk 3, xyz per vertex in units of the map; Z is height (parkan 3.5). */
export function positionsOf(bytes: Bytes): Float32Array {
  const opened = openChunk(3, bytes)
  return opened ? column(opened, 'positions', '', 'f32') : new Float32Array(0)
}

/** Unit normals, xyz per vertex (parkan 3.5). */
export function normalsOf(bytes: Bytes): Float32Array {
  const opened = openChunk(4, bytes)
  if (!opened) return new Float32Array(0)
  const { nx, ny, nz } = columns(opened, 'normals', columnsOf(LandNormal, ['nx', 'ny', 'nz']))
  const normals = new Float32Array(3 * nx.length)
  for (let v = 0; v < nx.length; v++) {
    const [x, y, z] = [nx[v] ?? 0, ny[v] ?? 0, nz[v] ?? 0]
    const length = Math.hypot(x, y, z)
    normals[3 * v] = length === 0 ? 0 : x / length
    normals[3 * v + 1] = length === 0 ? 0 : y / length
    normals[3 * v + 2] = length === 0 ? 1 : z / length
  }
  return normals
}

/** Texture coordinates in repeats, u and v per vertex (parkan 3.5). */
export const uvsOf = (bytes: Bytes): Float32Array => coordinatesOf(5, bytes, 'uvs', LandUv)

/** Coordinates of the microtexture in repeats, u and v per vertex (parkan 3.5). */
export const microOf = (bytes: Bytes): Float32Array => coordinatesOf(18, bytes, 'micro', LandMicro)

function coordinatesOf(
  type: number,
  bytes: Bytes,
  array: string,
  layout: typeof LandUv | typeof LandMicro,
): Float32Array {
  const opened = openChunk(type, bytes)
  if (!opened) return new Float32Array(0)
  const { u, v } = columns(opened, array, columnsOf(layout, ['u', 'v']))
  return Float32Array.from({ length: 2 * u.length }, (_, at) => ((at % 2 === 0 ? u : v)[at >> 1] ?? 0) / 1024)
}

interface FaceList {
  readonly count: number
  readonly key: Uint16Array
  readonly flags: Uint16Array
}

/** Pairs of chunk 11: number of a face, and flags of its draw batch (parkan 3.7). */
export function faceListOf(bytes: Bytes): FaceList | undefined {
  const opened = openChunk(11, bytes)
  if (!opened) return undefined
  const read = columns(opened, 'face_list', columnsOf(FaceListEntry, ['key', 'flags']))
  return { count: read.key.length, ...read }
}

/** Bytes of the first chunk of that type beside an entry. */
export const chunkBytes = async (entry: Opened, type: number): Promise<Bytes | undefined> =>
  entry.attributes['type_id'] === type ? entry.bytes : (await entry.sibling(hasType(type)))?.bytes

/** The eight corners of the terrain's hull, xyz each; the bytes of chunk 2 hold its header. */
export const hullOf = (bytes: Bytes): readonly number[] => new RecordView(LandHeader, bytes).numbers(0, 'hull')

/** XY of the terrain's hull (chunk 2), or undefined where it is cut or not finite. */
export function terrainBounds(bytes: Bytes) {
  if (bytes.length < SLOTS_HEADER) return undefined
  const hull = hullOf(bytes)
  const [x, y] = [0, 1].map(axis => hull.filter((_, at) => at % 3 === axis))
  if (!x || !y) return undefined
  const box = { minX: Math.min(...x), maxX: Math.max(...x), minY: Math.min(...y), maxY: Math.max(...y) }
  return Object.values(box).every(Number.isFinite) ? box : undefined
}
