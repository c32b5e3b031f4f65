import {
  array,
  count,
  derived,
  f32,
  i16,
  i32,
  optional,
  slotLink,
  struct,
  text,
  u16,
  u32,
  u8,
  union,
} from '../../../layout'
import { known, pointer, rgb, unclear, zero } from './fields'

/** The base of a texture's name, and behind its NUL the extension (mw3 4.1). */
export const TextureName = text(20, { second: true, page: 'ascii', names: 'mw3.texture', ...known('4.1') })

/** A name of the texture directory; the pixels are in the texture packages (mw3 4). 40 bytes. */
export const Texture = struct('mw3-texture-name', {
  image_ptr: pointer('4'),
  surface_ptr: pointer('4'),
  name: TextureName,
  state: u32(known('4', { values: { 0: 'unused', 2: 'used' } })),
  category: zero('4'),
  mip_index: i32(known('4', { refers: 'textures' })),
})

/** Ground kinds; 6 to 13 are defined by `soils.zrd` (mw3 5.2). */
const SOILS = [
  'default',
  'water',
  'seafloor',
  'quicksand',
  'lava',
  'fire',
  'dirt',
  'mud',
  'grass',
  'concrete',
  'snow',
  'mech',
  'silt',
  'noslip',
]

/** Bits of `materials[].flags` (mw3 5.2). */
export const MATERIAL_FLAGS = { 0: 'textured', 1: 'unknown', 2: 'cycled', 4: 'always', 5: 'free' } as const

/** Fields of a material without the links of its slot, 40 bytes (mw3 5.2). */
export const MATERIAL_FIELDS = {
  alpha: u8(known('5.2')),
  flags: u8(known('5.2', { bits: MATERIAL_FLAGS })),
  rgb: u16(known('5.2', { hex: true })),
  color: rgb('5.2'),
  texture_index: i32(known('5.2', { refers: 'textures' })),
  field_20: f32(unclear('5.2')),
  field_24: f32(unclear('5.2')),
  field_28: f32(unclear('5.2')),
  soil: u32(known('5.2', { values: { ...SOILS } })),
  cycle_ptr: pointer('5.2'),
}

const LINK = i16(known('5.2'))

/** A material slot, used or free, 44 bytes. The links of free slots have the opposite meaning (mw3 5.2). */
export const Material = struct('mw3-material', {
  ...MATERIAL_FIELDS,
  link_a: union('(flags & 32) != 0', { 0: slotLink(LINK, 'next'), 1: slotLink(LINK, 'previous') }),
  link_b: union('(flags & 32) != 0', { 0: slotLink(LINK, 'previous'), 1: slotLink(LINK, 'next') }),
})

/** Frames of an animated material, 28 bytes and the numbers of the textures (mw3 5.3). */
const Cycle = struct('mw3-cycle', {
  looping: u32(known('5.3', { values: { 0: 'once', 1: 'loop' } })),
  current_frame: i32(known('5.3')),
  current_index: f32(known('5.3')),
  speed: f32(known('5.3')),
  tex_map_count: count('textures', { as: 'i32', ...known('5.3') }),
  tex_map_index: derived(i32(known('5.3')), 'tex_map_count'),
  tex_map_ptr: pointer('5.3'),
  textures: array(i32({ refers: 'textures' }), 'tex_map_count', known('5.3')),
})

/** The cycle of a material slot: only used slots with the bit `cycled` have one (mw3 5.3). */
export const MaterialCycle = struct('mw3-material-cycle', { cycle: optional('(^.flags & 36) == 4', Cycle) })
