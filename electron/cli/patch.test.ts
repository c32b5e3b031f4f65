import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { runAreal } from './cli.fixture'
import { writeSample } from '../service/sample-install'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-patch-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const areal = (...words: readonly string[]) => runAreal(words, { folder: base, userData: join(base, 'data') })

const MAP = 'DATA/MAPS/SC_1/Land.map'
const ENTRY = `${MAP}!#0`

function install(name: string): string {
  const folder = join(base, name)
  writeSample(folder, sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] }))
  return folder
}
const packed = async (folder: string): Promise<string> =>
  (await areal('entry', 'extract', folder, MAP)).bytes.toString('latin1')

let mine = ''
beforeAll(async () => {
  mine = install('mine')
  await areal('set', mine, ENTRY, 'areals/3/class_id=77', 'areals/4/logic_flag=9')
  await areal('query', mine, 'areals where class_id = 77 set logic_flag = logic_flag | 4')
  await areal('entry', 'rename', mine, ENTRY, 'Renamed')
  writeFileSync(join(base, 'note.bin'), 'a note')
  await areal('entry', 'add', mine, MAP, 'note', 'note.bin')
})

describe('areal patch', () => {
  it('makes a small file, says what it would do, and makes the same map of a clean install', async () => {
    expect(await areal('patch', 'make', mine, '-o', 'mine.patch', '--title', 'Fords')).toMatchObject({
      code: 0,
      err: '',
    })
    const text = readFileSync(join(base, 'mine.patch'), 'utf8')
    expect(text.length).toBeLessThan(2500)
    expect(text).toContain('["areals/3/class_id"')
    const clean = install('clean')
    expect(await areal('patch', 'apply', clean, 'mine.patch', '--dry-run')).toMatchObject({ code: 0 })
    expect(await packed(clean)).not.toBe(await packed(mine))
    expect(await areal('patch', 'apply', clean, 'mine.patch')).toMatchObject({ code: 0 })
    expect(await packed(clean)).toBe(await packed(mine))
    expect((await areal('log', clean)).out).toContain('Fords')
  })

  it('lists what stands otherwise with code 1, and takes it with --force', async () => {
    const other = install('other')
    await areal('set', other, ENTRY, 'areals/3/class_id=5')
    const report = await areal('patch', 'apply', other, 'mine.patch', '--lang', 'ru')
    expect(report.code).toBe(1)
    expect(report.out).toMatch(/areals\/3\/class_id\tожидалось \d+, найдено 5/)
    expect((await areal('get', other, ENTRY, 'areals/3/class_id')).out.trim()).toBe('5')
    expect((await areal('get', other, ENTRY, 'areals/4/logic_flag')).out.trim()).toBe('9')
    expect(await areal('patch', 'apply', other, 'mine.patch', '--force')).toMatchObject({ code: 0 })
    expect((await areal('get', other, ENTRY, 'areals/3/class_id')).out.trim()).toBe('77')
  })

  it('merges two, and names the conflict when both set one field', async () => {
    const theirs = install('theirs')
    await areal('set', theirs, ENTRY, 'areals/3/class_id=78', 'areals/5/class_id=78')
    await areal('patch', 'make', theirs, '-o', 'theirs.patch')
    const open = await areal('patch', 'merge', 'mine.patch', 'theirs.patch', '-o', 'both.patch')
    expect(open.code).toBe(1)
    expect(open.out).toContain('areals/3/class_id\t77 | 78')
    expect(existsSync(join(base, 'both.patch'))).toBe(false)
    expect(
      await areal('patch', 'merge', 'mine.patch', 'theirs.patch', '-o', 'both.patch', '--take', 'b'),
    ).toMatchObject({ code: 0 })
    const both = install('both')
    expect(await areal('patch', 'apply', both, 'both.patch')).toMatchObject({ code: 0 })
    for (const [node, value] of [
      ['areals/3/class_id', '78'],
      ['areals/5/class_id', '78'],
      ['areals/4/logic_flag', '9'],
    ] as const) {
      expect((await areal('get', both, ENTRY, node)).out.trim()).toBe(value)
    }
    expect(await areal('patch', 'apply', both, 'note.bin')).toMatchObject({ code: 2 })
  })
})

it('exports the packed files as a ZIP, the same for the same change', async () => {
  expect(await areal('overlay', mine, '-o', 'early.zip')).toMatchObject({ code: 2 })
  expect(existsSync(join(base, 'early.zip'))).toBe(false)
  await areal('pack', mine)
  for (const name of ['one.zip', 'two.zip']) expect(await areal('overlay', mine, '-o', name)).toMatchObject({ code: 0 })
  expect(readFileSync(join(base, 'one.zip'))).toEqual(readFileSync(join(base, 'two.zip')))
  const files = unzipSync(readFileSync(join(base, 'one.zip')))
  expect(Object.keys(files)).toEqual([MAP])
  expect(Buffer.from(files[MAP] ?? []).toString('latin1')).toBe(await packed(mine))
})

it('writes the history as a recipe and does it again on a clean install', async () => {
  expect(await areal('recipe', mine, '-o', 'mine.recipe')).toMatchObject({ code: 0 })
  const text = readFileSync(join(base, 'mine.recipe'), 'utf8')
  expect(text).toContain(`set ${ENTRY} areals/3/class_id = 77`)
  expect(text).toContain(`query ${ENTRY} areals where class_id = 77`)
  expect(text).toContain(`attribute ${ENTRY} name = "Renamed"`)
  const again = install('again')
  expect(await areal('apply', 'mine.recipe', again)).toMatchObject({ code: 0 })
  expect(await packed(again)).toBe(await packed(mine))
  writeFileSync(join(base, 'misfit.recipe'), `areal recipe 1\nset ${ENTRY} areals/999/class_id = 1\n`)
  expect(await areal('apply', 'misfit.recipe', again)).toMatchObject({ code: 1 })
})

it('keeps several mods on one install apart; a deleted one is in the trash', async () => {
  const game = install('game')
  await areal('set', game, ENTRY, 'areals/3/class_id=10')
  expect(await areal('mods', game, 'new', 'Night raid')).toMatchObject({ code: 0 })
  expect(await areal('mods', game, 'switch', 'Night raid')).toMatchObject({ code: 0 })
  expect((await areal('get', game, ENTRY, 'areals/3/class_id')).out.trim()).not.toBe('10')
  await areal('set', game, ENTRY, 'areals/3/class_id=20')
  const conflicts = await areal('mods', game, 'conflicts', '0')
  expect(conflicts).toMatchObject({ code: 1 })
  expect(conflicts.out).toContain('areals/3/class_id\t20 | 10')
  expect(await areal('mods', game, 'duplicate', 'Night raid', 'Copy')).toMatchObject({ code: 0 })
  expect(await areal('mods', game, 'delete', 'Night raid')).toMatchObject({ code: 2 })
  await areal('mods', game, 'switch', 'Copy')
  expect((await areal('get', game, ENTRY, 'areals/3/class_id')).out.trim()).toBe('20')
  await areal('pack', game)
  await areal('deploy', game)
  await areal('mods', game, 'switch', '0')
  expect((await areal('mods', game)).out).toMatch(/Copy\t.*\tin the game/)
  expect(await areal('mods', game, 'delete', 'Copy')).toMatchObject({ code: 2 })
  expect(await areal('mods', game, 'delete', 'Night raid')).toMatchObject({ code: 0 })
  expect(readdirSync(join(base, 'data', 'trash'))).toHaveLength(1)
  expect((await areal('get', game, ENTRY, 'areals/3/class_id')).out.trim()).toBe('10')
  expect(await areal('mods', game, 'switch', 'nobody')).toMatchObject({ code: 2 })
})
