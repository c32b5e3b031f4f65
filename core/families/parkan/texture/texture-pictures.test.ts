import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toRgba } from '../../../picture'
import { byteWriter } from '../byte-writer.fixture'
import { bytesPerPixel, texturePlan, type PixelFormat } from './texture'
import { textureImage } from './pixels'
import { texturePictures } from './texture-picture'

const PAGE_MAGIC = 0x65676150

/** A texture of 8 by 4 pixels, its levels and two rectangles. */
function atlas(format: PixelFormat, flags5: number, mips = 3): Uint8Array {
  const writer = byteWriter().u32(0x6d786554, 8, 4, mips, 0, flags5, 0, format)
  if (format === 0) writer.bytes(Uint8Array.from({ length: 1024 }, (_, at) => at & 255))
  for (let level = 0; level < 3; level++) {
    const size = (8 >> level) * Math.max(1, 4 >> level) * bytesPerPixel(format)
    writer.bytes(Uint8Array.from({ length: size }, (_, at) => (at * 37 + level) & 255))
  }
  return writer.u32(PAGE_MAGIC, 2).u16(0, 4, 0, 4, 4, 4, 0, 2).done()
}

it.each([0, 565, 4444, 88, 888, 8888] as const)('all levels of format %i, with their places and rectangles', format => {
  const bytes = atlas(format, 0)
  const { levels, declared, rects, palette } = texturePictures(bytes)
  expect(levels.map(({ width, height }) => [width, height])).toEqual([
    [8, 4],
    [4, 2],
    [2, 1],
  ])
  levels.forEach((level, k) => {
    expect(toRgba(level)).toEqual(textureImage(bytes, k)?.pixels)
    const { offset = 0, size = 0, stride = 0 } = level.stored ?? {}
    expect(size).toBe(level.width * level.height * stride)
    if (format === 0) expect(level.pixels).toEqual(bytes.subarray(offset, offset + size))
  })
  expect(declared).toBe(3)
  expect(palette).toBe(format === 0 ? 'palette' : undefined)
  expect(rects).toEqual({
    path: 'page/0/rects',
    list: [
      { x: 0, y: 0, width: 4, height: 4 },
      { x: 4, y: 0, width: 4, height: 2 },
    ],
  })
})

it('the first colour is transparent where the flag says so', () => {
  expect(texturePictures(atlas(0, 0)).levels[0]?.palette?.[3]).toBe(255)
  expect(texturePictures(atlas(0, 1 << 24)).levels[0]?.palette?.[3]).toBe(0)
})

it('of a texture that was cut the whole levels are there, else the fault; any damage ends without a throw', () => {
  const bytes = atlas(565, 0)
  const plan = texturePlan(bytes)
  if ('code' in plan) throw new Error(plan.code)
  const [, second] = plan.mips
  const cut = texturePictures(bytes.subarray(0, (second?.offset ?? 0) + 1))
  expect([cut.levels.length, cut.declared, cut.fault]).toEqual([1, 3, undefined])
  const none = bytes.slice()
  none.fill(0, 4, 8)
  expect(texturePictures(none).fault).toEqual({ code: 'texture.size-zero', params: { width: 0, height: 4 } })
  fc.assert(
    fc.property(fc.nat(40), fc.nat(255), fc.nat(bytes.length), (at, byte, size) => {
      const damaged = bytes.slice(0, size)
      if (at < size) damaged[at] = byte
      const { levels, fault } = texturePictures(damaged)
      expect(levels.length > 0).toBe(fault === undefined)
    }),
    { numRuns: 200 },
  )
})
