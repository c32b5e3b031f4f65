import { describe, expect, it } from 'vitest'
import type { Bytes } from '../../../layout'
import { seededRandom } from '../../parkan/sample/random'
import { describeReference, fixture } from '../reference.fixture'
import { sampleWorld } from '../sample/sample-world'
import { patchPairs } from './patch-pairs.fixture'

const PAIRS = 12

async function expectCommuting(world: Bytes, seed: number): Promise<void> {
  const outcomes = await patchPairs(world, PAIRS, seededRandom(seed))
  expect(outcomes.get('merged') ?? 0).toBeGreaterThan(2)
  expect(outcomes.get('splices'), 'bytes that are no records').toBeUndefined()
}

describe('patches of random structural edits', () => {
  it('of the models and nodes of the sample give the same world in both orders, or conflict in both', async () => {
    await expectCommuting(sampleWorld([[40, 0, 40]]), 3)
  })
})

describeReference('patches of random structural edits of the reference files', () => {
  it.each(['plain', 'harsh'])('of %s give the same world in both orders, or conflict in both', async name => {
    await expectCommuting(fixture(`golden/${name}.zbd`), 2)
  })
})
