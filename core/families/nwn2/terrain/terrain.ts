import {
  array,
  bytes,
  count,
  f32,
  floats,
  integers,
  struct,
  text,
  u16,
  u32,
  vec3,
  type Layout,
  type Meta,
  type TextValue,
} from '../../../layout'

const SIZE: Meta = { certainty: 'confirmed', source: 'nwn2 6.1' }
/** Known from other programs only: no file of an exterior area was available. */
const GROUND: Meta = { certainty: 'likely', source: 'nwn2 6.2' }
const WATER: Meta = { certainty: 'likely', source: 'nwn2 6.3' }

/** Size of the area in tiles of 9 m or megatiles of 40 m, 12 bytes (nwn2 6.1). */
export const TRWH = struct('nwn2-area-size', {
  width: u32(SIZE),
  height: u32(SIZE),
  id: u32({ role: 'unknown', certainty: 'unknown', source: 'nwn2 6.1' }),
})

const name = (size: number, meta: Meta): Layout<TextValue> => text(size, { page: 'cp1252', ...meta })

/** A triangle of ground or water, by its vertices in the same packet. */
export const Face = struct('nwn2-face', {
  v0: u16({ refers: 'vertices', ...GROUND }),
  v1: u16({ refers: 'vertices', ...GROUND }),
  v2: u16({ refers: 'vertices', ...GROUND }),
})

const GroundTexture = struct('nwn2-ground-texture', { name: name(32, GROUND) })
const GroundTint = struct('nwn2-ground-tint', { rgb: floats(['r', 'g', 'b'], GROUND) })
const GroundVertex = struct('nwn2-ground-vertex', {
  position: vec3({ unit: 'm', ...GROUND }),
  normal: vec3(GROUND),
  tint: integers('u8', ['b', 'g', 'r', 'a'], GROUND),
  uv: floats(['u', 'v'], GROUND),
  weights: floats(['u', 'v'], GROUND),
})
const Blade = struct('nwn2-grass-blade', {
  position: vec3({ unit: 'm', ...GROUND }),
  direction: vec3(GROUND),
  dimension: vec3(GROUND),
})
const Grass = struct('nwn2-grass', {
  name: name(32, GROUND),
  texture: name(32, GROUND),
  blade_count: count('blades', GROUND),
  blades: array(Blade, 'blade_count', GROUND),
})

/** A megatile of visible ground (nwn2 6.2): `dds_a` and `dds_b` are the weights of its six textures. */
export const TRRN = struct('nwn2-ground', {
  name: name(128, GROUND),
  textures: array(GroundTexture, 6, GROUND),
  tints: array(GroundTint, 6, GROUND),
  vertex_count: count('vertices', GROUND),
  triangle_count: count('triangles', GROUND),
  vertices: array(GroundVertex, 'vertex_count', GROUND),
  triangles: array(Face, 'triangle_count', GROUND),
  dds_a_size: count('dds_a', GROUND),
  dds_a: bytes('dds_a_size', { content: 'pixels', ...GROUND }),
  dds_b_size: count('dds_b', GROUND),
  dds_b: bytes('dds_b_size', { content: 'pixels', ...GROUND }),
  grass_count: count('grass', GROUND),
  grass: array(Grass, 'grass_count', GROUND),
})

const WaterTexture = struct('nwn2-water-texture', {
  name: name(32, WATER),
  direction: floats(['x', 'y'], WATER),
  rate: f32(WATER),
  angle: f32(WATER),
})
const WaterVertex = struct('nwn2-water-vertex', {
  position: vec3({ unit: 'm', ...WATER }),
  uv_5: floats(['u', 'v'], WATER),
  uv: floats(['u', 'v'], WATER),
})

/** A megatile of water (nwn2 6.3). */
export const WATR = struct('nwn2-water', {
  name: name(32, WATER),
  unknown_32: bytes(96, { role: 'unknown', certainty: 'unknown', source: 'nwn2 6.3' }),
  colour: floats(['r', 'g', 'b'], WATER),
  ripple: floats(['x', 'y'], WATER),
  smoothness: f32(WATER),
  reflection_bias: f32(WATER),
  reflection_power: f32(WATER),
  specular_power: f32(WATER),
  specular_coefficient: f32(WATER),
  textures: array(WaterTexture, 3, WATER),
  uv_offset: floats(['u', 'v'], WATER),
  vertex_count: count('vertices', WATER),
  // One number for two arrays: it counts the triangles, their flags have to follow.
  triangle_count: count('triangles', WATER),
  vertices: array(WaterVertex, 'vertex_count', WATER),
  triangles: array(Face, 'triangle_count', WATER),
  triangle_flags: array(u32({ values: { 0: 'water', 1: 'none' }, ...WATER }), 'triangle_count', WATER),
  dds_size: count('dds', WATER),
  dds: bytes('dds_size', { content: 'pixels', ...WATER }),
  megatile_x: u32(WATER),
  megatile_y: u32(WATER),
})
