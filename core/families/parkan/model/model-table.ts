import {
  column,
  columns,
  columnsOf,
  document,
  locate,
  type Bytes,
  type ColumnsOf,
  type Document,
  type Wanted,
} from '../../../layout'
import type { Animation } from './animation'
import { ModelBatch, ModelKey, modelKind, ModelNode, ModelSlot, ModelTriangle } from './model-chunks'

/** A table of a chunk, a column a field; `path` and bytes of its records are found in the document. */
export interface Table<W extends Wanted> {
  readonly count: number
  readonly document: Document
  readonly of: ColumnsOf<W>
}

/** A chunk under its layout, as many records as its bytes hold, whatever the directory row says. */
function openChunk(type: number, bytes: Bytes): Document | undefined {
  const kind = modelKind(type)
  if (!kind || bytes.length < kind.header) return undefined
  return document(kind.layout(kind.recordsIn(bytes.length)), bytes)
}

const tableOf =
  <W extends Wanted>(type: number, array: string, wanted: W) =>
  (bytes: Bytes | undefined): Table<W> | undefined => {
    const opened = bytes && openChunk(type, bytes)
    if (!opened) return undefined
    return { count: locate(opened, array)?.childCount ?? 0, document: opened, of: columns(opened, array, wanted) }
  }

/** Nodes of chunk 1 (parkan 6.3); 15 slots each. Nodes of 24 bytes are not read. */
export const modelNodes = tableOf(
  1,
  'nodes',
  columnsOf(ModelNode, ['flags', 'parent', 'map_start', 'fallback_key', 'slots']),
)
/** Slots of chunk 2 behind its header (parkan 6.4). */
export const modelSlots = tableOf(
  2,
  'slots',
  columnsOf(ModelSlot, [
    'tri_start',
    'tri_count',
    'batch_start',
    'batch_count',
    'aabb_min',
    'aabb_max',
    'sphere_center',
    'sphere_radius',
  ]),
)
/** Triangles of chunk 7 (parkan 6.5). */
export const modelTriangles = tableOf(7, 'triangles', columnsOf(ModelTriangle, ['n0', 'n1', 'n2', 'edge_class']))
/** Keys of chunk 8 (parkan 6.9): xyz, frames, and the four words of the rotation as stored. */
export const modelKeys = tableOf(8, 'keys', columnsOf(ModelKey, ['position', 'time', 'rotation']))
/** Batches of chunk 13 (parkan 6.6). */
export const modelBatches = tableOf(
  13,
  'batches',
  columnsOf(ModelBatch, [
    'flags',
    'material',
    'lightmap',
    'room',
    'index_count',
    'index_start',
    'vertex_count',
    'base_vertex',
  ]),
)

export type ModelNodes = NonNullable<ReturnType<typeof modelNodes>>
export type ModelSlots = NonNullable<ReturnType<typeof modelSlots>>
export type ModelTriangles = NonNullable<ReturnType<typeof modelTriangles>>
export type ModelKeys = NonNullable<ReturnType<typeof modelKeys>>
export type ModelBatches = NonNullable<ReturnType<typeof modelBatches>>

/** Positions of chunk 3, xyz per vertex in the space of its node (parkan 6.1). */
export function modelPositions(bytes: Bytes): Float32Array {
  const opened = openChunk(3, bytes)
  return opened ? column(opened, 'positions', '', 'f32') : new Float32Array(0)
}

/** Vertex numbers of chunk 6, before `base_vertex` is added (parkan 6.6). */
export function modelIndices(bytes: Bytes): Uint16Array {
  const opened = openChunk(6, bytes)
  return opened ? column(opened, 'indices', '', 'u16') : new Uint16Array(0)
}

/** Words of chunk 19 (parkan 6.9). */
export function mapWords(bytes: Bytes): Uint16Array {
  const opened = openChunk(19, bytes)
  return opened ? column(opened, 'map', '', 'u16') : new Uint16Array(0)
}

/** Tracks of the nodes of a model (parkan 6.9). */
export const tracksOf = ({
  nodes,
  keys,
  map,
  frames,
}: {
  readonly nodes: ModelNodes
  readonly keys: ModelKeys
  readonly map: Uint16Array
  readonly frames: number
}): Animation => ({
  frames,
  positions: keys.of.position,
  times: keys.of.time,
  rotations: keys.of.rotation,
  map,
  parents: nodes.of.parent,
  mapStarts: nodes.of.map_start,
  fallbacks: nodes.of.fallback_key,
})

/** Largest index of a batch; -1 of one without indices, undefined of one that leads past them. */
export function largestIndex(batches: ModelBatches, batch: number, indices: Uint16Array): number | undefined {
  const from = batches.of.index_start[batch] ?? 0
  const to = from + (batches.of.index_count[batch] ?? 0)
  if (to > indices.length) return undefined
  let largest = -1
  for (let at = from; at < to; at++) largest = Math.max(largest, indices[at] ?? 0)
  return largest
}
