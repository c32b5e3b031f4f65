import { encode, type Bytes } from '../../../layout'
import { FONT, FONT_MAGIC } from '../font/font'
import { PALETTE, PALETTE_MAGIC } from '../palette/palette'
import { TEXTURE_MAGIC } from '../texture/texture'

const CELL = 8
const ROW = 16
const SIDE = CELL * ROW

/** A palette of greys; the middle of two greys is a grey again (parkan 7.5). */
export const samplePalette = (): Bytes =>
  encode(
    PALETTE,
    {
      entries: Array.from({ length: 256 }, (_, grey) => [grey, grey, grey, 0]),
      magic: PALETTE_MAGIC,
      blend: Uint8Array.from({ length: 256 * 256 }, (_, at) => ((at >> 8) + (at & 255)) >> 1),
    },
    '',
  ).bytes

/** Dots of a character: eight bits of its number, in a frame. Not a type, only something to see. */
function isLit(character: number, x: number, y: number): boolean {
  if (character <= 0x20 || x > 5 || y > 6) return false
  if (x === 0 || y === 0 || x === 5 || y === 6) return true
  return ((character >> ((x - 1 + 4 * (y - 1)) & 7)) & 1) === 1
}

/** A font of 256 characters in a square texture of 16-bit pixels (parkan 7.5). */
export function sampleFont(): Bytes {
  const pixels = new Uint8Array(SIDE * SIDE * 2)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const character = Math.floor(y / CELL) * ROW + Math.floor(x / CELL)
      if (isLit(character, x % CELL, y % CELL)) pixels.fill(0xff, 2 * (y * SIDE + x), 2 * (y * SIDE + x) + 2)
    }
  }
  const glyphs = Array.from({ length: 256 }, (_, at) => ({
    u0: (at % ROW) / ROW,
    u1: (at % ROW) / ROW + 6 / SIDE,
    v0: Math.floor(at / ROW) / ROW,
    advance: 7,
  }))
  const texture = {
    magic: TEXTURE_MAGIC,
    width: SIDE,
    height: SIDE,
    mip_count: 1,
    flags4: 0,
    flags5: 0,
    unk6: 0,
    format: 4444,
    pixels,
  }
  const head = { magic: FONT_MAGIC, cell_width: CELL, height: CELL, v_span: CELL / SIDE, spacing: 1 }
  return encode(FONT, { ...head, glyphs, texture }, '').bytes
}
