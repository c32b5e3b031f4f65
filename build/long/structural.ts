import { sampleWorld } from '../../core/families/mw3/sample/sample-world'
import { patchPairs } from '../../core/families/mw3/structural/patch-pairs.fixture'
import { randomRun } from '../../core/families/mw3/structural/random-run.fixture'
import { seededRandom } from '../../core/families/parkan/sample/random'

/**
 * Random edits that change numbers of records of a MechWarrior 3 world, the reader of the format notes after each, and
 * their undo. Returns whether the reader took every file and the undo gave the first one.
 */
export async function structuralRun(edits: number, seed: number): Promise<boolean> {
  const world = sampleWorld([[40, 0, 40]])
  const { kinds, refused, undone } = await randomRun(world, edits, seededRandom(seed))
  console.log([...kinds].map(([kind, count]) => `${kind} ${count}`).join(', '))
  const isUndone = Buffer.compare(undone, world) === 0
  console.log(
    `structural: ${edits} edits with seed ${seed}; ${refused ?? 'none refused'}${isUndone ? '' : '; undo differs'}`,
  )
  return refused === undefined && isUndone
}

/**
 * Random pairs of patches of such a world: in both orders the same bytes, or a conflict, and no bytes that are no records.
 * Returns whether it held.
 */
export async function worldPairsRun(pairs: number, seed: number): Promise<boolean> {
  const outcomes = await patchPairs(sampleWorld([[40, 0, 40]]), pairs, seededRandom(seed))
  console.log(
    `pairs of patches of worlds: ${pairs} with seed ${seed}; ${[...outcomes].map(([outcome, n]) => `${outcome} ${n}`).join(', ')}`,
  )
  return !outcomes.has('splices')
}
