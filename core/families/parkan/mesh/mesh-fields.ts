import { array, f32, i16, i8, u16, u32, unknown, vec3, type Meta, type Refers } from '../../../layout'

// Fields that the chunks of a terrain and of a model have in common; both archives are read by one loader (parkan 3, 6).

const HULL: Meta = { certainty: 'confirmed', source: 'parkan 3.4' }

/** The first 0x8C bytes of chunk 2: hull, sphere and axis, in units of the map or of the model (parkan 3.4). */
export const HEADER_FIELDS = {
  hull: array(vec3(), 8, HULL),
  sphere_center: vec3({ source: 'parkan 3.4' }),
  sphere_radius: f32({ source: 'parkan 3.4' }),
  segment_a: vec3({ source: 'parkan 3.4' }),
  segment_b: vec3({ source: 'parkan 3.4' }),
  xy_radius: f32({ source: 'parkan 3.4' }),
}

const RANGE: Meta = { certainty: 'confirmed', source: 'parkan 3.4' }
const BOX: Meta = { certainty: 'confirmed', source: 'parkan 3.3' }

/** Triangles of a slot of chunk 2: the first one's record in the array of another chunk, and their number. */
export const slotTriangles = (refers: Refers) => ({ tri_start: u16({ refers, ...RANGE }), tri_count: u16(RANGE) })

const BATCHES: Meta = { source: 'parkan 3.4' }

/** Batches of a slot (chunk 13); terrain has none and does not read the two words. */
export const slotBatches = (refers?: Refers) => ({
  batch_start: u16({ ...(refers && { refers }), ...BATCHES }),
  batch_count: u16(BATCHES),
})

/** Box and sphere of a slot. */
export const SLOT_BOUNDS = {
  aabb_min: vec3(BOX),
  aabb_max: vec3(BOX),
  sphere_center: vec3({ source: 'parkan 3.4' }),
  sphere_radius: f32({ source: 'parkan 3.4' }),
}

/** The last words of a slot: of terrain none is understood. */
export const SLOT_TAIL = {
  tail: array(unknown(u32({ hex: true })), 5, { role: 'unknown', certainty: 'likely', source: 'parkan 3.4' }),
}

const AREA: Meta = { certainty: 'likely', source: 'parkan 3.4' }

/** The same words of a slot of a model: base area and volume, then three that are not understood. */
export const SLOT_MEASURES = {
  base_area: f32(AREA),
  volume: f32(AREA),
  unk_56: array(unknown(u32({ hex: true })), 3, { role: 'unknown', certainty: 'unknown', source: 'parkan 3.4' }),
}

/** A packed normal; each component is n/127, the fourth byte is padding, not always 0 (parkan 3.5). */
export const NORMAL_FIELDS = {
  nx: i8({ source: 'parkan 3.5' }),
  ny: i8({ source: 'parkan 3.5' }),
  nz: i8({ source: 'parkan 3.5' }),
  nw: i8({ certainty: 'confirmed', source: 'parkan 3.5' }),
}

/** Texture coordinates in 1/1024 of a turn (parkan 3.5). */
export const UV_FIELDS = { u: i16({ source: 'parkan 3.5' }), v: i16({ source: 'parkan 3.5' }) }
