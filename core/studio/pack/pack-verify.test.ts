import { expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import type { Bytes } from '../../layout'
import { MAP, NESTED, openBench, packedFiles, poke, type Bench } from '../studio.fixture'
import { TINY_CALLS, TINY_FAMILY, tinyEncoded } from '../tiny-family.fixture'

const OVERLAY = `overlay/${MAP}`
const RAW = `${MAP}!#2`
const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
const FLAG = (row: number): number => 8 + row * 12 + 7
const OFFSET = (row: number): number => 8 + row * 12 + 8

/** An install of encoded archives whose codec spoils each image that it packs from changed rows. */
async function spoiled(spoil: (image: Bytes) => Bytes): Promise<Bench> {
  const format = TINY_FAMILY.formats.find(({ id }) => id === 'tiny.packed')
  const codec = format?.archive
  if (!codec) throw new Error('no codec')
  const formats = [
    {
      ...format,
      archive: {
        ...codec,
        pack: (...given: Parameters<typeof codec.pack>) => {
          const packed = codec.pack(...given)
          return { ...packed, bytes: spoil(packed.bytes.slice()) }
        },
      },
    },
  ]
  return openBench({ game: new MemoryFiles(packedFiles(), { root: '/game' }), formats })
}

const at = (image: Bytes, row: number): number => viewOf(image).getUint16(OFFSET(row), true)
const put = (image: Bytes, offset: number, bytes: Bytes): Bytes => {
  image.set(bytes, offset)
  return image
}
const flip = (image: Bytes, offset: number): Bytes => put(image, offset, Uint8Array.of((image[offset] ?? 0) ^ 1))

it.each<readonly [name: string, row: string, spoil: (image: Bytes) => Bytes]>([
  ['stored bytes of an untouched row differ and do not decode', '0', image => flip(image, at(image, 0))],
  ['an untouched row has other attributes', '0', image => flip(image, FLAG(0))],
  ['the touched row has another payload', '2', image => put(image, at(image, 2), tinyEncoded(Uint8Array.of(8, 2, 3)))],
  ['the touched row has other attributes', '2', image => flip(image, FLAG(2))],
  ['a row is missing', '', image => put(image, 4, Uint8Array.of(2, 0))],
  ['the image is no archive', '', image => image.fill(0)],
])('an image of which %s is refused, and an older one stays in the overlay', async (_, row, spoil) => {
  let isSpoiled = false
  const bench = await spoiled(image => (isSpoiled ? spoil(image) : image))
  const { api } = bench.studio
  await poke(bench.studio, RAW, 0, 7)
  await api.pack()
  const older = bench.store().snapshot()[OVERLAY]
  isSpoiled = true
  await poke(bench.studio, RAW, 0, 9)
  await expect(api.pack()).rejects.toMatchObject({ code: 'pack.verify', params: { row } })
  expect(older).toBeDefined()
  expect(bench.store().snapshot()[OVERLAY]).toEqual(older)
  expect(await api.info()).toMatchObject({ unpacked: 1 })
})

it('of an archive in another one every row is compared, too', async () => {
  const inner = (image: Bytes): boolean => image.length < 200 && viewOf(image).getUint16(4, true) === 2
  const bench = await spoiled(image => (inner(image) ? flip(image, at(image, 1)) : image))
  await poke(bench.studio, `${NESTED}!#0`, 8, 9)
  await expect(bench.studio.api.pack()).rejects.toMatchObject({ code: 'pack.verify' })
})

it('the touched row alone is decoded', async () => {
  const bench = await spoiled(image => image)
  await poke(bench.studio, RAW, 0, 7)
  const before = TINY_CALLS.decode
  await bench.studio.api.pack()
  expect(TINY_CALLS.decode - before).toBe(1)
})
