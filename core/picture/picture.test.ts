import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  blockBytes,
  decodeBlocks,
  decodeMasked,
  decodePnt3,
  encodeBlocks,
  encodeMasked,
  encodePnt3,
  type PixelBits,
} from '.'
import { hex } from '../layout/bytes.fixture'

const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')
const pixel = (rgba: Uint8Array | undefined, at: number): number[] =>
  Array.from(rgba?.subarray(4 * at, 4 * at + 4) ?? [])

it('DXT blocks of the notes are decoded', () => {
  const halves = decodeBlocks('DXT1', hex('00F81F0050505050'), 4, 4)
  expect([pixel(halves, 0), pixel(halves, 3)]).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 255],
  ])
  const hole = decodeBlocks('DXT1', hex('00F800F8FF000000'), 4, 4)
  expect([pixel(hole, 0), pixel(hole, 4)]).toEqual([
    [0, 0, 0, 0],
    [255, 0, 0, 255],
  ])
  const alpha = decodeBlocks('DXT3', hex('50FA50FA50FA50FA00F800F800000000'), 4, 4)
  expect([0, 1, 2, 3].map(k => alpha?.[4 * k + 3])).toEqual([0, 85, 170, 255])
  expect(decodeBlocks('DXT1', new Uint8Array(7), 4, 4)).toBeUndefined()
})

it('encoding what was decoded gives the same pixels where blocks have two colours, and the same bytes with the old ones', () => {
  const colors = fc.tuple(fc.nat(0xffff), fc.nat(0xffff))
  fc.assert(
    fc.property(
      fc.constantFrom('DXT1' as const, 'DXT3' as const),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      fc.array(colors, { minLength: 9, maxLength: 9 }),
      fc.nat(),
      (kind, width, height, pairs, seed) => {
        const bytes = new Uint8Array(blockBytes(kind, width, height))
        const view = new DataView(bytes.buffer)
        const size = kind === 'DXT1' ? 8 : 16
        for (let at = 0, k = 0; at < bytes.length; at += size, k++) {
          const [a = 0, b = 0] = pairs[k] ?? []
          const color = at + size - 8
          if (size === 16) for (let i = 0; i < 8; i++) bytes[at + i] = (seed >> i) & 0xff
          view.setUint16(color, Math.max(a, b), true)
          view.setUint16(color + 2, Math.min(a, b), true)
          view.setUint32(color + 4, (seed * (k + 1)) & 0x55555555, true)
        }
        const pixels = decodeBlocks(kind, bytes, width, height) ?? new Uint8Array(0)
        expect(decodeBlocks(kind, encodeBlocks(kind, pixels, width, height), width, height)).toEqual(pixels)
        expect(encodeBlocks(kind, pixels, width, height, bytes)).toEqual(bytes)
      },
    ),
    { numRuns: 60 },
  )
})

it('a block with holes keeps them', () => {
  const rgba = new Uint8Array(64).fill(200)
  rgba.fill(0, 0, 16)
  expect(pixel(decodeBlocks('DXT1', encodeBlocks('DXT1', rgba, 4, 4), 4, 4), 1)).toEqual([0, 0, 0, 0])
})

const channel = (shift: number, bits: number) => ({ shift, bits })
const FORMATS: Readonly<Record<string, PixelBits>> = {
  565: { bytes: 2, channels: [channel(11, 5), channel(5, 6), channel(0, 5), channel(0, 0)] },
  1555: { bytes: 2, channels: [channel(10, 5), channel(5, 5), channel(0, 5), channel(15, 1)] },
  4444: { bytes: 2, channels: [channel(8, 4), channel(4, 4), channel(0, 4), channel(12, 4)] },
  8888: { bytes: 4, channels: [channel(16, 8), channel(8, 8), channel(0, 8), channel(24, 8)] },
}

it.each(Object.entries(FORMATS))('pixels of %s are decoded, and encoded to the same bytes', (name, format) => {
  if (name === '565') expect(text(decodeMasked(format, hex('00F8 1F00'), 2))).toBe('ff0000ff0000ffff')
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), bytes => {
      const count = 8 / format.bytes
      const pixels = decodeMasked(format, bytes, count) ?? new Uint8Array(0)
      expect(encodeMasked(format, pixels)).toEqual(bytes)
      expect(encodeMasked(format, pixels, bytes)).toEqual(bytes)
    }),
  )
  expect(decodeMasked(format, new Uint8Array(3), 2)).toBeUndefined()
})

it('PNT3 is coded as in the notes and decoded again', () => {
  const pixels = hex('00'.repeat(24) + '010203FF' + '00'.repeat(36))
  const coded = hex('10000000 | 00000000 | 00000000 | 010203FF | 00000000 | 20000000')
  expect(text(encodePnt3(pixels))).toBe(text(coded))
  expect(decodePnt3(coded, 64)).toEqual(pixels)
  expect(decodePnt3(pixels, 64)).toEqual(pixels)
  expect(decodePnt3(coded, 60)).toBeUndefined()
  expect(decodePnt3(coded.subarray(0, 22), 64)).toBeUndefined()
  expect(decodePnt3(hex('40420F00'), 16)).toBeUndefined()
  const word = fc.oneof(fc.constant(0), fc.integer({ min: 0xff000000, max: 0xffffffff }))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), words => {
      const bytes = new Uint8Array(Uint32Array.from(words).buffer)
      expect(decodePnt3(encodePnt3(bytes), bytes.length)).toEqual(bytes)
    }),
  )
  expect(decodePnt3(encodePnt3(hex('0000080000000000')), 8)).toEqual(new Uint8Array(8))
})
