import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Opened } from '../../../format'
import { shelfOf } from '../../../format/shelf.fixture'
import type { Bytes } from '../../../layout'
import { decodePicture, encodePicture, toRgba, type Raster } from '../../../picture'
import { MW3 } from '../mw3'
import { describeReference, fixture, installFiles } from '../reference.fixture'
import { TEXTURE_CONVERSIONS, texturePicture } from './texture-picture'
import { here } from '../../../format/work.fixture'

const HEAD = 16
const [WIDTH, HEIGHT] = [5, 3]
const COUNT = WIDTH * HEIGHT

interface Made {
  readonly bytes: Bytes
  /** Bytes of a pixel, and of those behind the pixels the alpha of each. */
  readonly each: number
  readonly hasAlpha: boolean
  readonly isKeyed: boolean
}

/** Textures of random pixels: of colours, of numbers in a palette, with and without alpha. */
const textures: fc.Arbitrary<Made> = fc
  .record({ colours: fc.constantFrom(0, 0, 4, 256), kind: fc.constantFrom('opaque', 'keyed', 'full' as const) })
  .chain(({ colours, kind }) => {
    const each = colours > 0 ? 1 : 2
    const size = COUNT * (each + (kind === 'full' ? 1 : 0)) + 2 * colours
    const flags = 1 | (kind === 'opaque' ? 4 : kind === 'keyed' ? 2 : 10)
    const head = [flags, 0, 0, 0, WIDTH, 0, HEIGHT, 0, 0, 0, 0, 0, colours & 255, colours >> 8, 0, 0]
    return fc.uint8Array({ minLength: size, maxLength: size }).map(rest => ({
      bytes: Uint8Array.from([...head, ...rest]),
      each,
      hasAlpha: kind === 'full',
      isKeyed: kind === 'keyed' && colours === 0,
    }))
  })

const entryOf = (bytes: Bytes): Opened => shelfOf([], { wall: bytes }).open('wall')
const conversion = TEXTURE_CONVERSIONS.find(({ ending }) => ending === 'png')
const written = async (entry: Opened): Promise<Bytes> => (await conversion?.encode(entry, here)) ?? entry.bytes
const decode = async (entry: Opened, file: Bytes) => conversion?.decode?.(entry, file, here)
const rasterIn = (file: Bytes): Raster => {
  const raster = decodePicture(file)
  if ('code' in raster) throw new Error(raster.code)
  return raster
}
const asRgba = (raster: Raster): Raster => ({ ...raster, kind: 'rgba', pixels: toRgba(raster).slice() })

describe('the picture of a texture', () => {
  it('changes nothing when it is taken in unmodified, with or without its palette', async () => {
    await fc.assert(
      fc.asyncProperty(textures, async ({ bytes }) => {
        const entry = entryOf(bytes)
        const file = await written(entry)
        expect(await decode(entry, file)).toEqual({ bytes, notices: [] })
        expect(await decode(entry, encodePicture('png', asRgba(rasterIn(file))))).toEqual({ bytes, notices: [] })
      }),
      { numRuns: 150 },
    )
  })

  it('with one changed pixel changes the bytes of that pixel and its alpha alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        textures,
        fc.nat(COUNT - 1),
        fc.uint8Array({ minLength: 4, maxLength: 4 }),
        async ({ bytes, each, hasAlpha }, pixel, colour) => {
          const raster = asRgba(rasterIn(await written(entryOf(bytes))))
          raster.pixels.set(colour, 4 * pixel)
          const after = (await decode(entryOf(bytes), encodePicture('png', raster)))?.bytes ?? bytes
          const [first, alpha] = [HEAD + each * pixel, HEAD + each * COUNT + pixel]
          const may = new Set([first, first + each - 1, ...(hasAlpha ? [alpha] : [])])
          expect(Array.from(bytes.keys()).filter(at => bytes[at] !== after[at] && !may.has(at))).toEqual([])
          expect(after.length).toBe(bytes.length)
          // Taken in again it is what the texture can hold of it: nothing more changes.
          expect((await decode(entryOf(after), encodePicture('png', raster)))?.bytes).toEqual(after)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('is its thumbnail, unless its palette is that of the package', async () => {
    await fc.assert(
      fc.asyncProperty(textures, async ({ bytes }) => {
        expect(texturePicture(bytes)).toEqual(rasterIn(await written(entryOf(bytes))))
      }),
      { numRuns: 50 },
    )
    const shared = [0x15, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 7]
    expect(texturePicture(Uint8Array.from(shared))).toBeUndefined()
  })

  it('of one transparent colour keeps black opaque', async () => {
    const bytes = Uint8Array.from([3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff])
    const pixel = (...pixels: number[]): Bytes =>
      encodePicture('png', { width: 1, height: 1, kind: 'rgba', pixels: Uint8Array.from(pixels) })
    const black = await decode(entryOf(bytes), pixel(0, 0, 0, 255))
    expect([black?.bytes.subarray(HEAD), black?.notices.map(({ code }) => code)]).toEqual([
      Uint8Array.of(1, 0),
      ['notice.picture-colours'],
    ])
    expect((await decode(entryOf(bytes), pixel(9, 9, 9, 0)))?.bytes.subarray(HEAD)).toEqual(Uint8Array.of(0, 0))
  })
})

describeReference('textures of the packages of the reference install', () => {
  it('are pictures that change nothing when they are taken in', async () => {
    let shared = 0
    const isPackage = (path: string): boolean => /(?:texture|image|mechtex)\w*\.zbd$/.test(path)
    const packages = Object.entries(installFiles()).filter(([path]) => isPackage(path))
    for (const [path, image] of [...packages, ['rtexture.zbd', fixture('golden/rtexture_harsh.zbd')] as const]) {
      const shelf = shelfOf(MW3.formats, { [path]: image })
      for (const entry of shelf.rows(shelf.open(path))) {
        if (Number(entry.attributes['palette_index']) >= 0) shared++
        const taken = await decode(entry, await written(entry))
        expect([entry.path, taken]).toEqual([entry.path, { bytes: entry.bytes, notices: [] }])
      }
    }
    expect(shared).toBeGreaterThan(0)
  })
})
