// `npm run check`: types, format, lint and the words of doc comments. The import rules are a unit test of build/.
import { installed, tool } from './steps.mjs'
import { checkWords } from './words.mjs'

const types = (title, program, project) => [`types of ${title}`, program, ['-p', project]]
/** Two that run side by side, of about the same length: a machine with two processors needs half the time. */
const LANES = [
  [types('core', 'typescript/bin/tsc', 'core'), types('renderer', 'vue-tsc/bin/vue-tsc.js', 'renderer')],
  [
    types('electron', 'typescript/bin/tsc', 'electron'),
    types('tests and build', 'typescript/bin/tsc', '.'),
    ['format', '@biomejs/biome/bin/biome', ['format', '.']],
    ['lint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '.']],
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
