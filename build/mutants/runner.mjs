// How Stryker runs the tests of core/layout and core/edit. They are bundled once, and each mutant evaluates the compiled
// bundle anew: nothing that one mutant left in a cache reaches the next, and no process starts. Vitest would start a worker
// and import every module for each mutant, which took ten seconds against less than one.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative, resolve } from 'node:path'
import { Script } from 'node:vm'
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core'
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin'
import { DryRunStatus, TestStatus, determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner'
import { build } from 'vite'
import * as vitest from 'vitest'
import * as fastCheck from './fast-check.mjs'

/** The folders whose tests run. For mutants of core/edit `MUTANT_TESTS=edit` is enough: nothing else reaches them. */
const FOLDERS = (process.env.MUTANT_TESTS ?? 'edit,layout').split(',').map(name => `core/${name}`)
/** Tests that take more milliseconds of processor time are about large files: they run in `npm test` only. */
const LONGEST = 500
const ENTRY = 'mutants:entry'
/** Times of the tests without a mutant, for a process that replaces one which was stopped in an endless loop. */
const TIMES = 'mutant-times.json'
/** A mutant in a loop that runs this many times as often as without it is in an endless one. Stryker's own limit is 100. */
const MOST_HITS = 10
/** The result of each mutant as soon as it is known, one JSON line each, for runs that are stopped. */
const LINES = 'out/mutants.ndjson'

/** What instrumented code reads and writes: the active mutant, its hits, and which test reaches which mutant. */
const state = (globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {})

/** The compiled bundle of all tests: a function of `require` that returns, by path, what evaluates each test file. */
async function bundled() {
  const inFolder = folder => readdirSync(folder, { recursive: true }).map(name => `${folder}/${name}`)
  const paths = FOLDERS.flatMap(inFolder).filter(path => path.endsWith('.test.ts'))
  const files = paths.map(path => `${JSON.stringify(path)}: () => import(${JSON.stringify(resolve(path))}),`)
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'mutants',
        resolveId: id => (id === ENTRY ? id : null),
        load: id => (id === ENTRY ? `export const files = {\n${files.join('\n')}\n}` : null),
      },
    ],
    build: {
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: {
        input: ENTRY,
        external: ['vitest', 'fast-check'],
        output: { format: 'cjs', codeSplitting: false },
      },
    },
  })
  const code = `(function (require, exports, module) {${output[0].code}\n})`
  return new Script(code, { filename: 'mutants.cjs' }).runInThisContext()
}

/** Replaces Vitest's `describe` and `it`: collects the tests of the file that is evaluated. */
class Collected {
  tests = []
  #file = ''
  #names = []
  #ids = new Set()

  describe = (name, body) => {
    this.#names.push(name)
    body()
    this.#names.pop()
  }

  it = Object.assign((name, body) => this.#add(name, body), {
    each: cases => (name, body) => {
      for (const one of cases) this.#add(name, () => (Array.isArray(one) ? body(...one) : body(one)))
    },
  })

  /** Starts a file: its tests follow. */
  start(file) {
    this.#file = file
  }

  #add(name, body) {
    const full = [...this.#names, name].join(' ')
    let id = `${this.#file}#${full}`
    for (let n = 2; this.#ids.has(id); n++) id = `${this.#file}#${full} ${n}`
    this.#ids.add(id)
    this.tests.push({ id, name: full, file: this.#file, body })
  }
}

class BundleRunner {
  #evaluate
  /** Milliseconds of each test without a mutant: the fastest run first, since one that fails ends the run. */
  #times = new Map()

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    this.#evaluate = await bundled()
  }

  async dryRun() {
    Object.assign(state, { activeMutant: undefined, mutantCoverage: { static: {}, perTest: {} }, hitCount: undefined })
    const { collected, files } = this.#fresh()
    for (const file of Object.keys(files)) await load(collected, files, file)
    const tests = []
    for (const test of collected.tests) {
      state.currentTestId = test.id
      const result = await run(test)
      state.currentTestId = undefined
      const isLong = result.status === TestStatus.Success && result.timeSpentMs > LONGEST
      if (isLong) delete state.mutantCoverage.perTest[test.id]
      else this.#times.set(test.id, result.timeSpentMs)
      tests.push(isLong ? { ...result, status: TestStatus.Skipped } : result)
    }
    writeFileSync(TIMES, JSON.stringify([...this.#times]))
    return { status: DryRunStatus.Complete, tests, mutantCoverage: state.mutantCoverage }
  }

  async mutantRun({ activeMutant, hitLimit: hundredfold, testFilter }) {
    if (this.#times.size === 0) this.#times = new Map(JSON.parse(readFileSync(TIMES, 'utf8')))
    const hitLimit = hundredfold && (hundredfold / 100) * MOST_HITS
    const wanted = new Set(testFilter ?? this.#times.keys())
    const time = id => this.#times.get(id) ?? 0
    // Active while the tests load, too: what they make on loading is made by the mutant, as it would be by such a program.
    Object.assign(state, { activeMutant: activeMutant.id, hitCount: 0, hitLimit, mutantCoverage: undefined })
    const { collected, files } = this.#fresh()
    const tests = []
    try {
      for (const file of new Set([...wanted].map(id => id.slice(0, id.indexOf('#')))))
        await load(collected, files, file)
      const left = collected.tests.filter(({ id }) => wanted.has(id)).sort((a, b) => time(a.id) - time(b.id))
      for (const test of left) {
        tests.push(await run(test))
        if (tests.at(-1).status === TestStatus.Failed) break
      }
    } catch (error) {
      // A module that no longer loads fails every test.
      tests.push({ ...failed(error), id: [...wanted][0], name: 'load', timeSpentMs: 0 })
    } finally {
      state.activeMutant = undefined
    }
    const limit = determineHitLimitReached(state.hitCount, hitLimit)
    return toMutantRunResult(limit ?? { status: DryRunStatus.Complete, tests })
  }

  /** Evaluates the bundle: new instances of all modules, each when its file is first loaded. */
  #fresh() {
    const collected = new Collected()
    const real = createRequire(resolve('package.json'))
    const { describe, it } = collected
    const given = { vitest: { ...vitest, describe, it, test: it }, 'fast-check': fastCheck }
    const exports = {}
    this.#evaluate(name => given[name] ?? real(name), exports, { exports })
    return { collected, files: exports.files }
  }
}

async function load(collected, files, file) {
  collected.start(file)
  await files[file]()
}

async function run({ id, name, file, body }) {
  const started = process.cpuUsage()
  const result = await Promise.resolve()
    .then(body)
    .then(() => ({ status: TestStatus.Success }), failed)
  const { user, system } = process.cpuUsage(started)
  return { id, name, fileName: resolve(file), timeSpentMs: (user + system) / 1000, ...result }
}

const failed = error => ({ status: TestStatus.Failed, failureMessage: String(error?.message ?? error) })

/** A reporter that appends each result to LINES. */
class LineReporter {
  onDryRunCompleted() {
    mkdirSync('out', { recursive: true })
  }

  onMutantTested({ fileName, location, mutatorName, replacement, status, statusReason }) {
    const { line, column } = location.start
    const file = relative('', fileName)
    appendFileSync(LINES, `${JSON.stringify({ file, line, column, mutatorName, replacement, status, statusReason })}\n`)
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'bundle', BundleRunner),
  declareClassPlugin(PluginKind.Reporter, 'lines', LineReporter),
]
