import fc from 'fast-check'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodePicture, encodePicture, PICTURE_ENDINGS, toRgba, type Raster } from '.'
import { crc32 } from '../compress'

const SIZES = { grey: 1, palette: 1, rgb: 3, rgba: 4 } as const

const rasters = (kinds: readonly Raster['kind'][]): fc.Arbitrary<Raster> =>
  fc
    .record({
      width: fc.integer({ min: 1, max: 9 }),
      height: fc.integer({ min: 1, max: 9 }),
      kind: fc.constantFrom(...kinds),
    })
    .chain(({ width, height, kind }) => {
      const length = width * height * SIZES[kind]
      const colours = fc.uint8Array({ minLength: 4 * 256, maxLength: 4 * 256 })
      return fc
        .record({ pixels: fc.uint8Array({ minLength: length, maxLength: length }), palette: colours })
        .map(({ pixels, palette }) => ({ width, height, kind, pixels, ...(kind === 'palette' && { palette }) }))
    })

const all = rasters(['grey', 'palette', 'rgb', 'rgba'])
const decoded = (bytes: Uint8Array): Raster => {
  const raster = decodePicture(bytes)
  if ('code' in raster) throw new Error(raster.code)
  return raster
}
const opaque = (rgba: Uint8Array): number[] => Array.from(rgba, (byte, k) => (k % 4 === 3 ? 255 : byte))

describe('a picture file', () => {
  it('of PNG and TGA gives the raster that was written', () => {
    fc.assert(
      fc.property(fc.constantFrom('png', 'tga' as const), all, (ending, raster) => {
        expect(decoded(encodePicture(ending, raster))).toEqual(raster)
      }),
      { numRuns: 200 },
    )
  })
  it('of BMP gives the pixels that were written, those of a palette opaque', () => {
    fc.assert(
      fc.property(all, raster => {
        const read = decoded(encodePicture('bmp', raster))
        const written = toRgba(raster)
        expect([...toRgba(read)]).toEqual(raster.kind === 'palette' ? opaque(written) : [...written])
        if (raster.kind === 'palette') expect([read.kind, read.pixels]).toEqual(['palette', raster.pixels])
      }),
      { numRuns: 100 },
    )
  })
  it('is refused, never read wrongly, when bytes of a PNG are changed, and any file ends when it is cut or changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PICTURE_ENDINGS),
        all,
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 4 }),
        fc.nat(60),
        (ending, raster, changes, cut) => {
          const bytes = encodePicture(ending, raster)
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte
          const read = decodePicture(bytes.subarray(0, Math.max(0, bytes.length - cut)))
          if ('code' in read || ending !== 'png') return
          expect([...toRgba(read)]).toEqual([...toRgba(raster)])
        },
      ),
      { numRuns: 400 },
    )
  })
})

/** A PNG from a header and rows with their filters, packed by Node's own zlib. */
function png(
  header: readonly number[],
  rows: Uint8Array,
  others: readonly (readonly [string, number[]])[] = [],
): Uint8Array {
  const chunk = (type: string, data: Uint8Array): number[] => {
    const body = [...Array.from(type, letter => letter.charCodeAt(0)), ...data]
    const word = (value: number): number[] => [24, 16, 8, 0].map(shift => (value >>> shift) & 255)
    return [...word(data.length), ...body, ...word(crc32(Uint8Array.from(body)))]
  }
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', Uint8Array.from(header)),
    ...others.flatMap(([type, data]) => chunk(type, Uint8Array.from(data))),
    ...chunk('IDAT', deflateSync(rows)),
    ...chunk('IEND', new Uint8Array(0)),
  ])
}
const size = (width: number, height: number): number[] => [0, 0, 0, width, 0, 0, 0, height]
const faultIn = (bytes: Uint8Array): string => {
  const read = decodePicture(bytes)
  return 'code' in read ? read.code.slice('picture.'.length) : 'none'
}

describe('a PNG of another program', () => {
  it('is read with each filter', () => {
    // Every row is 10 20 30 40, written with the filter of its number.
    const rows = Uint8Array.from([
      ...[0, 10, 20, 30, 40],
      ...[1, 10, 10, 10, 10],
      ...[2, 0, 0, 0, 0],
      ...[3, 5, 5, 5, 5],
      ...[4, 0, 0, 0, 0],
    ])
    const read = decoded(png([...size(4, 5), 8, 0, 0, 0, 0], rows))
    expect([...read.pixels]).toEqual(Array.from({ length: 5 }, () => [10, 20, 30, 40]).flat())
  })
  it('is read with fewer bits, grey scaled to bytes and numbers of a palette as they are', () => {
    expect([...decoded(png([...size(4, 1), 2, 0, 0, 0, 0], Uint8Array.of(0, 0b00011011))).pixels]).toEqual([
      0, 85, 170, 255,
    ])
    const colours = [...Array(12).keys()]
    const mapped = decoded(
      png([...size(3, 1), 4, 3, 0, 0, 0], Uint8Array.of(0, 0x32, 0x10), [
        ['PLTE', colours],
        ['tRNS', [7]],
      ]),
    )
    expect([...mapped.pixels]).toEqual([3, 2, 1])
    expect([...(mapped.palette ?? [])]).toEqual([0, 1, 2, 7, 3, 4, 5, 255, 6, 7, 8, 255, 9, 10, 11, 255])
  })
  it('has an alpha where one colour is transparent, and where grey has one', () => {
    const keyed = decoded(
      png([...size(2, 1), 8, 2, 0, 0, 0], Uint8Array.of(0, 1, 2, 3, 4, 5, 6), [['tRNS', [0, 4, 0, 5, 0, 6]]]),
    )
    expect([...keyed.pixels]).toEqual([1, 2, 3, 255, 4, 5, 6, 0])
    expect([...decoded(png([...size(1, 1), 8, 4, 0, 0, 0], Uint8Array.of(0, 9, 77))).pixels]).toEqual([9, 9, 9, 77])
  })
  it('is read interlaced', () => {
    // 3 x 3, pixels numbered by row: passes 1 (0), 4 (2), 5 (6, 8), 6 (1, 7), 7 (3 4 5).
    const rows = Uint8Array.from([...[0, 0], ...[0, 2], ...[0, 6, 8], ...[0, 1], ...[0, 7], ...[0, 3, 4, 5]])
    expect([...decoded(png([...size(3, 3), 8, 0, 0, 0, 1], rows)).pixels]).toEqual([...Array(9).keys()])
  })
  it('of another size than is wanted is refused before its pixels are read', () => {
    const bytes = png([...size(2, 2), 8, 0, 0, 0, 0], Uint8Array.of(0)) // too few bytes of pixels
    const read = decodePicture(bytes, { width: 2, height: 3 })
    expect(read).toEqual({ code: 'picture.size', params: { width: 2, height: 3, found: '2 × 2' } })
    expect(decodePicture(bytes, { width: 2, height: 2 })).toMatchObject({ code: 'picture.cut' })
  })
  it('of 16 bits, of lying sizes, of more pixels than are read, or without a palette is refused', () => {
    expect(faultIn(png([...size(1, 1), 16, 0, 0, 0, 0], Uint8Array.of(0, 1, 2)))).toBe('deep')
    expect(faultIn(png([...size(2, 2), 8, 0, 0, 0, 0], Uint8Array.of(0, 1, 2)))).toBe('cut')
    expect(faultIn(png([0, 1, 0, 0, 0, 1, 0, 0, 8, 0, 0, 0, 0], Uint8Array.of(0, 1)))).toBe('large')
    // As many pixels as are read, from a stream of a few bytes: nothing is allocated for them.
    expect(faultIn(png([0, 0, 32, 0, 0, 0, 32, 0, 8, 6, 0, 0, 0], Uint8Array.of(0, 1)))).toBe('cut')
    expect(faultIn(png([...size(1, 1), 8, 3, 0, 0, 0], Uint8Array.of(0, 1)))).toBe('damaged')
    expect(faultIn(png([...size(1, 1), 8, 0, 0, 0, 0], Uint8Array.of(9, 1)))).toBe('damaged')
    expect(faultIn(png([...size(0, 1), 8, 0, 0, 0, 0], Uint8Array.of(0)))).toBe('damaged')
  })
})

describe('a TGA and a BMP of another program', () => {
  it('TGA is read with runs, from the top, from the right, and with 16 bits', () => {
    const head = (type: number, width: number, bits: number, descriptor: number): number[] => [
      ...[0, 0, type, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      ...[width, 0, 1, 0, bits, descriptor],
    ]
    expect([...decoded(Uint8Array.from([...head(11, 5, 8, 0x20), 0x82, 7, 1, 8, 9])).pixels]).toEqual([7, 7, 7, 8, 9])
    expect([...decoded(Uint8Array.from([...head(3, 3, 8, 0x10), 1, 2, 3])).pixels]).toEqual([3, 2, 1])
    expect([...decoded(Uint8Array.from([...head(2, 1, 16, 0), 0x1f, 0x7c])).pixels]).toEqual([255, 0, 255])
    expect(faultIn(Uint8Array.from([...head(11, 5, 8, 0), 0x82]))).toBe('cut')
    expect(faultIn(Uint8Array.from(head(11, 255, 8, 0)))).toBe('cut')
    expect(faultIn(Uint8Array.from(head(9, 1, 8, 0)))).toBe('damaged')
    expect(faultIn(Uint8Array.from(head(5, 1, 8, 0)))).toBe('other')
  })
  it('BMP is read from the top, with few bits and masks, and refused with runs', () => {
    const bytes = encodePicture('bmp', { width: 1, height: 2, kind: 'rgb', pixels: Uint8Array.of(1, 2, 3, 4, 5, 6) })
    new DataView(bytes.buffer).setInt32(22, -2, true)
    expect([...decoded(bytes).pixels]).toEqual([4, 5, 6, 1, 2, 3])
    new DataView(bytes.buffer).setUint32(30, 1, true)
    expect(faultIn(bytes)).toBe('coding')
    const wide = encodePicture('bmp', { width: 1, height: 1, kind: 'rgba', pixels: Uint8Array.of(1, 2, 3, 4) })
    expect([...decoded(wide).pixels]).toEqual([1, 2, 3, 4])
    expect(faultIn(wide.subarray(0, wide.length - 1))).toBe('cut')
  })
})

it('reads a BMP of 16 bits a pixel as five bits a channel, rows from the bottom', () => {
  const words = (...values: number[]): number[] => values.flatMap(value => [value & 255, (value >> 8) & 255])
  const head = [
    0x42,
    0x4d,
    ...words(62, 0, 0, 0, 54, 0),
    ...words(40, 0, 1, 0, 2, 0, 1, 16),
    ...Array<number>(24).fill(0),
  ]
  const bytes = Uint8Array.from([...head, ...words(0x7c00, 0), ...words(0x03ff, 0)])
  expect(decoded(bytes)).toEqual({ width: 1, height: 2, kind: 'rgb', pixels: Uint8Array.of(0, 255, 255, 255, 0, 0) })
})
