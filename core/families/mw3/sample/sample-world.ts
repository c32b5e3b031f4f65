import { apply } from '../../../edit'
import { document, repairedWords, write, type AnyLayout, type Bytes, type Value } from '../../../layout'
import { GAMEZ, GAMEZ_SIGNATURE, GAMEZ_VERSION } from '../gamez/gamez'
import { Material } from '../gamez/materials'
import { Model } from '../gamez/models'
import { POINTER, record } from './records'
import { box, ground, lampData, lampSlot, modelData, modelSlot, noModelData, pyramid, type SampleModel } from './shapes'
import {
  camera,
  displayNode,
  freeNode,
  lod,
  marker,
  object,
  sunlight,
  windowNode,
  world,
  type SampleNode,
} from './world-nodes'

/** Names of the textures that the worlds of the sample use, without extension. */
export const WORLD_TEXTURES = ['grass', 'crate', 'water0', 'water1'] as const

const MATERIAL_SLOTS = 1000
const FREE = 0x20

function materials(): { readonly slots: readonly Value[]; readonly cycles: readonly Value[]; readonly used: number } {
  const textured = { alpha: 255, rgb: 0x7fff, color: [255, 255, 255], field_24: 0.5, field_28: 0.5 }
  const used = [
    { ...textured, flags: 0x11, texture_index: 0, soil: 8 },
    { ...textured, flags: 0x11, texture_index: 1, soil: 9 },
    { ...textured, flags: 0x15, texture_index: 2, soil: 1, cycle_ptr: POINTER },
    { alpha: 255, flags: 0x10, color: [120, 110, 90], field_24: 0.5, field_28: 0.5 },
  ]
  const slots = Array.from({ length: MATERIAL_SLOTS }, (_, slot) => record(Material, used[slot] ?? { flags: FREE }))
  const cycle = {
    looping: 1,
    current_frame: 0,
    current_index: 0,
    speed: 4,
    tex_map_count: 2,
    tex_map_index: 2,
    tex_map_ptr: POINTER,
    textures: [2, 3],
  }
  return { slots, cycles: slots.map((_, slot) => (slot === 2 ? { cycle } : {})), used: used.length }
}

const MODELS: readonly SampleModel[] = [ground(512, 0), box(16, 12, 16, 1), pyramid(16, 12, 3), ground(48, 2)]
const MODEL_SLOTS = MODELS.length + 4
const NODE_SLOTS = 32

/** Nodes: ground, a building with two levels of detail, a pond, a lamp, a crate for each place, a marker. */
function nodes(crates: readonly (readonly [number, number, number])[]): readonly SampleNode[] {
  const first = 13
  const inWorld = [5, 6, 11, 12, ...crates.map((_, crate) => first + crate)]
  const cells = Array.from({ length: 16 }, (_, cell) => (cell === 5 ? [5, 6, 11, 12] : [5]))
  return [
    world(4, inWorld, 4, cells),
    windowNode(),
    camera(),
    displayNode(),
    sunlight(),
    object({ name: 'ground', parents: [0], model: 0 }),
    object({ name: 'building', parents: [0], children: [7, 9], at: [-60, 0, 60] }),
    lod('building_hi', 6, 8, 0, 300, 0),
    object({ name: 'building_near', parents: [7], model: 1 }),
    lod('building_lo', 6, 10, 300, 2000, 1),
    object({ name: 'building_far', parents: [9], model: 2 }),
    object({ name: 'pond', parents: [0], model: 3, at: [-120, 1, 90] }),
    object({ name: 'lamp', parents: [0], model: MODELS.length, at: [-30, 0, 40] }),
    ...crates.map((at, crate) => object({ name: `crate${crate + 1}`, parents: [0], model: 1, at })),
    marker('drop01', 6),
  ]
}

/** A `gamez.zbd` with these crates (mw3 2). Counts, places and links follow from the values. */
export function sampleWorld(crates: readonly (readonly [number, number, number])[]): Bytes {
  const { slots, cycles, used } = materials()
  const tree = nodes(crates)
  const free = Array.from({ length: NODE_SLOTS - tree.length }, freeNode)
  const uses = [1, 1 + crates.length, 1, 1]
  const models = [...MODELS.map((model, at) => modelSlot(model, uses[at] ?? 1)), lampSlot()]
  const data = [...MODELS.map(modelData), lampData()]
  const freeModels = Array.from({ length: MODEL_SLOTS - models.length }, () => ({ ...record(Model, {}), link: 0 }))
  const layout: AnyLayout = GAMEZ
  const { bytes } = write(layout, {
    signature: GAMEZ_SIGNATURE,
    version: GAMEZ_VERSION,
    node_last_free: tree.length,
    textures: WORLD_TEXTURES.map(name => ({
      image_ptr: 0,
      surface_ptr: 0,
      name: { text: name, second: 'tif' },
      state: 2,
      category: 0,
      mip_index: -1,
    })),
    material_count: used,
    materials: slots,
    material_cycles: cycles,
    model_count: models.length,
    models: [...models, ...freeModels],
    model_data: [...data, ...freeModels.map(noModelData)],
    nodes: [...tree, ...free].map(({ slot }) => slot),
    node_data: [...tree, ...free].map(one => one.data),
  })
  // Links of slots were given as zeros.
  return apply(bytes, repairedWords(document(layout, bytes)))
}
