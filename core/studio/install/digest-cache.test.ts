import { expect, it } from 'vitest'
import { MemoryFiles, StudioError } from '../../format'
import { memoryHost } from '../memory-host.fixture'
import { hash } from '../studio.fixture'
import { DigestCache } from './digest-cache'

const LIMIT = 1000
const FOLDER = '/user/digest-cache'
const result = (n: number, size = 50) => new Uint8Array(size).fill(n)

function machine(files = new MemoryFiles({}, { root: FOLDER })) {
  const folders = new Map([[FOLDER, files]])
  const start = (build = 'a') => new DigestCache({ ...memoryHost({ hash, folders }), build }, 'things', LIMIT)
  return { files, start }
}

it('returns what was kept by an earlier start of the same build, and nothing for another key', async () => {
  const { start } = machine()
  const first = start()
  await first.put([
    { key: first.keyOf('one'), bytes: result(1) },
    { key: first.keyOf('none'), bytes: new Uint8Array() },
  ])
  await first.put([{ key: first.keyOf('two', 'b'), bytes: result(2) }])
  const next = start()
  expect(await next.get(next.keyOf('one'))).toEqual(result(1))
  expect(await next.get(next.keyOf('none'))).toEqual(new Uint8Array())
  expect(await next.get(next.keyOf('two', 'b'))).toEqual(result(2))
  expect(await next.get(next.keyOf('twob'))).toBeUndefined()
  const other = start('b')
  expect(await other.get(other.keyOf('one'))).toBeUndefined()
})

it('stays below its limit, and keeps what was used last', async () => {
  const { files, start } = machine()
  const old = start()
  for (let n = 0; n < 5; n++) await old.put([{ key: old.keyOf(`old ${n}`), bytes: result(n) }])
  const cache = start()
  await cache.get(cache.keyOf('old 3'))
  for (let n = 0; n < 30; n++) await cache.put([{ key: cache.keyOf(`new ${n}`), bytes: result(n) }])
  expect((await files.stat('things.bin'))?.size).toBeLessThanOrEqual(LIMIT)
  const next = start()
  expect(await next.get(next.keyOf('new 29'))).toEqual(result(29))
  expect(await next.get(next.keyOf('old 0'))).toBeUndefined()
})

it('a disk that refuses costs nothing but the kept results', async () => {
  const refuse = new MemoryFiles(
    {},
    {
      root: FOLDER,
      before: operation => {
        if (operation === 'append' || operation === 'write') throw new StudioError('file.disk-full', { path: '' })
      },
    },
  )
  const { start } = machine(refuse)
  const cache = start()
  await cache.put([{ key: cache.keyOf('one'), bytes: result(1) }])
  expect(await cache.get(cache.keyOf('one'))).toEqual(result(1))
  const next = start()
  expect(await next.get(next.keyOf('one'))).toBeUndefined()
})
