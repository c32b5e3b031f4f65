import { expect, it } from 'vitest'
import { Unzip, UnzipInflate } from 'fflate'
import { MemoryFiles } from '../../format'
import { files, openBench, setByte, transaction } from '../studio.fixture'

/** Names and bytes of a ZIP; `unzipSync` answers an object by name, which loses `__proto__`. */
function unzipped(zip: Uint8Array): readonly (readonly [name: string, bytes: readonly number[]])[] {
  const found: (readonly [string, readonly number[]])[] = []
  const reader = new Unzip(file => {
    const bytes: number[] = []
    file.ondata = (error, part, isLast) => {
      if (error) throw error
      bytes.push(...part)
      if (isLast) found.push([file.name, bytes])
    }
    file.start()
  })
  reader.register(UnzipInflate)
  reader.push(zip, true)
  return found
}

it('the overlay has every changed file, whatever inherited name it has', async () => {
  const names = Object.getOwnPropertyNames(Object.prototype)
  const game = Object.fromEntries([
    ...names.map(name => [name, Uint8Array.of(1, 2, 3)] as const),
    ...Object.entries(files()),
  ])
  const { studio } = await openBench({ game: new MemoryFiles(game, { root: '/game' }) })
  for (const name of names) await studio.api.commit(transaction(setByte(await studio.api.read(name), 1, 77)))
  await studio.api.pack()
  const zip = await studio.api.overlayZip()
  expect(unzipped(zip)).toEqual([...names].sort().map(name => [name, [1, 77, 3]]))
})
