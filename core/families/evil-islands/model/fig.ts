import {
  array,
  count,
  f32,
  floats,
  reserved,
  struct,
  text,
  u16,
  u32,
  vec3,
  type AnyLayout,
  type Bytes,
  type Meta,
} from '../../../layout'
import { naming } from '../references'

const KNOWN: Meta = { certainty: 'confirmed', source: 'evil-islands 9.1' }
const LIKELY: Meta = { certainty: 'likely', source: 'evil-islands 9.1' }

/** Vertices of a block: the lanes of its floats (evil-islands 9.1). */
export const LANES = 4

const lanes = floats(['0', '1', '2', '3'], KNOWN)

/** Names of the materials that a mesh may have (evil-islands 9.1). */
const MATERIALS = {
  17: 'leather',
  18: 'wood',
  19: 'metal',
  20: 'cloth',
  21: 'skin',
  22: 'stone',
  23: 'magic',
  25: 'metal',
}

export const Component = struct('fig-component', {
  position: u16({ ...naming('mesh-position'), ...KNOWN }),
  normal: u16({ ...naming('mesh-normal'), ...KNOWN }),
  uv: u16({ refers: 'uvs', ...KNOWN }),
})
export const MorphEntry = struct('fig-morph', {
  morph: u16({ ...naming('morph-vector'), ...KNOWN }),
  vertex: u16({ ...naming('mesh-position'), ...KNOWN }),
})

/** A mesh with positions and normals in `corners` shapes, between which it is blended (evil-islands 9.1). */
const meshOf = (corners: 1 | 8) =>
  struct('fig', {
    magic: text(4, { page: 'latin1', ...KNOWN }),
    vertex_blocks: count('positions', { as: 'u32', ...KNOWN }),
    normal_blocks: count('normals', { as: 'u32', ...KNOWN }),
    uv_count: count('uvs', { as: 'u32', ...KNOWN }),
    index_count: count('indices', { as: 'u32', ...KNOWN }),
    component_count: count('components', { as: 'u32', ...KNOWN }),
    morph_count: count('morph_map', { as: 'u32', ...KNOWN }),
    unk_28: reserved(u32(KNOWN)),
    render_group: u32({ values: MATERIALS, ...naming('material'), ...LIKELY }),
    texture_slot: u32({ values: { 1: 'primary', 2: 'secondary', 8: 'alone' }, ...LIKELY }),
    centers: array(vec3(KNOWN), corners, KNOWN),
    mins: array(vec3(KNOWN), corners, KNOWN),
    maxs: array(vec3(KNOWN), corners, KNOWN),
    radii: array(f32(KNOWN), corners, KNOWN),
    positions: array(array(array(lanes, corners), 3), 'vertex_blocks', KNOWN),
    normals: array(array(lanes, 4), 'normal_blocks', KNOWN),
    uvs: array(struct('fig-uv', { u: f32(KNOWN), v: f32(KNOWN) }), 'uv_count', KNOWN),
    indices: array(u16({ refers: 'components', ...KNOWN }), 'index_count', KNOWN),
    components: array(Component, 'component_count', KNOWN),
    morph_map: array(MorphEntry, 'morph_count', KNOWN),
  })

export const FIG8 = meshOf(8)
export const FIG1 = meshOf(1)

const ONE = 0x31

/** Whether bytes begin as a mesh does. */
export const isMesh = (head: Bytes): boolean =>
  head[0] === 0x46 && head[1] === 0x49 && head[2] === 0x47 && (head[3] === 0x38 || head[3] === ONE)

/** The layout of a mesh that begins so: one shape or eight. */
export const meshLayout = (head: Bytes): AnyLayout => (head[3] === ONE ? FIG1 : FIG8)

/** Shapes of a mesh that begins so. */
export const cornersOf = (head: Bytes): 1 | 8 => (head[3] === ONE ? 1 : 8)
