import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { commandLine } from './cli.fixture'

const sample = sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] })
const FILE = 'DATA/MAPS/SC_1/Land.map'
const ENTRY = `${FILE}!#0`
const cli = commandLine('find', sample)

describe('areal find', () => {
  it('finds what was edited and not yet packed, with its place', async () => {
    expect(await cli.areal('find', cli.install, 'class_id = 7777', '--kind', 'value')).toMatchObject({ code: 1 })
    await cli.areal('set', cli.install, ENTRY, 'areals/4/class_id=7777')
    const found = await cli.areal('find', cli.install, 'class_id = 7777', '--kind', 'value', '--json')
    expect(found.code).toBe(0)
    expect(JSON.parse(found.out)).toMatchObject({
      count: 1,
      isCut: false,
      files: [{ file: FILE, hits: [{ entry: ENTRY, path: 'areals/4/class_id' }] }],
    })
  })

  it('finds names, and refuses in one line with the column', async () => {
    expect((await cli.areal('find', cli.install, 'land.map', '--kind', 'name')).out).toContain(FILE)
    expect(await cli.areal('find', cli.install, '4E 5', '--kind', 'bytes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Column 4') as string,
    })
  })
})

describe('areal import and extract', () => {
  it('take over a copy edited elsewhere, first as a dry run, and write what is there now', async () => {
    const other = mkdtempSync(join(cli.base, 'out-'))
    await cli.areal('set', cli.install, ENTRY, 'areals/4/class_id=99')
    expect((await cli.areal('extract', cli.install, FILE, '--to', other)).out).toContain('1 file in')
    await cli.areal('undo', cli.install)
    const edited = join(other, 'Land.map')
    expect((await cli.areal('import', cli.install, FILE, edited, '--dry-run')).out).toMatch(
      /areals\/4\/class_id\t\d+ -> 99/,
    )
    expect((await cli.areal('get', cli.install, ENTRY, 'areals/4/class_id')).out).not.toBe('99\n')
    expect((await cli.areal('import', cli.install, FILE, edited)).code).toBe(0)
    expect((await cli.areal('get', cli.install, ENTRY, 'areals/4/class_id')).out).toBe('99\n')
  })

  it('open archives into folders, and never write into the game', async () => {
    const other = join(cli.base, 'opened')
    await cli.areal('extract', cli.install, '.', '--to', other, '--contents', '--as', 'json')
    const json = JSON.parse(readFileSync(join(other, `${FILE}/ArealMapGeometry.json`), 'utf8')) as { areals: unknown[] }
    expect(json.areals).toHaveLength(12)
    expect(await cli.areal('import', cli.install, '.', other)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ files are the same\nNothing/) as string,
    })
    const edited = join(other, `${FILE}/ArealMapGeometry.json`)
    writeFileSync(edited, readFileSync(edited, 'utf8').replace(/"class_id": \d+/, '"class_id": 77'))
    const imported = async (...options: readonly string[]): Promise<unknown> =>
      JSON.parse((await cli.areal('import', cli.install, '.', other, '--json', ...options)).out)
    expect(await imported('--dry-run')).toMatchObject({ files: [{ entry: ENTRY, refusal: null }], revision: null })
    expect(await imported()).toMatchObject({ files: [{ entry: ENTRY }], revision: 1 })
    expect((await cli.areal('get', cli.install, ENTRY, 'areals/0/class_id')).out).toBe('77\n')
    writeFileSync(join(other, 'notes.txt'), 'mine')
    expect(await cli.areal('import', cli.install, '.', other)).toMatchObject({
      code: 1,
      out: expect.stringContaining('notes.txt\tNo entry has the name') as string,
    })
    expect(await cli.areal('extract', cli.install, FILE, '--to', join(cli.install, 'DATA'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('extract.inside') as string,
    })
  })
})
