import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/parkan/sample'
import { main } from './cli'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-query-')))
const sample = sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }, { name: 'AutoMAP', seed: 6, tiles: 1, areals: 9 }] })
const FIRST = 'DATA/MAPS/SC_1/Land.map!#0'
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
const json = async (...words: readonly string[]): Promise<unknown> => JSON.parse((await areal(...words, '--json')).out)

beforeEach(() => {
  install = mkdtempSync(join(base, 'install-'))
  userData = mkdtempSync(join(base, 'data-'))
  for (const file of sample) {
    mkdirSync(dirname(join(install, file.path)), { recursive: true })
    writeFileSync(join(install, file.path), file.bytes)
  }
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('areal query', () => {
  it('shows by --dry-run what it then does in one step, and does it once', async () => {
    const statement = 'areals where record < 4 set class_id = 77'
    const dry = await json('query', install, statement, '--dry-run')
    expect(dry).toMatchObject({ looked: 21, matching: 8, changing: 8, unchanged: 0, revision: null, values: [{ field: 'class_id', value: 77, records: 8, seen: 0 }] })
    expect((await areal('log', install)).out).toBe('')
    expect(await json('query', install, statement)).toMatchObject({ changing: 8, revision: 1, files: [{ rows: { length: 4 } }, { rows: { length: 4 } }] })
    expect(await json('query', install, statement)).toMatchObject({ changing: 0, unchanged: 8, revision: null })
    expect((await areal('get', install, FIRST, 'areals/3/class_id')).out).toBe('77\n')
    expect((await areal('log', install)).out.trim().split('\n')).toHaveLength(1)
    await areal('undo', install)
    expect(await json('query', install, 'areals where class_id = 77')).toMatchObject({ matching: 0 })
  })

  it('looks in one entry, and says in words what it found', async () => {
    const said = await areal('query', install, 'areals where record in (2, 5) set logic_flag |= 0x10', '--entry', FIRST, '--dry-run')
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(said.out).toContain('12 looked at, 2 match, 2 change')
    expect(said.out).toMatch(/ {2}2\tlogic_flag\t\d+ -> \d+\t0x/)
  })

  it('knows what was edited', async () => {
    await areal('set', install, FIRST, 'areals/3/class_id=77')
    expect(await json('query', install, 'areals where edited = 1')).toMatchObject({ matching: 1, files: [{ entry: FIRST, matching: [3] }] })
  })

  it('keeps, lists, runs and forgets recipes', async () => {
    await areal('query', install, 'areals where class_id = 0 set logic_flag = 4', '--dry-run', '--save', 'close')
    expect(await json('query', install)).toEqual({ recipes: [{ name: 'close', query: 'areals where class_id = 0 set logic_flag = 4', scope: 'all' }] })
    expect(await json('query', install, '--recipe', 'close', '--dry-run')).toMatchObject({ array: 'areals' })
    expect(await areal('query', install, '--recipe', 'open')).toMatchObject({ code: 2, err: expect.stringContaining('recipe.unknown') as string })
    await areal('query', install, '--forget', 'close')
    expect(await json('query', install)).toEqual({ recipes: [] })
  })

  it.each([
    ['areals where clas_id = 3', 'Column 14'], ['areals set class_id = 1 +', 'Column 26'], ['nothing where a = 1', 'nothing'], ['areals set class_id = -1', '-1'],
  ])('refuses %j in one line and changes nothing', async (statement, words) => {
    const said = await areal('query', install, statement)
    expect(said).toMatchObject({ code: 2, out: '' })
    expect(said.err).toContain(words)
    expect((await areal('log', install)).out).toBe('')
  })
})
