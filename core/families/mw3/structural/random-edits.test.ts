import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../parkan/sample/random'
import { describeReference, fixture } from '../reference.fixture'
import { sampleWorld } from '../sample/sample-world'
import type { Bytes } from '../../../layout'
import { randomRun } from './random-run.fixture'

/** `npm run long -- --structural 1000` does more. */
const EDITS = 40

async function expectTaken(world: Bytes, seed: number, fewestKinds: number): Promise<void> {
  const { kinds, refused, undone } = await randomRun(world, EDITS, seededRandom(seed))
  expect(refused).toBeUndefined()
  expect(Buffer.compare(undone, world), 'undone').toBe(0)
  expect(kinds.size).toBeGreaterThanOrEqual(fewestKinds)
}

describe('random structural edits', () => {
  it('keep the sample a file that the reader of the notes takes, and are undone', async () => {
    await expectTaken(sampleWorld([[40, 0, 40]]), 1, 10)
  })
})

describeReference('random structural edits of the reference files', () => {
  it.each(['plain', 'harsh'])('keep %s a file that the reader of the notes takes, and are undone', async name => {
    await expectTaken(fixture(`golden/${name}.zbd`), 2, 8)
  })
})
