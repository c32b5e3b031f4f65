import { beforeEach, expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { createStudio, type Studio } from '../studio'
import { files, hash, MAP, poke } from '../studio.fixture'
import { memoryHost } from '../memory-host.fixture'
import { TINY_KNOWN } from '../tiny-family.fixture'

let game: MemoryFiles
let studio: Studio
let told: string[]
/** What the system's watcher calls. */
let look: (paths: readonly string[]) => void

beforeEach(async () => {
  game = new MemoryFiles(files(), { root: '/game' })
  studio = createStudio({
    host: memoryHost({ hash, folders: new Map([['/game', game]]), pid: 1 }),
    families: [TINY_KNOWN],
    watch: (folder, changed) => {
      if (folder === '/game') look = changed
      return () => undefined
    },
  })
  await studio.api.open('/game')
  told = []
  studio.listen('outside', ({ kind, files }) => {
    if (kind !== 'listed') told.push(...files.map(file => `${kind} ${file}`))
  })
})

async function heard(path: string): Promise<readonly string[]> {
  look([path])
  await studio.api.dictionary() // waits for its turn behind the look
  return told.splice(0)
}

it('what another program changed, added and deleted is told apart', async () => {
  await studio.api.read('readme.txt')
  game.put('readme.txt', Uint8Array.of(1))
  expect(await heard('readme.txt')).toEqual(['changed readme.txt'])
  game.put('new.txt', Uint8Array.of(1))
  expect(await heard('new.txt')).toEqual(['come new.txt'])
  await game.remove('readme.txt')
  expect(await heard('readme.txt')).toEqual(['gone readme.txt'])
})

it('of a file with edits on it, too', async () => {
  await poke(studio, `${MAP}!#2`, 0, 50)
  const original = await game.read(MAP)
  game.put(MAP, Uint8Array.of(1))
  expect(await heard(MAP)).toEqual([`changed ${MAP}`])
  await game.remove(MAP)
  expect(await heard(MAP)).toEqual([`gone ${MAP}`])
  game.put(MAP, original)
  expect(await heard(MAP)).toEqual([`changed ${MAP}`])
})

it('what was deployed and returned here is no other program’s', async () => {
  await poke(studio, `${MAP}!#2`, 0, 50)
  await studio.api.deploy()
  expect(await heard(MAP)).toEqual([])
  await studio.api.restore()
  expect(await heard(MAP)).toEqual([])
})
