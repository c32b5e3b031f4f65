import type { ChangedMesh, Opened } from '../../../format'
import type { GltfNode, GltfPart, GltfScene, GltfTrack } from '../../../gltf'
import { offsetOf, strideOf, type Bytes, type Splice } from '../../../layout'
import { boundsIn, changeSlotBounds } from '../mesh/slot-bounds'
import { normalSplices, positionSplices, uvSplices, type ChunkSplices } from '../mesh/vertex-splices'
import { normalsOf, uvsOf } from '../terrain/land-table'
import { sampleNode } from './animation'
import { animationOf, chunk, nodeNames, type ModelAnimation } from './model-animation'
import { modelKind, ModelSlot, NONE, SLOTS_A_NODE } from './model-chunks'
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

/** Levels of detail of a state of a node; behind them the view from inside (parkan 6.3). */
const LEVELS = 4
const PLACES_A_STATE = 5

/** The tables of a model that its triangles are found by. */
interface Tables {
  readonly nodes: ModelNodes
  readonly slots: ModelSlots
  readonly batches: ModelBatches
  readonly indices: Uint16Array
}

async function tablesOf(entry: Opened): Promise<Tables | undefined> {
  const [nodes, slots, batches] = [
    modelNodes(await chunk(entry, 1)),
    modelSlots(await chunk(entry, 2)),
    modelBatches(await chunk(entry, 13)),
  ]
  const indices = await chunk(entry, 6)
  return nodes && slots && batches && indices && { nodes, slots, batches, indices: modelIndices(indices) }
}

/** One of the looks of a model: a scene of its own. */
interface Look {
  readonly title: string
  /** Slot that a node draws; undefined for none. */
  slotOf(node: number): number | undefined
}

/**
 * A model from its chunk of positions: nodes with their animation, each with the triangles of its whole state at the nearest
 * level of detail. Every other state, level and the view from inside is a scene of its own (parkan 6.3).
 */
export async function modelMesh(entry: Opened, name: string): Promise<GltfScene | undefined> {
  const tables = await tablesOf(entry)
  if (!tables) return undefined
  const positions = modelPositions(entry.bytes)
  const [normalBytes, uvBytes] = [await chunk(entry, 4), await chunk(entry, 5)]
  const [normals, uvs] = [normalBytes && normalsOf(normalBytes), uvBytes && uvsOf(uvBytes)]
  const fits = (data: Float32Array | undefined, width: number): data is Float32Array =>
    data?.length === (positions.length / 3) * width
  const looks = looksOf(tables)
  const skeleton = await skeletonOf(entry, tables)
  const { count } = tables.nodes
  return {
    name,
    positions,
    scenes: looks.map(({ title }) => title),
    nodes: looks.flatMap(({ title }, scene) =>
      skeleton.nodes.map(node => ({
        ...node,
        name: scene === 0 ? node.name : `${node.name} ${title}`,
        parent: node.parent < 0 ? -1 : node.parent + scene * count,
        scene,
      })),
    ),
    parts: looks.flatMap(({ slotOf }, scene) =>
      Array.from({ length: count }, (_, node) => partsOf(tables, slotOf(node), node + scene * count)).flat(),
    ),
    tracks: looks.flatMap((_, scene) => skeleton.tracks.map(track => ({ ...track, node: track.node + scene * count }))),
    ...(fits(normals, 3) && { normals }),
    ...(fits(uvs, 2) && { uvs }),
  }
}

const STATES = ['whole', 'destroyed', 'third'] as const

/** The look that is shown first, and those of the other slots of nodes, as far as they differ from it. */
function looksOf({ nodes, slots }: Tables): readonly Look[] {
  const slotAt = (node: number, place: number): number | undefined => {
    const slot = nodes.of.slots[SLOTS_A_NODE * node + place] ?? NONE
    return slot !== NONE && slot < slots.count ? slot : undefined
  }
  const nearest = (node: number): number | undefined => nearestSlot({ nodes, slots }, node)
  const all = Array.from({ length: nodes.count }, (_, node) => node)
  const others = Array.from({ length: SLOTS_A_NODE }, (_, place): Look => {
    const [state, level] = [Math.floor(place / PLACES_A_STATE), place % PLACES_A_STATE]
    const title = `${STATES[state] ?? ''} ${level < LEVELS ? `lod ${level}` : 'inside'}`
    return { title, slotOf: node => slotAt(node, place) }
  }).filter(({ slotOf }) => all.some(node => slotOf(node) !== undefined && slotOf(node) !== nearest(node)))
  return [{ title: 'whole', slotOf: nearest }, ...others]
}

/** Slot that a node draws whole, at its nearest level of detail; undefined for none. */
export function nearestSlot({ nodes, slots }: Pick<Tables, 'nodes' | 'slots'>, node: number): number | undefined {
  const own = nodes.of.slots.subarray(SLOTS_A_NODE * node, SLOTS_A_NODE * node + LEVELS)
  return own.find(slot => slot !== NONE && slot < slots.count)
}

/** Batches of a slot that its indices suffice for, with their vertices. */
function verticesOf({ slots, batches, indices }: Tables, slot: number) {
  const first = slots.of.batch_start[slot] ?? 0
  const end = Math.min(batches.count, first + (slots.of.batch_count[slot] ?? 0))
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).flatMap(batch => {
    const from = batches.of.index_start[batch] ?? 0
    const size = batches.of.index_count[batch] ?? 0
    if (from + size > indices.length) return []
    const base = batches.of.base_vertex[batch] ?? 0
    const own = Uint32Array.from(indices.subarray(from, from + size - (size % 3)), vertex => vertex + base)
    return [{ batch, vertices: own }]
  })
}

function partsOf(tables: Tables, slot: number | undefined, node: number): readonly GltfPart[] {
  if (slot === undefined) return []
  const byMaterial = new Map<number, number[]>()
  for (const { batch, vertices } of verticesOf(tables, slot)) {
    const material = tables.batches.of.material[batch] ?? 0
    const own = byMaterial.get(material) ?? []
    for (const vertex of vertices) own.push(vertex)
    byMaterial.set(material, own)
  }
  return Array.from(byMaterial, ([material, own]) => ({
    node,
    material: `material ${material}`,
    indices: Uint32Array.from(own),
  }))
}

/** Seconds of a frame: nothing in the files gives its duration. */
const FRAME = 1 / 30

/** Nodes at rest (t = 0), and the tracks of those that move. */
interface Skeleton {
  readonly nodes: readonly GltfNode[]
  readonly tracks: readonly GltfTrack[]
}

async function skeletonOf(entry: Opened, { nodes }: Tables): Promise<Skeleton> {
  const names = nodeNames(await chunk(entry, 9), nodes.count)
  const animation = await animationOf(entry, nodes)
  const places = Array.from({ length: nodes.count }, (_, node): GltfNode => {
    const parent = nodes.of.parent[node] ?? NONE
    const place = { name: names[node] ?? '', parent: parent < node ? parent : -1 }
    const rest = animation && poseOf(animation, node, 0)
    return rest ? { ...place, ...rest } : place
  })
  const tracks = animation ? places.flatMap((_, node) => trackOf(animation, node) ?? []) : []
  return { nodes: places, tracks }
}

/** Place of a node in its parent at a frame; undefined where it is no number. */
function poseOf(animation: ModelAnimation, node: number, frame: number) {
  const { position, rotation } = sampleNode(animation, node, frame, animation.order)
  const [w, x, y, z] = rotation
  const length = Math.hypot(w, x, y, z)
  // The game turns by the conjugate (parkan 6.10).
  const turn = length > 0 ? [-x, -y, -z, w].map(part => part / length) : [0, 0, 0, 1]
  return [...position, ...turn].every(Number.isFinite) ? { translation: position, rotation: turn } : undefined
}

/**
 * What a node does, sampled at every frame: exact there, because keys are at whole frames, and between them as the game
 * has it. Rotations are normalised, which the game leaves out. Undefined where it does not move.
 */
function trackOf(animation: ModelAnimation, node: number): GltfTrack | undefined {
  const frames = Math.min(animation.frames, animation.map.length + 1)
  if (frames < 2 || (animation.mapStarts[node] ?? NONE) === NONE) return undefined
  const [translations, rotations] = [new Float32Array(3 * frames), new Float32Array(4 * frames)]
  for (let frame = 0; frame < frames; frame++) {
    const pose = poseOf(animation, node, frame)
    if (!pose) return undefined
    translations.set(pose.translation, 3 * frame)
    rotations.set(pose.rotation, 4 * frame)
  }
  const isStill =
    translations.every((value, at) => value === translations[at % 3]) &&
    rotations.every((value, at) => value === rotations[at % 4])
  return isStill ? undefined : { node, times: timesOf(frames), translations, rotations }
}

const timesOf = (frames: number): Float32Array => Float32Array.from({ length: frames }, (_, frame) => frame * FRAME)

/** The chunks of a model for changed vertices: positions, normals and texture coordinates, bounds of the slots that draw them. */
export async function changeModel(entry: Opened, changed: ChangedMesh): Promise<ChunkSplices> {
  const [normals, uvs, slots] = [await chunk(entry, 4), await chunk(entry, 5), await chunk(entry, 2)]
  const tables = await tablesOf(entry)
  return new Map<number, readonly Splice[]>([
    [3, positionSplices(entry.bytes, changed)],
    [4, normals ? normalSplices(normals, changed) : []],
    [5, uvs ? uvSplices(uvs, changed) : []],
    [2, slots && tables ? boundsSplices(slots, tables, modelPositions(entry.bytes), changed) : []],
  ])
}

function boundsSplices(bytes: Bytes, tables: Tables, before: Float32Array, changed: ChangedMesh): readonly Splice[] {
  const after = bytes.slice()
  const view = boundsIn(after)
  const [moved, header, stride] = [new Set(changed.moved), modelKind(2)?.header ?? 0, strideOf(ModelSlot)]
  const splices: Splice[] = []
  for (let slot = 0; slot < tables.slots.count; slot++) {
    const vertices = [...new Set(verticesOf(tables, slot).flatMap(one => Array.from(one.vertices)))]
    if (!vertices.some(vertex => moved.has(vertex))) continue
    const at = header + stride * slot
    changeSlotBounds(view, at + offsetOf(ModelSlot, 'aabb_min'), vertices, { before, after: changed.positions })
    splices.push({ offset: at, removed: bytes.slice(at, at + stride), inserted: after.slice(at, at + stride) })
  }
  return splices
}
