import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const { coreAliases } = (await import(new URL('../core-sources.mjs', import.meta.url).href)) as {
  readonly coreAliases: { find: RegExp; replacement: string }[]
}
const fewRuns = fileURLToPath(new URL('fast-check.mjs', import.meta.url))

/**
 * The tests that kill mutants of core/layout and core/edit: those beside them, their properties with few runs. For mutants
 * of core/edit alone `MUTANT_TESTS=edit` is several times faster.
 */
export default defineConfig({
  resolve: { alias: [...coreAliases, { find: /^fast-check$/, replacement: fewRuns }] },
  test: {
    include: [`core/${process.env['MUTANT_TESTS'] ?? '{edit,layout}'}/**/*.test.ts`],
    testTimeout: 600_000,
    isolate: false,
  },
})
