// fast-check for mutation testing: every property runs a few times, with the seed of its test or SEED.
// A mutant that survives here may still be killed by `npm test`, where properties run hundreds of times.
import * as real from 'fast-check'

const RUNS = Number(process.env.MUTANT_RUNS ?? 15)
const SEED = 20_001_124

const few = options => ({
  ...options,
  seed: options?.seed ?? SEED,
  numRuns: Math.min(options?.numRuns ?? RUNS, RUNS),
  endOnFailure: true,
})

export const assert = (property, options) => real.assert(property, few(options))

export * from 'fast-check'
export default { ...real, assert }
