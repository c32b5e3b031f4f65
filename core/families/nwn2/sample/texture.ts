import type { Bytes } from '../../../layout'
import { encodeBlocks } from '../../../picture'
import { textBytes } from './files'

const SIDE = 64
const HEAD_SIZE = 128
/** Words of the head by their offset: its size, flags, sides, size of the pixels; of the pixel format its size and flags; caps. */
const HEAD: readonly (readonly [offset: number, value: number])[] = [
  [4, 124],
  [8, 0x81007],
  [12, SIDE],
  [16, SIDE],
  [20, (SIDE * SIDE) / 2],
  [76, 32],
  [80, 4],
  [108, 0x1000],
]

/** A texture of the ground in blocks DXT1: a colour in two shades, in patches of `patch` pixels that repeat. */
export function textureFile(colour: readonly [red: number, green: number, blue: number], patch: number): Bytes {
  const rgba = new Uint8Array(4 * SIDE * SIDE)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const [column, row] = [Math.floor(x / patch), Math.floor(y / patch)]
      const shade = (column * 7 + row * 13 + column * row * 5) % 3 === 0 ? 0.8 : 1
      rgba.set([...colour.map(part => Math.round(part * shade)), 255], 4 * (y * SIDE + x))
    }
  const blocks = encodeBlocks('DXT1', rgba, SIDE, SIDE)
  const bytes = new Uint8Array(HEAD_SIZE + blocks.length)
  const view = new DataView(bytes.buffer)
  bytes.set(textBytes('DDS '))
  bytes.set(textBytes('DXT1'), 84)
  for (const [offset, value] of HEAD) view.setUint32(offset, value, true)
  bytes.set(blocks, HEAD_SIZE)
  return bytes
}
