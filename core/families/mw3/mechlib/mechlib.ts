import { array, count, i32, lengthPrefixedText, optional, parallelTo, recursive, struct, u32 } from '../../../layout'
import type { OutlineLevel } from '../../../format'
import { known } from '../gamez/fields'
import { MATERIAL_FIELDS } from '../gamez/materials'
import { MODEL_FIELDS, ModelData } from '../gamez/models'
import { Object3d } from '../gamez/node-classes'
import { NODE_FIELDS } from '../gamez/nodes'

/** The first 208 bytes of a node. */
export const MECH_NODE_HEAD = struct('mw3-mech-node-head', NODE_FIELDS)

export const MechModel = struct('mw3-mech-model', MODEL_FIELDS)

/**
 * A node of a 'mech with its children, depth first (mw3 11). `model_index` is an address: where it is not zero, one
 * record of `model` and one of `model_data` follow.
 */
export const MECHLIB_MODEL = struct('mw3-mech-node', {
  ...NODE_FIELDS,
  parent_count: i32(known('11')),
  child_count: count('children', { as: 'i32', ...known('11') }),
  object3d: Object3d,
  model: array(MechModel, 'model_index != 0', known('11')),
  model_data: array(ModelData, parallelTo('model'), known('11')),
  children: array(recursive('mw3-mech-node'), 'child_count', known('11')),
})

const within: OutlineLevel[] = []
within.push({ array: 'children', names: ['name'], isFlat: true, levels: within })
/** Nodes within nodes. */
export const MECHLIB_OUTLINE: readonly OutlineLevel[] = within

/** A material, and the name of its texture where it has one (mw3 11). `texture_index` is an address here. */
const MechMaterial = struct('mw3-mech-material', {
  ...MATERIAL_FIELDS,
  texture: optional(
    'flags & 1',
    lengthPrefixedText(u32(), { encoding: 'ascii', nul: 'never', names: 'mw3.mech-texture' }),
    known('11'),
  ),
})

/** The row `materials` of `mechlib.zbd` (mw3 11). */
export const MECHLIB_MATERIALS = struct('mw3-mech-materials', {
  material_count: count('materials', { as: 'i32', ...known('11') }),
  materials: array(MechMaterial, 'material_count', known('11')),
})

/** The rows `format` and `version` of `mechlib.zbd` (mw3 11). */
export const MECHLIB_NUMBER = struct('mw3-mech-number', { value: u32(known('11')) })
