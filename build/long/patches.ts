import fc from 'fast-check'
import { pairLaw, pairs, sequenceLaw, sequences } from '../../core/patch/record-laws.fixture'

/** How often each outcome came, as words. */
const told = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([outcome, count]) => `${outcome} ${count}`).join(', ')

/** Runs a law this often and tells the counts of its outcomes and the first case that breaks it. Returns whether it held. */
function holds<T>(name: string, cases: fc.Arbitrary<T>, law: (one: T) => string, runs: number, seed: number): boolean {
  const counts = new Map<string, number>()
  const property = fc.property(cases, one => {
    const outcome = law(one)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  })
  const { failed, errorInstance, counterexamplePath, numRuns } = fc.check(property, {
    seed,
    numRuns: runs,
    endOnFailure: true,
  })
  console.log(`${name}: ${numRuns} of ${runs} with seed ${seed}; ${told(counts)}`)
  if (failed)
    console.log(
      `  broken at ${counterexamplePath ?? ''}: ${errorInstance instanceof Error ? errorInstance.message : ''}`,
    )
  return !failed
}

/** Random pairs of patches of records of one file: in both orders the same bytes, or a conflict. Returns whether it held. */
export const pairsRun = (runs: number, seed: number): boolean => holds('pairs of patches', pairs, pairLaw, runs, seed)

/** Random sequences of edits, some in hex: their patch gives the present bytes, their undo the pristine ones. */
export const patchesRun = (runs: number, seed: number): boolean =>
  holds('sequences of edits', sequences, sequenceLaw, runs, seed)
