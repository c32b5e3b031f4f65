import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StudioError } from '@areal-studio/core/format'
import { nodeFiles } from './node-files'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-disk-')))
const disk = join(base, 'disk')
mkdirSync(disk)
const mount = (...words: string[]): boolean => spawnSync('mount', [...words, disk]).status === 0
/** A small disk of its own needs rights that a usual user has not: then these tests say nothing. */
const hasDisk = process.platform === 'linux' && mount('-t', 'tmpfs', '-o', 'size=256k', 'areal-test')

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof StudioError ? error.code : `defect ${String(error)}`),
  )
const old = new Uint8Array(1000).fill(1)
const next = new Uint8Array(2000).fill(2)
const held = (): Uint8Array => new Uint8Array(readFileSync(join(disk, 'file.bin')))

describe.skipIf(!hasDisk)('a real disk', () => {
  beforeAll(() => writeFileSync(join(disk, 'file.bin'), old))
  afterAll(() => {
    spawnSync('umount', ['-l', disk])
    rmSync(base, { recursive: true, force: true })
  })

  it('that is full: the old file is whole, one refusal, and again when there is room', async () => {
    const files = nodeFiles(disk)
    const line = new Uint8Array(300).fill(10)
    await files.append('journal', line)
    const rest = new Uint8Array(4096)
    for (let i = 0; (await codeOf(files.write(`fill/${i}`, rest))) === 'done'; ) i++
    expect(await codeOf(files.write('file.bin', new Uint8Array(8192)))).toBe('file.disk-full')
    expect(await codeOf(files.append('journal', new Uint8Array(64 * 1024)))).toBe('file.disk-full')
    expect(held()).toEqual(old)
    expect(readFileSync(join(disk, 'journal'))).toHaveLength(line.length)
    expect(readdirSync(disk).sort()).toEqual(['file.bin', 'fill', 'journal'])
    for (const name of readdirSync(join(disk, 'fill'))) unlinkSync(join(disk, 'fill', name))
    expect(await codeOf(files.write('file.bin', next))).toBe('done')
    expect(held()).toEqual(next)
    await files.write('file.bin', old)
  })

  it('that is read-only: the same', async () => {
    const files = nodeFiles(disk)
    expect(mount('-o', 'remount,ro')).toBe(true)
    for (const work of [
      files.guardWrite('file.bin'),
      files.guardWrite('d/new.bin'),
      files.write('file.bin', next),
      files.append('file.bin', next),
      files.truncate('file.bin', 1),
      files.remove('file.bin'),
      files.claim('lock', next),
    ]) {
      expect(await codeOf(work)).toBe('file.read-only')
    }
    expect(held()).toEqual(old)
    expect(mount('-o', 'remount,rw')).toBe(true)
    for (const name of ['file.bin', 'd/new.bin']) expect(await codeOf(files.guardWrite(name))).toBe('done')
    expect(await codeOf(files.write('file.bin', next))).toBe('done')
    await files.write('file.bin', old)
  })

  it('with a name that is too long: a refusal of its own', async () => {
    const files = nodeFiles(disk)
    expect(await codeOf(files.write(`${'n'.repeat(300)}.bin`, next))).toBe('file.too-long')
    expect(await codeOf(files.append('d/'.repeat(3000), next))).toBe('file.too-long')
    expect(readdirSync(disk).filter(name => name.startsWith('~'))).toEqual([])
  })

  it('that is taken away: refusals, and all is there when it comes back', async () => {
    const files = nodeFiles(disk)
    const away = join(base, 'away')
    mkdirSync(away)
    expect(spawnSync('mount', ['--bind', disk, away]).status).toBe(0)
    expect(spawnSync('umount', [disk]).status).toBe(0)
    rmSync(disk, { recursive: true })
    for (const work of [
      files.list(),
      files.read('file.bin'),
      files.truncate('file.bin', 1),
      files.write('file.bin', next),
      files.append('d/new', next),
      files.claim('lock', next),
    ])
      expect(await codeOf(work)).toBe('file.missing')
    expect(existsSync(disk)).toBe(false)
    mkdirSync(disk)
    expect(spawnSync('mount', ['--bind', away, disk]).status).toBe(0)
    expect(spawnSync('umount', [away]).status).toBe(0)
    expect(await files.read('file.bin')).toEqual(old)
  })
})
