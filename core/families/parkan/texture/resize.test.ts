import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apply } from '../../../edit'
import { StudioError, type Operation, type Outcome } from '../../../format'
import type { Bytes } from '../../../layout'
import { byteWriter } from '../byte-writer.fixture'
import { shelf } from '../opened.fixture'
import { MAKE_PALETTE } from './make-palette'
import { textureImage } from './pixels'
import { RESIZE } from './resize'
import { bytesPerPixel, fullMips, pageRects, texturePlan, type PixelFormat, type TexturePlan } from './texture'

const step = (): Promise<void> => Promise.resolve()
const FORMATS: readonly PixelFormat[] = [0, 2, 565, 556, 4444, 88, 888, 8888]

/** A texture with all its levels of one colour, or of the given pixels, and an atlas of two rectangles that touch. */
function texture(format: PixelFormat, width: number, height: number, pixels: (k: number) => number): Bytes {
  const writer = byteWriter().u32(0x6d786554, width, height, fullMips(width, height), 3, 4, 7, format)
  if (format === 0) writer.bytes(Uint8Array.from({ length: 1024 }, (_, k) => (k % 4 === 3 ? 0 : k >> 2)))
  for (let level = 0; level < fullMips(width, height); level++) {
    const size = Math.max(1, width >> level) * Math.max(1, height >> level) * bytesPerPixel(format)
    writer.bytes(Uint8Array.from({ length: size }, (_, k) => pixels(k) & 255))
  }
  const half = width >> 1
  return writer
    .u32(0x65676150, 2)
    .u16(0, half, 0, height)
    .u16(half, width - half, 0, height)
    .done()
}

const run = async (
  operation: Operation,
  bytes: Bytes,
  parameters: Readonly<Record<string, number>> = {},
): Promise<{ readonly bytes: Bytes; readonly outcome: Outcome }> => {
  const entry = shelf({ 'a.tex': bytes }).open('a.tex')
  const outcome = await operation.run(entry, { parameters, records: [], step })
  return { bytes: apply(bytes, outcome.edits[0]?.splices ?? []), outcome }
}
const planOf = (bytes: Bytes): TexturePlan => {
  const plan = texturePlan(bytes)
  if ('code' in plan) throw new Error(plan.code)
  return plan
}

const side = fc.integer({ min: 1, max: 17 })

it('a texture of any format has the new size, a whole chain of levels, and rectangles that still touch', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...FORMATS),
      side,
      side,
      side,
      side,
      fc.nat(255),
      async (format, width, height, toWidth, toHeight, colour) => {
        const before = texture(format, width, height, () => colour)
        const { bytes, outcome } = await run(RESIZE, before, { width: toWidth, height: toHeight })
        const plan = planOf(bytes)
        expect([plan.width, plan.height, plan.format]).toEqual([toWidth, toHeight, format])
        expect(plan.mips.length).toBe(fullMips(toWidth, toHeight))
        // One colour stays it, in every pixel and level (new pixels have the filler 0); what is behind the pixels keeps its size.
        const pixels = bytes.subarray(plan.mips[0]?.offset, plan.end)
        const isSame = width === toWidth && height === toHeight
        const filler = isSame ? colour : 0
        expect(pixels.every((byte, k) => byte === (format === 888 && k % 4 === 3 ? filler : colour))).toBe(true)
        expect(bytes.length - plan.end).toBe(before.length - planOf(before).end)
        const [left, right] = pageRects(bytes, plan)
        expect([
          left?.x,
          (left?.x ?? 0) + (left?.width ?? 0),
          (right?.x ?? 0) + (right?.width ?? 0),
          right?.height,
        ]).toEqual([0, right?.x, toWidth, toHeight])
        expect(outcome.edits.length).toBe(isSame ? 0 : 1)
      },
    ),
    { numRuns: 150 },
  )
})

it('a picture resized to half has the mean of each block, one of twice the size and back is itself', async () => {
  const before = texture(8888, 4, 4, k => k * 3)
  const halved = (await run(RESIZE, before, { width: 2, height: 2 })).bytes
  const mean = (...pixels: number[]): number => Math.round(pixels.reduce((sum, p) => sum + p, 0) / 4)
  const stored = before.subarray(planOf(before).mips[0]?.offset)
  const first = planOf(halved).mips[0]?.offset ?? 0
  expect(halved[first]).toBe(mean(...[0, 4, 16, 20].map(at => stored[at] ?? 0)))
  const flat = texture(565, 8, 2, () => 0x5a)
  const twice = (await run(RESIZE, flat, { width: 16, height: 4 })).bytes
  expect((await run(RESIZE, twice, { width: 8, height: 2 })).bytes).toEqual(flat)
})

it('a palette of few colours loses nothing; of many it says how many pixels change; done again there is nothing to do', async () => {
  const few = texture(8888, 16, 8, k => (k % 4 === 3 ? 255 : (k >> 2) % 7))
  const { bytes, outcome } = await run(MAKE_PALETTE, few)
  expect(planOf(bytes).format).toBe(0)
  expect(textureImage(bytes, 0)?.pixels).toEqual(textureImage(few, 0)?.pixels)
  expect([outcome.notices, outcome.counts]).toEqual([[], { levels: 5 }])
  expect((await run(MAKE_PALETTE, bytes)).outcome).toMatchObject({ edits: [], counts: { levels: 0 } })
  const many = texture(8888, 32, 32, k => (k * 2654435761) >>> 24)
  const made = await run(MAKE_PALETTE, many)
  expect(made.outcome.notices.map(({ code }) => code)).toEqual(['notice.picture-colours', 'notice.picture-opaque'])
  expect(made.bytes.length).toBeLessThan(many.length / 2)
  const [before, after] = [textureImage(many, 0)?.pixels, textureImage(made.bytes, 0)?.pixels]
  const far = Array.from(before ?? [], (value, k) => (k % 4 === 3 ? 0 : Math.abs(value - (after?.[k] ?? 0))))
  expect(far.reduce((sum, one) => sum + one, 0) / (32 * 32 * 3)).toBeLessThan(24)
})

it('a cut texture is refused', async () => {
  const before = texture(8888, 4, 4, k => k).subarray(0, 60)
  for (const operation of [RESIZE, MAKE_PALETTE])
    await expect(run(operation, before, { width: 2, height: 2 })).rejects.toBeInstanceOf(StudioError)
})
