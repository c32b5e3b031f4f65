import type { Candidate, Siblings } from '../../../format'
import {
  array,
  attribute,
  f32,
  i16,
  integers,
  own,
  struct,
  u16,
  u32,
  u8,
  unknown,
  vec3,
  withFormer,
  type AnyLayout,
  type Meta,
  type Refers,
} from '../../../layout'
import { chunkKind, type ChunkKind } from '../mesh/chunk-kind'
import {
  HEADER_FIELDS,
  NORMAL_FIELDS,
  SLOT_BOUNDS,
  SLOT_TAIL,
  UV_FIELDS,
  slotBatches,
  slotTriangles,
} from '../mesh/mesh-fields'

/** Records of an array of another chunk of the same terrain. */
const chunkRecords = (type: number, array: string): Refers => ({ sibling: `parkan.land-mesh.${type}`, array })

const SLOT_WORD: Meta = { certainty: 'confirmed', source: 'parkan 3.3' }
const TILE_SLOT: Meta = { refers: chunkRecords(2, 'slots'), ...SLOT_WORD }
const HEADER_WORD: Meta = { role: 'unknown', certainty: 'likely', source: 'parkan 3.3' }

/** A tile of the terrain: 19 words, of which two name its near and far geometry (parkan 3.3). */
export const TileNode = struct('land-node', {
  hdr0: u16(HEADER_WORD),
  hdr1: u16(HEADER_WORD),
  hdr2: u16(HEADER_WORD),
  hdr3: u16(HEADER_WORD),
  slot_lod0: u16(TILE_SLOT),
  slot_lod1: u16(TILE_SLOT),
  slots: array(u16(TILE_SLOT), 13, SLOT_WORD),
})

/** The first 0x8C bytes of type 2: hull, sphere, axis (parkan 3.4). */
export const LandHeader = struct('land-header', HEADER_FIELDS)

/** Faces of one tile at one level of detail, with their box (parkan 3.4). */
export const LandSlot = struct('land-slot', {
  ...slotTriangles(chunkRecords(11, 'face_list')),
  ...slotBatches(),
  ...SLOT_BOUNDS,
  ...SLOT_TAIL,
})

/** A vertex, in units of the map; Z is height (parkan 3.5). */
export const LandPosition = vec3()

/** Opacity of the second material at a vertex (parkan 3.5); four bytes of unknown meaning once. */
export const LandOpacity = withFormer(
  f32({ min: 0, max: 1, certainty: 'confirmed', source: 'parkan 3.5' }),
  integers('u8', ['b0', 'b1', 'b2', 'b3'], { role: 'unknown' }),
)

/** A packed normal; each component is n/127 (parkan 3.5). */
export const LandNormal = struct('land-normal', NORMAL_FIELDS)

/** Texture coordinates in 1/1024 (parkan 3.5). */
export const LandUv = struct('land-uv', UV_FIELDS)

const MICRO: Meta = { certainty: 'confirmed', source: 'parkan 3.5' }

/** Coordinates of the micro texture in 1/1024 of a turn, one turn in 20 units (parkan 3.5). */
export const LandMicro = struct('land-micro', { u: i16(MICRO), v: i16(MICRO) })

/** One entry per face, addressed by the slots (parkan 3.7). */
export const FaceListEntry = struct('land-face-list', {
  key: u16({ refers: chunkRecords(21, 'faces'), certainty: 'confirmed', source: 'parkan 3.7' }),
  flags: u16({ bits: { 4: 'batch_start' }, hex: true, certainty: 'likely', source: 'parkan 3.7' }),
})

/** A row of Land1.wea beside it (parkan 3.8). */
const WEAR_ROW: Meta = { refers: { by: 'wear-row' }, certainty: 'confirmed', source: 'parkan 3.8' }
const CORNER: Meta = { refers: chunkRecords(3, 'positions'), source: 'parkan 3.6' }
const NEIGHBOUR: Meta = { refers: 'faces', certainty: 'confirmed', source: 'parkan 3.6' }

/** A face of the terrain, 28 bytes (parkan 3.6). */
export const TerrainFace = struct('land-face', {
  flags: u32({
    bits: { 2: 'second_material', 3: 'back_face', 10: 'microtexture', 17: 'water' },
    hex: true,
    certainty: 'confirmed',
    source: 'parkan 3.6',
  }),
  material_low: u8(WEAR_ROW),
  material_high: u8(WEAR_ROW),
  aux: unknown(u16({ hex: true, certainty: 'likely', source: 'parkan 3.6' })),
  i0: u16(CORNER),
  i1: u16(CORNER),
  i2: u16(CORNER),
  n0: u16(NEIGHBOUR),
  n1: u16(NEIGHBOUR),
  n2: u16(NEIGHBOUR),
  normal: integers('i16', ['x', 'y', 'z'], { certainty: 'confirmed', source: 'parkan 3.6' }),
  edge_class: u8({ hex: true, certainty: 'confirmed', source: 'parkan 3.6' }),
  unk_27: unknown(u8({ hex: true, certainty: 'unknown', source: 'parkan 3.6' })),
})

const ATTR1 = attribute('attr1', 0)
/** Records that other chunks name by number, or that belong to vertices of other chunks. */
const SHARED: Meta = { isReferredElsewhere: true }

/** What the nine chunks of a Land.msh hold, by type id. */
const CHUNKS: Readonly<Record<number, ChunkKind>> = {
  1: chunkKind(struct('land-mesh', { nodes: array(TileNode, ATTR1) })),
  2: chunkKind(struct('land-mesh', { header: LandHeader, slots: array(LandSlot, ATTR1, SHARED) })),
  3: chunkKind(struct('land-mesh', { positions: array(LandPosition, ATTR1, SHARED) })),
  4: chunkKind(struct('land-mesh', { normals: array(LandNormal, ATTR1, SHARED) })),
  5: chunkKind(struct('land-mesh', { uvs: array(LandUv, ATTR1, SHARED) })),
  11: chunkKind(struct('land-mesh', { face_list: array(FaceListEntry, ATTR1, SHARED) })),
  14: chunkKind(
    struct('land-mesh', {
      aux_14: array(LandOpacity, ATTR1, SHARED),
    }),
  ),
  18: chunkKind(struct('land-mesh', { micro: array(LandMicro, ATTR1, SHARED) })),
  21: chunkKind(struct('land-mesh', { faces: array(TerrainFace, ATTR1, SHARED) })),
}

/** The kind of a chunk; undefined for a type that terrain does not have. */
export const landKind = (type: number): ChunkKind | undefined => own(CHUNKS, String(type))

/** The layout of one chunk with `n` records; undefined for a type that terrain does not have. */
export const landChunk = (type: number, n: number): AnyLayout | undefined => landKind(type)?.layout(n)

/** Retail order of the rows (parkan 3.1). */
export const CHUNK_ORDER = [1, 2, 3, 4, 5, 18, 14, 11, 21] as const
/** All but the auxiliary stream, which the game can do without. */
export const REQUIRED_CHUNKS = [3, 4, 5, 18, 21, 2, 1, 11] as const
/** Size of a record, by type (parkan 3.2). */
export const STRIDES: Readonly<Record<number, number>> = Object.fromEntries(
  Object.entries(CHUNKS).map(([type, { stride = 0 }]) => [type, stride]),
)
/** Bytes before the slots of type 2. */
export const SLOTS_HEADER = CHUNKS[2]?.header ?? 0
/** Flag of an entry of the face list that starts a batch (parkan 3.7). */
export const BATCH_START = 0x10
/** No slot, no neighbour. */
export const NONE = 0xffff

/** Terrain has faces (21) and no vertex indices (6), models the reverse; only the siblings tell (parkan 3, 6). */
export const isTerrain = (rows: Siblings, name: string): boolean =>
  rows.count('type_id', 6) === 0 && (rows.count('type_id', 21) > 0 || /(?:^|\/)land\.msh$/i.test(name))

/** Whether an entry is the chunk of that type of a terrain. */
export const isLandChunk = (entry: Candidate, type: number): boolean =>
  entry.container !== null &&
  entry.attributes['type_id'] === type &&
  isTerrain(entry.container.siblings, entry.container.name)
