import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

const { coreAliases } = (await import(new URL('build/core-sources.mjs', import.meta.url).href)) as {
  readonly coreAliases: { find: RegExp; replacement: string }[]
}
const { ROOM_FOR_YOUNG } = (await import(new URL('build/steps.mjs', import.meta.url).href)) as {
  readonly ROOM_FOR_YOUNG: string[]
}

export default defineConfig({
  plugins: [vue()],
  resolve: { alias: coreAliases },
  test: {
    // Ends a hang; far above the slowest test, since machines that run these are shared.
    testTimeout: 180_000,
    hookTimeout: 60_000, // a hook that copies a folder waits for a busy disk
    expect: { poll: { timeout: 60_000 } },
    // Test files share the modules that they load, for a quarter of the work; those of the window begin with its state of
    // the start.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'core and hosts',
          include: ['core/**/*.test.ts', 'electron/**/*.test.ts', 'build/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'window',
          include: ['renderer/**/*.test.ts'],
          setupFiles: ['renderer/state/each-file.fixture.ts'],
        },
      },
    ],
    // Room for young objects: the collector takes a tenth of the processor time of these tests otherwise.
    execArgv: ROOM_FOR_YOUNG,
    // One for each processor: by itself Vitest leaves one processor free, which is half of a machine with two.
    maxWorkers: '100%',
    reporters: ['default'],
  },
})
