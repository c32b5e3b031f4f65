import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bytes } from '../../../layout'
import { conversionFrom, type Replacement } from '../../../format'
import { decodePicture, encodePicture, PICTURE_ENDINGS, toRgba, type Raster } from '../../../picture'
import { byteWriter } from '../byte-writer.fixture'
import { shelf } from '../opened.fixture'
import { PARKAN } from '../parkan'
import { bytesPerPixel, type PixelFormat } from './texture'
import { here } from '../../../format/work.fixture'

const FORMATS: readonly PixelFormat[] = [0, 2, 565, 556, 4444, 88, 888, 8888]
const [WIDTH, HEIGHT, HEAD] = [5, 3, 32]

interface Made {
  readonly format: PixelFormat
  readonly bytes: Bytes
}

/** Textures of random pixels with a level below the largest. */
const textures: fc.Arbitrary<Made> = fc.constantFrom(...FORMATS).chain(format => {
  const each = bytesPerPixel(format)
  const size = (format === 0 ? 1024 : 0) + each * (WIDTH * HEIGHT + 2)
  return fc.uint8Array({ minLength: size, maxLength: size }).map(rest => ({
    format,
    bytes: byteWriter().u32(0x6d786554, WIDTH, HEIGHT, 2, 0, 0, 7, format).bytes(rest).done(),
  }))
})

const entryOf = (bytes: Bytes) => shelf({ 'a.tex': bytes }).open('a.tex')
const conversion = (ending: string) => {
  const format = PARKAN.formats.find(({ id }) => id === 'parkan.texture')
  const found = conversionFrom(format, `a.tex.${ending}`)
  if (!found?.decode) throw new Error(ending)
  return { encode: found.encode, decode: found.decode }
}
const written = async (bytes: Bytes, ending: string): Promise<Bytes> => conversion(ending).encode(entryOf(bytes), here)
const taken = async (bytes: Bytes, file: Bytes, ending = 'png'): Promise<Replacement> =>
  conversion(ending).decode(entryOf(bytes), file, here)
const rasterIn = (file: Bytes): Raster => {
  const raster = decodePicture(file)
  if ('code' in raster) throw new Error(raster.code)
  return raster
}
const png = (raster: Raster): Bytes => encodePicture('png', raster)
const asRgba = (raster: Raster): Raster => ({
  width: raster.width,
  height: raster.height,
  kind: 'rgba',
  pixels: toRgba(raster).slice(),
})

describe('the picture of a texture', () => {
  it('changes nothing when it is taken in unmodified, as any kind of file, with or without its palette', async () => {
    await fc.assert(
      fc.asyncProperty(textures, fc.constantFrom(...PICTURE_ENDINGS), async ({ bytes }, ending) => {
        const file = await written(bytes, ending)
        expect(await taken(bytes, file, ending)).toEqual({ bytes, notices: [] })
        expect(await taken(bytes, png(asRgba(rasterIn(file))))).toEqual({ bytes, notices: [] })
      }),
      { numRuns: 120 },
    )
  })
  it('with one changed pixel changes the bytes of that pixel alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        textures,
        fc.nat(WIDTH * HEIGHT - 1),
        fc.uint8Array({ minLength: 3, maxLength: 3 }),
        async ({ format, bytes }, pixel, colour) => {
          const raster = asRgba(rasterIn(await written(bytes, 'png')))
          raster.pixels.set(colour, 4 * pixel)
          const after = (await taken(bytes, png(raster))).bytes
          const [each, start] = [bytesPerPixel(format), HEAD + (format === 0 ? 1024 : 0)]
          const changed = Array.from(bytes.keys()).filter(at => bytes[at] !== after[at])
          expect(changed.every(at => Math.floor((at - start) / each) === pixel)).toBe(true)
          // Taken in again it is what the texture can hold of it: nothing more changes.
          expect((await taken(after, png(raster))).bytes).toEqual(after)
        },
      ),
      { numRuns: 120 },
    )
  })
  it('gives the number of the file where its palette is that of the texture, else the nearest colour, and counts those', async () => {
    const colours = Uint8Array.from({ length: 1024 }, (_, k) => (k % 4 === 3 ? 0 : k >> 3)) // each colour twice
    const bytes = byteWriter().u32(0x6d786554, 2, 1, 1, 0, 0, 7, 0).bytes(colours).bytes(Uint8Array.of(8, 9)).done()
    const raster = rasterIn(await written(bytes, 'png'))
    expect([raster.kind, ...raster.pixels]).toEqual(['palette', 8, 9])
    const swapped = await taken(bytes, png({ ...raster, pixels: Uint8Array.of(9, 8) }))
    expect([...swapped.bytes.subarray(-2)]).toEqual([9, 8])
    const other = asRgba(raster)
    other.pixels.set([4, 4, 90, 100], 0)
    const nearest = await taken(bytes, png(other))
    expect(nearest.bytes.at(-1)).toBe(9)
    expect(nearest.notices.map(({ code, params }) => [code, params['n']])).toEqual([
      ['notice.picture-colours', 1],
      ['notice.picture-opaque', 1],
    ])
  })
  it('of another size, or a file that is no picture, is refused; a damaged texture has none', async () => {
    const bytes = byteWriter().u32(0x6d786554, 1, 1, 1, 0, 0, 7, 8888).u32(0).done()
    const refused = async (of: Bytes, file: Bytes): Promise<unknown> =>
      taken(of, file).then(
        () => 'taken',
        (error: unknown) => (error as { code: string }).code,
      )
    const large = png({ width: 2, height: 1, kind: 'grey', pixels: Uint8Array.of(1, 2) })
    expect(await refused(bytes, large)).toBe('picture.size')
    expect(await refused(bytes, new Uint8Array(40).fill(9))).toBe('picture.other')
    expect(await refused(bytes, large.subarray(0, 50))).toBe('picture.cut')
    expect(await refused(bytes.subarray(0, 30), large)).toBe('convert.no-picture')
  })
})
