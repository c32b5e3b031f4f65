import { array, f32, i32, offsetOf, struct, u32, type Bytes, type Meta } from '../../../layout'
import { InnerTexture } from '../texture/texture'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 7.5' }

/** `Tfnt` as a little-endian number. */
export const FONT_MAGIC = 0x746e6654

/** Where the picture of a character begins in the texture, and how far the next one stands from it (parkan 7.5). */
const Glyph = struct('font-glyph', {
  u0: f32(KNOWN),
  u1: f32(KNOWN),
  v0: f32(KNOWN),
  advance: i32({ unit: 'px', ...KNOWN }),
})

/** A font: a glyph for each byte of a text, and a whole texture (parkan 7.5). */
export const FONT = struct('font', {
  magic: u32({ hex: true, ...KNOWN }),
  cell_width: i32({ unit: 'px', ...KNOWN }),
  height: i32({ unit: 'px', ...KNOWN }),
  v_span: f32(KNOWN),
  spacing: i32({ unit: 'px', ...KNOWN }),
  glyphs: array(Glyph, 256, KNOWN),
  texture: InnerTexture,
})

const TEXTURE_AT = offsetOf(FONT, 'texture')

/** The texture of a font (parkan 7.5). */
export const fontTexture = (bytes: Bytes): Bytes => bytes.subarray(TEXTURE_AT)
