import { StudioError, type Opened } from '../../../../format'
import { document, locate, type Bytes, type Document } from '../../../../layout'
import { hasType } from '../../nres/directory'
import { MODEL_TYPES, NONE, SHORT_NODE, modelKind } from '../model-chunks'
import {
  mapWords,
  modelBatches,
  modelIndices,
  modelKeys,
  modelNodes,
  modelSlots,
  modelTriangles,
  type ModelBatches,
  type ModelKeys,
  type ModelNodes,
  type ModelSlots,
} from '../model-table'

/** A chunk of a model, whole, with as many records as its row in the directory says. */
export interface Chunk {
  readonly type: number
  readonly entry: Opened
  readonly opened: Document
}

/** Tables of a model, each in one chunk or in several parallel ones (parkan 6.1). */
export const CHUNKS_OF = {
  nodes: [1, 9, 10],
  slots: [2],
  vertices: [3, 4, 5, 15, 16, 18],
  indices: [6],
  triangles: [7],
  keys: [8],
  batches: [13],
  map: [19],
} as const
export type TableName = keyof typeof CHUNKS_OF

/** Path of the array of a chunk. */
export const ARRAY_OF: Readonly<Record<number, string>> = {
  1: 'nodes',
  2: 'slots',
  3: 'positions',
  4: 'normals',
  5: 'uvs',
  6: 'indices',
  7: 'triangles',
  8: 'keys',
  9: 'node_names',
  10: 'strings',
  13: 'batches',
  15: 'extra_15',
  16: 'extra_16',
  18: 'lightmap_uvs',
  19: 'map',
}

/** Chunks without which no model is loaded (parkan 6.1). */
const REQUIRED = [1, 2, 3, 6, 13]

/** All chunks of a model that operations change together. */
export interface Model {
  /** The chunk that the operation was called on. */
  readonly entry: Opened
  readonly chunks: ReadonlyMap<number, Chunk>
  readonly nodes: ModelNodes
  readonly slots: ModelSlots
  readonly batches: ModelBatches
  readonly indices: Uint16Array
  readonly keys: ModelKeys | undefined
  readonly map: Uint16Array
  /** `attr2` of chunk 19; 1 where there is none. */
  readonly frames: number
  count(table: TableName): number
}

/**
 * The model that a chunk belongs to. Throws StudioError `model.edit-chunk`, `model.edit-damaged`,
 * `model.edit-nodes`, `model.edit-count`, `model.edit-large` where a needed chunk is missing, a chunk is not whole, its
 * nodes are not understood, parallel chunks differ in length, or slots and batches name records without end.
 */
export async function modelOf(entry: Opened): Promise<Model> {
  const chunks = new Map<number, Chunk>()
  for (const type of MODEL_TYPES) {
    const found = hasType(type)(entry.attributes) ? entry : await entry.sibling(hasType(type))
    if (found) chunks.set(type, wholeChunk(type, found))
  }
  for (const type of REQUIRED) if (!chunks.has(type)) throw new StudioError('model.edit-chunk', { type }, entry.path)
  for (const [first, ...others] of Object.values(CHUNKS_OF)) guardParallel(chunks, first, others)
  const model = tablesOf(entry, chunks)
  guardSize(model)
  return model
}

/** Most records that the nodes, slots and batches of a model name together, those that several name counted for each. */
const MOST_NAMED = 4_000_000

/** Throws StudioError `model.edit-large`: runs of records may overlap, so that few bytes name any number of them. */
function guardSize({ entry, nodes, slots, batches }: Model): void {
  // Indices of all batches before each.
  const before = new Float64Array(batches.count + 1)
  for (let batch = 0; batch < batches.count; batch++)
    before[batch + 1] = (before[batch] ?? 0) + (batches.of.index_count[batch] ?? 0)
  const sizes = Float64Array.from({ length: slots.count }, (_, slot) => {
    const [first, count] = [slots.of.batch_start[slot] ?? 0, slots.of.batch_count[slot] ?? 0]
    const end = Math.min(first + count, batches.count)
    return count + (slots.of.tri_count[slot] ?? 0) + Math.max(0, (before[end] ?? 0) - (before[first] ?? 0))
  })
  let n = before[batches.count] ?? 0
  for (const size of sizes) n += size
  for (const slot of nodes.of.slots) n += sizes[slot] ?? 0
  if (n > MOST_NAMED) throw new StudioError('model.edit-large', { n, limit: MOST_NAMED }, entry.path)
}

function wholeChunk(type: number, entry: Opened): Chunk {
  const { attributes } = entry
  const number = (name: string): number => Number(attributes[name] ?? 0)
  if (type === 1 && number('attr3') === SHORT_NODE) throw new StudioError('model.edit-nodes', {}, entry.path)
  const layout = modelKind(type)?.layout(number('attr1'), type === 17 ? number('attr2') : 0)
  const opened = layout && document(layout, entry.bytes)
  if (!opened?.isWhole) throw new StudioError('model.edit-damaged', { type }, entry.path)
  return { type, entry, opened }
}

export const lengthOf = ({ type, opened }: Chunk): number => locate(opened, ARRAY_OF[type] ?? '')?.childCount ?? 0

function guardParallel(chunks: ReadonlyMap<number, Chunk>, first: number, others: readonly number[]): void {
  const chunk = chunks.get(first)
  for (const type of chunk ? others : []) {
    const other = chunks.get(type)
    if (!chunk || !other || lengthOf(other) === lengthOf(chunk)) continue
    const params = { type, found: lengthOf(other), right: lengthOf(chunk) }
    throw new StudioError('model.edit-count', params, other.entry.path)
  }
}

function tablesOf(entry: Opened, chunks: ReadonlyMap<number, Chunk>): Model {
  const bytes = (type: number): Bytes | undefined => chunks.get(type)?.entry.bytes
  const [nodes, slots, batches] = [modelNodes(bytes(1)), modelSlots(bytes(2)), modelBatches(bytes(13))]
  const indices = bytes(6)
  if (!nodes || !slots || !batches || !indices) throw new StudioError('model.edit-damaged', { type: 1 }, entry.path)
  const map = bytes(19)
  return {
    entry,
    chunks,
    nodes,
    slots,
    batches,
    indices: modelIndices(indices),
    keys: modelKeys(bytes(8)),
    map: map ? mapWords(map) : new Uint16Array(0),
    frames: Number(chunks.get(19)?.entry.attributes['attr2'] ?? 1),
    count: table => {
      const chunk = chunks.get(CHUNKS_OF[table][0])
      return chunk ? lengthOf(chunk) : 0
    },
  }
}

export const trianglesOf = ({ chunks }: Model) => modelTriangles(chunks.get(7)?.entry.bytes)

export const damaged = ({ entry }: Model, type: number): StudioError =>
  new StudioError('model.edit-damaged', { type }, entry.path)

/** Records `start … start + count - 1`. Throws StudioError where the table has fewer. */
export function run(
  model: Model,
  type: number,
  [start, count]: readonly [number, number],
  most: number,
): readonly number[] {
  if (start + count > most) throw damaged(model, type)
  return Array.from({ length: count }, (_, k) => start + k)
}

/** The vertices of a batch, one for each of its indices. Throws StudioError where they lead past the model. */
export function verticesOfBatch(model: Model, batch: number): readonly number[] {
  const { batches, indices } = model
  const range = [batches.of.index_start[batch] ?? 0, batches.of.index_count[batch] ?? 0] as const
  const base = batches.of.base_vertex[batch] ?? 0
  const vertices = run(model, 13, range, indices.length).map(at => base + (indices[at] ?? 0))
  if (vertices.some(vertex => vertex >= model.count('vertices'))) throw damaged(model, 13)
  return vertices
}

export const batchesOfSlot = (model: Model, slot: number): readonly number[] =>
  run(model, 2, [model.slots.of.batch_start[slot] ?? 0, model.slots.of.batch_count[slot] ?? 0], model.batches.count)

export const indicesOfBatch = (model: Model, batch: number): readonly number[] =>
  run(
    model,
    13,
    [model.batches.of.index_start[batch] ?? 0, model.batches.of.index_count[batch] ?? 0],
    model.indices.length,
  )

/** Triangles of a slot; none where the model has no such chunk. */
export const trianglesOfSlot = (model: Model, slot: number): readonly number[] =>
  model.chunks.has(7)
    ? run(
        model,
        2,
        [model.slots.of.tri_start[slot] ?? 0, model.slots.of.tri_count[slot] ?? 0],
        model.count('triangles'),
      )
    : []

const WORDS = 15

/** The slots of a node, by word: state * 5 + level of detail; `NONE` for none (parkan 6.3). */
export const slotsOfNode = ({ nodes }: Model, node: number): readonly number[] =>
  Array.from(nodes.of.slots.subarray(WORDS * node, WORDS * (node + 1)))

/** Nodes and all nodes below them. */
export function subtreeOf({ nodes }: Model, roots: readonly number[]): ReadonlySet<number> {
  const found = new Set(roots)
  // A parent is before its children, in a sound model in one pass (parkan 6.3).
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (let node = 0; node < nodes.count; node++) if (found.has(nodes.of.parent[node] ?? NONE)) found.add(node)
  }
  return found
}
