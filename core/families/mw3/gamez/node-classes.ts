import { array, count, f32, i32, struct, u32, vec3 } from '../../../layout'
import { affine, known, pointer, rgb, unclear, zero, zeroFloats } from './fields'

// Records of the node classes (mw3 8). The floats that a program could compute from others are values with a rule.

/** 488 bytes (mw3 8.1). */
export const Camera = struct('mw3-camera', {
  world_index: i32(known('8.1', { refers: 'nodes' })),
  window_index: i32(known('8.1', { refers: 'nodes' })),
  focus_node_xy: i32(known('8.1', { refers: 'nodes' })),
  focus_node_xz: i32(known('8.1', { refers: 'nodes' })),
  flags: u32(known('8.1')),
  translate: vec3(known('8.1')),
  rotate: vec3(known('8.1')),
  world_translate: vec3(known('8.1')),
  world_rotate: vec3(known('8.1')),
  ancestor_matrix: affine('8.1'),
  view_vector: vec3(known('8.1')),
  translate_matrix: affine('8.1'),
  clip_near: f32(known('8.1')),
  clip_far: f32(known('8.1')),
  zero_184: zeroFloats(6, '8.1'),
  lod_multiplier: f32(known('8.1')),
  lod_mul_inv_sq: f32(known('8.1')),
  fov_h_scale: f32(known('8.1')),
  fov_v_scale: f32(known('8.1')),
  fov_h_base: f32(known('8.1', { unit: 'rad' })),
  fov_v_base: f32(known('8.1', { unit: 'rad' })),
  fov_h_scaled: f32(known('8.1', { unit: 'rad' })),
  fov_v_scaled: f32(known('8.1', { unit: 'rad' })),
  fov_h_half: f32(known('8.1', { unit: 'rad' })),
  fov_v_half: f32(known('8.1', { unit: 'rad' })),
  clip_recalc: i32(known('8.1')),
  zero_252: zeroFloats(15, '8.1'),
  fov_recalc: i32(known('8.1')),
  zero_316: zeroFloats(18, '8.1'),
  rotate_recalc: i32(known('8.1')),
  zero_392: zeroFloats(18, '8.1'),
  field_464: zero('8.1'),
  fov_h_cot: f32(known('8.1')),
  fov_v_cot: f32(known('8.1')),
  field_476: zero('8.1'),
  zone_set_valid: i32(known('8.1')),
  zone_set: u32(known('8.1', { hex: true })),
})

/** 28 bytes (mw3 8.2). */
export const Display = struct('mw3-display', {
  origin_x: u32(known('8.2')),
  origin_y: u32(known('8.2')),
  resolution_x: u32(known('8.2')),
  resolution_y: u32(known('8.2')),
  clear_color: rgb('8.2'),
})

/** Four corners and their number, 52 bytes, zero in the game's files (mw3 8.3). */
const ClearPolygon = struct('mw3-clear-polygon', { corners: zeroFloats(12, '8.3'), corner_count: zero('8.3') })

/** 248 bytes (mw3 8.3). */
export const Window = struct('mw3-window', {
  origin_x: i32(known('8.3')),
  origin_y: i32(known('8.3')),
  resolution_x: i32(known('8.3')),
  resolution_y: i32(known('8.3')),
  clear_polygons: array(ClearPolygon, 4, known('8.3')),
  clear_polygon_count: i32(known('8.3')),
  buffer_index: i32(known('8.3')),
  buffer_surface_ptr: pointer('8.3'),
  buffer_width: u32(known('8.3')),
  buffer_height: u32(known('8.3')),
  buffer_bit_depth: u32(known('8.3')),
})

/** 208 bytes and the parents (mw3 8.4). Sources name the bits of `flags` differently. */
export const Light = struct('mw3-light', {
  orientation: vec3(known('8.4')),
  translate: vec3(known('8.4')),
  euler_angles: vec3(known('8.4')),
  world_translate: vec3(known('8.4')),
  transform: affine('8.4'),
  world_point_source: vec3(known('8.4')),
  field_108: zeroFloats(3, '8.4'),
  camera_point_source: vec3(known('8.4')),
  world_view_vector: vec3(known('8.4')),
  camera_view_vector: vec3(known('8.4')),
  diffuse: f32(known('8.4')),
  ambient: f32(known('8.4')),
  color: rgb('8.4'),
  flags: u32(unclear('8.4', { role: 'value', hex: true })),
  range_near: f32(known('8.4')),
  range_far: f32(known('8.4')),
  range_near_sq: f32(known('8.4')),
  range_far_sq: f32(known('8.4')),
  range_inv: f32(known('8.4')),
  parent_count: count('light_parents', { as: 'i32', ...known('8.4') }),
  parent_ptr: pointer('8.4'),
  light_parents: array(i32({ refers: 'nodes' }), 'parent_count', known('8.4')),
})

/** A level of detail: its subtree is drawn between two distances, 80 bytes (mw3 8.5). */
export const Lod = struct('mw3-lod', {
  level: i32(known('8.5')),
  range_near_sq: f32(known('8.5')),
  range_far: f32(known('8.5')),
  range_far_sq: f32(known('8.5')),
  zero_16: zeroFloats(8, '8.5'),
  field_48: zero('8.5'),
  zero_52: zeroFloats(2, '8.5'),
  field_60: f32(unclear('8.5')),
  field_64: f32(unclear('8.5')),
  field_68: i32(unclear('8.5')),
  field_72: u32(unclear('8.5')),
  field_76: u32(unclear('8.5', { hex: true })),
})

/** Bits of `object3d.flags` (mw3 8.6). */
export const OBJECT_FLAGS = { 1: 'opacity', 2: 'color', 3: 'initial', 4: 'matrix', 5: 'always' } as const

/** A placed object, 144 bytes; the matrix is stored beside the angles (mw3 8.6). */
export const Object3d = struct('mw3-object3d', {
  flags: u32(known('8.6', { bits: OBJECT_FLAGS })),
  opacity: f32(known('8.6')),
  color: rgb('8.6'),
  field_20: f32(unclear('8.6')),
  rotate: vec3(known('8.6', { unit: 'rad' })),
  scale: vec3(known('8.6')),
  transform: affine('8.6'),
  field_96: zeroFloats(12, '8.6'),
})
