import { expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { memoryHost } from '../memory-host.fixture'
import { createStudio } from '../studio'
import { files, hash } from '../studio.fixture'
import { TINY_KNOWN } from '../tiny-family.fixture'

it('a list of very many files lets other work of the process run between them', async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`DATA/file${i}.txt`, Uint8Array.of(i)]))
  const game = new MemoryFiles({ ...files(), ...many }, { root: '/game' })
  let rests = 0
  const host = {
    ...memoryHost({ hash, folders: new Map([['/game', game]]) }),
    pause: () => Promise.resolve(void rests++),
  }
  const { api } = createStudio({ host, families: [TINY_KNOWN] })
  await api.open('/game')
  const before = rests
  expect(await api.list('', { deep: true })).toHaveLength((await game.list()).length)
  expect(rests - before).toBeGreaterThanOrEqual(5)
})
