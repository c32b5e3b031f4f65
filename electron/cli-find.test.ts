import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/parkan/sample'
import { main } from './cli'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-find-')))
const sample = sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] })
const FILE = 'DATA/MAPS/SC_1/Land.map'
const ENTRY = `${FILE}!#0`
let install: string
let userData: string

async function areal(...words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const code = await main(words, {
    out: data => out.push(String(data)), err: line => err.push(line), input: () => Promise.resolve(new Uint8Array(0)),
    folder: base, environment: { AREAL_USER_DATA: userData },
  }, () => Promise.resolve(0))
  return { code, out: out.join(''), err: err.join('\n') }
}

beforeEach(() => {
  install = mkdtempSync(join(base, 'install-'))
  userData = mkdtempSync(join(base, 'data-'))
  for (const file of sample) {
    mkdirSync(dirname(join(install, file.path)), { recursive: true })
    writeFileSync(join(install, file.path), file.bytes)
  }
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('areal find', () => {
  it('finds what was edited and not yet packed, with its place', async () => {
    expect(await areal('find', install, 'class_id = 7777', '--kind', 'value')).toMatchObject({ code: 1 })
    await areal('set', install, ENTRY, 'areals/4/class_id=7777')
    const found = await areal('find', install, 'class_id = 7777', '--kind', 'value', '--json')
    expect(found.code).toBe(0)
    expect(JSON.parse(found.out)).toMatchObject({ count: 1, isCut: false, files: [{ file: FILE, hits: [{ entry: ENTRY, path: 'areals/4/class_id' }] }] })
  })

  it('finds names, and refuses in one line with the column', async () => {
    expect((await areal('find', install, 'land.map', '--kind', 'name')).out).toContain(FILE)
    expect(await areal('find', install, '4E 5', '--kind', 'bytes')).toMatchObject({ code: 2, err: expect.stringContaining('Column 4') as string })
  })
})

describe('areal import and extract', () => {
  it('take over a copy edited elsewhere, first as a dry run, and write what is there now', async () => {
    const other = mkdtempSync(join(base, 'out-'))
    await areal('set', install, ENTRY, 'areals/4/class_id=99')
    expect((await areal('extract', install, FILE, '--to', other)).out).toContain('1 file in')
    await areal('undo', install)
    const edited = join(other, 'Land.map')
    expect((await areal('import', install, FILE, edited, '--dry-run')).out).toMatch(/areals\/4\/class_id\t\d+ -> 99/)
    expect((await areal('get', install, ENTRY, 'areals/4/class_id')).out).not.toBe('99\n')
    expect((await areal('import', install, FILE, edited)).code).toBe(0)
    expect((await areal('get', install, ENTRY, 'areals/4/class_id')).out).toBe('99\n')
  })

  it('open archives into folders, and never write into the game', async () => {
    const other = join(base, 'opened')
    await areal('extract', install, '.', '--to', other, '--contents', '--as', 'json')
    const json = JSON.parse(readFileSync(join(other, `${FILE}/ArealMapGeometry.json`), 'utf8')) as { areals: unknown[] }
    expect(json.areals).toHaveLength(12)
    expect(await areal('extract', install, FILE, '--to', join(install, 'DATA'))).toMatchObject({ code: 2, err: expect.stringContaining('extract.inside') as string })
  })
})
