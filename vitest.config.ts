import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const { coreAliases } = (await import(new URL('build/core-sources.mjs', import.meta.url).href)) as {
  readonly coreAliases: { find: RegExp; replacement: string }[]
}

export default defineConfig({
  plugins: [vue()],
  resolve: { alias: coreAliases },
  test: {
    // Ends a hang; far above the slowest test, since machines that run these are shared.
    testTimeout: 180_000,
    // Modules of core, of the hosts and of the build keep nothing that one test could leave to the next: their test files
    // share them, for a third less work. The window has stores and a language.
    projects: [
      {
        extends: true,
        test: {
          name: 'core and hosts',
          include: ['core/**/*.test.ts', 'electron/**/*.test.ts', 'build/**/*.test.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'window', include: ['renderer/**/*.test.ts'] } },
    ],
    // One for each processor: by itself Vitest leaves one processor free, which is half of a machine with two.
    maxWorkers: '100%',
    reporters: ['default'],
  },
})
