import { array, count, f32, i32, offsetTo, slotLink, struct, text, u32, union, vec3 } from '../../../layout'
import { Camera, Display, Light, Lod, Object3d, Window } from './node-classes'
import { known, pointer, zero } from './fields'
import { World } from './world'

/** Values of `nodes[].node_class` (mw3 7.2). */
export const NODE_CLASSES = {
  0: 'empty',
  1: 'camera',
  2: 'world',
  3: 'window',
  4: 'display',
  5: 'object3d',
  6: 'lod',
  9: 'light',
} as const

/** Bits of `nodes[].flags` (mw3 7.3). */
export const NODE_FLAGS = {
  2: 'active',
  3: 'altitude_surface',
  4: 'intersect_surface',
  5: 'intersect_bbox',
  6: 'proximity',
  7: 'landmark',
  8: 'bbox_node',
  9: 'bbox_model',
  10: 'bbox_child',
  15: 'terrain',
  16: 'can_modify',
  17: 'clip_to',
  19: 'tree_valid',
  23: 'override',
  24: 'id_zone_check',
  25: 'unk25',
  28: 'unk28',
} as const

/** What the 36 bytes of a node's name hold before a name is written over their beginning (mw3 1.1). */
const DEFAULT_NAME = 'Default_node_name'

/** A node's name (mw3 1.1). */
export const NodeName = text(36, { fill: DEFAULT_NAME, page: 'ascii', ...known('7.2') })

/** Fields of a node before its place word, 208 bytes (mw3 7.2). */
export const NODE_FIELDS = {
  name: NodeName,
  flags: u32(known('7.2', { bits: NODE_FLAGS, hex: true })),
  field_40: zero('7.2'),
  update_flags: u32(known('7.2')),
  zone_id: u32(known('7.2')),
  node_class: u32(known('7.2', { values: NODE_CLASSES })),
  data_ptr: pointer('7.2'),
  model_index: i32(known('7.2', { refers: 'models' })),
  environment_data: pointer('7.2'),
  action_priority: u32(known('7.2')),
  action_callback: pointer('7.2'),
  area_partition_x: i32(known('7.2')),
  area_partition_z: i32(known('7.2')),
  parent_count: count('node_data/parent_indices', { as: 'i32', parallel: true, ...known('7.2') }),
  parent_array_ptr: pointer('7.2'),
  child_count: count('node_data/child_indices', { as: 'i32', parallel: true, ...known('7.2') }),
  child_array_ptr: pointer('7.2'),
  bbox_mid: vec3(known('7.2')),
  bbox_diag: f32(known('7.2')),
  node_bbox_min: vec3(known('7.2')),
  node_bbox_max: vec3(known('7.2')),
  model_bbox_min: vec3(known('7.2')),
  model_bbox_max: vec3(known('7.2')),
  child_bbox_min: vec3(known('7.2')),
  child_bbox_max: vec3(known('7.2')),
  activation_ptr: pointer('7.2'),
  field_192: zero('7.2'),
  field_196: i32(known('7.2')),
  field_200: zero('7.2'),
  field_204: zero('7.2'),
}

/** Word behind the last free slot (mw3 7.1). */
export const LAST_FREE = 0x00ffffff
const DATA_PLACE = offsetTo('node_data', { parallel: true, ...known('7.1') })

/**
 * A node slot, used or free, 212 bytes (mw3 7.1). `action_priority` is 0 in free slots only: with the class it decides
 * what the last word is.
 */
export const NodeSlot = struct('mw3-node', {
  ...NODE_FIELDS,
  link: union('(node_class != 0) * 2 + (action_priority != 0)', {
    0: slotLink(u32(known('7.1')), 'next', { none: LAST_FREE }),
    1: u32(known('7.1', { refers: 'nodes' })),
    2: DATA_PLACE,
    3: DATA_PLACE,
  }),
})

const NOTHING = struct('mw3-node-nothing', {})

/** Data of a node: the record of its class and its relatives; empty for Empty nodes and free slots (mw3 7.5). */
export const NodeData = struct('mw3-node-data', {
  class_data: union('^.node_class', {
    0: NOTHING,
    1: Camera,
    2: World,
    3: Window,
    4: Display,
    5: Object3d,
    6: Lod,
    9: Light,
  }),
  parent_indices: array(i32({ refers: 'nodes' }), '^.parent_count * (^.node_class != 0)', known('7.5')),
  child_indices: array(i32({ refers: 'nodes' }), '^.child_count * (^.node_class != 0)', known('7.5')),
})
