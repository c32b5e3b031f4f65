// `npm run check`: types, format, lint and the words of doc comments. The import rules are a unit test of build/.
import { installed, tool } from './steps.mjs'
import { checkWords } from './words.mjs'

const types = (title, program, project) => [`types of ${title}`, program, ['-p', project]]
/** The compiler as a native program: a third of the processor time. Components need the one that `vue-tsc` can extend. */
const NATIVE = 'typescript-native/bin/tsc'
/** Two that run side by side, of about the same length: a machine with two processors needs half the time. */
const LANES = [
  [
    types('renderer', 'vue-tsc/bin/vue-tsc.js', 'renderer'),
    types('core', NATIVE, 'core'),
    types('electron', NATIVE, 'electron'),
  ],
  [
    ['lint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '.']],
    ['format', '@biomejs/biome/bin/biome', ['format', '.']],
    types('tests and build', NATIVE, '.'),
  ],
]
/** A unit test: `npm test` runs it with the others. */
const ARROWS = ['import arrows', 'vitest/vitest.mjs', ['run', 'build/arrows.test.ts', '--reporter=dot']]

export async function check(lanes = LANES) {
  const results = await Promise.all(
    lanes.map(async steps => {
      let isGood = true
      for (const step of steps) isGood = (await tool(...step, { whole: true })) && isGood
      return isGood
    }),
  )
  return checkWords() && results.every(Boolean)
}

if (process.argv[1]?.endsWith('check.mjs')) {
  installed()
  const [first, second] = LANES
  process.exitCode = (await check([[...first, ARROWS], second])) ? 0 : 1
}
