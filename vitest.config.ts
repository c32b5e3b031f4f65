import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const { coreAliases } = (await import(new URL('build/core-sources.mjs', import.meta.url).href)) as {
  readonly coreAliases: { find: RegExp; replacement: string }[]
}

export default defineConfig({
  plugins: [vue()],
  resolve: { alias: coreAliases },
  test: {
    include: ['core/**/*.test.ts', 'electron/**/*.test.ts', 'renderer/**/*.test.ts', 'build/**/*.test.ts'],
    testTimeout: 60_000,
    // One for each processor: by itself Vitest leaves one processor free, which is half of a machine with two.
    maxWorkers: '100%',
    reporters: ['default'],
  },
})
