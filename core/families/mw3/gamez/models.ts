import {
  array,
  bitfield,
  count,
  f32,
  floats,
  i32,
  offsetTo,
  parallelTo,
  slotLink,
  struct,
  u16,
  u32,
  union,
  vec3,
} from '../../../layout'
import { known, pointer, rgb, unclear, zero } from './fields'

/** Fields of a model without the word of its slot, 92 bytes (mw3 6.2). */
export const MODEL_FIELDS = {
  model_type: u32(known('6.2', { values: { 0: 'default', 1: 'facade', 2: 'points' } })),
  facade_mode: u32(
    known('6.2', { values: { 0: 'cylindrical_y', 1: 'spherical_y', 2: 'cylindrical_x', 3: 'cylindrical_z' } }),
  ),
  flags: u32(
    known('6.2', {
      bits: {
        0: 'lighting',
        1: 'fog',
        2: 'texture_registered',
        3: 'morph',
        4: 'texture_scroll',
        5: 'clouds',
        6: 'facade_centroid',
      },
    }),
  ),
  parent_count: u32(known('6.2')),
  polygon_count: count('model_data/polygons', { parallel: true, ...known('6.2') }),
  vertex_count: count('model_data/vertices', { parallel: true, ...known('6.2') }),
  normal_count: count('model_data/normals', { parallel: true, ...known('6.2') }),
  morph_count: count('model_data/morphs', { parallel: true, ...known('6.2') }),
  light_count: count('model_data/lights', { parallel: true, ...known('6.2') }),
  morph_factor: f32(known('6.2')),
  tex_scroll_u: f32(known('6.2')),
  tex_scroll_v: f32(known('6.2')),
  tex_scroll_frame: u32(known('6.2')),
  polygons_ptr: pointer('6.2'),
  vertices_ptr: pointer('6.2'),
  normals_ptr: pointer('6.2'),
  lights_ptr: pointer('6.2'),
  morphs_ptr: pointer('6.2'),
  bbox_mid: vec3(known('6.2')),
  bbox_diag: f32(known('6.2')),
  active_polygon_index: u32(known('6.2')),
}

/**
 * A model slot, used or free, 96 bytes (mw3 6.2). Every used model has a node that uses it, so its `parent_count`
 * distinguishes the two.
 */
export const Model = struct('mw3-model', {
  ...MODEL_FIELDS,
  link: union('parent_count != 0', {
    0: slotLink(u32(known('6.2')), 'next', { none: 0xffffffff }),
    1: offsetTo('model_data', { parallel: true, ...known('6.2') }),
  }),
})

/** A point light of a model, 76 bytes (mw3 6.4). */
export const ModelLight = struct('mw3-model-light', {
  field_0: i32(unclear('6.4')),
  field_4: i32(unclear('6.4')),
  field_8: f32(unclear('6.4')),
  vertex_count: count('light_arrays/vertices', { as: 'i32', parallel: true, ...known('6.4') }),
  zero_16: zero('6.4'),
  zero_20: zero('6.4'),
  field_24: u32(unclear('6.4')),
  color: rgb('6.4'),
  rgb: u16(known('6.4')),
  flags: u16(
    known('6.4', {
      bits: {
        0: 'translation_abs',
        1: 'translation',
        2: 'rotation',
        3: 'range',
        4: 'color',
        5: 'ambient',
        6: 'diffuse',
        7: 'directional',
        8: 'saturated',
        9: 'subdivide',
        10: 'static',
      },
    }),
  ),
  vertices_ptr: pointer('6.4'),
  field_48: f32(unclear('6.4')),
  field_52: f32(unclear('6.4')),
  field_56: f32(unclear('6.4')),
  field_60: i32(unclear('6.4')),
  field_64: f32(unclear('6.4')),
  field_68: f32(unclear('6.4')),
  field_72: f32(unclear('6.4')),
})

/** Places of the point lights of one light record, behind all light records (mw3 6.3). */
const LightArrays = struct('mw3-light-arrays', { vertices: array(vec3(), '^.vertex_count', known('6.3')) })

/** Arrays of a polygon with an element for each corner. */
const CORNER_ARRAYS = ['vertex_indices', 'normal_indices', 'uvs', 'vertex_colors'].map(name => `polygon_arrays/${name}`)

/** A polygon record, 36 bytes (mw3 6.5). */
export const Polygon = struct('mw3-polygon', {
  flags: bitfield(
    u32(),
    {
      corners: [0, 8, { ...known('6.5'), counts: CORNER_ARRAYS, parallel: true }],
      show_backface: [8, 1],
      normals: [9, 1],
      triangle_strip: [10, 1],
      unk_11: [11, 21, { ...known('6.5'), role: 'reserved' }],
    },
    known('6.5'),
  ),
  priority: i32(known('6.5')),
  vertex_indices_ptr: pointer('6.5'),
  normal_indices_ptr: pointer('6.5'),
  uvs_ptr: pointer('6.5'),
  vertex_colors_ptr: pointer('6.5'),
  unk_ptr: pointer('6.5'),
  material_index: i32(known('6.5', { refers: 'materials' })),
  zone_set: u32(known('6.5', { hex: true })),
})

/** Arrays of one polygon, a value for each corner (mw3 6.5). */
const PolygonArrays = struct('mw3-polygon-arrays', {
  vertex_indices: array(u32(), '^.flags.corners', known('6.5')),
  normal_indices: array(u32(), '^.flags.corners * (^.normal_indices_ptr != 0)', known('6.5')),
  uvs: array(floats(['u', 'v']), '^.flags.corners * (^.uvs_ptr != 0)', known('6.5')),
  vertex_colors: array(floats(['r', 'g', 'b']), '^.flags.corners', known('6.5')),
})

/** Geometry of a model; empty for free slots (mw3 6.3). */
export const ModelData = struct('mw3-model-data', {
  vertices: array(vec3(), '^.vertex_count', known('6.3', { unit: 'game units' })),
  normals: array(vec3(), '^.normal_count', known('6.3')),
  morphs: array(vec3(), '^.morph_count', known('6.3')),
  lights: array(ModelLight, '^.light_count', known('6.3')),
  light_arrays: array(LightArrays, parallelTo('lights'), known('6.3')),
  polygons: array(Polygon, '^.polygon_count', known('6.3')),
  polygon_arrays: array(PolygonArrays, parallelTo('polygons'), known('6.3')),
})
