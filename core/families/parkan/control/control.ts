import {
  array,
  bytes,
  count,
  f32,
  i32,
  lengthPrefixedText,
  struct,
  u32,
  u8,
  unknown,
  vec3,
  type Meta,
} from '../../../layout'
import { Reference } from '../parts/parts'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.6' }
const UNKNOWN: Meta = { certainty: 'unknown', source: 'parkan 9.6' }
/** A node of the model beside it, a point of the control points beside it. */
const MODEL_NODE: Meta = { refers: { by: 'model-node' }, ...KNOWN }
const POINT: Meta = { refers: { by: 'control-point' }, ...KNOWN }
const GROUP: Meta = { refers: 'groups', ...KNOWN }

/** How the thing moves, 108 bytes (parkan 9.6). */
const ControlParams = struct('control-params', {
  acceleration: vec3(KNOWN),
  unread: unknown(vec3(UNKNOWN)),
  top_speed: vec3(KNOWN),
  turn_rate: vec3(KNOWN),
  spin_factor: vec3(KNOWN),
  max_lean: vec3({ unit: 'rad', ...KNOWN }),
  unk_92: unknown(i32(UNKNOWN)),
  unk_96: array(unknown(f32(UNKNOWN)), 2, { role: 'unknown', ...UNKNOWN }),
  mode: i32(KNOWN),
  unk_108: unknown(f32(UNKNOWN)),
  slope_cone: f32(KNOWN),
  flags: u32({ bits: {}, hex: true, ...KNOWN }),
  unk_120: unknown(f32(UNKNOWN)),
  payload: f32({ unit: 'kg', ...KNOWN }),
})

const ControlContact = struct('control-contact', {
  point: i32(POINT),
  flags: u32({ bits: {}, hex: true, ...KNOWN }),
  group: i32(GROUP),
  unk_12: unknown(i32(UNKNOWN)),
})

/** A state of movement, 156 bytes, and its contacts with the ground (parkan 9.6). */
const ControlState = struct('control-state', {
  flags: u32({ bits: {}, hex: true, ...KNOWN }),
  mode: i32(KNOWN),
  lean: array(u8(KNOWN), 3, KNOWN),
  unk_11: unknown(u8(UNKNOWN)),
  pair_a: array(f32({ unit: 'frame', ...KNOWN }), 2, KNOWN),
  pair_b: array(f32({ unit: 'frame', ...KNOWN }), 2, KNOWN),
  blend: f32(KNOWN),
  length: f32({ unit: 'ms', ...KNOWN }),
  velocity_min: vec3(KNOWN),
  velocity_max: vec3(KNOWN),
  spin_min: vec3(KNOWN),
  spin_max: vec3(KNOWN),
  engine: f32(KNOWN),
  opaque_88: bytes(56, { role: 'unknown', ...UNKNOWN }),
  action_group: i32(GROUP),
  unk_148: unknown(i32(UNKNOWN)),
  request: i32(KNOWN),
  contacts: array(ControlContact, '..contact_count', KNOWN),
})

/** What turns or shifts a node, 36 bytes (parkan 9.6). */
const ControlChannel = struct('control-channel', {
  node: i32(MODEL_NODE),
  first: f32({ unit: 'frame', ...KNOWN }),
  last: f32({ unit: 'frame', ...KNOWN }),
  initial: f32(KNOWN),
  origin: i32(POINT),
  point: i32(POINT),
  rate: f32(KNOWN),
  span: f32(KNOWN),
  flags: u32({ bits: {}, hex: true, ...KNOWN }),
})

/** Classes of components (parkan 9.6). */
const CLASSES: Readonly<Record<number, string>> = {
  1: 'turret',
  2: 'gun',
  3: 'device',
  4: 'camera',
  5: 'engine',
  8: 'radar',
  9: 'fight_shield',
  10: 'detection_shield',
  11: 'lift',
  12: 'door',
  13: 'computer',
  15: 'repair',
  17: 'seeker',
  19: 'battery',
  21: 'deflector',
  24: 'hero_arms',
  25: 'efficiency',
  26: 'efficiency',
  27: 'armour',
  29: 'builder_beam',
  30: 'builder_beam',
}

/** A component of a node: a gun, an engine, a radar (parkan 9.6). */
const ControlComponent = struct('control-component', {
  class: i32({ values: CLASSES, ...KNOWN }),
  node: i32(MODEL_NODE),
  flags: u32({ bits: {}, hex: true, ...KNOWN }),
  group: i32(KNOWN),
  start_group: i32(GROUP),
  stop_group: i32(GROUP),
  state: i32(KNOWN),
  mass: f32(KNOWN),
  power: f32(KNOWN),
  weights: array(f32(KNOWN), 2, KNOWN),
  values: array(f32(KNOWN), 16, KNOWN),
  ref: Reference,
  channel_count: count('channels', KNOWN),
  channels: array(i32({ refers: 'channels', ...KNOWN }), 'channel_count', KNOWN),
  label: lengthPrefixedText(u32(), { nul: 'text', ...KNOWN }),
})

/** What actions do, by number; the others are not understood (parkan 9.6). */
const ACTIONS: Readonly<Record<number, string>> = {
  0: 'stop',
  3: 'effect_at_point',
  4: 'effect_between_points',
  5: 'effect_in_world',
  8: 'delete',
  10: 'start',
  11: 'restart',
  14: 'time_of_node',
  15: 'remove_object',
  17: 'kill',
  18: 'effect_on',
  19: 'effect_off',
  20: 'place_building',
  27: 'explode_node',
}

/** One action of a group, 100 bytes (parkan 9.6). */
const ControlAction = struct('control-action', {
  flags: u32({ bits: { 28: 'closes', 29: 'all', 30: 'any', 31: 'opens' }, hex: true, ...KNOWN }),
  mask: u32({ bits: {}, hex: true, ...KNOWN }),
  invert: u32({ bits: {}, hex: true, ...KNOWN }),
  action: i32({ values: ACTIONS, ...KNOWN }),
  args: array(i32(KNOWN), 4, KNOWN),
  unk_32: unknown(i32(UNKNOWN)),
  ref: Reference,
})

const ControlGroup = struct('control-group', {
  action_count: count('actions', KNOWN),
  actions: array(ControlAction, 'action_count', KNOWN),
})

/** CTLD (`.ctl`): how a thing moves, what it carries, and what happens to it (parkan 9.6). */
export const CONTROL = struct('control', {
  state_count: count('states', KNOWN),
  contact_count: u32(KNOWN),
  channel_count: count('channels', KNOWN),
  component_count: count('components', KNOWN),
  group_count: count('groups', KNOWN),
  params: ControlParams,
  states: array(ControlState, 'state_count', KNOWN),
  costs: array(f32(KNOWN), 'state_count * state_count', KNOWN),
  channels: array(ControlChannel, 'channel_count', KNOWN),
  // Units name the component that a part is in by its number (parkan 6.13).
  components: array(ControlComponent, 'component_count', { isReferredElsewhere: true, ...KNOWN }),
  hooks: array(i32(GROUP), 21, KNOWN),
  groups: array(ControlGroup, 'group_count', KNOWN),
})
