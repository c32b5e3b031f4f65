// `npm run check`: types, format, lint and the words of doc comments. The import rules are a unit test of build/.
import { installed, tool } from './steps.mjs'
import { checkWords } from './words.mjs'

const types = (title, program, project) => [`types of ${title}`, program, ['-p', project]]
/** Two that run side by side, of about the same length: a machine with two processors needs half the time. */
const LANES = [
  [
    types('core', 'typescript/bin/tsc', 'core'),
    types('renderer', 'vue-tsc/bin/vue-tsc.js', 'renderer'),
    ['import arrows', 'vitest/vitest.mjs', ['run', 'build/arrows.test.ts', '--reporter=dot']],
  ],
  [
    types('electron', 'typescript/bin/tsc', 'electron'),
    types('tests and build', 'typescript/bin/tsc', '.'),
    ['format', '@biomejs/biome/bin/biome', ['format', '.']],
    ['lint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '.']],
  ],
]

export async function check() {
  const results = await Promise.all(
    LANES.map(async steps => {
      let isGood = true
      for (const step of steps) isGood = (await tool(...step, { whole: true })) && isGood
      return isGood
    }),
  )
  return checkWords() && results.every(Boolean)
}

if (process.argv[1]?.endsWith('check.mjs')) {
  installed()
  process.exitCode = (await check()) ? 0 : 1
}
