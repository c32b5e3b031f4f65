import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PictureLevel } from '@areal-studio/core/format'
import { differingPixels, hasClear, indexCounts, pixelFacts, rectAt, shownPixels, sumsOf } from './pixels'
import { centred, fitted, moved, nextScale, pixelUnder, scaledAt } from './zoom'

const SIZES = { grey: 1, palette: 1, rgb: 3, rgba: 4 } as const
const rasters: fc.Arbitrary<PictureLevel> = fc
  .record({
    kind: fc.constantFrom('grey', 'palette', 'rgb', 'rgba'),
    width: fc.integer({ min: 1, max: 5 }),
    height: fc.integer({ min: 1, max: 5 }),
    seed: fc.nat(),
  })
  .map(({ kind, width, height, seed }) => ({
    ...{ kind, width, height },
    pixels: Uint8Array.from({ length: width * height * SIZES[kind] }, (_, at) => (at * 89 + seed) & 255),
    ...(kind === 'palette' && { palette: Uint8Array.from({ length: 1024 }, (_, at) => (at * 7 + seed) & 255) }),
  }))

/** Red, green, blue and alpha of each pixel. */
const coloursIn = ({ kind, pixels, palette }: PictureLevel): number[] => {
  const size = SIZES[kind]
  return Array.from({ length: pixels.length / size }, (_, n) => {
    const part = [...pixels.subarray(n * size, n * size + size)]
    if (kind === 'palette') return [...(palette ?? []).slice(4 * (part[0] ?? 0), 4 * (part[0] ?? 0) + 4)]
    return kind === 'grey' ? [...part, ...part, ...part, 255] : [...part, 255].slice(0, 4)
  }).flat()
}

describe('pixels', () => {
  it('are shown with the colours that the picture has, one channel as grey, and with the same numbers at each pixel', () => {
    fc.assert(
      fc.property(rasters, level => {
        const rgba = coloursIn(level)
        expect([...shownPixels(level, { channel: 'rgb', hasAlpha: true })]).toEqual(rgba)
        const green = shownPixels(level, { channel: 'g', hasAlpha: true })
        const opaque = shownPixels(level, { channel: 'rgb', hasAlpha: false })
        for (let at = 0; at < rgba.length; at += 4) {
          expect([...green.subarray(at, at + 4)]).toEqual([rgba[at + 1], rgba[at + 1], rgba[at + 1], 255])
          expect([...opaque.subarray(at, at + 4)]).toEqual([...rgba.slice(at, at + 3), 255])
          const [x, y] = [(at / 4) % level.width, Math.floor(at / 4 / level.width)]
          expect(pixelFacts(level, x, y).rgba).toEqual(rgba.slice(at, at + 4))
        }
        expect(differingPixels(level, level)).toBe(0)
        expect(sumsOf(shownPixels(level, { channel: 'rgb', hasAlpha: true })).bars.reduce((a, b) => a + b)).toBe(
          level.width * level.height,
        )
      }),
      { numRuns: 60 },
    )
  })

  it('of levels that lie in the same memory are each its own', () => {
    const memory = Uint8Array.of(1, 2, 3, 255, 9, 8, 7, 0)
    const level = (at: number) =>
      ({ kind: 'rgba', width: 1, height: 1, pixels: memory.subarray(at, at + 4) }) satisfies PictureLevel
    expect(differingPixels(level(0), level(4))).toBe(1)
    expect([...shownPixels(level(4), { channel: 'rgb', hasAlpha: true })]).toEqual([9, 8, 7, 0])
  })

  it('of one number of the palette stay bright while the others are dimmed', () => {
    const palette = Uint8Array.of(100, 100, 100, 255, 200, 100, 50, 255)
    const level = { kind: 'palette', width: 2, height: 1, pixels: Uint8Array.of(0, 1), palette } as const
    expect([...shownPixels(level, { channel: 'rgb', hasAlpha: true, only: 1 })]).toEqual([
      ...[22, 22, 22, 255],
      ...[200, 100, 50, 255],
    ])
    expect([...indexCounts(level).subarray(0, 3)]).toEqual([1, 1, 0])
    expect(hasClear(level)).toBe(false)
    expect(hasClear({ ...level, palette: Uint8Array.of(0, 0, 0, 0) })).toBe(true)
  })

  it('have the bytes that are stored, as one number, and none where they are in blocks', () => {
    const level = { kind: 'rgb', width: 2, height: 1, pixels: new Uint8Array(6) } as const
    const bytes = Uint8Array.of(9, 0x34, 0x12, 0xcd, 0xab)
    expect(pixelFacts({ ...level, stored: { offset: 1, size: 4, stride: 2 } }, 1, 0, bytes).stored).toBe('ABCD')
    expect(pixelFacts({ ...level, stored: { offset: 1, size: 4 } }, 1, 0, bytes).stored).toBeUndefined()
  })

  it('have the smallest rectangle around them', () => {
    const rects = [
      { x: 0, y: 0, width: 8, height: 8 },
      { x: 2, y: 2, width: 2, height: 2 },
    ]
    expect([rectAt(rects, 3, 3), rectAt(rects, 4, 4), rectAt(rects, 8, 0)]).toEqual([1, 0, undefined])
  })
})

describe('a zoom', () => {
  const room = { width: 300, height: 200 }

  it('shows the whole picture in the middle, of a small one whole pixels', () => {
    expect(fitted({ width: 16, height: 16 }, room, 10)).toEqual({ x: 62, y: 12, scale: 11 })
    expect(fitted({ width: 600, height: 100 }, room, 0)).toEqual({ x: 0, y: 75, scale: 0.5 })
    expect(centred({ width: 100, height: 100 }, room, 1)).toEqual({ x: 100, y: 50, scale: 1 })
  })

  it('keeps the pixel under the pointer, up and down again', () => {
    const size = { width: 64, height: 64 }
    fc.assert(
      fc.property(fc.integer({ min: 25, max: 190 }), fc.integer({ min: 25, max: 190 }), (x, y) => {
        const first = fitted(size, { width: 200, height: 200 }, 0)
        const larger = scaledAt(first, { x, y }, nextScale(first.scale, 1))
        expect(pixelUnder(larger, { x, y }, size)).toEqual(pixelUnder(first, { x, y }, size))
        const again = scaledAt(larger, { x, y }, nextScale(larger.scale, -1))
        expect(again.scale).toBe(first.scale)
        expect(again.x).toBeCloseTo(first.x)
      }),
      { numRuns: 60 },
    )
    expect(nextScale(64, 1)).toBe(64)
    expect(nextScale(1 / 16, -1)).toBe(1 / 16)
  })

  it('keeps a part of the picture in the view, and no pixel beside it', () => {
    const size = { width: 100, height: 100 }
    const far = moved({ x: 0, y: 0, scale: 1 }, { x: -5000, y: 5000 }, size, room)
    expect(far).toEqual({ x: -76, y: 176, scale: 1 })
    expect(pixelUnder(far, { x: 0, y: 0 }, size)).toBeUndefined()
  })
})
