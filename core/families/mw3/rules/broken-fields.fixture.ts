import type { Value } from '../../../layout'

/** Bytes as they are stored, where no value of the field has them. */
export const stored = (...bytes: readonly number[]): Uint8Array => Uint8Array.from(bytes)

/** A rule, fields of the sample's world with numbers that it refuses, and where that is reported if not at them. */
type Broken = readonly [code: string, fields: Readonly<Record<string, Value | Uint8Array>>, at?: readonly string[]]

const HUGE = 2 ** 31 - 1
const LATIN = stored(0xe4, 0x62, 0)
const ones = (count: number): readonly number[] => Array.from({ length: count }, () => 1)

/** The same number in several fields of a record. */
const each = (path: string, value: Value, ...fields: readonly string[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(fields.map(field => [`${path}/${field}`, value]))

const HEAD: readonly Broken[] = [
  ['mw3.H1', { signature: 1 }],
  ['mw3.H2', { version: 41 }],
  ['mw3.H3', { texture_count: 4096 }],
  ['mw3.H4', { textures_offset: 40 }],
  ['mw3.H5', { materials_offset: 36 }],
  ['mw3.H6', { models_offset: 36 }],
  ['mw3.H7', { node_array_size: -1 }],
  ['mw3.H8', { node_last_free: 33 }],
  ['mw3.H9', { nodes_offset: 36 }],
  ['mw3.H10', { materials_offset: 200, models_offset: 600, nodes_offset: 50000 }],
  ['mw3.H12', { node_last_free: 5 }],
  ['mw3.T1', each('textures/0', 1, 'image_ptr', 'surface_ptr')],
  ['mw3.T2', { 'textures/0/name': stored(...ones(20)), 'textures/1/name': LATIN }],
  ['mw3.T3', { 'textures/0/state': 1 }],
  ['mw3.T4', { 'textures/0/category': 1 }],
  ['mw3.T5', { 'textures/0/mip_index': 4, 'textures/1/mip_index': -2 }],
  ['mw3.T6', { 'textures/0/mip_index': 1 }],
]

const MATERIALS: readonly Broken[] = [
  ['mw3.M1', { material_array_size: -1 }],
  ['mw3.M1', { material_count: 1000 }],
  ['mw3.M2', { material_index_free: 5, material_index_last: 4 }],
  ['mw3.M3', { 'materials/0/flags': 0x31, 'materials/1/flags': 1 }],
  ['mw3.M4', each('materials/0', 1, 'field_20', 'field_24', 'field_28')],
  ['mw3.M5', { 'materials/0/soil': 14 }],
  ['mw3.M6', { 'materials/0/alpha': 1, 'materials/0/rgb': 0, 'materials/0/color': [255, 255, 0] }],
  ['mw3.M6', { 'materials/0/texture_index': 4, 'materials/1/texture_index': -1, 'materials/0/cycle_ptr': 1 }],
  ['mw3.M6', { 'materials/2/cycle_ptr': 0 }],
  ['mw3.M7', each('materials/3', 1, 'rgb', 'texture_index', 'cycle_ptr')],
  ['mw3.M7', { 'materials/3/flags': 0x12, 'materials/3/color': [0, 256, 0] }],
  ['mw3.M8', { 'materials/0/link_a': 2, 'materials/1/link_b': -1, 'materials/3/link_a': 4 }],
  [
    'mw3.M9',
    {
      ...each('materials/4', 1, 'alpha', 'flags', 'rgb', 'texture_index', 'field_20', 'field_24', 'field_28', 'soil'),
      ...each('materials/4', 9, 'cycle_ptr', 'link_a', 'link_b'),
      'materials/5/color': [0, 0, 1],
      'materials/999/link_b': 1000,
    },
  ],
  ['mw3.M10', each('material_cycles/2/cycle', 3, 'looping', 'current_index', 'tex_map_index')],
  ['mw3.M10', { 'material_cycles/2/cycle/tex_map_ptr': 0, 'material_cycles/2/cycle/textures/1': 4 }],
  ['mw3.M10', { 'material_cycles/2/cycle/tex_map_count': -1 }],
  ['mw3.M11.array', { material_array_size: 999 }],
  ['mw3.M11.speed', { 'material_cycles/2/cycle/speed': 17 }],
]

const LIGHT = 'model_data/4/lights/0'
const FACE = 'model_data/1/polygons/0'
const MODELS: readonly Broken[] = [
  ['mw3.D1', { model_array_size: HUGE }],
  ['mw3.D1', { model_count: 9, model_index_free: 4 }],
  ['mw3.D2', { 'models/0/model_type': 3, 'models/0/facade_mode': 4, 'models/0/flags': 0x80 }],
  ['mw3.D3', { 'models/0/parent_count': 0, ...each('models/0', 1, 'tex_scroll_frame', 'active_polygon_index') }],
  ['mw3.D3', { 'models/0/morph_factor': 1 }],
  ['mw3.D4', { 'models/0/polygons_ptr': 0, 'models/4/polygons_ptr': 1 }],
  ['mw3.D4', each('models/4', HUGE, 'vertex_count')],
  ['mw3.D4', { 'models/4/light_count': 0 }],
  [
    'mw3.D5',
    { ...each('models/0', 0, 'vertices_ptr', 'normals_ptr'), ...each('models/0', 1, 'lights_ptr', 'morphs_ptr') },
  ],
  ['mw3.D6', { 'models/0/link': 8, 'models/4/link': HUGE }],
  [
    'mw3.D7',
    {
      ...each('models/5', 1, 'model_type', 'facade_mode', 'flags', 'parent_count', 'polygon_count', 'vertex_count'),
      ...each('models/5', 1, 'normal_count', 'morph_count', 'light_count', 'morph_factor', 'tex_scroll_u'),
      ...each('models/5', 1, 'tex_scroll_v', 'tex_scroll_frame', 'polygons_ptr', 'vertices_ptr', 'normals_ptr'),
      ...each('models/5', 1, 'lights_ptr', 'morphs_ptr', 'bbox_diag', 'active_polygon_index', 'link'),
      'models/5/bbox_mid': [0, 0, 1],
    },
  ],
  ['mw3.D8', { [`${FACE}/flags`]: stored(4, 0x0a, 0, 0) }],
  ['mw3.D9', { [`${FACE}/priority`]: 51, 'model_data/1/polygons/1/priority': -51 }],
  ['mw3.D10', each(FACE, 0, 'vertex_indices_ptr', 'normal_indices_ptr', 'vertex_colors_ptr', 'unk_ptr')],
  ['mw3.D10', { 'model_data/2/polygons/0/normal_indices_ptr': 1 }],
  ['mw3.D11', { [`${FACE}/material_index`]: 4 }],
  ['mw3.D12', { [`${FACE}/zone_set`]: 4, 'model_data/1/polygons/1/zone_set': 0x00000001 }],
  [
    'mw3.D13',
    {
      ...each(LIGHT, 2, 'field_0', 'zero_16', 'zero_20', 'rgb', 'field_60'),
      ...each(LIGHT, 0x800, 'flags', 'field_4'),
      ...each(LIGHT, -1, 'field_8', 'field_48', 'field_52', 'field_56', 'field_64', 'field_68', 'field_72'),
      [`${LIGHT}/vertices_ptr`]: 0,
      [`${LIGHT}/color`]: [0, 256, 0],
    },
  ],
  ['mw3.D13', { ...each(LIGHT, 6, 'field_8', 'field_56'), ...each(LIGHT, 10001, 'field_48', 'field_52', 'field_64') }],
  ['mw3.D13', each(LIGHT, 10001, 'field_68', 'field_72')],
  ['mw3.D13', { [`${LIGHT}/vertex_count`]: 11 }],
  [
    'mw3.D14.colour',
    { 'model_data/1/polygon_arrays/3/vertex_colors/2/g': 256, 'model_data/1/polygon_arrays/0/vertex_colors/0/r': -1 },
  ],
  ['mw3.D14.priority', { [`${FACE}/priority`]: 21 }],
  ['mw3.D14.strip', { [`${FACE}/flags`]: stored(4, 6, 0, 0) }, [`${FACE}/flags/triangle_strip`]],
  ['mw3.D14.kind', { 'models/0/model_type': 2, 'models/0/facade_mode': 2 }],
  ['mw3.D14.uses', { 'models/1/parent_count': 3 }],
  ['mw3.D14.finite', { 'model_data/1/vertices/3': [0, Number.NaN, 0], 'model_data/1/normals/2': [Infinity, 0, 0] }],
  [
    'mw3.D15',
    { 'model_data/1/polygon_arrays/3/vertex_indices/1': 8, 'model_data/1/polygon_arrays/3/normal_indices/0': 6 },
  ],
]

const FREE_NODE = 'nodes/15'
const NODES: readonly Broken[] = [
  ['mw3.N1', { 'nodes/5/name': new Uint8Array(36) }, ['nodes']],
  ['mw3.N2', { 'nodes/6/name': stored(...ones(36)), 'nodes/8/name': LATIN }],
  ['mw3.N3', { 'nodes/6/flags': 0x01080015, 'nodes/8/flags': 0x03080a1c }],
  [
    'mw3.N4',
    {
      ...each('nodes/6', 1, 'field_40', 'environment_data', 'action_callback', 'bbox_diag', 'activation_ptr'),
      ...each('nodes/6', 1, 'field_192', 'field_200', 'field_204'),
      'nodes/6/bbox_mid': [0, 1, 0],
      'nodes/8/action_priority': 2,
    },
  ],
  ['mw3.N5', { 'nodes/6/zone_id': 256 }],
  ['mw3.N6', { 'nodes/13/node_class': 10 }],
  ['mw3.N7', { 'nodes/6/model_index': 5, 'nodes/8/model_index': -2 }],
  ['mw3.N8', { 'nodes/5/area_partition_x': 0, 'nodes/6/area_partition_x': 256 }],
  ['mw3.N9', { 'nodes/6/parent_array_ptr': 0, 'nodes/6/child_array_ptr': 0, 'nodes/5/child_array_ptr': 1 }],
  ['mw3.N9', { 'nodes/6/parent_count': -1 }],
  [
    'mw3.N10',
    {
      'nodes/0/name': 'world2',
      ...each('nodes/2', 1, 'flags', 'update_flags', 'zone_id', 'model_index', 'field_196'),
      'nodes/2/data_ptr': 0,
      'nodes/1/node_bbox_min': [0, 0, 1],
      'nodes/3/model_bbox_max': [0, 0, 1],
      'nodes/3/child_bbox_max': [0, 0, 1],
      ...each('nodes/14', 1, 'data_ptr', 'model_index'),
      'nodes/14/field_196': 0,
    },
  ],
  [
    'mw3.N10',
    {
      'nodes/4/flags': 0x0108001c,
      'nodes/4/node_bbox_min': [1, 1, 1],
      'nodes/7/model_index': 1,
      'nodes/7/field_196': 0,
      'nodes/7/model_bbox_min': [1, 0, 0],
      'nodes/7/child_bbox_min': [0, 0, 0],
      'nodes/6/field_196': 0,
    },
  ],
  ['mw3.N10', each('nodes/9', [0, 0, 0], 'node_bbox_min', 'node_bbox_max'), ['nodes/9/node_bbox_min']],
  ['mw3.N10', { 'nodes/2/area_partition_x': 0, 'nodes/2/area_partition_z': 0 }],
  [
    'mw3.N11',
    {
      ...each(FREE_NODE, 1, 'flags', 'field_40', 'update_flags', 'zone_id', 'data_ptr', 'environment_data'),
      ...each(FREE_NODE, 1, 'action_callback', 'area_partition_x', 'area_partition_z'),
      ...each(FREE_NODE, 1, 'parent_array_ptr', 'child_array_ptr', 'bbox_diag', 'activation_ptr', 'field_192'),
      ...each(FREE_NODE, 1, 'field_196', 'field_200', 'field_204', 'link'),
      ...each('nodes/16', [0, 1, 0], 'bbox_mid', 'node_bbox_min', 'node_bbox_max', 'model_bbox_min'),
      ...each('nodes/16', [0, 1, 0], 'model_bbox_max', 'child_bbox_min', 'child_bbox_max'),
      'nodes/16/model_index': 0,
      'nodes/31/link': 32,
    },
  ],
  ['mw3.N12', { 'nodes/6/link': 0, 'nodes/13/link': HUGE, 'nodes/14/link': 2 ** 32 - 1 }],
  ['mw3.N13', { 'node_data/6/child_indices/0': -1, 'node_data/6/parent_indices/0': 32767 }],
  ['mw3.N13', { 'node_data/4/class_data/light_parents/0': -2, 'node_data/0/class_data/light_indices/0': -1 }],
  ['mw3.N18', { 'node_data/6/child_indices/0': 15, 'node_data/6/parent_indices/0': 15, 'nodes/14/link': 15 }],
  ['mw3.N18', { 'node_data/4/class_data/light_parents/0': 15, 'node_data/0/class_data/light_indices/0': 15 }],
  ['mw3.N18', { 'node_data/0/class_data/partitions/5/node_indices/1': 15 }],
]

const CAMERA = 'node_data/2/class_data'
const WINDOW = 'node_data/1/class_data'
const DISPLAY = 'node_data/3/class_data'
const SUN = 'node_data/4/class_data'
const LOD = 'node_data/7/class_data'
const OBJECT = 'node_data/6/class_data'
const IDENTITY = 'node_data/5/class_data'
const XYZ = [0, 0, 1]
const CLASSES: readonly Broken[] = [
  [
    'mw3.N14',
    {
      ...each(CAMERA, -2, 'world_index', 'window_index', 'focus_node_xy', 'focus_node_xz', 'clip_near', 'fov_h_scale'),
      ...each(CAMERA, -2, 'lod_multiplier', 'lod_mul_inv_sq', 'fov_v_scale', 'fov_h_base', 'fov_v_base'),
      ...each(CAMERA, 9, 'flags', 'fov_h_scaled', 'fov_v_scaled', 'fov_h_half', 'fov_v_half', 'clip_recalc'),
      ...each(CAMERA, 9, 'fov_recalc', 'rotate_recalc', 'field_464', 'fov_h_cot', 'fov_v_cot', 'field_476'),
      ...each(CAMERA, 9, 'zone_set_valid', 'zone_set'),
      ...each(CAMERA, XYZ, 'translate', 'rotate', 'world_translate', 'world_rotate', 'view_vector'),
      ...each(CAMERA, ones(12), 'ancestor_matrix', 'translate_matrix'),
      [`${CAMERA}/zero_184`]: ones(6),
      [`${CAMERA}/zero_252`]: ones(15),
      ...each(CAMERA, ones(18), 'zero_316', 'zero_392'),
    },
  ],
  ['mw3.N14', { [`${CAMERA}/clip_far`]: 0.5 }],
  ['mw3.N14', { [`${DISPLAY}/clear_color`]: [0, 0, 1.5] }],
  [
    'mw3.N14',
    {
      ...each(WINDOW, 2, 'clear_polygon_count', 'buffer_index', 'buffer_surface_ptr', 'buffer_width', 'buffer_height'),
      [`${WINDOW}/buffer_bit_depth`]: 2,
      [`${WINDOW}/clear_polygons/1/corners/7`]: 1,
      [`${WINDOW}/clear_polygons/3/corner_count`]: 4,
    },
  ],
  [
    'mw3.N14',
    {
      ...each(SUN, XYZ, 'euler_angles', 'world_translate', 'world_point_source', 'camera_point_source'),
      ...each(SUN, XYZ, 'world_view_vector', 'camera_view_vector'),
      [`${SUN}/field_108`]: XYZ,
      [`${SUN}/transform`]: ones(12),
      ...each(SUN, 1.5, 'diffuse', 'ambient'),
      [`${SUN}/color`]: [1, 1.5, 1],
      [`${SUN}/flags`]: 0x400,
      [`${SUN}/range_near`]: -1,
      ...each(SUN, 0, 'range_near_sq', 'range_far_sq', 'range_inv', 'parent_ptr'),
    },
  ],
  ['mw3.N14', { [`${SUN}/range_far`]: 0 }],
  [
    'mw3.N14',
    {
      ...each(LOD, -1, 'range_near_sq', 'range_far_sq', 'field_48', 'field_64', 'field_68'),
      [`${LOD}/zero_16`]: ones(8),
      [`${LOD}/zero_52`]: ones(2),
    },
  ],
  [
    'mw3.N14',
    {
      ...each(OBJECT, 1, 'opacity', 'field_20'),
      [`${OBJECT}/color`]: [0, 0, 1],
      [`${OBJECT}/rotate`]: [0, 3.2, 0],
      [`${OBJECT}/field_96`]: ones(12),
      [`${IDENTITY}/rotate`]: [0, 1, 0],
      [`${IDENTITY}/scale`]: [1, 2, 1],
      [`${IDENTITY}/transform`]: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, Number.NaN],
    },
  ],
  ['mw3.N14', { [`${OBJECT}/flags`]: 0, [`${IDENTITY}/flags`]: 0x40 }],
]

const WORLD = 'node_data/0/class_data'
const CELL = `${WORLD}/partitions/6`
const GROUND: readonly Broken[] = [
  ['mw3.N14', each(WORLD, 1, 'flags', 'area_partition_used')],
  [
    'mw3.N15',
    {
      ...each(WORLD, 3, 'fog_type', 'virtual_partition', 'field_148', 'field_152', 'field_156', 'field_184'),
      ...each(WORLD, 300, 'partition_max_dec_feature_count', 'virt_partition_x_size', 'virt_partition_z_size'),
      ...each(WORLD, 2, 'virt_partition_x_half', 'virt_partition_z_half', 'virt_partition_x_inv'),
      ...each(WORLD, 2, 'virt_partition_z_inv', 'virt_partition_diag', 'partition_inclusion_tol_low'),
      ...each(WORLD, 2, 'partition_inclusion_tol_high', 'area_width', 'area_height'),
      ...each(WORLD, 0, 'area_partition_ptr', 'virt_partition_ptr', 'light_nodes_ptr', 'light_data_ptr'),
      ...each(WORLD, 7, 'sound_nodes_ptr', 'sound_data_ptr'),
    },
  ],
  ['mw3.N15', each(WORLD, 0.5, 'area_left', 'area_bottom', 'area_right', 'area_top')],
  ['mw3.N15', { [`${WORLD}/virt_partition_x_count`]: 3 }],
  ['mw3.N15', { [`${WORLD}/virt_partition_z_count`]: 3 }],
  ['mw3.N15', { [`${WORLD}/light_count`]: -1 }],
  [
    'mw3.N16',
    {
      ...each(CELL, 1, 'flags', 'field_4', 'x', 'z', 'diagonal', 'field_56', 'field_64', 'field_68'),
      ...each(CELL, [1, 0, 1], 'min', 'max', 'mid'),
      [`${CELL}/nodes_ptr`]: 0,
    },
  ],
  ['mw3.N16', { [`${CELL}/mid`]: [-128, 1, 128] }],
  ['mw3.N16', { [`${CELL}/node_count`]: -1 }],
  ['mw3.N16.mid', { [`${CELL}/mid/y`]: 15.000001 }],
]

const UNUSUAL: readonly Broken[] = [
  ['mw3.N17.slots', { 'nodes/1/node_class': 1, 'nodes/2/node_class': 3 }],
  ['mw3.N17.extras', { ...each('nodes/14', 2, 'update_flags', 'zone_id', 'link'), 'nodes/14/flags': 0x01088004 }],
  ['mw3.N17.single', { 'nodes/4/node_class': 5 }, ['nodes']],
  ['mw3.N17.cycle', { 'node_data/7/child_indices/0': 6 }, ['nodes/6/node_class']],
  ['mw3.N17.extras', { 'nodes/14/link': 4 }],
  ['mw3.N17.extras', { 'nodes/7/update_flags': 2, 'nodes/7/flags': 0x01080404, 'nodes/7/zone_id': 81 }],
  ['mw3.N17.extras', { ...each('nodes/6', 2, 'update_flags'), 'nodes/6/zone_id': 0, 'nodes/6/flags': 0x03080000 }],
  ['mw3.N17.extras', { 'nodes/8/flags': 0x03080004, 'nodes/6/flags': 0x03080204 }],
  [
    'mw3.N17.world',
    {
      ...each(WORLD, 9, 'area_partition_count', 'virt_partition_x_min', 'virt_partition_z_min', 'virt_partition_x_max'),
      ...each(WORLD, 9, 'virt_partition_z_max', 'fog_range_near', 'fog_range_far', 'fog_altitude_high'),
      ...each(WORLD, 9, 'fog_altitude_low', 'fog_density'),
      [`${WORLD}/fog_color`]: [0, 0, 1],
      [`${WORLD}/fog_type`]: 2,
    },
  ],
  ['mw3.N17.world', { [`${WORLD}/area_right`]: -4096, [`${WORLD}/area_bottom`]: -4096 }],
  ['mw3.N17.cell', { 'nodes/6/area_partition_x': 4, 'nodes/6/area_partition_z': 4 }],
  ['mw3.N17.mutual', { 'node_data/8/parent_indices/0': 9, 'node_data/9/child_indices/0': 13 }],
  ['mw3.N17.data', each(CAMERA, 2, 'world_index', 'window_index', 'focus_node_xy', 'focus_node_xz')],
  ['mw3.N17.data', each(CAMERA, 2, 'lod_multiplier', 'fov_h_scale', 'fov_v_scale')],
  [
    'mw3.N17.data',
    {
      ...each(DISPLAY, 2, 'origin_x', 'origin_y', 'resolution_x', 'resolution_y'),
      [`${DISPLAY}/clear_color`]: [0, 0, 0],
      ...each(WINDOW, 2, 'origin_x', 'origin_y', 'resolution_x', 'resolution_y'),
      [`${SUN}/translate`]: XYZ,
      [`${SUN}/color`]: [1, 0.5, 1],
      [`${SUN}/flags`]: 0x38a,
    },
  ],
  ['mw3.N17.data', { ...each(LOD, 2, 'level', 'field_72'), [`${LOD}/range_near_sq`]: 1e7, [`${LOD}/range_far`]: -1 }],
  ['mw3.N17.data', { [`${LOD}/field_76`]: 1, [`${LOD}/field_60`]: -1 }],
  ['mw3.N17.data', { [`${OBJECT}/flags`]: 0x30, 'node_data/13/class_data/scale': [1, 2, 1] }],
  ['mw3.N17.matrix', { [`${OBJECT}/rotate`]: [0, 1, 0] }, [`${OBJECT}/transform`]],
  ['mw3.N17.matrix', { [`${OBJECT}/transform`]: [Number.NaN, 0, 0, 0, 1, 0, 0, 0, 1, -60, 0, 60] }],
  ['mw3.N17.matrix', { [`${OBJECT}/transform`]: [1, 0, 0, 0, 1, 0, 0, 0, 1, -60, Infinity, 60] }],
  [
    'mw3.N17.matrix',
    { [`${OBJECT}/flags`]: 0x30, [`${OBJECT}/transform`]: [Number.NaN, ...ones(11)] },
    [`${OBJECT}/transform`],
  ],
  ['mw3.N17.zero', { 'nodes/6/node_bbox_min': [0, -0, 0], [`${SUN}/translate/y`]: -0, [`${LOD}/range_near_sq`]: -0 }],
  ['mw3.N17.zero', { [`${CELL}/min/y`]: -0 }],
]

export const BROKEN_FIELDS = [HEAD, MATERIALS, MODELS, NODES, CLASSES, GROUND, UNUSUAL].flat()
