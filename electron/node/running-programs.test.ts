import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { nodeHost } from './node-host'
import { parsePrograms } from './running-programs'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-running-')))
const install = join(base, 'Game')
mkdirSync(install)
mkdirSync(join(base, 'tools'))
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A copy of a program that does nothing for a while, started under a name of its own. */
async function start(
  file: string,
  argv0 = file,
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<number | undefined> {
  copyFileSync('/bin/sleep', file)
  chmodSync(file, 0o755)
  const child = spawn(file, ['60'], { argv0, stdio: 'ignore', ...options })
  started.push(child)
  await new Promise((done, fail) => child.once('spawn', done).once('error', fail))
  return child.pid
}
const running = () => nodeHost(base).running(install)

describe.skipIf(process.platform !== 'linux')('programs of an install that run', () => {
  it('are found by where their executable lies; one that lies elsewhere is none, and one that ended is none', async () => {
    await start(join(base, 'tools', 'editor'))
    expect(await running()).toEqual([])
    const game = join(install, 'game')
    const pid = await start(game)
    expect(await running()).toEqual([{ pid, executable: game }])
    const ended = new Promise(done => started.at(-1)?.once('exit', done))
    started.at(-1)?.kill('SIGKILL')
    await ended
    expect(await running()).toEqual([])
  })

  it('are found in Wine by the Windows program they run: by drive letter, by a drive of the prefix, beside the working folder', async () => {
    const exe = join(install, 'TINY.EXE')
    writeFileSync(exe, 'MZ')
    mkdirSync(join(base, 'prefix', 'dosdevices'), { recursive: true })
    symlinkSync(base, join(base, 'prefix', 'dosdevices', 'c:'))
    const wine = join(base, 'tools', 'wine-preloader')
    for (const [argv0, options] of [
      [`Z:${exe.replaceAll('/', '\\')}`, {}],
      ['c:\\game\\tiny.exe', { env: { WINEPREFIX: join(base, 'prefix') } }],
      ['.\\TINY.EXE', { cwd: install }],
    ] as const) {
      const pid = await start(wine, argv0, options)
      expect(
        (await running()).map(program => program.pid),
        argv0,
      ).toEqual([pid])
      const ended = new Promise(done => started.at(-1)?.once('exit', done))
      started.at(-1)?.kill('SIGKILL')
      await ended
    }
    await start(wine, 'Z:\\elsewhere\\TINY.EXE')
    expect(await running()).toEqual([])
  })
})

it('are read from the lists of Windows and macOS', () => {
  expect(parsePrograms('4 C:\\Игры\\Паркан\\iron 3d.exe\r\n512 C:\\x.exe\r\n\r\n')).toEqual([
    { pid: 4, executable: 'C:\\Игры\\Паркан\\iron 3d.exe' },
    { pid: 512, executable: 'C:\\x.exe' },
  ])
  expect(parsePrograms('    1 /sbin/launchd\n  88 /Applications/A game.app/Contents/MacOS/A game\nno line\n')).toEqual([
    { pid: 1, executable: '/sbin/launchd' },
    { pid: 88, executable: '/Applications/A game.app/Contents/MacOS/A game' },
  ])
})
