import type {
  EntryPath,
  MeshAnimation,
  MeshItem,
  MeshSwitch,
  Opened,
  Paint,
  PaintReading,
  PaintsOptions,
  SceneItem,
  Words,
} from '../../../format'
import { isDrawable, isDrawnNumber } from '../../../format/matrix'
import { locate, own, type Bytes } from '../../../layout'
import { lightmapTable, paintTable } from '../material/paint-table'
import { hasType } from '../nres/directory'
import { normalsOf, uvsOf } from '../terrain/land-table'
import { wearOfChunk, type WearTable } from '../wear/wear'
import { materialReadings } from './batch-rules'
import {
  animationColumns,
  animationOf,
  chunk,
  keyPlacing,
  nodeNames,
  POSE,
  samplePose,
  trackKeys,
  type ModelAnimation,
} from './model-animation'
import { NO_LIGHTMAP, NONE, SHORT_NODE, SLOTS_A_NODE } from './model-chunks'
import { ADD_KEY, DELETE_KEY, DUPLICATE_KEY, KEY_TIME } from './edit/key-operations'
import { modelPoints } from './model-points'
import {
  modelBatches,
  modelIndices,
  modelNodes,
  modelPositions,
  modelSlots,
  type ModelBatches,
  type ModelNodes,
  type ModelSlots,
} from './model-table'

/** Slot words are `state * 5 + level` (parkan 6.3). */
export const MODEL_SWITCHES: readonly MeshSwitch[] = [
  {
    id: 'state',
    title: 'model.state',
    values: ['model.state.whole', 'model.state.destroyed', 'model.state.third'],
  },
  {
    id: 'level',
    title: 'model.level',
    values: ['model.level.0', 'model.level.1', 'model.level.2', 'model.level.3', 'model.level.own'],
  },
]

/**
 * More triangles are not read, and no more batches: slots that share batches without end can name any number of them, one over
 * the other. The largest models of the game have some thousands.
 */
const MOST_TRIANGLES = 200_000

/** Counts what cannot be shown, for `MeshItem.notes`. */
class Notes {
  private readonly counts = new Map<string, number>()
  private readonly missing: number[] = []
  add(code: string, n = 1): void {
    if (n > 0) this.counts.set(code, (this.counts.get(code) ?? 0) + n)
  }
  lacks(type: number): void {
    this.missing.push(type)
  }
  words(): readonly Words[] {
    return [
      ...this.missing.map((type): Words => ({ code: 'notice.model.no-chunk', params: { type } })),
      ...Array.from(this.counts, ([code, n]): Words => ({ code, params: { n } })),
    ]
  }
}

/** Chunks that triangles are read from; one that is missing has no records. */
interface Streams {
  readonly slots: ModelSlots | undefined
  readonly batches: ModelBatches | undefined
  readonly indices: Uint16Array
  readonly positions: Float32Array
}

async function streamsOf(entry: Opened, notes: Notes): Promise<Streams> {
  const required = async (type: number): Promise<Bytes | undefined> => {
    const bytes = await chunk(entry, type)
    if (!bytes) notes.lacks(type)
    return bytes
  }
  const [slots, batches, indices, positions] = [
    await required(2),
    await required(13),
    await required(6),
    await required(3),
  ]
  return {
    slots: modelSlots(slots),
    batches: modelBatches(batches),
    indices: indices ? modelIndices(indices) : new Uint16Array(0),
    positions: positions ? modelPositions(positions) : new Float32Array(0),
  }
}

/**
 * A model as one item, from its chunk of nodes (parkan 6): a piece for each slot of each node, the variants of the nodes, and
 * their tracks. What is missing or leads nowhere is left out, and named in the notes.
 */
export async function modelScene(entry: Opened): Promise<readonly SceneItem[]> {
  const notes = new Notes()
  const isShort = entry.attributes['attr3'] === SHORT_NODE
  const nodes = isShort ? undefined : modelNodes(entry.bytes)
  if (isShort) notes.add('notice.model.short-nodes')
  // What is beside the archive is read while its chunks are.
  const [streams, wear, points] = await Promise.all([
    streamsOf(entry, notes),
    wearOfChunk(entry),
    modelPoints(entry, nodes?.count ?? 0),
  ])
  const { drawn, pieces } = nodes ? piecesOf(nodes, streams.slots, notes) : { drawn: new Int32Array(0), pieces: [] }
  const built = trianglesOf(pieces, streams, notes)
  const { sources } = built
  const [normalBytes, uvBytes] = [await chunk(entry, 4), await chunk(entry, 5)]
  notes.add('notice.model.position', unplaced(streams.positions, sources))
  if (!uvBytes && sources.length > 0) notes.add('notice.model.no-uvs')
  const normals = spread(normalBytes && normalsOf(normalBytes), sources, 3)
  const uvs = spread(uvBytes && uvsOf(uvBytes), sources, 2)
  const fields = batchFields(streams.batches)
  const painting = await paintingOf(entry, { batches: streams.batches, built, wear }, fields, notes)
  const animation = nodes && (await animationOf(entry, nodes))
  const pathOf = async (type: number): Promise<string> => (await entry.sibling(hasType(type)))?.path ?? entry.path
  if (built.indices.length === 0) notes.add('notice.model.no-triangles')
  const item: MeshItem = {
    kind: 'mesh',
    id: 'model',
    layer: 'meshes',
    noun: 'batch',
    entry: await pathOf(13),
    array: 'batches',
    positions: spread(streams.positions, sources, 3, 0) ?? new Float32Array(0),
    ...(normals && { normals }),
    ...built,
    recordCount: streams.batches?.count ?? 0,
    fields,
    ...(uvs && { painting: { uvs, ...painting } }),
    pieces: {
      entry: await pathOf(2),
      array: 'slots',
      noun: 'slot',
      count: pieces.length,
      starts: built.starts,
      nodes: Uint32Array.from(pieces, piece => piece.node),
      records: Uint32Array.from(pieces, piece => piece.slot),
      ...(streams.slots && { boxes: boxesOf(pieces, streams.slots) }),
    },
    nodes: { entry: entry.path, array: 'nodes', noun: 'node', ...(await nodesOf(entry, nodes, animation, notes)) },
    switches: MODEL_SWITCHES,
    drawn,
    ...(points && { points }),
    ...(streams.slots && { hull: hullOf(streams.slots) }),
    ...(animation && { animation: animationItem(animation, entry.path, await pathOf(8)) }),
    notes: notes.words(),
  }
  return [item]
}

/** The corners of the header (parkan 3.4, 6.4). */
const hullOf = ({ document }: ModelSlots): Float32Array =>
  Float32Array.from({ length: 24 }, (_, k) => {
    const corner = locate(document, `header/hull/${Math.floor(k / 3)}`)?.value
    return Array.isArray(corner) ? Number(corner[k % 3]) : NaN
  })

/** The tracks for a scene; `entry` has the keys. */
const animationItem = (animation: ModelAnimation, nodes: EntryPath, entry: EntryPath): MeshAnimation => ({
  sampler: POSE,
  ...animationColumns(animation),
  keys: {
    entry,
    array: 'keys',
    noun: 'key',
    times: animation.times,
    ...trackKeys(animation),
    placing: keyPlacing(animation.order),
    adding: { entry: nodes, operation: ADD_KEY.id, parameter: KEY_TIME },
    duplicating: { entry, operation: DUPLICATE_KEY.id, parameter: KEY_TIME },
    removal: DELETE_KEY.id,
  },
})

/** Triangles with their batches, and the table of the materials that these name. */
interface Painted {
  readonly batches: ModelBatches | undefined
  readonly built: Pick<MeshItem, 'sources' | 'records'>
  readonly wear: WearTable | undefined
}

/** Rows of the materials and light maps of the batches. */
async function paintingOf(
  entry: Opened,
  painted: Painted,
  fields: Readonly<Record<string, Uint32Array>>,
  notes: Notes,
) {
  const { batches, built, wear } = painted
  const lights = await lightsOf(entry, painted)
  const reading = readingOf(batches, wear)
  if (wear) notes.add('notice.model.no-material', outside(built.records, own(fields, reading.field), wear))
  return { ...reading, ...(lights && { lights }) }
}

/** Light maps of the batches, whose rows follow those of the materials in the table of paints (parkan 6.6, 6.8). */
async function lightsOf(entry: Opened, { batches, built, wear }: Painted) {
  if (!batches?.of.lightmap.some(row => row !== NO_LIGHTMAP)) return undefined
  const bytes = await chunk(entry, 18)
  const { sources, records } = built
  const uvs = spread(bytes && uvsOf(bytes), sources, 2)
  if (!uvs || !wear) return undefined
  const { materials, lightmaps } = wear
  const { lightmap } = batches.of
  const rows = Int32Array.from(records, batch => {
    const row = lightmap[batch] ?? NO_LIGHTMAP
    return row < lightmaps.length ? materials.length + row : -1
  })
  return { uvs, rows }
}

/** Paints of the batches of a model by row of its wear table, then its light maps (parkan 6.6, 8.1). */
export async function modelPaints(entry: Opened, options?: PaintsOptions): Promise<readonly Paint[]> {
  const wear = await wearOfChunk(entry)
  const materials = await paintTable(entry, wear?.materials.map(row => row.name) ?? [], options)
  return [...materials, ...(await lightmapTable(entry, wear?.lightmaps.map(row => row.name) ?? []))]
}

interface Piece {
  readonly node: number
  readonly slot: number
}

/** A piece for each slot that a node names, and which of them each word of each node draws. */
function piecesOf(nodes: ModelNodes, slots: ModelSlots | undefined, notes: Notes) {
  const drawn = new Int32Array(SLOTS_A_NODE * nodes.count).fill(-1)
  const pieces: Piece[] = []
  for (let node = 0; node < nodes.count; node++) {
    const known = new Map<number, number>()
    for (let at = SLOTS_A_NODE * node; at < SLOTS_A_NODE * (node + 1); at++) {
      const slot = nodes.of.slots[at] ?? NONE
      if (slot === NONE) continue
      if (slot >= (slots?.count ?? 0)) {
        notes.add('notice.model.no-slot')
        continue
      }
      const piece = known.get(slot) ?? pieces.push({ node, slot }) - 1
      known.set(slot, piece)
      drawn[at] = piece
    }
  }
  return { drawn, pieces }
}

/** Batches of a slot, of those that exist. */
function batchRange({ of }: ModelSlots, slot: number, count: number): readonly [first: number, end: number] {
  const first = of.batch_start[slot] ?? 0
  return [Math.min(first, count), Math.min(count, first + (of.batch_count[slot] ?? 0))]
}

/** How many batches of a slot do not exist. */
function missingBatches(slots: ModelSlots, slot: number, { count }: ModelBatches): number {
  const [first, end] = batchRange(slots, slot, count)
  return (slots.of.batch_count[slot] ?? 0) - Math.max(0, end - first)
}

/** How many of the drawn batches have a material that the wear table lacks. */
const outside = (records: Uint32Array, rows: ArrayLike<number> | undefined, { materials }: WearTable): number =>
  new Set(records.filter(batch => (rows?.[batch] ?? 0) >= materials.length)).size

/** Numbers in order, as many as come. */
class Growing {
  private data = new Uint32Array(1024)
  length = 0
  push(value: number): number {
    if (this.length === this.data.length) {
      const more = new Uint32Array(2 * this.length)
      more.set(this.data)
      this.data = more
    }
    this.data[this.length] = value
    return this.length++
  }
  numbers(): Uint32Array {
    return this.data.slice(0, this.length)
  }
}

/** Triangles of the pieces, each with vertices of its own piece and batch. */
function trianglesOf(pieces: readonly Piece[], { slots, batches, indices, positions }: Streams, notes: Notes) {
  const vertices = Math.floor(positions.length / 3)
  const [made, records, sources] = [new Growing(), new Growing(), new Growing()]
  const starts = new Uint32Array(pieces.length + 1)
  // Of each vertex its number in the part that is being built, and which part that is.
  const [known, part] = [new Uint32Array(vertices), new Uint32Array(vertices)]
  let [parts, tried] = [0, 0]
  let isFull = false
  const own = (vertex: number): number => {
    if (part[vertex] !== parts) {
      part[vertex] = parts
      known[vertex] = sources.push(vertex)
    }
    return known[vertex] ?? 0
  }
  const checked = new Set<number>()
  pieces.forEach(({ slot }, piece) => {
    if (slots && batches && !checked.has(slot)) notes.add('notice.model.no-batch', missingBatches(slots, slot, batches))
    checked.add(slot)
    const [first, end] = slots && batches ? batchRange(slots, slot, batches.count) : [0, 0]
    for (let batch = first; batches && batch < end && !isFull; batch++) {
      isFull = ++parts > MOST_TRIANGLES
      const from = batches.of.index_start[batch] ?? 0
      const base = batches.of.base_vertex[batch] ?? 0
      const count = Math.floor((batches.of.index_count[batch] ?? 0) / 3)
      for (let triangle = 0; triangle < count && !isFull; triangle++) {
        isFull = ++tried > MOST_TRIANGLES
        if (isFull) break
        const at = from + 3 * triangle
        // NaN is not smaller either.
        const a = (indices[at] ?? NaN) + base
        const b = (indices[at + 1] ?? NaN) + base
        const c = (indices[at + 2] ?? NaN) + base
        if (!(a < vertices && b < vertices && c < vertices)) {
          notes.add('notice.model.no-vertex')
          continue
        }
        made.push(own(a))
        made.push(own(b))
        made.push(own(c))
        records.push(batch)
      }
    }
    starts[piece + 1] = records.length
  })
  if (isFull) notes.add('notice.model.too-many')
  return { indices: made.numbers(), records: records.numbers(), sources: sources.numbers(), starts }
}

/** Number of vertices of the format that triangles use and that have a position that is not finite or too large. */
function unplaced(positions: Float32Array, sources: Uint32Array): number {
  const found = new Set<number>()
  for (const source of sources) if (!isDrawable(positions.subarray(3 * source, 3 * source + 3))) found.add(source)
  return found.size
}

/**
 * A column of the vertices of the format for those of the item; undefined where there are too few. `instead`: for numbers
 * that cannot be drawn.
 */
function spread(
  column: Float32Array | undefined,
  sources: Uint32Array,
  width: number,
  instead?: number,
): Float32Array | undefined {
  if (!column || !sources.every(source => width * (source + 1) <= column.length)) return undefined
  const found = new Float32Array(width * sources.length)
  sources.forEach((source, at) => {
    for (let k = 0; k < width; k++) {
      const value = column[width * source + k] ?? 0
      found[width * at + k] = instead === undefined || isDrawnNumber(value) ? value : instead
    }
  })
  return found
}

/** The high half of the flags: where foreign models may have the row of the material (parkan 6.6). */
const HALF = 'flags/high'

/** The column of the material of the batches, and both that it may be (parkan 6.6). */
function readingOf(batches: ModelBatches | undefined, wear: WearTable | undefined) {
  if (!batches) return { field: 'material' }
  const { byte, half, isHalf } = materialReadings(batches, wear?.materials.length ?? 0)
  const reading = (field: string, title: string, { distinct, isPossible }: typeof byte): PaintReading => ({
    field,
    title,
    distinct,
    isPossible,
  })
  return {
    field: isHalf ? HALF : 'material',
    readings: [reading('material', 'model.reading.byte', byte), reading(HALF, 'model.reading.half', half)],
  }
}

function batchFields(batches: ModelBatches | undefined): Record<string, Uint32Array> {
  if (!batches) return {}
  const { flags, material, lightmap, room } = batches.of
  return {
    material: Uint32Array.from(material),
    [HALF]: Uint32Array.from(flags, word => word >>> 16),
    flags: Uint32Array.from(flags),
    lightmap: Uint32Array.from(lightmap),
    room: Uint32Array.from(room),
  }
}

function boxesOf(pieces: readonly Piece[], { of }: ModelSlots): Float32Array {
  const boxes = new Float32Array(6 * pieces.length)
  pieces.forEach(({ slot }, piece) => {
    boxes.set(of.aabb_min.subarray(3 * slot, 3 * slot + 3), 6 * piece)
    boxes.set(of.aabb_max.subarray(3 * slot, 3 * slot + 3), 6 * piece + 3)
  })
  return boxes
}

/** Names, parents and rest pose; the rest is t = 0 (parkan 6.10). */
async function nodesOf(
  entry: Opened,
  nodes: ModelNodes | undefined,
  animation: ModelAnimation | undefined,
  notes: Notes,
) {
  const count = nodes?.count ?? 0
  const parents = Int32Array.from(nodes?.of.parent ?? [], (parent, node) => {
    if (parent !== NONE && parent >= node) notes.add('notice.model.parent')
    return parent < node ? parent : -1
  })
  const rest = new Float32Array(12 * count)
  for (let node = 0; node < count; node++) rest.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], 12 * node)
  if (animation) rest.set(samplePose({ sampler: POSE, ...animationColumns(animation) }, { time: 0 }))
  const keys = [...(animation?.positions ?? []), ...(animation?.times ?? [])]
  notes.add('notice.model.key', keys.filter(value => !isDrawnNumber(value)).length)
  return { count, names: nodeNames(await chunk(entry, 9), count), parents, rest }
}
