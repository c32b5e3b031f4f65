import type { Bytes } from '../../../layout'
import { encodeDds } from '../../../picture'

const SIDE = 64

/** A texture of the ground in blocks DXT1: a colour in two shades, in patches of `patch` pixels that repeat. */
export function textureFile(colour: readonly [red: number, green: number, blue: number], patch: number): Bytes {
  const rgba = new Uint8Array(4 * SIDE * SIDE)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const [column, row] = [Math.floor(x / patch), Math.floor(y / patch)]
      const shade = (column * 7 + row * 13 + column * row * 5) % 3 === 0 ? 0.8 : 1
      rgba.set([...colour.map(part => Math.round(part * shade)), 255], 4 * (y * SIDE + x))
    }
  return encodeDds('DXT1', rgba, { width: SIDE, height: SIDE })
}
