import { byRule } from '../../../format'
import { array, count, f32, i32, struct, text, u32, vec3, type Meta } from '../../../layout'

// Entries beside a model in its archive: control points, damage, and the outlines of a building.

const LIKELY: Meta = { certainty: 'likely', source: 'parkan 9.5' }
/** A node of the model beside it. */
const MODEL_NODE: Meta = { refers: { by: 'model-node' }, ...LIKELY }
const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.5' }

/** A point that effects and parts are put at, 36 bytes; place and vector are in the space of the carrier node. */
const ControlPoint = struct('control-point', {
  flags: u32({ hex: true, ...LIKELY }),
  node: i32(MODEL_NODE),
  carrier: i32(MODEL_NODE),
  position: vec3(LIKELY),
  vector: vec3(LIKELY),
})

/** CTPT (`.cpt`): points, then their names in the same order (parkan 9.5). */
export const CONTROL_POINTS = struct('control-points', {
  point_count: count('points', KNOWN),
  points: array(ControlPoint, 'point_count', { isReferredElsewhere: true, ...KNOWN }),
  names: array(text(32, KNOWN), 'point_count', KNOWN),
})

/** A row of an archive, named by two texts of 32 bytes. */
export const Reference = struct('reference', {
  archive: text(32, KNOWN),
  name: text(32, { ...byRule('archive-row'), ...KNOWN }),
})

/** What it takes to destroy a node, and the explosion that goes off then. */
const DamageNode = struct('damage-node', {
  flags: u32({ bits: { 0: 'scenery', 5: 'left_gear', 6: 'right_gear' }, hex: true, ...KNOWN }),
  durability: f32(KNOWN),
  density: f32(KNOWN),
  explosion: Reference,
})

/** NDPR (`.ndp`): a record for each node of the model (parkan 9.5). */
export const DAMAGE = struct('damage', {
  node_count: count('nodes', KNOWN),
  nodes: array(DamageNode, 'node_count', KNOWN),
})

/** The contour of a floor: points, of which the last repeats the first, and for each the corner of a triangle of the model. */
const InnerRing = struct('base-inner', {
  corner_count: count('triangles', KNOWN),
  points: array(vec3(KNOWN), 'corner_count + 1', KNOWN),
  triangles: array(i32({ refers: { by: 'model-triangle' }, ...KNOWN }), 'corner_count', KNOWN),
  corners: array(i32(KNOWN), 'corner_count', KNOWN),
})

/** The clearance around a building: points, of which the last repeats the first. */
const OuterRing = struct('base-outer', {
  corner_count: u32(KNOWN),
  points: array(vec3(KNOWN), 'corner_count + 1', KNOWN),
})

/** BASE (`.bas`): outlines of a building (parkan 9.5). */
export const BASE = struct('base', {
  inner_count: count('inner', KNOWN),
  inner: array(InnerRing, 'inner_count', KNOWN),
  outer_count: count('outer', KNOWN),
  outer: array(OuterRing, 'outer_count', KNOWN),
})
