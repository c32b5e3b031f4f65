import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allFamilies } from '@areal-studio/core'
import { encodePool } from './encode-pool'

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
  const encode = encodePool(script('good', 'parentPort.postMessage(order.payload.map(byte => byte + 1))'))
  const results = await Promise.all(Array.from({ length: 20 }, (_, i) => encode(order(Uint8Array.of(i)))))
  expect(results.map(bytes => bytes?.[0])).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})

it.each([
  ['ends', 'process.exit(0)'],
  ['fails', 'throw new Error("broken")'],
  ['knows no such codec', 'parentPort.postMessage(null)'],
])('a thread that %s leaves the work to the caller; none waits for ever', async (name, work) => {
  const encode = encodePool(script(name.replaceAll(' ', '-'), work))
  const results = await Promise.all(Array.from({ length: 9 }, () => encode(order(new Uint8Array(1)))))
  expect(results).toEqual(Array.from({ length: 9 }, () => undefined))
})

it('where there is no script the caller encodes', async () => {
  expect(await encodePool(join(base, 'none.mjs'))(order(new Uint8Array(1)))).toBeUndefined()
})

describe('the built script', () => {
  const built = [join(ROOT, 'out/node/encode-worker.mjs'), join(ROOT, 'out/electron/encode-worker.mjs')]

  it.skipIf(!isBuilt()).each(built)('%s encodes as this program does, in a thread', async path => {
    const payload = Uint8Array.from({ length: 3000 }, (_, i) => (i % 7) * (i % 13))
    for (const encoding of ['lzss', 'lzss+xor', 'lzhuf', 'deflate', 'xor']) {
      const bytes = await encodePool(path)({ family: 'parkan', format: 'parkan.rsli', encoding, payload })
      expect(bytes, encoding).toEqual(RSLI_CODEC?.encode?.(payload, encoding))
    }
  })

  it.skipIf(!isBuilt()).each(built)('%s leaves what it does not know to the caller', async path => {
    const order = { family: 'parkan', format: 'none', encoding: 'lzss', payload: new Uint8Array(9) }
    expect(await encodePool(path)(order)).toBeUndefined()
  })
})
