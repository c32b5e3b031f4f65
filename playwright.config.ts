import { defineConfig } from '@playwright/test'

/** End-to-end specs run against the built program: in Electron where its binary is, else in a browser over the browser host. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  timeout: 240_000,
  // A shared machine stops a browser for tens of seconds now and then; what passes is not made slower by a long wait.
  expect: { timeout: 45_000 },
  workers: 2,
  // What passes only at the second try is named at the end of the run.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1280, height: 720 },
    // A trace of every test costs a fifth of the processor time: where a test is tried twice, the second try writes it.
    trace: { mode: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
})
