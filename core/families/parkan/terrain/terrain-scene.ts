import { setOwn, type Bytes } from '../../../layout'
import type {
  BoxesItem,
  CellsItem,
  EdgeColumns,
  MaskForm,
  Opened,
  PaintField,
  SceneItem,
  SurfaceItem,
} from '../../../format'
import { MAIN16, MATERIAL6, MICROTEXTURE } from './face-masks'
import { hasType } from '../nres/directory'
import { NONE } from './land-mesh'
import {
  chunkBytes,
  facesOf,
  hullOf,
  microOf,
  nodesOf,
  normalsOf,
  opacityOf,
  positionsOf,
  slotsOf,
  uvsOf,
  type Faces,
  type Nodes,
  type Slots,
} from './land-table'

/** Fields of all chunks that decide the shape; those of other chunks than the faces are in sibling entries. */
const SHAPED_BY = ['i0', 'i1', 'i2', 'positions', 'normals', 'uvs', 'aux_14', 'nodes', 'slots', 'header']

/** Second material byte of a face that has none (parkan 3.6). */
const NO_PARTNER = 0xff

/** Repeats after which the 16-bit words of texture coordinates start again (parkan 3.5). */
const UV_PERIOD = 64

/** What forms of the map may write of faces (parkan 3.6). */
const PAINT: readonly PaintField[] = [
  { field: 'flags', as: 'bits' },
  { field: 'material_low', as: 'value', most: 0xff },
  { field: 'material_high', as: 'value', most: 0xff },
]
const EDGES: EdgeColumns = { behind: ['n0', 'n1', 'n2'], none: 0xffff, kinds: 'edge_class' }

/**
 * The ground as one batch with the level of detail of each triangle, and its division into tiles. `entry` is the
 * chunk of faces (type 21); positions, normals, slots and nodes are looked up beside it, and what is missing or damaged
 * is left out.
 */
export async function terrainScene(entry: Opened): Promise<readonly SceneItem[]> {
  const faces = facesOf(entry.bytes)
  const positionBytes = await chunkBytes(entry, 3)
  if (!faces || !positionBytes) return []
  const [normalBytes, slotBytes, nodeBytes] = [
    await chunkBytes(entry, 4),
    await chunkBytes(entry, 2),
    await chunkBytes(entry, 1),
  ]
  const positions = positionsOf(positionBytes)
  const normals = normalBytes && normalsOf(normalBytes)
  const slots = slotBytes && slotsOf(slotBytes)
  const nodes = nodeBytes && nodesOf(nodeBytes)
  const tilesX = Number((await entry.sibling(hasType(1)))?.attributes['attr2'] ?? 0)
  const tiles = slotBytes && slots && nodes ? tileGrid(entry.path, slotBytes, slots, nodes, tilesX) : undefined
  const uvBytes = await chunkBytes(entry, 5)
  const uvs = uvBytes && uvsOf(uvBytes)
  const opacityBytes = await chunkBytes(entry, 14)
  const opacity = opacityBytes && opacityOf(opacityBytes)
  const microBytes = await chunkBytes(entry, 18)
  const micro = microBytes && microOf(microBytes)
  const parts = { normals, uvs, opacity, micro }
  const ground = surface(entry.path, faces, positions, parts, faceLods(faces.count, slots, nodes))
  const channels = vertexChannels(microBytes, opacity, positions.length / 3)
  const slotEntry = (await entry.sibling(hasType(2)))?.path
  return [
    { ...ground, channels, maskForms: MASK_FORMS },
    ...(tiles ? [tiles] : []),
    ...(slots && slotEntry !== undefined ? [slotBoxes(slotEntry, slots, nodes)] : []),
  ]
}

/** The forms that the game's queries take (parkan 3.6). */
const MASK_FORMS: readonly MaskForm[] = [
  { name: 'main16', bits: MAIN16 },
  { name: 'material6', bits: MATERIAL6 },
]

/** The coordinates of the microtexture (18) as stored and the opacity (14) as grey, where each vertex has one. */
function vertexChannels(
  micro: Bytes | undefined,
  opacity: Float32Array | undefined,
  vertices: number,
): Readonly<Record<string, Uint8Array>> {
  const found: Record<string, Uint8Array> = {}
  if (micro?.length === 4 * vertices) setOwn(found, 'micro', micro)
  if (opacity?.length === vertices) {
    const shades = Uint8Array.from({ length: 4 * vertices }, (_, at) => grey(opacity[at >> 2] ?? 1))
    setOwn(found, 'aux', shades)
  }
  return found
}

const grey = (part: number): number => Math.round(255 * Math.min(1, Math.max(0, part)))

/** The bounds that slots store; far ones are those that only word 5 of nodes names. */
function slotBoxes(entry: string, slots: Slots, nodes: Nodes | undefined): BoxesItem {
  const corners = new Float32Array(6 * slots.count)
  for (let slot = 0; slot < slots.count; slot++) {
    corners.set(slots.aabb_min.subarray(3 * slot, 3 * slot + 3), 6 * slot)
    corners.set(slots.aabb_max.subarray(3 * slot, 3 * slot + 3), 6 * slot + 3)
  }
  const [near, far] = [new Set(nodes?.slot_lod0), new Set(nodes?.slot_lod1)]
  return {
    kind: 'boxes',
    id: 'slots',
    layer: 'terrain',
    noun: 'slot',
    entry,
    array: 'slots',
    corners,
    lods: Uint8Array.from({ length: slots.count }, (_, slot) => (far.has(slot) && !near.has(slot) ? 1 : 0)),
  }
}

/** Faces whose three corners exist, as triangles: corners, face numbers and levels of detail, in file order. */
function trianglesOf(faces: Faces, corners: number, levels: Uint8Array) {
  const indices = new Uint32Array(3 * faces.count)
  const records = new Uint32Array(faces.count)
  const lods = new Uint8Array(faces.count)
  let triangles = 0
  for (let face = 0; face < faces.count; face++) {
    const [a, b, c] = [faces.i0[face] ?? NONE, faces.i1[face] ?? NONE, faces.i2[face] ?? NONE]
    if (a >= corners || b >= corners || c >= corners) continue
    indices[3 * triangles] = a
    indices[3 * triangles + 1] = b
    indices[3 * triangles + 2] = c
    records[triangles] = face
    lods[triangles++] = levels[face] ?? 0
  }
  return {
    indices: indices.subarray(0, 3 * triangles),
    records: records.subarray(0, triangles),
    lods: lods.subarray(0, triangles),
  }
}

interface VertexParts {
  readonly normals: Float32Array | undefined
  readonly uvs: Float32Array | undefined
  readonly opacity: Float32Array | undefined
  readonly micro: Float32Array | undefined
}

function surface(
  entry: string,
  faces: Faces,
  positions: Float32Array,
  { normals, uvs, opacity, micro }: VertexParts,
  levels: Uint8Array,
): SurfaceItem {
  return {
    kind: 'surface',
    id: 'ground',
    layer: 'terrain',
    noun: 'face',
    entry,
    array: 'faces',
    positions: positions.every(Number.isFinite)
      ? positions
      : positions.map(value => (Number.isFinite(value) ? value : 0)),
    ...trianglesOf(faces, positions.length / 3, levels),
    recordCount: faces.count,
    ...(normals && normals.length === positions.length && { normals }),
    fields: {
      flags: faces.flags,
      material_low: faces.material_low,
      material_high: faces.material_high,
      edge_class: faces.edge_class,
      n0: Uint32Array.from(faces.n0),
      n1: Uint32Array.from(faces.n1),
      n2: Uint32Array.from(faces.n2),
    },
    ...(uvs &&
      3 * uvs.length === 2 * positions.length && {
        painting: {
          uvs,
          ...(opacity && 3 * opacity.length === positions.length && { opacity }),
          layers: ['material_low', 'material_high'],
          none: NO_PARTNER,
          period: UV_PERIOD,
          ...(micro && micro.length === uvs.length && { detail: { uvs: micro, field: 'flags', bits: MICROTEXTURE } }),
        },
      }),
    colouring: ['material_low'],
    paint: PAINT,
    edges: EDGES,
    shapedBy: SHAPED_BY,
  }
}

/** Level of detail of each face: 1 where only far slots (node word 5) hold it, else 0 (parkan 3.3, 3.4). */
export function faceLods(count: number, slots: Slots | undefined, nodes: Nodes | undefined): Uint8Array {
  const levels = new Uint8Array(count)
  if (!slots || !nodes) return levels
  const mark = (words: Uint16Array, level: number): void => {
    for (const slot of words) {
      if (slot >= slots.count) continue
      const start = slots.tri_start[slot] ?? 0
      levels.fill(level, start, Math.min(count, start + (slots.tri_count[slot] ?? 0)))
    }
  }
  mark(nodes.slot_lod1, 1)
  mark(nodes.slot_lod0, 0)
  return levels
}

/** Origin from corner 0 of the hull, tile size from the box of slot 0, X outer (parkan 3.3). */
function tileGrid(
  entry: string,
  slotBytes: Uint8Array,
  slots: Slots,
  nodes: Nodes,
  tilesX: number,
): CellsItem | undefined {
  const [originX = NaN, originY = NaN] = hullOf(slotBytes)
  const origin = [originX, originY] as const
  const step = [
    (slots.aabb_max[0] ?? 0) - (slots.aabb_min[0] ?? 0),
    (slots.aabb_max[1] ?? 0) - (slots.aabb_min[1] ?? 0),
  ] as const
  const tilesY = tilesX > 0 ? nodes.count / tilesX : 0
  const isGrid =
    Number.isInteger(tilesY) && tilesY > 0 && [...origin, ...step].every(Number.isFinite) && step[0] > 0 && step[1] > 0
  return isGrid
    ? {
        kind: 'cells',
        id: 'tiles',
        layer: 'terrain',
        noun: 'tile',
        use: 'detail',
        entry,
        array: '',
        origin,
        step,
        counts: [tilesX, tilesY],
        isXOuter: true,
      }
    : undefined
}
