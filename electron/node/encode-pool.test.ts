import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allFamilies } from '@areal-studio/core'
import { workHere, type WorkArguments } from '@areal-studio/core/format'
import { encodePool } from './encode-pool'
import { ownData } from './own-data'

const ROOT = join(import.meta.dirname, '../..')
const { isBuilt } = (await import(new URL('../../build/built.mjs', import.meta.url).href)) as { isBuilt(): boolean }
const RSLI_CODEC = (await allFamilies())
  .flatMap(({ formats }) => formats)
  .find(({ id }) => id === 'parkan.rsli')?.archive

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'areal-encode-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A script whose thread does this with each order. */
function script(name: string, work: string): string {
  const path = join(base, `${name}.mjs`)
  writeFileSync(
    path,
    `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', order => { ${work} })\n`,
  )
  return path
}

const order = (payload: Uint8Array) => ({ family: 'f', format: 'a', encoding: 'e', payload })

it('gives each order its own result, more orders than threads', async () => {
  const { encode } = encodePool(script('good', 'parentPort.postMessage(order.payload.map(byte => byte + 1))'))
  const results = await Promise.all(Array.from({ length: 20 }, (_, i) => encode(order(Uint8Array.of(i)))))
  expect(results.map(bytes => bytes?.[0])).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})

it.each([
  ['ends', 'process.exit(0)'],
  ['fails', 'throw new Error("broken")'],
  ['knows no such codec', 'parentPort.postMessage(null)'],
])('a thread that %s leaves the work to the caller; none waits for ever', async (name, work) => {
  const { encode } = encodePool(script(name.replaceAll(' ', '-'), work))
  const results = await Promise.all(Array.from({ length: 9 }, () => encode(order(new Uint8Array(1)))))
  expect(results).toEqual(Array.from({ length: 9 }, () => undefined))
})

it('an order that cannot be sent, or that nobody needs any more, is refused, and the thread is free for others', async () => {
  const { encode, convert } = encodePool(script('echo', 'parentPort.postMessage(order.payload)'))
  const broken = { ...order(new Uint8Array(1)), unknown: () => undefined }
  for (let n = 0; n < 20; n++) await expect(encode(broken)).rejects.toThrow()
  let guards = 0
  const guard = (): never => {
    guards++
    throw new Error('stopped')
  }
  const given: WorkArguments<'decodePicture'> = [new Uint8Array(0), { width: 1, height: 1 }]
  for (let n = 0; n < 20; n++) await expect(convert('decodePicture', given, guard)).rejects.toThrow('stopped')
  expect(guards).toBe(20)
  expect(await encode(order(Uint8Array.of(5)))).toEqual(Uint8Array.of(5))
})

it('where there is no script the caller encodes', async () => {
  expect(await encodePool(join(base, 'none.mjs')).encode(order(new Uint8Array(1)))).toBeUndefined()
})

it('a thread is given the parts of an image that it needs, not the image', () => {
  const image = new Uint8Array(1000).fill(7)
  const part = image.subarray(10, 20)
  const pooled = ownData(Buffer.from('of a pool'))
  expect(pooled.buffers.map(buffer => buffer.byteLength)).toEqual([9])
  const { data, buffers } = ownData({ name: 'a', parts: [part, { again: part }], floats: Float32Array.of(1, 2) })
  expect(data).toEqual({ name: 'a', parts: [part, { again: part }], floats: Float32Array.of(1, 2) })
  expect(buffers.map(buffer => buffer.byteLength)).toEqual([10, 8])
  expect(structuredClone(data, { transfer: buffers })).toEqual({
    name: 'a',
    parts: [image.slice(10, 20), { again: image.slice(10, 20) }],
    floats: Float32Array.of(1, 2),
  })
  expect(part).toEqual(new Uint8Array(10).fill(7))
})

describe('the built script', () => {
  const built = [join(ROOT, 'out/node/encode-worker.mjs'), join(ROOT, 'out/electron/encode-worker.mjs')]

  it.skipIf(!isBuilt()).each(built)('%s encodes as this program does, in a thread', async path => {
    const payload = Uint8Array.from({ length: 3000 }, (_, i) => (i % 7) * (i % 13))
    for (const encoding of ['lzss', 'lzss+xor', 'lzhuf', 'deflate', 'xor']) {
      const bytes = await encodePool(path).encode({ family: 'parkan', format: 'parkan.rsli', encoding, payload })
      expect(bytes, encoding).toEqual(RSLI_CODEC?.encode?.(payload, encoding))
    }
  })

  it.skipIf(!isBuilt()).each(built)(
    '%s converts as this program does, and leaves what it is given as it was',
    async path => {
      const image = Uint8Array.from({ length: 3000 }, (_, i) => i % 251)
      const raster = { width: 8, height: 4, kind: 'rgb', pixels: image.subarray(1000, 1096) } as const
      const threads = encodePool(path)
      const given: WorkArguments<'encodePicture'> = ['png', raster]
      const png = await threads.convert('encodePicture', given)
      expect(image.length).toBe(3000)
      const file = png ?? image
      expect(workHere('decodePicture', [file])).toEqual({ ...raster, pixels: raster.pixels.slice() })
      const read = await threads.convert('decodePicture', [file, { width: 8, height: 4 }])
      expect(read).toEqual({ ...raster, pixels: raster.pixels.slice() })
      expect(await threads.convert('decodePicture', [file, { width: 9, height: 4 }])).toMatchObject({
        code: 'picture.size',
      })
    },
  )

  it.skipIf(!isBuilt()).each(built)('%s leaves what it does not know to the caller', async path => {
    const order = { family: 'parkan', format: 'none', encoding: 'lzss', payload: new Uint8Array(9) }
    expect(await encodePool(path).encode(order)).toBeUndefined()
  })
})
