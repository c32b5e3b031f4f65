import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { runAreal } from '../cli/cli.fixture'
import { writeSample } from './sample-install'

const ROOT = join(import.meta.dirname, '../..')
const CLI = join(ROOT, 'out/node/areal.mjs')
const MAP = 'DATA/MAPS/SC_1/Land.map'
const ENTRY = `${MAP}!#0`
/** Loaded before the program: it is suspended as it is about to rename a file in the install, as by a computer that sleeps. */
const HOOK = `
const fs = require('node:fs')
const { renameSync, writeFileSync, existsSync } = fs
fs.renameSync = (from, to) => {
  if (String(to).startsWith(process.env.STOP_IN) && !existsSync(process.env.STOPPED)) {
    writeFileSync(process.env.STOPPED, String(to))
    process.kill(process.pid, 'SIGSTOP')
  }
  return renameSync(from, to)
}
require('node:module').syncBuiltinESMExports()
`
let base: string
const at = (path: string): string => join(base, path)

beforeAll(() => {
  const built = spawnSync(process.execPath, [join(ROOT, 'build/ready.mjs'), 'out/node/areal.mjs', '--help'], {
    encoding: 'utf8',
  })
  expect(built.status, built.stderr).toBe(0)
}, 300_000)
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-suspended-')))
  writeFileSync(at('hook.cjs'), HOOK)
  writeSample(at('game'), sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] }))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const areal = (...words: readonly string[]): ReturnType<typeof runAreal> =>
  runAreal(words, { folder: base, userData: at('user') })

interface Suspended {
  /** Resumes the process; returns its exit code and its output once it has ended. */
  resume(): Promise<{ readonly code: number | null; readonly err: string }>
}

/** A deploy in a process of its own that is suspended before it renames its first file. */
async function suspendedDeploy(): Promise<Suspended> {
  const env = { ...process.env, AREAL_USER_DATA: at('user'), STOP_IN: at('game'), STOPPED: at('stopped') }
  const child = spawn(process.execPath, ['--require', at('hook.cjs'), CLI, 'deploy', at('game')], { env })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = new Promise<number | null>(done => child.on('close', done))
  while (!existsSync(at('stopped')) && child.exitCode === null) await new Promise(done => setTimeout(done, 20))
  expect(child.exitCode, err).toBeNull()
  return {
    resume: async () => {
      child.kill('SIGCONT')
      return { code: await ended, err }
    },
  }
}

const lockFile = async (): Promise<string> => join((await areal('where', at('game'))).out.trim(), 'lock.json')

describe.skipIf(process.platform === 'win32')('a process that is suspended while it writes', () => {
  it('keeps its lock: another one waits and is refused, and it ends its work once it goes on', async () => {
    await areal('set', at('game'), ENTRY, 'areals/3/class_id=77')
    const suspended = await suspendedDeploy()
    const before = readFileSync(await lockFile(), 'utf8')
    const { code, err } = await areal('set', at('game'), ENTRY, 'areals/4/class_id=5')
    expect([code, err]).toEqual([2, expect.stringContaining('error workspace.locked')])
    expect(readFileSync(await lockFile(), 'utf8').trimEnd()).toBe(before.trimEnd())
    expect(await suspended.resume()).toEqual({ code: 0, err: expect.any(String) as string })
    expect(await areal('set', at('game'), ENTRY, 'areals/4/class_id=5')).toMatchObject({ code: 0 })
  }, 120_000)

  it('stops where it finds that another took its lock over, which is left, and the install is restored from its copies', async () => {
    const original = readFileSync(at(`game/${MAP}`))
    await areal('set', at('game'), ENTRY, 'areals/3/class_id=77')
    const suspended = await suspendedDeploy()
    const lock = await lockFile()
    const taken = JSON.stringify({ machine: 'another computer', pid: 7, turn: 1, doing: 'edit', time: Date.now() })
    unlinkSync(lock)
    writeFileSync(lock, taken)
    const { code, err } = await suspended.resume()
    expect([code, err]).toEqual([2, expect.stringContaining('error workspace.lock-lost')])
    expect(readFileSync(lock, 'utf8')).toBe(taken)
    unlinkSync(lock)
    expect(await areal('restore', at('game'))).toMatchObject({ code: 0 })
    expect(readFileSync(at(`game/${MAP}`)).equals(original)).toBe(true)
    expect(existsSync(at('game/areal-deployed.json'))).toBe(false)
  }, 120_000)
})
