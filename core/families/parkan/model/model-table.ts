import {
  column,
  columns,
  document,
  locate,
  type Bytes,
  type ColumnsOf,
  type Document,
  type Wanted,
} from '../../../layout'
import { modelKind } from './model-chunks'

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
export const modelNodes = tableOf(1, 'nodes', {
  flags: 'u16',
  parent: 'u16',
  map_start: 'u16',
  fallback_key: 'u16',
  slots: 'u16',
})
/** Slots of chunk 2 behind its header (parkan 6.4). */
export const modelSlots = tableOf(2, 'slots', {
  tri_start: 'u16',
  tri_count: 'u16',
  batch_start: 'u16',
  batch_count: 'u16',
  aabb_min: 'f32',
  aabb_max: 'f32',
  sphere_center: 'f32',
  sphere_radius: 'f32',
})
/** Triangles of chunk 7 (parkan 6.5). */
export const modelTriangles = tableOf(7, 'triangles', { n0: 'u16', n1: 'u16', n2: 'u16', edge_class: 'u16' })
/** Keys of chunk 8 (parkan 6.9): xyz, frames, and four i16 as they stand. */
export const modelKeys = tableOf(8, 'keys', { position: 'f32', time: 'f32', rotation: 'i16' })
/** Batches of chunk 13 (parkan 6.6). */
export const modelBatches = tableOf(13, 'batches', {
  flags: 'u32',
  material: 'u8',
  lightmap: 'u8',
  room: 'u16',
  index_count: 'u16',
  index_start: 'u32',
  vertex_count: 'u16',
  base_vertex: 'u32',
})

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

/** Largest index of a batch; -1 of one without indices, undefined of one that leads past them. */
export function largestIndex(batches: ModelBatches, batch: number, indices: Uint16Array): number | undefined {
  const from = batches.of.index_start[batch] ?? 0
  const to = from + (batches.of.index_count[batch] ?? 0)
  if (to > indices.length) return undefined
  let largest = -1
  for (let at = from; at < to; at++) largest = Math.max(largest, indices[at] ?? 0)
  return largest
}
