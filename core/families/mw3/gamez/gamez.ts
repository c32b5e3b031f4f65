import { array, count, derived, i32, offsetTo, parallelTo, struct, u32 } from '../../../layout'
import { known } from './fields'
import { Material, MaterialCycle, Texture } from './materials'
import { Model, ModelData } from './models'
import { NodeData, NodeSlot } from './nodes'

/** First word of a GameZ file (mw3 3). */
export const GAMEZ_SIGNATURE = 0x02971222
/** The version of MechWarrior 3; other games with this signature have others (mw3 3). */
export const GAMEZ_VERSION = 27

/** The place of a section in the header, and the field that begins there; that of the textures follows the header. */
export const GAMEZ_SECTIONS = [
  ['materials_offset', 'material_array_size'],
  ['models_offset', 'model_array_size'],
  ['nodes_offset', 'nodes'],
] as const

/**
 * `gamez.zbd`: names of textures, materials, models and the tree of nodes of a chapter (mw3 2). Record k of
 * `material_cycles`, `model_data` and `node_data` belongs to slot k.
 */
export const GAMEZ = struct('mw3-gamez', {
  signature: u32(known('3', { hex: true })),
  version: u32(known('3')),
  texture_count: count('textures', { as: 'i32', ...known('3') }),
  textures_offset: offsetTo('textures', known('3')),
  materials_offset: offsetTo('material_array_size', known('3')),
  models_offset: offsetTo('model_array_size', known('3')),
  node_array_size: count('nodes', { as: 'i32', ...known('3') }),
  node_last_free: i32(known('3')),
  nodes_offset: offsetTo('nodes', known('3')),
  textures: array(Texture, 'texture_count', known('4')),
  material_array_size: count('materials', { as: 'i32', ...known('5.1') }),
  material_count: i32(known('5.1')),
  material_index_free: derived(i32(known('5.1')), 'material_count'),
  material_index_last: derived(i32(known('5.1')), 'material_count - 1'),
  materials: array(Material, 'material_array_size', known('5.2')),
  material_cycles: array(MaterialCycle, parallelTo('materials'), known('5.3')),
  model_array_size: count('models', { as: 'i32', ...known('6.1') }),
  model_count: i32(known('6.1')),
  model_index_free: derived(i32(known('6.1')), 'model_count'),
  models: array(Model, 'model_array_size', known('6.2')),
  model_data: array(ModelData, parallelTo('models'), known('6.3')),
  nodes: array(NodeSlot, 'node_array_size', known('7.1')),
  node_data: array(NodeData, parallelTo('nodes'), known('7.5')),
})
