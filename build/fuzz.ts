import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '@areal-studio/core/families/parkan/sample'
import { mutate, type Mutant } from './fuzz/mutate'
import { subjects, type Subject } from './fuzz/subjects'
import { trial } from './fuzz/trial'

/** Seconds that no case takes; a slower one hangs. */
const HANG = 20
const USAGE = 'npm run -s fuzz -- [--minutes N | --seconds N] [--seed S] [--case N]'

interface Options {
  readonly seconds: number
  readonly seed: number
  readonly only: number | undefined
  readonly first: number
  readonly isChild: boolean
}

function options(): Options {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string', default: '1' },
      case: { type: 'string' },
      child: { type: 'boolean', default: false },
      first: { type: 'string', default: '0' },
    },
  })
  const seconds = values.seconds === undefined ? Number(values.minutes ?? 1) * 60 : Number(values.seconds)
  const only = values.case === undefined ? undefined : Number(values.case)
  if (![seconds, Number(values.seed), only ?? 0].every(Number.isFinite)) throw new Error('a number is needed')
  return { seconds, seed: Number(values.seed), only, first: Number(values.first), isChild: values.child }
}

const fixtures = (): string => resolve(process.env['AREAL_FIXTURES'] ?? '../shared/fixtures', 'parkan-small')

interface Case {
  readonly subject: Subject
  readonly mutant: Mutant
  run(): Promise<void>
}

/** Case `number` of a seed: always the same file with the same damage. */
function caseOf(all: readonly Subject[], seed: number, number: number): Case {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ number)
  const subject = all[Math.floor(random() * all.length)]
  if (!subject) throw new Error('nothing to damage')
  const mutant = mutate(random, subject.bytes, Object.values(subject.beside))
  return { subject, mutant, run: () => trial(random, subject, mutant.bytes) }
}

/** Runs cases one after another, each reported before it begins: the parent detects which one does not end. */
async function child({ seconds, seed, only, first }: Options): Promise<void> {
  const all = subjects(fixtures())
  const end = Date.now() + seconds * 1000
  let number = only ?? first
  do {
    writeSync(1, `case ${number}\n`)
    const { subject, mutant, run } = caseOf(all, seed, number)
    try {
      await run()
    } catch (error) {
      const kept = join(mkdtempSync(join(tmpdir(), 'areal-fuzz-')), subject.path.replaceAll('/', '_'))
      writeFileSync(kept, mutant.bytes)
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
      writeSync(
        1,
        `crash ${number}: ${subject.path} (${mutant.words}), kept as ${kept}\n${stack
          .split('\n')
          .slice(0, 6)
          .map(line => `  ${line}`)
          .join('\n')}\n`,
      )
    }
    number++
  } while (only === undefined && Date.now() < end)
}

/** Watches a child; starts another behind a case that hangs or ends the process. */
async function parent({ seconds, seed, only }: Options): Promise<void> {
  const end = Date.now() + seconds * 1000
  let [cases, crashes, last] = [0, 0, -1]
  for (let next = only ?? 0; only === undefined ? Date.now() < end : next === only; next = last + 1) {
    const ending = await watch(seed, next, only, (end - Date.now()) / 1000, line => {
      const begun = /^case (\d+)$/.exec(line)
      if (begun) {
        cases++
        last = Number(begun[1])
        return
      }
      if (line.startsWith('crash')) crashes++
      console.log(line)
    })
    if (ending !== undefined) {
      crashes++
      console.log(`crash ${last}: ${ending}; again with --seed ${seed} --case ${last}`)
    }
  }
  console.log(`fuzz: ${cases} cases with seed ${seed}, ${crashes === 0 ? 'no crash' : `${crashes} crashes`}`)
  process.exitCode = crashes === 0 ? 0 : 1
}

function watch(
  seed: number,
  next: number,
  only: number | undefined,
  seconds: number,
  hear: (line: string) => void,
): Promise<string | undefined> {
  const script = process.argv[1] ?? ''
  const args = only === undefined ? ['--first', String(next)] : ['--case', String(only)]
  const worker = spawn(
    process.execPath,
    ['--max-old-space-size=1024', script, '--child', '--seed', String(seed), '--seconds', String(seconds), ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  return new Promise(done => {
    let rest = ''
    let errors = ''
    let hung: string | undefined
    let silent = -HANG // its start takes longer
    // Counted, not read from a clock: while the machine sleeps nobody hangs.
    const dog = setInterval(() => {
      if (++silent < HANG || hung !== undefined) return
      hung = `no end after ${HANG} s`
      worker.kill('SIGKILL')
    }, 1000)
    worker.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2000)
    })
    worker.stdout.setEncoding('utf8').on('data', (text: string) => {
      silent = 0
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      lines.forEach(hear)
    })
    worker.on('close', code => {
      clearInterval(dog)
      done(hung ?? (code === 0 ? undefined : `the process ended with ${code}: ${errors.trim().split('\n')[0] ?? ''}`))
    })
  })
}

try {
  const asked = options()
  await (asked.isChild ? child(asked) : parent(asked))
} catch (error) {
  console.error(`error usage: ${error instanceof Error ? error.message : ''}; ${USAGE}`)
  process.exitCode = 2
}
