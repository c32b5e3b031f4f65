import { describe, expect, it } from 'vitest'
import type { Opened } from '../../../format'
import { document, locate, type Bytes } from '../../../layout'
import { decodePicture, encodePicture, type Raster } from '../../../picture'
import { formatOf, shelf } from '../opened.fixture'
import { areaFile } from '../sample/files'
import { groundPacket, waterPacket } from '../sample/ground'
import { TRRN, WATR } from './terrain'
import { here } from '../../../format/work.fixture'

const SIDE = 16
const ground = groundPacket(0, 0, () => 0)
const water = waterPacket(0, 0, -1)

function packet(type: 'TRRN' | 'WATR', bytes: Bytes): Opened {
  const all = shelf({ 'a.trx': areaFile([[type, bytes]]) })
  const entry = all.all(all.open('a.trx')).find(({ name }) => name === type)
  if (!entry) throw new Error(type)
  return entry
}
const conversion = (entry: Opened) => {
  const found = formatOf(entry)?.conversions?.find(({ ending }) => ending === 'png')
  if (!found?.decode) throw new Error('no conversion')
  return { encode: found.encode, decode: found.decode }
}
async function rasterOf(entry: Opened): Promise<Raster> {
  const raster = decodePicture(await conversion(entry).encode(entry, here))
  if ('code' in raster) throw new Error(raster.code)
  return raster
}
const same = (a: Bytes, b: Bytes): boolean => Buffer.from(a).equals(Buffer.from(b))

describe('weight maps of a megatile', () => {
  it('are one grey picture, six maps side by side', async () => {
    const { width, height, kind, pixels } = await rasterOf(packet('TRRN', ground))
    expect([width, height, kind]).toEqual([6 * SIDE, SIDE, 'grey'])
    // The first texture covers the left half of the megatile, the second one the right half.
    expect([0, 8, 16, 24, 32, 40, 48, 64, 80].map(x => pixels[width + x])).toEqual([255, 0, 0, 255, 0, 0, 0, 0, 0])
  })

  it.each([
    [0, 'dds_a', 2],
    [1, 'dds_a', 1],
    [2, 'dds_a', 0],
    [3, 'dds_a', 3],
    [4, 'dds_b', 2],
    [5, 'dds_b', 1],
  ] as const)('map %d is the byte of each pixel of %s at %d', async (map, field, channel) => {
    const entry = packet('TRRN', ground)
    const raster = await rasterOf(entry)
    const pixels = raster.pixels.slice()
    const [x, y] = [3, 5]
    pixels[y * raster.width + map * SIDE + x] = 77
    const drawn = encodePicture('png', { ...raster, pixels })
    const { bytes, notices } = await conversion(entry).decode(entry, drawn, here)
    expect(notices).toEqual([])
    const expected = ground.slice()
    expected[(locate(document(TRRN, ground), field)?.offset ?? 0) + 128 + (y * SIDE + x) * 4 + channel] = 77
    expect(same(bytes, expected)).toBe(true)
  })

  it('are unchanged by the picture that was written of them', async () => {
    for (const entry of [packet('TRRN', ground), packet('WATR', water)]) {
      const { bytes } = await conversion(entry).decode(entry, await conversion(entry).encode(entry, here), here)
      expect(same(bytes, entry.bytes)).toBe(true)
    }
  })

  it('are no picture where their size does not fit their bytes', async () => {
    const broken = ground.slice()
    const at = locate(document(TRRN, ground), 'dds_b')?.offset ?? 0
    broken[at + 16] = SIDE + 1
    const entry = packet('TRRN', broken)
    await expect((async () => conversion(entry).encode(entry, here))()).rejects.toMatchObject({
      code: 'convert.no-picture',
    })
  })
})

describe('the mask of water', () => {
  it('is a grey picture: white where there is water', async () => {
    const { width, height, pixels } = await rasterOf(packet('WATR', water))
    expect([width, height, pixels[0], pixels[SIDE - 1]]).toEqual([SIDE, SIDE, 255, 0])
    expect(locate(document(WATR, water), 'dds')?.size).toBe(128 + SIDE * SIDE)
  })
})
