import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockBytes, decodeBlocks, decodeDds, encodeBlocks, encodeDds } from '.'
import { hex } from '../layout/bytes.fixture'

interface Head {
  readonly width: number
  readonly height: number
  readonly levels?: number
  readonly flags?: number
  readonly code?: string
  readonly bits?: number
  readonly masks?: readonly number[]
}

/** A DDS file of this head and these pixels. */
function ddsOf({ width, height, levels = 1, flags = 0, code = '', bits = 0, masks = [] }: Head, pixels: Uint8Array) {
  const bytes = new Uint8Array(128 + pixels.length)
  const view = new DataView(bytes.buffer)
  bytes.set(Buffer.from('DDS '))
  bytes.set(Buffer.from(code), 84)
  const words = [
    [12, height],
    [16, width],
    [28, levels],
    [80, flags],
    [88, bits],
    ...masks.map((mask, k) => [92 + 4 * k, mask]),
  ]
  for (const [at = 0, value = 0] of words) view.setUint32(at, value, true)
  bytes.set(pixels, 128)
  return bytes
}
const pixelsOf = (bytes: Uint8Array): number[] => [...(decodeDds(bytes)?.pixels ?? [])]

describe('a DDS file', () => {
  it('has blocks of all kinds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('DXT1' as const, 'DXT3' as const, 'DXT5' as const),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.nat(255)),
        (code, width, height, stream) => {
          const blocks = Uint8Array.from({ length: blockBytes(code, width, height) }, () => stream.next().value ?? 0)
          const found = decodeDds(ddsOf({ width, height, flags: 4, code }, blocks))
          expect(found).toEqual({ width, height, kind: 'rgba', pixels: decodeBlocks(code, blocks, width, height) })
        },
      ),
      { numRuns: 40 },
    )
  })

  it('has alpha between two levels in blocks DXT5, of eight or of six and the ends', () => {
    const alpha = (first: string): number[] => {
      // Pixels 0 to 7 name levels 0 to 7: three bits each, lowest first.
      const block = hex(`${first}88C6FA00000000F800F800000000`)
      return [0, 1, 2, 3, 4, 5, 6, 7].map(k => decodeBlocks('DXT5', block, 4, 4)?.[4 * k + 3] ?? -1)
    }
    expect(alpha('E000')).toEqual([224, 0, 192, 160, 128, 96, 64, 32])
    expect(alpha('00FA')).toEqual([0, 250, 50, 100, 150, 200, 0, 255])
  })

  it('has pixels under masks of 8 to 32 bits', () => {
    const one = { width: 1, height: 1, flags: 0x40 }
    const masks = [0xff0000, 0xff00, 0xff]
    const withAlpha = { ...one, flags: 0x41, bits: 32, masks: [...masks, 0xff000000] }
    expect(pixelsOf(ddsOf(withAlpha, Uint8Array.of(1, 2, 3, 4)))).toEqual([3, 2, 1, 4])
    expect(pixelsOf(ddsOf({ ...one, bits: 32, masks }, Uint8Array.of(1, 2, 3, 4)))).toEqual([3, 2, 1, 255])
    expect(pixelsOf(ddsOf({ ...one, bits: 24, masks }, Uint8Array.of(1, 2, 3)))).toEqual([3, 2, 1, 255])
    const narrow = { ...one, bits: 16, masks: [0xf800, 0x7e0, 0x1f] }
    expect(pixelsOf(ddsOf(narrow, Uint8Array.of(0x1f, 0xf8)))).toEqual([255, 0, 255, 255])
    const grey = { ...one, flags: 0x20000, bits: 8, masks: [0xff] }
    expect(pixelsOf(ddsOf(grey, Uint8Array.of(9)))).toEqual([9, 9, 9, 255])
  })

  it('gives the largest level that is not too large, and the last whole one where all are', () => {
    const masks = [0xff0000, 0xff00, 0xff]
    const pixels = Uint8Array.from([4, 2, 1].flatMap((side, level) => new Array<number>(3 * side * side).fill(level)))
    const file = ddsOf({ width: 4, height: 4, levels: 3, flags: 0x40, bits: 24, masks }, pixels)
    const seen = (bytes: Uint8Array, most?: number) => {
      const { width = 0, pixels: found = [] } = decodeDds(bytes, most) ?? {}
      return [width, found[0]]
    }
    expect([seen(file), seen(file, 4), seen(file, 3), seen(file, 1)]).toEqual([
      [4, 0],
      [4, 0],
      [2, 1],
      [1, 2],
    ])
    expect(seen(file.subarray(0, -1), 1)).toEqual([2, 1])
  })

  it('that is cut, empty, huge or coded otherwise is none', () => {
    const whole = ddsOf({ width: 4, height: 4, flags: 4, code: 'DXT1' }, new Uint8Array(8))
    expect(decodeDds(whole)?.width).toBe(4)
    for (let size = 0; size < whole.length; size++) expect(decodeDds(whole.subarray(0, size))).toBeUndefined()
    const none = [
      { width: 0, height: 4, flags: 4, code: 'DXT1' },
      { width: 4, height: 0, flags: 4, code: 'DXT1' },
      { width: 0xffffffff, height: 0xffffffff, flags: 4, code: 'DXT1' },
      { width: 4, height: 4, flags: 4, code: 'DX10' },
      { width: 4, height: 4, flags: 0x40, bits: 12 },
    ]
    for (const head of none) expect(decodeDds(ddsOf(head, new Uint8Array(64)))).toBeUndefined()
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(400), (noise, most) => {
        const bytes = Uint8Array.of(...Buffer.from('DDS '), ...noise)
        const { width = 0, height = 0, pixels = [] } = decodeDds(bytes, most) ?? {}
        expect(pixels.length).toBe(4 * width * height)
      }),
      { numRuns: 200 },
    )
  })
})

it.each(['DXT1', 'DXT3'] as const)('a file written in blocks %s is read as these blocks', kind => {
  const [width, height] = [8, 4]
  const rgba = Uint8Array.from({ length: 4 * width * height }, (_, at) => (at * 37) % 256)
  const pixels = decodeBlocks(kind, encodeBlocks(kind, rgba, width, height), width, height)
  expect(decodeDds(encodeDds(kind, rgba, { width, height }))).toEqual({ width, height, kind: 'rgba', pixels })
})
