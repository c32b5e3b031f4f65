import { parseArgs } from 'node:util'
import { pairsRun, patchesRun } from './long/patches'
import { run, sequenceOf, shrink, type Ended } from './long/sequences'
import { structuralRun, worldPairsRun } from './long/structural'

const USAGE =
  'npm run -s long -- [--operations N] [--seed S] [--sequence N] | --structural N | --world-pairs N | --pairs N | --patches N [--seed S]'
/** Sequences between two words of how far it is. */
const SAID_EVERY = 100

interface Options {
  readonly operations: number
  readonly seed: number
  readonly only: number | undefined
  /** Structural edits of a world instead of operations. */
  readonly structural: number | undefined
  /** Pairs of patches of a world. */
  readonly worldPairs: number | undefined
  /** Pairs of patches, sequences of edits and their patches: laws instead of operations. */
  readonly pairs: number | undefined
  readonly patches: number | undefined
}

function options(): Options {
  const { values } = parseArgs({
    options: {
      operations: { type: 'string', default: '100000' },
      seed: { type: 'string', default: '1' },
      sequence: { type: 'string' },
      structural: { type: 'string' },
      'world-pairs': { type: 'string' },
      pairs: { type: 'string' },
      patches: { type: 'string' },
    },
  })
  const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))
  const given = {
    ...{ operations: Number(values.operations), seed: Number(values.seed), only: number(values.sequence) },
    ...{ structural: number(values.structural), worldPairs: number(values['world-pairs']) },
    ...{ pairs: number(values.pairs), patches: number(values.patches) },
  }
  if (!Object.values(given).every(one => Number.isFinite(one ?? 0))) throw new Error('a number is needed')
  return given
}

async function tellFailure(seed: number, number: number, { failure }: Ended): Promise<void> {
  const { world, planned } = sequenceOf(seed, number)
  const least = failure && (await shrink(world, planned))
  if (!failure || !least) return
  console.log(
    `difference in sequence ${number} (${world.name}), again with --seed ${seed} --sequence ${number}: ${failure.error.message}`,
  )
  console.log(`  after ${failure.words.length} operations; the least that were found to end so: ${least.error.message}`)
  for (const words of least.words) console.log(`    ${words}`)
}

/** Runs until this number of operations is done. */
async function walkThrough({ operations, seed, only }: Options): Promise<void> {
  const begun = Date.now()
  const counts = new Map<string, number>()
  let [done, open, differences] = [0, 0, 0]
  console.log(`long: seed ${seed}`)
  for (let number = only ?? 0; only === undefined ? done < operations : number === only; number++) {
    const { world, planned } = sequenceOf(seed, number)
    const ended = await run(world, planned)
    done += ended.done
    if (ended.isOpen) open++
    for (const name of ended.names) counts.set(name, (counts.get(name) ?? 0) + 1)
    if (ended.failure) {
      differences++
      await tellFailure(seed, number, ended)
      if (differences >= 10) break
    }
    if (number % SAID_EVERY === SAID_EVERY - 1)
      console.log(`  ${done} operations, ${differences} differences, ${((Date.now() - begun) / 1000).toFixed(0)} s`)
  }
  console.log(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  )
  console.log(
    `long: ${done} operations with seed ${seed}, ${differences} differences; ${open} sequences ended where no rule says what follows`,
  )
  process.exitCode = differences === 0 ? 0 : 1
}

try {
  const given = options()
  const { structural, worldPairs, pairs, patches, seed } = given
  const runs = [
    structural === undefined ? undefined : await structuralRun(structural, seed),
    worldPairs === undefined ? undefined : await worldPairsRun(worldPairs, seed),
    pairs === undefined ? undefined : pairsRun(pairs, seed),
    patches === undefined ? undefined : patchesRun(patches, seed),
  ].filter(held => held !== undefined)
  if (runs.length === 0) await walkThrough(given)
  else process.exitCode = runs.every(Boolean) ? 0 : 1
} catch (error) {
  console.error(`error usage: ${error instanceof Error ? error.message : ''}; ${USAGE}`)
  process.exitCode = 2
}
