import { deflateSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { crc32 } from '../../compress'
import { knownFamily, MemoryFiles } from '../../format'
import { fromText, toText } from '../../format/text-bytes'
import type { Bytes } from '../../layout'
import { createStudio, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { codeOf, hash } from '../../studio/studio.fixture'
import { PARKAN } from './parkan'

// Files of other programs that are refused, each through the whole studio: nothing is changed.

const LAND = 'DATA/MAPS/SC_1/Land.msh'
let api: StudioApi
let texture: string
let sound: string

beforeAll(async () => {
  const files = (await PARKAN.sample?.(1)) ?? []
  const game = new MemoryFiles(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])), { root: '/game' })
  const host = memoryHost({ hash, folders: new Map([['/game', game]]) })
  api = createStudio({ host, families: [knownFamily(PARKAN)] }).api
  await api.open('/game')
  const first = async (archive: string, format: string): Promise<string> =>
    (await api.list(archive)).find(item => item.format === format)?.path ?? ''
  texture = await first('Textures.lib', 'parkan.texture')
  sound = await first('sounds.lib', 'parkan.sound')
}, 60_000)

const word = (value: number): number[] => [24, 16, 8, 0].map(shift => (value >>> shift) & 255)

/** A PNG of that header over the packed rows. */
function png([width, height]: readonly [number, number], rest: readonly number[], packed: Uint8Array): Bytes {
  const chunk = (type: string, data: Uint8Array): Uint8Array => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    return Buffer.concat([Uint8Array.from(word(data.length)), body, Uint8Array.from(word(crc32(body)))])
  }
  const header = Uint8Array.from([...word(width), ...word(height), ...rest])
  return new Uint8Array(
    Buffer.concat([
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      chunk('IHDR', header),
      chunk('IDAT', packed),
      chunk('IEND', new Uint8Array(0)),
    ]),
  )
}

/** Takes a file in and expects a refusal that leaves everything as it was; bytes that the process grew by. */
async function refused(entry: string, name: string, file: Bytes, code: string): Promise<number> {
  const [before, steps] = [hash((await api.read(entry)).bytes), await api.history()]
  const memory = process.memoryUsage().arrayBuffers
  expect(await codeOf(api.incoming(entry, file, { file: name, dryRun: false }))).toBe(code)
  const grown = process.memoryUsage().arrayBuffers - memory
  expect(hash((await api.read(entry)).bytes)).toBe(before)
  expect(await api.history()).toEqual(steps)
  return grown
}

/** 64 MB of zeros, packed to 64 kB. */
const BOMB = deflateSync(new Uint8Array(1 << 26))
const EIGHT_BITS = [8, 6, 0, 0, 0]

it('PNG bombs: sizes are compared with the texture and with the bytes there before anything is unpacked', async () => {
  const exported = await api.convert(texture, 'png')
  const view = new DataView(exported.buffer, exported.byteOffset)
  const size = [view.getUint32(16), view.getUint32(20)] as const
  const least = Math.min(
    await refused(texture, 'a.png', png(size, EIGHT_BITS, BOMB), 'picture.cut'),
    await refused(texture, 'a.png', png([0x7fffffff, 0x7fffffff], EIGHT_BITS, BOMB), 'picture.size'),
    await refused(texture, 'a.png', png([8192, 8192], EIGHT_BITS, BOMB), 'picture.size'),
  )
  expect(least).toBeLessThan(BOMB.length * 100)
})

it('PNG of 16 bits, interlaced or not, and one that is cut', async () => {
  await refused(texture, 'a.png', png([4, 4], [16, 2, 0, 0, 0], deflateSync(new Uint8Array(100))), 'picture.deep')
  await refused(texture, 'a.png', png([4, 4], [16, 2, 0, 0, 1], deflateSync(new Uint8Array(100))), 'picture.deep')
  await refused(texture, 'a.png', (await api.convert(texture, 'png')).subarray(0, 60), 'picture.cut')
})

/** A GLB with other JSON, of the same binary part. */
function withJson(glb: Bytes, change: (json: Record<string, unknown>) => void): Bytes {
  const size = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true)
  const json = JSON.parse(toText(glb.subarray(20, 20 + size))) as Record<string, unknown>
  change(json)
  const text = fromText(JSON.stringify(json))
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(0x20)
  padded.set(text)
  const made = new Uint8Array(20 + padded.length + glb.length - 20 - size)
  made.set(glb.subarray(0, 20))
  made.set(padded, 20)
  made.set(glb.subarray(20 + size), 20 + padded.length)
  const view = new DataView(made.buffer)
  view.setUint32(8, made.length, true)
  view.setUint32(12, padded.length, true)
  return made
}

it('GLB of another mesh, with codecs that are not read, or with more scenes and vertices than it has bytes', async () => {
  const glb = await api.convert(LAND, 'glb')
  await refused(LAND, 'a.glb', await api.convert('DATA/MAPS/Tut_1/Land.msh', 'glb'), 'mesh.topology')
  for (const extension of ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_texture_basisu'])
    await refused(
      LAND,
      'a.glb',
      withJson(glb, json => (json['extensionsRequired'] = [extension])),
      'mesh.extension',
    )
  await refused(
    LAND,
    'a.glb',
    withJson(glb, json => (json['scenes'] = Array.from({ length: 1000 }, () => ({ nodes: [0] })))),
    'mesh.unsupported',
  )
  await refused(
    LAND,
    'a.glb',
    withJson(glb, json => {
      for (const accessor of json['accessors'] as Record<string, unknown>[]) accessor['count'] = 2 ** 40
    }),
    'mesh.cut',
  )
})

it('WAV of codecs that the game cannot play', async () => {
  const wav = await api.convert(sound, 'wav')
  for (const tag of [3, 6, 7, 0x11, 0x55]) {
    const other = wav.slice()
    new DataView(other.buffer).setUint16(20, tag, true)
    await refused(sound, 'a.wav', other, 'convert.sound')
  }
  await refused(sound, 'a.wav', wav.subarray(0, 30), 'convert.sound')
})
