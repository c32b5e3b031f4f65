import type { Candidate, Siblings } from '../../../format'
import {
  array,
  attribute,
  bytes,
  f32,
  floats,
  i32,
  integers,
  lengthPrefixedText,
  own,
  struct,
  text,
  u16,
  u32,
  u8,
  unknown,
  vec3,
  withFormer,
  type Meta,
  type Refers,
} from '../../../layout'
import { chunkKind, type ChunkKind } from '../mesh/chunk-kind'
import {
  HEADER_FIELDS,
  NORMAL_FIELDS,
  SLOT_BOUNDS,
  SLOT_MEASURES,
  SLOT_TAIL,
  UV_FIELDS,
  slotBatches,
  slotTriangles,
} from '../mesh/mesh-fields'

/** Records of an array of another chunk of the same model. */
const chunkRecords = (type: number, array: string): Refers => ({ sibling: `parkan.model.${type}`, array })
const NODES = chunkRecords(1, 'nodes')

/** Slot words of a node: three states of five levels of detail (parkan 6.3). */
export const SLOTS_A_NODE = 15
const NODE: Meta = { certainty: 'confirmed', source: 'parkan 6.3' }

/** A node, 38 bytes: its place in the tree, its track of keys, and what it draws by state and level of detail (parkan 6.3). */
export const ModelNode = struct('model-node', {
  flags: u16({
    bits: {
      0: 'interior',
      2: 'stop_bounds',
      4: 'stop_traversal',
      5: 'cockpit',
      6: 'no_shadow',
      8: 'kept_when_destroyed',
      9: 'fatal',
      10: 'inherits_life',
      11: 'central',
    },
    hex: true,
    certainty: 'likely',
    source: 'parkan 6.3',
  }),
  parent: u16({ refers: 'nodes', ...NODE }),
  map_start: u16({ refers: chunkRecords(19, 'map'), ...NODE }),
  fallback_key: u16({ refers: chunkRecords(8, 'keys'), ...NODE }),
  slots: array(u16({ refers: chunkRecords(2, 'slots'), ...NODE }), SLOTS_A_NODE, NODE),
})

/** The one node of 24 bytes of the game (`MTCHECK.MSH`): kept as it is (parkan 6.3). */
const ShortNode = struct('model-node-24', { opaque_0: bytes(24, { role: 'unknown', source: 'parkan 6.3' }) })

/** The first 0x8C bytes of type 2: hull, sphere and axis of the whole model at t = 0, without cockpits (parkan 6.4). */
export const ModelHeader = struct('model-header', HEADER_FIELDS)

/** What a node draws in one state at one level of detail: triangles (7), batches (13), bounds in the node's space (parkan 6.4). */
const SLOT = {
  ...slotTriangles(chunkRecords(7, 'triangles')),
  ...slotBatches(chunkRecords(13, 'batches')),
  ...SLOT_BOUNDS,
}
export const ModelSlot = withFormer(
  struct('model-slot', { ...SLOT, ...SLOT_MEASURES }),
  struct('model-slot', { ...SLOT, ...SLOT_TAIL }),
)

export const ModelNormal = struct('model-normal', NORMAL_FIELDS)
const ModelUv = struct('model-uv', UV_FIELDS)
const LightmapUv = struct('model-lightmap-uv', UV_FIELDS)

const LINK: Meta = { refers: 'triangles', certainty: 'confirmed', source: 'parkan 6.5' }

/** A triangle for collision and picking, 16 bytes (parkan 6.5). */
export const ModelTriangle = struct('model-triangle', {
  flags: u16({
    bits: { 1: 'walkable', 2: 'foliage_or_glass', 4: 'door', 5: 'building_glass' },
    hex: true,
    certainty: 'likely',
    source: 'parkan 6.5',
  }),
  n0: u16(LINK),
  n1: u16(LINK),
  n2: u16(LINK),
  normal: integers('i16', ['x', 'y', 'z'], { certainty: 'confirmed', source: 'parkan 6.5' }),
  edge_class: u16({ hex: true, certainty: 'confirmed', source: 'parkan 6.5' }),
})

const KEY: Meta = { certainty: 'confirmed', source: 'parkan 6.9' }

/** A key of the animation, 24 bytes; the rotation in 1/32767 (parkan 6.9). */
export const ModelKey = struct('model-key', {
  position: vec3(KEY),
  time: f32({ unit: 'frame', ...KEY }),
  rotation: integers('i16', ['w', 'x', 'y', 'z'], KEY),
})

const BATCH: Meta = { certainty: 'confirmed', source: 'parkan 6.6' }

/** Triangles drawn with one material, 20 bytes (parkan 6.6). */
export const ModelBatch = struct('model-batch', {
  flags: u32({
    bits: {
      0: 'special_submit',
      1: 'two_sided',
      2: 'material_phase',
      3: 'portal',
      8: 'second_pass',
      11: 'point_lights',
      13: 'lightmap',
      14: 'facing_early_out',
    },
    hex: true,
    certainty: 'likely',
    source: 'parkan 6.6',
  }),
  material: u8({ refers: { by: 'wear-row' }, ...BATCH }),
  lightmap: u8({ refers: { by: 'lightmap-row' }, ...BATCH }),
  room: u16({ refers: NODES, certainty: 'likely', source: 'parkan 6.6' }),
  index_count: u16(BATCH),
  index_start: u32({ refers: chunkRecords(6, 'indices'), ...BATCH }),
  vertex_count: u16(BATCH),
  base_vertex: u32({ refers: chunkRecords(3, 'positions'), ...BATCH }),
})

/** Two vectors of a vertex, four bytes each (parkan 6.8); no model of the game has them. */
const ExtraPair = struct('model-extra-16', {
  a: bytes(4, { role: 'unknown', certainty: 'unknown', source: 'parkan 6.8' }),
  b: bytes(4, { role: 'unknown', certainty: 'unknown', source: 'parkan 6.8' }),
})

/** A point of the paths through a building (parkan 6.14). */
export const HallVertex = struct('model-hall-vertex', {
  position: vec3({ certainty: 'confirmed', source: 'parkan 6.14' }),
  flags: u32({
    bits: {
      3: 'loading',
      4: 'unloading',
      5: 'dock_20',
      6: 'control_pod',
      7: 'appears_80',
      9: 'dock_200',
      10: 'dock_400',
      11: 'appears_800',
      28: 'any_size',
      29: 'building_size',
    },
    hex: true,
    certainty: 'likely',
    source: 'parkan 6.14',
  }),
  node: u32({ refers: NODES, certainty: 'confirmed', source: 'parkan 6.14' }),
})

const HALL_END: Meta = { refers: 'hall_vertices', certainty: 'confirmed', source: 'parkan 6.14' }

const HALL_ENDS = { start: u32(HALL_END), end: u32(HALL_END) }
const HALL_PASS: Meta = { hex: true, certainty: 'likely', source: 'parkan 6.14' }
const HALL_UNKNOWN: Meta = { role: 'unknown', certainty: 'unknown', source: 'parkan 6.14' }
const unknownWords = (count: number) => array(unknown(u32({ hex: true })), count, HALL_UNKNOWN)

/** A way between two points of a building, and who can pass: both words 0 shut it (parkan 6.14). */
export const HallLink = withFormer(
  struct('model-hall-link', {
    ...HALL_ENDS,
    unk_8: u32({ hex: true, ...HALL_UNKNOWN }),
    for_walkers: u32(HALL_PASS),
    unk_16: unknownWords(3),
    for_flyers: u32(HALL_PASS),
    unk_32: unknownWords(2),
  }),
  struct('model-hall-link', { ...HALL_ENDS, tail: unknownWords(8) }),
)

const PROBE: Meta = { certainty: 'likely', source: 'parkan 6.8' }

/** A light probe (parkan 6.8); one source only. */
export const LightProbe = struct('model-probe', {
  piece: i32({ refers: NODES, ...PROBE }),
  position: vec3(PROBE),
  direction: vec3(PROBE),
  color: floats(['r', 'g', 'b', 'a'], PROBE),
  intensity: f32(PROBE),
})

const ATTR1 = attribute('attr1', 0)
/** Records that other chunks name by number, or that belong to vertices or nodes of other chunks. */
const SHARED: Meta = { isReferredElsewhere: true }

/** What the chunks of a model hold, by type id (parkan 6.1). */
const CHUNKS: Readonly<Record<number, ChunkKind>> = {
  1: chunkKind(struct('model', { nodes: array(ModelNode, ATTR1, SHARED) })),
  2: chunkKind(struct('model', { header: ModelHeader, slots: array(ModelSlot, ATTR1, SHARED) })),
  3: chunkKind(struct('model', { positions: array(vec3({ source: 'parkan 3.5' }), ATTR1, SHARED) })),
  4: chunkKind(struct('model', { normals: array(ModelNormal, ATTR1, SHARED) })),
  5: chunkKind(struct('model', { uvs: array(ModelUv, ATTR1, SHARED) })),
  6: chunkKind(struct('model', { indices: array(u16({ source: 'parkan 6.6' }), ATTR1, SHARED) })),
  7: chunkKind(struct('model', { triangles: array(ModelTriangle, ATTR1, SHARED) })),
  8: chunkKind(struct('model', { keys: array(ModelKey, ATTR1, SHARED) })),
  9: chunkKind(struct('model', { node_names: array(text(32, { source: 'parkan 6.1' }), ATTR1, SHARED) })),
  10: chunkKind(
    struct('model', {
      strings: array(lengthPrefixedText(u32(), { nul: 'text', source: 'parkan 6.7' }), ATTR1, SHARED),
    }),
  ),
  13: chunkKind(struct('model', { batches: array(ModelBatch, ATTR1, SHARED) })),
  15: chunkKind(
    struct('model', {
      extra_15: array(bytes(8, { role: 'unknown' }), ATTR1, { role: 'unknown', source: 'parkan 6.8' }),
    }),
  ),
  16: chunkKind(struct('model', { extra_16: array(ExtraPair, ATTR1) })),
  17: chunkKind(
    struct('model', {
      hall_vertices: array(HallVertex, ATTR1),
      hall_links: array(HallLink, attribute('attr2', 0)),
    }),
  ),
  18: chunkKind(struct('model', { lightmap_uvs: array(LightmapUv, ATTR1, SHARED) })),
  19: chunkKind(
    struct('model', { map: array(u16({ refers: chunkRecords(8, 'keys'), source: 'parkan 6.9' }), ATTR1, SHARED) }),
  ),
  20: chunkKind(struct('model', { probes: array(LightProbe, ATTR1) })),
}

const SHORT_NODES = chunkKind(struct('model', { nodes: array(ShortNode, ATTR1) }))

/** Size of the nodes that no reader understands (parkan 6.3). */
export const SHORT_NODE = SHORT_NODES.stride ?? 0

/** The kind of a chunk, by its type and by `attr3` of its row; undefined for a type that models do not have. */
export const modelKind = (type: number, attr3?: number): ChunkKind | undefined =>
  type === 1 && attr3 === SHORT_NODE ? SHORT_NODES : own(CHUNKS, String(type))

/** `attr3` where it is not the size of a record (parkan 6.2, 6.14). */
const ATTR3: Readonly<Record<number, number>> = { 8: 4, 10: 0, 17: 0 }

/** `attr3` that the row of a chunk of that type should have (parkan 6.2). */
export const attr3Of = (type: number): number => ATTR3[type] ?? modelKind(type)?.stride ?? 0

/** Types of the chunks of a model in the order of their numbers. */
export const MODEL_TYPES: readonly number[] = Object.keys(CHUNKS).map(Number)

/** No node, no slot, no triangle, no map: an absent index. */
export const NONE = 0xffff
/** No lightmap of a batch (parkan 6.6). */
export const NO_LIGHTMAP = 0xff

/** Models have vertex indices (6) and batches (13); terrain has neither (parkan 6.1). */
export const isModel = (rows: Siblings): boolean => rows.count('type_id', 6) > 0 || rows.count('type_id', 13) > 0

/** Whether an entry is a chunk of a model, of that type or of any. */
export const isModelChunk = ({ container, attributes }: Candidate, type?: number): boolean =>
  container !== null &&
  attributes['type_id'] !== undefined &&
  (type === undefined || attributes['type_id'] === type) &&
  isModel(container.siblings)
