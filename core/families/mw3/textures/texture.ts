import { array, bytes, struct, u16, u32 } from '../../../layout'
import { known } from '../gamez/fields'

/** Bits of `texture.flags` (mw3 13). */
export const TEXTURE_FLAGS = {
  0: 'two_bytes',
  1: 'alpha',
  2: 'no_alpha',
  3: 'full_alpha',
  4: 'global_palette',
  5: 'image_loaded',
  6: 'alpha_loaded',
  7: 'palette_loaded',
} as const

const PIXELS = known('13', { content: 'pixels' })

/** A texture of a package: pixels of two bytes, or of one byte with a palette (mw3 13). */
export const TEXTURE = struct('mw3-texture', {
  flags: u32(known('13', { bits: TEXTURE_FLAGS })),
  width: u16(known('13')),
  height: u16(known('13')),
  zero_8: u32({ ...known('13'), role: 'reserved' }),
  palette_count: u16(known('13')),
  stretch: u16(known('13', { values: { 0: 'none', 1: 'vertical', 2: 'horizontal', 3: 'both' } })),
  pixels: bytes('width * height * (2 - (palette_count != 0))', PIXELS),
  alpha: bytes('width * height * ((flags & 8) != 0)', PIXELS),
  palette: array(u16(known('13', { hex: true })), 'palette_count * ((flags & 16) == 0)', known('13')),
})
