// `npm test`: everything that must hold, on a fresh machine: types, lint, build, unit tests, end to end.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_BROWSER, ensureBrowser } from './browser.mjs'
import { check } from './check.mjs'
import { ROOT, fail, installed, run, tool } from './steps.mjs'

installed()
mkdirSync(join(ROOT, 'test-results'), { recursive: true })
const browser = (await ensureBrowser()) ?? fail(NO_BROWSER)
process.env.CHROME_PATH = browser

const UNIT = 'test-results/unit.json'
const E2E = 'test-results/e2e.json'
const results = [
  await check(),
  await run('build', process.execPath, [join(ROOT, 'build/build.mjs')]),
  await tool('unit tests', 'vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${UNIT}`,
  ]),
  await tool('end-to-end tests', '@playwright/test/cli.js', ['test'], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: E2E },
  }),
]
const counts = add(unitCounts(), e2eCounts())
for (const title of skipped()) console.log(`skipped: ${title}`)
for (const title of secondTries()) console.log(`passed only at the second try: ${title}`)
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = results.every(Boolean) && counts.failed === 0 && counts.passed > 0 ? 0 : 1

function unitCounts() {
  const report = read(UNIT)
  return report ? { passed: report.numPassedTests, failed: report.numFailedTests } : { passed: 0, failed: 1 }
}
function e2eCounts() {
  const report = read(E2E)
  return report
    ? { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
    : { passed: 0, failed: 1 }
}
/** Groups of unit tests with a skipped test, each once; the title of a group that compares with missing files gives the reason. */
function skipped() {
  const results = (read(UNIT)?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const titles = results
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ ancestorTitles, title }) => ancestorTitles.join(' › ') || title)
  return [...new Set(titles)]
}
/** Each has to be examined: it may be a race of the program. */
function secondTries() {
  const titles = (suite, above) => {
    const path = [...above, suite.title]
    const own = (suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => [...path, title].join(' › '))
    return [...own, ...(suite.suites ?? []).flatMap(inner => titles(inner, path))]
  }
  return (read(E2E)?.suites ?? []).flatMap(suite => titles(suite, []))
}
function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed }
}
function read(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
  } catch {
    return undefined
  }
}
