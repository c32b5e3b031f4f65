import { typeSet, type EntryInfo } from '../../../format'
import {
  array,
  attribute,
  f32,
  i16,
  i8,
  integers,
  struct,
  u16,
  u32,
  u8,
  unknown,
  vec3,
  type AnyLayout,
  type Meta,
} from '../../../layout'

const SLOT_WORD: Meta = { certainty: 'confirmed', source: 'parkan 3.3' }
const HEADER_WORD: Meta = { role: 'unknown', certainty: 'likely', source: 'parkan 3.3' }

/** A tile of the terrain: 19 words, of which two name its near and far geometry (parkan 3.3). */
export const TileNode = struct('land-node', {
  hdr0: u16(HEADER_WORD),
  hdr1: u16(HEADER_WORD),
  hdr2: u16(HEADER_WORD),
  hdr3: u16(HEADER_WORD),
  slot_lod0: u16(SLOT_WORD),
  slot_lod1: u16(SLOT_WORD),
  slots: array(unknown(u16()), 13, { role: 'unknown', certainty: 'likely', source: 'parkan 3.3' }),
})

/** The first 0x8C bytes of type 2: hull, sphere, axis (parkan 3.4). */
export const LandHeader = struct('land-header', {
  hull: array(vec3(), 8, { certainty: 'confirmed', source: 'parkan 3.4' }),
  sphere_center: vec3({ source: 'parkan 3.4' }),
  sphere_radius: f32({ source: 'parkan 3.4' }),
  segment_a: vec3({ source: 'parkan 3.4' }),
  segment_b: vec3({ source: 'parkan 3.4' }),
  xy_radius: f32({ source: 'parkan 3.4' }),
})

/** Faces of one tile at one level of detail, with their box (parkan 3.4). */
export const LandSlot = struct('land-slot', {
  tri_start: u16({ certainty: 'confirmed', source: 'parkan 3.4' }),
  tri_count: u16({ certainty: 'confirmed', source: 'parkan 3.4' }),
  batch_start: unknown(u16({ source: 'parkan 3.4' })),
  batch_count: unknown(u16({ source: 'parkan 3.4' })),
  aabb_min: vec3({ certainty: 'confirmed', source: 'parkan 3.3' }),
  aabb_max: vec3({ certainty: 'confirmed', source: 'parkan 3.3' }),
  sphere_center: vec3({ source: 'parkan 3.4' }),
  sphere_radius: f32({ source: 'parkan 3.4' }),
  tail: array(unknown(u32({ hex: true })), 5, { role: 'unknown', certainty: 'likely', source: 'parkan 3.4' }),
})

/** A packed normal; each component is n/127 (parkan 3.5). */
export const LandNormal = struct('land-normal', {
  nx: i8({ source: 'parkan 3.5' }),
  ny: i8({ source: 'parkan 3.5' }),
  nz: i8({ source: 'parkan 3.5' }),
  nw: unknown(i8({ certainty: 'unknown', source: 'parkan 3.5' })),
})

/** Texture coordinates in 1/1024 (parkan 3.5). */
export const LandUv = struct('land-uv', { u: i16({ source: 'parkan 3.5' }), v: i16({ source: 'parkan 3.5' }) })

/** Micro-texture mapping: its size is known, its content only guessed (parkan 3.5). */
export const LandMicro = struct('land-micro', {
  u: unknown(i16({ certainty: 'unknown', source: 'parkan 3.5' })),
  v: unknown(i16({ certainty: 'unknown', source: 'parkan 3.5' })),
})

/** One entry per face, addressed by the slots (parkan 3.7). */
export const FaceListEntry = struct('land-face-list', {
  key: u16({ certainty: 'confirmed', source: 'parkan 3.7' }),
  flags: u16({ bits: { 4: 'batch_start' }, hex: true, certainty: 'likely', source: 'parkan 3.7' }),
})

const NEIGHBOUR: Meta = { refers: 'faces', certainty: 'confirmed', source: 'parkan 3.6' }

/** A face of the terrain, 28 bytes (parkan 3.6). */
export const TerrainFace = struct('land-face', {
  flags: u32({
    bits: { 3: 'back_face', 10: 'microtexture', 17: 'water' },
    hex: true,
    certainty: 'confirmed',
    source: 'parkan 3.6',
  }),
  material_low: u8({ certainty: 'likely', source: 'parkan 3.8' }),
  material_high: u8({ certainty: 'likely', source: 'parkan 3.8' }),
  aux: unknown(u16({ hex: true, certainty: 'likely', source: 'parkan 3.6' })),
  i0: u16({ source: 'parkan 3.6' }),
  i1: u16({ source: 'parkan 3.6' }),
  i2: u16({ source: 'parkan 3.6' }),
  n0: u16(NEIGHBOUR),
  n1: u16(NEIGHBOUR),
  n2: u16(NEIGHBOUR),
  normal: integers('i16', ['x', 'y', 'z'], { certainty: 'likely', source: 'parkan 3.6' }),
  edge_class: u8({ hex: true, certainty: 'likely', source: 'parkan 3.6' }),
  unk_27: unknown(u8({ hex: true, certainty: 'unknown', source: 'parkan 3.6' })),
})

/** What the nine chunks of a Land.msh hold, by type id; `n` is the count in the directory row. */
const CHUNKS: Readonly<Record<number, (n: number) => AnyLayout>> = {
  1: n => struct('land-mesh', { nodes: array(TileNode, attribute('attr1', n)) }),
  2: n => struct('land-mesh', { header: LandHeader, slots: array(LandSlot, attribute('attr1', n)) }),
  3: n => struct('land-mesh', { positions: array(vec3(), attribute('attr1', n)) }),
  4: n => struct('land-mesh', { normals: array(LandNormal, attribute('attr1', n)) }),
  5: n => struct('land-mesh', { uvs: array(LandUv, attribute('attr1', n)) }),
  11: n => struct('land-mesh', { face_list: array(FaceListEntry, attribute('attr1', n)) }),
  14: n =>
    struct('land-mesh', {
      aux_14: array(integers('u8', ['b0', 'b1', 'b2', 'b3'], { role: 'unknown' }), attribute('attr1', n), {
        role: 'unknown',
      }),
    }),
  18: n => struct('land-mesh', { micro: array(LandMicro, attribute('attr1', n), { role: 'unknown' }) }),
  21: n => struct('land-mesh', { faces: array(TerrainFace, attribute('attr1', n)) }),
}

/** The layout of one chunk; undefined for a type that terrain does not have. */
export const landChunk = (type: number, n: number): AnyLayout | undefined => CHUNKS[type]?.(n)

/** Retail order of the rows (parkan 3.1). */
export const CHUNK_ORDER = [1, 2, 3, 4, 5, 18, 14, 11, 21] as const
/** All but the auxiliary stream, which the game can do without. */
export const REQUIRED_CHUNKS = [3, 4, 5, 18, 21, 2, 1, 11] as const
/** Size of a record, by type (parkan 3.2). */
export const STRIDES: Readonly<Record<number, number>> = {
  1: 38,
  2: 68,
  3: 12,
  4: 4,
  5: 4,
  11: 4,
  14: 4,
  18: 4,
  21: 28,
}
/** Bytes before the slots of type 2. */
export const SLOTS_HEADER = 0x8c
/** No slot, no neighbour. */
export const NONE = 0xffff

/** Terrain has faces (21) and no vertex indices (6), models the reverse; only the siblings tell (parkan 3, 6). */
export const isTerrain = (types: ReadonlySet<number>, name: string): boolean =>
  !types.has(6) && (types.has(21) || /(?:^|\/)land\.msh$/i.test(name))

/** Whether an entry is the chunk of that type of a terrain. */
export const isLandChunk = (entry: EntryInfo, type: number): boolean =>
  entry.container !== null &&
  entry.attributes['type_id'] === type &&
  isTerrain(typeSet(entry.container.typeIds), entry.container.name)
