import { defineConfig } from 'vitest/config'

const { coreAliases } = (await import(new URL('../core-sources.mjs', import.meta.url).href)) as {
  readonly coreAliases: { find: RegExp; replacement: string }[]
}

/** The tests that kill mutants of core/layout and core/edit: those beside them. */
export default defineConfig({
  resolve: { alias: coreAliases },
  test: { include: ['core/{edit,layout}/**/*.test.ts'], testTimeout: 600_000, isolate: false },
})
