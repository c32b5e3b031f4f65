import { expect, it } from 'vitest'
import { brokenLaws, encode, type Bytes } from '../../../layout'
import { problemsOf } from '../entries.fixture'
import { formatOf, shelf } from '../opened.fixture'
import { SAVE } from './save'

const good = encode(
  SAVE,
  { magic: 'SLOT', version: 1, difficulty: 2, mission: 'MISSIONS\\tutorial.01', world: Uint8Array.of(1, 2, 3) },
  '',
).bytes
const open = (bytes: Bytes) => shelf({ 'SAVE/slot0.sav': bytes }).open('SAVE/slot0.sav')

it('a saved game is its head and a world that is kept as it is', async () => {
  expect([good.length, brokenLaws(SAVE, good)]).toEqual([4 + 2 + 4 + 20 + 4 + 3, []])
  expect(formatOf(open(good))?.id).toBe('parkan.save')
  expect(await problemsOf(open(good))).toEqual([])
  expect(await problemsOf(open(good.subarray(0, -1)))).toContainEqual(expect.stringMatching(/^save\.cut/))
  expect(await problemsOf(open(Uint8Array.of(...good, 0)))).toEqual(['save.trailing'])
  expect(formatOf(open(Uint8Array.of(0, ...good)))).toBeUndefined()
})
