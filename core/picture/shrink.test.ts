import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shrunk, type Raster } from '.'

const rasters = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }), seed: fc.integer() })
  .map(({ width, height, seed }): Raster => {
    const pixels = Uint8Array.from({ length: width * height * 4 }, (_, k) => (k * 2654435761 + seed) >>> 13)
    return { width, height, kind: 'rgba', pixels }
  })

it('keeps the shape of a picture within the side, and a small one as it is', () => {
  fc.assert(
    fc.property(rasters, fc.integer({ min: 1, max: 50 }), (raster, side) => {
      const { width, height, pixels } = shrunk(raster, side)
      expect(Math.max(width, height)).toBeLessThanOrEqual(side)
      expect(pixels.length).toBe(width * height * 4)
      if (Math.max(raster.width, raster.height) <= side) expect(pixels).toEqual(raster.pixels)
    }),
  )
})

it('a picture of one colour keeps it, at every size', () => {
  fc.assert(
    fc.property(rasters, fc.integer({ min: 1, max: 50 }), ({ width, height }, side) => {
      const colour = [10, 200, 90, 128]
      const pixels = Uint8Array.from({ length: width * height * 4 }, (_, k) => colour[k % 4] ?? 0)
      const small = shrunk({ width, height, kind: 'rgba', pixels }, side)
      expect(small.pixels.every((byte, k) => byte === colour[k % 4])).toBe(true)
    }),
  )
})

it('transparent pixels give no colour', () => {
  const pixels = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 0)
  expect([...shrunk({ width: 2, height: 1, kind: 'rgba', pixels }, 1).pixels]).toEqual([255, 0, 0, 128])
})
