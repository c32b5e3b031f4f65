import { describe, expect, it } from 'vitest'
import type { Bytes } from '../../../layout'
import { seededRandom } from '../../parkan/sample/random'
import { describeReference, fixture } from '../reference.fixture'
import { sampleWorld } from '../sample/sample-world'
import { randomRun } from './random-run.fixture'

// Together a twentieth of the 1,000 edits of `npm run long -- --structural 1000`.
const SAMPLE_EDITS = 20
const FILE_EDITS = 15

async function expectTaken(world: Bytes, edits: number, seed: number, fewestKinds: number): Promise<void> {
  const { kinds, refused, undone } = await randomRun(world, edits, seededRandom(seed))
  expect(refused).toBeUndefined()
  expect(Buffer.compare(undone, world), 'undone').toBe(0)
  expect(kinds.size).toBeGreaterThanOrEqual(fewestKinds)
}

describe('random structural edits', () => {
  it('keep the sample a file that the reader of the notes takes, and are undone', async () => {
    await expectTaken(sampleWorld([[40, 0, 40]]), SAMPLE_EDITS, 1, 8)
  })
})

describeReference('random structural edits of the reference files', () => {
  it.each(['plain', 'harsh'])('keep %s a file that the reader of the notes takes, and are undone', async name => {
    await expectTaken(fixture(`golden/${name}.zbd`), FILE_EDITS, 2, 6)
  })
})
