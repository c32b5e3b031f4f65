// `npm run check`: types, format, lint and the words of doc comments. The import rules are a unit test of build/.
import { installed, tool } from './steps.mjs'
import { checkWords } from './words.mjs'

export async function check() {
  const results = [
    await tool('types of core', 'typescript/bin/tsc', ['-p', 'core']),
    await tool('types of electron', 'typescript/bin/tsc', ['-p', 'electron']),
    await tool('types of renderer', 'vue-tsc/bin/vue-tsc.js', ['-p', 'renderer']),
    await tool('types of tests and build', 'typescript/bin/tsc', ['-p', '.']),
    await tool('format', '@biomejs/biome/bin/biome', ['format', '.']),
    await tool('lint', 'eslint/bin/eslint.js', ['--max-warnings', '0', '.']),
    checkWords(),
    await tool('import arrows', 'vitest/vitest.mjs', ['run', 'build/arrows.test.ts', '--reporter=dot']),
  ]
  return results.every(Boolean)
}

if (process.argv[1]?.endsWith('check.mjs')) {
  installed()
  process.exitCode = (await check()) ? 0 : 1
}
