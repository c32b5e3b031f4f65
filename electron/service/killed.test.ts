import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { runAreal } from '../cli/cli.fixture'
import { isSampled } from './fault-share.fixture'
import { writeSample } from './sample-install'
import { SHORT_LIFE } from './short-life.fixture'

const ROOT = join(import.meta.dirname, '../..')
const CLI = join(ROOT, 'out/node/areal.mjs')
const AREALS = 'DATA/MAPS/SC_1/Land.map!#0'
/** Loaded before the program: the N-th call that makes something last ends the process as `kill -9` does. */
const HOOK = `
const fs = require('node:fs')
const { renameSync, unlinkSync, fsyncSync, fdatasyncSync, fsync, writeFileSync } = fs
let calls = 0
const counted = real => (...words) => {
  if (++calls === Number(process.env.KILL_AT)) process.kill(process.pid, 'SIGKILL')
  return real(...words)
}
Object.assign(fs, { renameSync: counted(renameSync), unlinkSync: counted(unlinkSync), fsyncSync: counted(fsyncSync), fdatasyncSync: counted(fdatasyncSync), fsync: counted(fsync) })
require('node:module').syncBuiltinESMExports()
process.on('exit', () => writeFileSync(process.env.KILL_COUNT, String(calls)))
`
const LEAST_POINTS = 20
let base: string
let points = 0

beforeAll(() => {
  const built = spawnSync(process.execPath, [join(ROOT, 'build/ready.mjs'), 'out/node/areal.mjs', '--help'], {
    encoding: 'utf8',
  })
  expect(built.status, built.stderr).toBe(0)
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-killed-')))
  writeFileSync(join(base, 'hook.cjs'), HOOK)
  writeSample(
    join(base, 'start/game'),
    sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] }),
  )
}, 300_000)
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
  console.log(`kill -9: ${points} points survived`)
})

const game = (): string => join(base, 'live/game')

function files(): Record<string, string> {
  const found = readdirSync(game(), { recursive: true, withFileTypes: true }).filter(
    item => item.isFile() && item.name !== 'areal-deployed.json',
  )
  return Object.fromEntries(
    found
      .map(item => join(item.parentPath, item.name))
      .sort()
      .map(path => [path.slice(game().length), readFileSync(path, 'latin1')]),
  )
}

/** The program in a process of its own; `at`: the call at which it is killed. */
function areal(
  words: readonly string[],
  at = 0,
): { readonly signal: string | null; readonly status: number | null; readonly calls: number } {
  const count = join(base, 'count')
  const env = { ...process.env, AREAL_USER_DATA: join(base, 'live/user'), KILL_AT: String(at), KILL_COUNT: count }
  const hooked = [...SHORT_LIFE, '--require', join(base, 'hook.cjs'), CLI, ...words]
  const { signal, status } = spawnSync(process.execPath, hooked, { env, encoding: 'utf8' })
  return { signal, status, calls: existsSync(count) ? Number(readFileSync(count, 'utf8')) : 0 }
}

/** The program in this process, as the next start. */
async function next(words: readonly string[]): Promise<string> {
  const { code, out } = await runAreal(words, { folder: base, userData: join(base, 'live/user') })
  expect(code, words.join(' ')).toBe(0)
  return out
}

const put = (from: string): void => {
  rmSync(join(base, 'live'), { recursive: true, force: true })
  cpSync(join(base, from), join(base, 'live'), { recursive: true })
}
const steps = async (): Promise<number> =>
  (JSON.parse(await next(['log', game(), '--json'])) as { state: string }[]).filter(step => step.state === 'done')
    .length

describe.skipIf(process.platform === 'win32')('killed with -9 at every call that makes something last', () => {
  it('the command line loses nothing: set, pack, deploy, restore', async () => {
    const verbs = [['set', 'areals/3/class_id=77'], ['pack'], ['deploy'], ['restore']] as const
    put('start')
    const pristine = files()
    let from = 'start'
    for (const [number, [verb, value]] of verbs.entries()) {
      const words = [verb, game(), ...(value === undefined ? [] : [AREALS, value])]
      put(from)
      const old = { files: files(), steps: from === 'start' ? 0 : await steps() }
      put(from)
      const whole = areal(words)
      expect(whole.status, verb).toBe(0)
      expect(whole.calls, verb).toBeGreaterThan(1)
      cpSync(join(base, 'live'), join(base, verb), { recursive: true })
      const made = { files: files(), steps: await steps() }
      for (let at = 1; at <= whole.calls; at++) {
        if (!isSampled(number, at - 1, whole.calls)) continue
        put(from)
        const point = `${verb} at ${at}`
        expect(areal(words, at), point).toMatchObject({ signal: 'SIGKILL' })
        const after = await steps()
        expect([old.steps, made.steps], point).toContain(after)
        expect([old.files, made.files], point).toContainEqual(files())
        await next(words)
        expect(files(), point).toEqual(made.files)
        await next(['restore', game()])
        expect(files(), point).toEqual(pristine)
        points++
      }
      from = verb
    }
    expect(points).toBeGreaterThanOrEqual(LEAST_POINTS)
  }, 900_000)
})
