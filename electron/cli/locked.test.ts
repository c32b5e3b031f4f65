import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { commandLine } from './cli.fixture'

const MAP = 'DATA/MAPS/SC_1/Land.map'
const ENTRY = `${MAP}!#0`
const bench = commandLine('locked', sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] }))
const at = (file: string): string => join(bench.base, file)
const isRoot = process.getuid?.() === 0

/** Rights do not bind root; what is immutable does. */
const locked = new Set<string>()
function lock(path: string): boolean {
  locked.add(path)
  chmodSync(path, 0o555)
  return !isRoot || spawnSync('chattr', ['+i', path]).status === 0
}
function unlock(path: string): void {
  if (isRoot) spawnSync('chattr', ['-i', path])
  chmodSync(path, 0o755)
  locked.delete(path)
}
const probe = join(bench.base, 'probe')
mkdirSync(probe)
const canLock = process.platform !== 'win32' && lock(probe)
unlock(probe)
afterEach(() => {
  for (const path of [...locked]) unlock(path)
})
afterAll(() => {
  for (const path of [...locked]) unlock(path)
})

describe('a file that a person named', () => {
  const change = () => bench.areal('set', bench.install, ENTRY, 'areals/3/class_id=77')

  it('is written whole in place of an older one; one that is read-only or a folder is refused by name and left', async () => {
    await change()
    writeFileSync(at('mine.patch'), 'x'.repeat(100_000))
    expect(await bench.areal('patch', 'make', bench.install, '-o', 'mine.patch')).toMatchObject({ code: 0 })
    const text = readFileSync(at('mine.patch'), 'utf8')
    expect(text).toContain('areals/3/class_id')
    writeFileSync(at('MINE.PATCH'), 'another file where names differ by case')
    chmodSync(at('mine.patch'), 0o444)
    for (const words of [
      ['patch', 'make', bench.install, '-o', 'mine.patch'],
      ['patch', 'merge', 'mine.patch', 'mine.patch', '-o', 'mine.patch'],
      ['entry', 'extract', bench.install, ENTRY, 'mine.patch'],
    ]) {
      expect(await bench.areal(...words), words.join(' ')).toMatchObject({
        code: 2,
        err: expect.stringContaining('error file.read-only: mine.patch') as string,
      })
    }
    expect(readFileSync(at('mine.patch'), 'utf8')).toBe(text)
    expect((await bench.areal('patch', 'make', bench.install, '-o', 'no/such/folder.patch')).err).toContain(
      'error file.missing: There is no no/such/folder.patch',
    )
    expect((await bench.areal('dictionary', bench.install, '--export', '.')).code).toBe(2)
    expect(readdirSync(bench.base).filter(name => name.startsWith('~'))).toEqual([])
  })

  it('that cannot be read is refused by name, and nothing is changed', async () => {
    await change()
    const log = await bench.areal('log', bench.install)
    for (const [verb, file] of [
      ['apply', 'none.patch'],
      ['apply', '.'],
    ] as const) {
      expect(await bench.areal('patch', verb, bench.install, file), file).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^error file\./) as string,
      })
    }
    expect(await bench.areal('apply', 'none.recipe', bench.install)).toMatchObject({ code: 2 })
    expect(await bench.areal('log', bench.install)).toEqual(log)
  })
})

describe.skipIf(!canLock)('a workspace that cannot be written', () => {
  it('takes no patch and no mod, says so in one line, and is whole when it can be written again', async () => {
    await bench.areal('set', bench.install, ENTRY, 'areals/3/class_id=77')
    await bench.areal('patch', 'make', bench.install, '-o', 'mine.patch')
    await bench.areal('set', bench.install, ENTRY, 'areals/3/class_id=5')
    const workspace = (await bench.areal('where', bench.install)).out.trim()
    const before = readdirSync(workspace).sort()
    lock(workspace)
    for (const words of [
      ['patch', 'apply', bench.install, 'mine.patch', '--force'],
      ['undo', bench.install],
      ['pack', bench.install],
    ]) {
      const { code, err } = await bench.areal(...words)
      expect([code, err.split('\n').at(-1)], words.join(' ')).toEqual([
        2,
        expect.stringMatching(/^error (?:file|workspace)\.read-only: /),
      ])
    }
    unlock(workspace)
    expect(readdirSync(workspace).sort()).toEqual(before)
    expect((await bench.areal('get', bench.install, ENTRY, 'areals/3/class_id')).out.trim()).toBe('5')
    expect(await bench.areal('patch', 'apply', bench.install, 'mine.patch', '--force')).toMatchObject({ code: 0 })
    expect((await bench.areal('get', bench.install, ENTRY, 'areals/3/class_id')).out.trim()).toBe('77')
  })

  it('is not put beside by half a mod', async () => {
    await bench.areal('set', bench.install, ENTRY, 'areals/3/class_id=77')
    const mods = join((await bench.areal('where', bench.install)).out.trim(), '..')
    const before = readdirSync(mods).sort()
    lock(mods)
    const { code, err } = await bench.areal('mods', bench.install, 'duplicate', '0', 'Copy')
    expect([code, err]).toEqual([2, expect.stringMatching(/^error file\.read-only: /)])
    unlock(mods)
    expect(readdirSync(mods).sort()).toEqual(before)
    expect(existsSync(mods)).toBe(true)
    expect(await bench.areal('mods', bench.install, 'duplicate', '0', 'Copy')).toMatchObject({ code: 0 })
  })
})
