import { expect, it } from 'vitest'
import { MAP, openBench, poke } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'
const ENTRIES = [LOOSE, MAP, `${MAP}!#0`, `${MAP}!#2`]

it('an entry is called pristine where no edit reaches it, and then its bytes are those before any edit', async () => {
  const { studio, again } = await openBench()
  const pristine = async (by = studio): Promise<readonly string[]> => {
    const found: string[] = []
    for (const entry of ENTRIES) {
      const image = await by.api.read(entry)
      if (!image.isPristine) continue
      found.push(entry)
      expect(image.bytes).toEqual((await by.api.read(entry, { of: 'pristine' })).bytes)
    }
    return found
  }
  expect(await pristine()).toEqual(ENTRIES)
  await poke(studio, `${MAP}!#2`, 0, 50)
  expect(await pristine()).toEqual([LOOSE, `${MAP}!#0`])
  await poke(studio, LOOSE, 8, 4)
  expect(await pristine()).toEqual([`${MAP}!#0`])
  await studio.api.pack()
  expect(await pristine(await again())).toEqual([`${MAP}!#0`])
  await studio.api.undo()
  await studio.api.undo()
  expect(await pristine()).toEqual(ENTRIES)
})
