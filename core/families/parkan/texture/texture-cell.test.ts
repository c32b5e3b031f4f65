import { expect, it } from 'vitest'
import type { Bytes } from '../../../layout'
import { byteWriter } from '../byte-writer.fixture'
import { textureImage } from './pixels'
import { cellOf } from './texture-cell'

/** A texture of 4 x 2 pixels, each of its own blue, and its atlas: x, width, y, height of each rectangle. */
function atlas(...rects: readonly (readonly [number, number, number, number])[]): Bytes {
  const writer = byteWriter().u32(0x6d786554, 4, 2, 1, 0, 0, 0, 8888)
  for (let pixel = 0; pixel < 8; pixel++) writer.u8(pixel, 0, 0, 255)
  writer.u32(0x65676150, rects.length)
  for (const rect of rects) writer.u16(...rect.map(value => value & 0xffff))
  return writer.done()
}
const blues = (bytes: Bytes, cell: number): readonly number[] => {
  const picture = textureImage(bytes)
  if (!picture) throw new Error('no picture')
  const { width, height, pixels } = cellOf(bytes, picture, cell)
  return [width, height, ...Array.from({ length: pixels.length / 4 }, (_, at) => pixels[4 * at + 2] ?? -1)]
}
const WHOLE = [4, 2, 0, 1, 2, 3, 4, 5, 6, 7]

it('a cell of a texture is the rectangle of its atlas; -1 and one that is not there are the whole texture', () => {
  const bytes = atlas([1, 2, 0, 2], [3, 1, 1, 1])
  expect(blues(bytes, 0)).toEqual([2, 2, 1, 2, 5, 6])
  expect(blues(bytes, 1)).toEqual([1, 1, 7])
  expect([-1, 2, 254].map(cell => blues(bytes, cell))).toEqual([WHOLE, WHOLE, WHOLE])
  const picture = textureImage(bytes)
  expect(picture && cellOf(bytes, picture, 0)).toBe(picture && cellOf(bytes, picture, 0))
})

it('of a rectangle that leaves the texture only what is inside is shown; of one outside, all', () => {
  const bytes = atlas([3, 9, 1, 9], [-2, 3, 0, 1], [9, 2, 0, 1], [0, 0, 0, 0], [2, -1, 0, 1])
  expect(blues(bytes, 0)).toEqual([1, 1, 7])
  expect(blues(bytes, 1)).toEqual([1, 1, 0])
  for (const cell of [2, 3, 4]) expect(blues(bytes, cell)).toEqual(WHOLE)
})
