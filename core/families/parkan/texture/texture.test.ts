import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenLaws, document, locate, type Bytes } from '../../../layout'
import { reportOn } from '../../../format/report'
import { byteWriter } from '../byte-writer.fixture'
import { sampleTextures } from '../sample/textures'
import { decodePixels, decodeWord, encodePixels, encodeWord, mipBytes, paletteOf, textureImage } from './pixels'
import { bytesPerPixel, pageRects, textureLayout, texturePlan, type PixelFormat } from './texture'
import { checkTexture } from './texture-rules'
import { entriesOf } from '../entries.fixture'
import { describeReference, truth } from '../reference.fixture'

const FORMATS: readonly PixelFormat[] = [0, 2, 565, 556, 4444, 88, 888, 8888]

/** A texture of noise with all its mips. */
function texture(
  format: PixelFormat,
  width: number,
  height: number,
  mips: number,
  tail: Bytes = new Uint8Array(0),
): Bytes {
  const writer = byteWriter().u32(0x6d786554, width, height, mips, 0, 0, 7, format)
  let seed = 1
  const noise = (count: number) => Uint8Array.from({ length: count }, () => (seed = (seed * 48271) % 0x7fffffff) & 255)
  if (format === 0) writer.bytes(noise(1024))
  for (let level = 0; level < mips; level++) {
    writer.bytes(noise(Math.max(1, width >> level) * Math.max(1, height >> level) * bytesPerPixel(format)))
  }
  return writer.bytes(tail).done()
}

const page = (...rects: readonly (readonly number[])[]): Bytes =>
  byteWriter()
    .u32(0x65676150, rects.length)
    .u16(...rects.flat().map(part => part & 0xffff))
    .done()

function codes(bytes: Bytes): string[] {
  const report = reportOn({
    path: 'a',
    name: 'a',
    size: bytes.length,
    attributes: {},
    head: bytes.subarray(0, 16),
    container: null,
  })
  checkTexture(bytes, report)
  return report.problems().map(problem => problem.code)
}
const withWord = (bytes: Bytes, at: number, value: number): Bytes => {
  const after = bytes.slice()
  new DataView(after.buffer).setUint32(at, value, true)
  return after
}

describe('pixels', () => {
  it.each([565, 556, 4444, 88] as const)('every word of %i comes back from its colour', format => {
    const wrong: number[] = []
    for (let word = 0; word < 0x10000; word++)
      if (encodeWord(format, decodeWord(format, word)) !== word) wrong.push(word)
    expect(wrong).toEqual([])
  })
  it('are black at 0 and white at all ones, and channels stand where the notes say', () => {
    for (const format of [565, 556, 4444, 88] as const) {
      expect(decodeWord(format, 0).slice(0, 3)).toEqual([0, 0, 0])
      expect(decodeWord(format, 0xffff)).toEqual([255, 255, 255, 255])
    }
    expect(decodeWord(565, 0xf800)).toEqual([255, 0, 0, 255])
    expect(decodeWord(556, 0x003f)).toEqual([0, 0, 255, 255])
    expect(decodeWord(4444, 0x0f00)).toEqual([255, 0, 0, 0])
    expect([...decodePixels(8888, Uint8Array.of(1, 2, 3, 4))]).toEqual([3, 2, 1, 4])
    expect([...decodePixels(888, Uint8Array.of(1, 2, 3, 4))]).toEqual([3, 2, 1, 255])
    for (const format of [0, 2] as const)
      expect([...decodePixels(format, Uint8Array.of(1), Uint8Array.of(0, 0, 0, 0, 9, 8, 7, 6))]).toEqual([7, 8, 9, 255])
    expect([...decodePixels(2, Uint8Array.of(1))]).toEqual([1, 1, 1, 255])
  })
  it.each(FORMATS)('of format %i that nobody touched keep their bytes; a touched one changes alone', format => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 0, max: 0xffffff }), (pixel, colour) => {
        const bytes = texture(format, 4, 4, 1)
        const plan = texturePlan(bytes)
        if ('code' in plan) throw new Error(plan.code)
        const [mip] = plan.mips
        if (!mip) throw new Error('no mip')
        const raw = mipBytes(bytes, mip)
        const palette = paletteOf(bytes, plan)
        const rgba = decodePixels(format, raw, palette)
        expect(encodePixels(format, rgba, raw, palette)).toEqual(raw)
        rgba.set([colour >> 16, (colour >> 8) & 255, colour & 255], 4 * pixel)
        const after = encodePixels(format, rgba, raw, palette)
        const size = bytesPerPixel(format)
        const others = (all: Bytes) => [...all].filter((_, at) => Math.floor(at / size) !== pixel)
        expect(others(after)).toEqual(others(raw))
        if (format === 888) expect(after[4 * pixel + 3]).toBe(raw[4 * pixel + 3])
      }),
      { seed: 41, numRuns: 60 },
    )
  })
})

describe('texture', () => {
  it.each(FORMATS)('of format %i keeps the laws and divides to its last byte', format => {
    const bytes = texture(format, 8, 2, 4, page([0, 8, 0, 2]))
    expect(brokenLaws(textureLayout(bytes, bytes.length), bytes)).toEqual([])
    expect(document(textureLayout(bytes, bytes.length), bytes).isWhole).toBe(true)
    const plan = texturePlan(bytes)
    if ('code' in plan) throw new Error(plan.code)
    expect(plan.mips.map(mip => [mip.width, mip.height])).toEqual([
      [8, 2],
      [4, 1],
      [2, 1],
      [1, 1],
    ])
    const pixels = locate(document(textureLayout(bytes, bytes.length), bytes), 'pixels')
    const nodes = plan.mips.map((_, level) => pixels?.childNamed(`mip_${level}`))
    expect(nodes.map(node => [node?.offset, node?.size])).toEqual(plan.mips.map(mip => [mip.offset, mip.size]))
    expect(pageRects(bytes, plan)).toEqual([{ x: 0, y: 0, width: 8, height: 2 }])
    expect(bytes.length - plan.end).toBe(16)
    expect(codes(bytes)).toEqual([])
    expect(textureImage(bytes, 1)).toMatchObject({ width: 4, height: 1 })
    expect(textureImage(bytes, 4)).toBeUndefined()
  })
  it.each([
    [
      6,
      5,
      [
        [6, 5],
        [3, 2],
        [1, 1],
      ],
    ],
    [
      7,
      20,
      [
        [7, 20],
        [3, 10],
        [1, 5],
        [1, 2],
        [1, 1],
      ],
    ],
  ] as const)(
    'of %i × %i pixels, no power of two, rounds its mips down and never below one',
    (width, height, sizes) => {
      const writer = byteWriter().u32(0x6d786554, width, height, sizes.length, 0, 0, 7, 565)
      sizes.forEach(([w, h], level) => writer.bytes(new Uint8Array(2 * w * h).fill(level + 1)))
      const bytes = writer.bytes(page([0, 1, 0, 1])).done()
      const plan = texturePlan(bytes)
      if ('code' in plan) throw new Error(plan.code)
      expect(plan.mips.map(mip => [mip.width, mip.height])).toEqual(sizes)
      expect(plan.mips.map(mip => [...new Set(mipBytes(bytes, mip))])).toEqual(sizes.map((_, level) => [level + 1]))
      expect(bytes.length - plan.end).toBe(16)
      expect(codes(bytes)).toEqual([])
    },
  )
  it('says what is wrong', () => {
    const good = texture(565, 8, 8, 4)
    expect(codes(good)).toEqual([])
    expect(codes(good.subarray(0, 31))).toEqual(['texture.header-cut'])
    expect(codes(withWord(good, 0, 1))).toEqual(['texture.magic'])
    expect(codes(withWord(good, 28, 777))).toEqual(['texture.format'])
    expect(codes(withWord(good, 4, 0))).toEqual(['texture.size-zero'])
    expect(codes(withWord(withWord(good, 4, 0xffffffff), 8, 0xffffffff))).toEqual(['texture.pixels-missing'])
    expect(codes(withWord(good, 12, 0))).toEqual(['texture.mips-none', 'texture.trailing'])
    expect(codes(withWord(good, 12, 0xffffffff))).toEqual(['texture.mips-missing'])
    expect(codes(withWord(good, 12, 3))).toEqual(['texture.trailing'])
    expect(codes(texture(565, 8, 8, 6))).toEqual(['texture.mips-many'])
    expect(codes(texture(565, 8, 8, 4, page([0, 8, 0, 9])))).toEqual(['texture.page-rect'])
    expect(codes(texture(565, 8, 8, 4, page([0, 8, 0, 8]).subarray(0, 15)))).toEqual(['texture.page-size'])
    expect(textureImage(withWord(good, 28, 777))).toBeUndefined()
  })
  it('of the sample keeps the laws', () => {
    for (const { name, bytes } of sampleTextures()) {
      expect([name, codes(bytes)]).toEqual([name, []])
      if (bytes.length < 16_000)
        expect([name, brokenLaws(textureLayout(bytes, bytes.length), bytes)]).toEqual([name, []])
    }
  })
})

interface TextureTruth {
  readonly format: number
  readonly width: number
  readonly height: number
  readonly mips: number
  readonly page_rects: number
  readonly rgba_mips_sha256: readonly string[]
}
const { textures = {} } = truth as { textures?: Readonly<Record<string, TextureTruth>> }

describeReference('textures of the reference files', () => {
  it.each(Object.entries(textures))('%s has the pictures of the manifest, level by level', (key, right) => {
    const found = entriesOf('parkan.texture').find(([path, { name }]) => `${path.replace(/!.*/, '')}::${name}` === key)
    const bytes = found?.[1].bytes ?? new Uint8Array(0)
    expect(brokenLaws(textureLayout(bytes, bytes.length), bytes)).toEqual([])
    const plan = texturePlan(bytes)
    if ('code' in plan) throw new Error(plan.code)
    const { format, width, height, mips } = plan
    const page_rects = pageRects(bytes, plan).length
    expect(right).toMatchObject({ format, width, height, mips: mips.length, page_rects })
    const hashes = mips.map((_, level) =>
      createHash('sha256')
        .update(textureImage(bytes, level)?.pixels ?? '')
        .digest('hex'),
    )
    expect(hashes).toEqual(right.rgba_mips_sha256)
  })
})
