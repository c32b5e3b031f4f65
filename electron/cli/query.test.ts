import { describe, expect, it } from 'vitest'
import { FAMILIES } from '@areal-studio/core'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { commandLine } from './cli.fixture'

const sample = sampleInstall({
  seed: 3,
  maps: [
    { name: 'SC_1', seed: 5, tiles: 1, areals: 12 },
    { name: 'AutoMAP', seed: 6, tiles: 1, areals: 9 },
  ],
})
const FIRST = 'DATA/MAPS/SC_1/Land.map!#0'
const cli = commandLine('query', sample)

describe('areal query', () => {
  it('shows by --dry-run what it then does in one step, and does it once', async () => {
    const statement = 'areals where record < 4 set class_id = 77'
    const dry = await cli.json('query', cli.install, statement, '--dry-run')
    expect(dry).toMatchObject({
      looked: 21,
      matching: 8,
      changing: 8,
      unchanged: 0,
      revision: null,
      values: [{ field: 'class_id', value: 77, records: 8, seen: 0 }],
    })
    expect((await cli.areal('log', cli.install)).out).toBe('')
    expect(await cli.json('query', cli.install, statement)).toMatchObject({
      changing: 8,
      revision: 1,
      files: [{ rows: { length: 4 } }, { rows: { length: 4 } }],
    })
    expect(await cli.json('query', cli.install, statement)).toMatchObject({ changing: 0, unchanged: 8, revision: null })
    expect((await cli.areal('get', cli.install, FIRST, 'areals/3/class_id')).out).toBe('77\n')
    expect((await cli.areal('log', cli.install)).out.trim().split('\n')).toHaveLength(1)
    await cli.areal('undo', cli.install)
    expect(await cli.json('query', cli.install, 'areals where class_id = 77')).toMatchObject({ matching: 0 })
  })

  it('looks in one entry, and says in words what it found', async () => {
    const said = await cli.areal(
      'query',
      cli.install,
      'areals where record in (2, 5) set logic_flag |= 0x10',
      '--entry',
      FIRST,
      '--dry-run',
    )
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(said.out).toContain('12 searched, 2 match, 2 change')
    expect(said.out).toMatch(/ {2}2\tlogic_flag\t\d+ -> \d+\t0x/)
  })

  it('knows what was edited', async () => {
    await cli.areal('set', cli.install, FIRST, 'areals/3/class_id=77')
    expect(await cli.json('query', cli.install, 'areals where edited = 1')).toMatchObject({
      matching: 1,
      files: [{ entry: FIRST, matching: [3] }],
    })
  })

  it('keeps, lists, runs and forgets recipes', async () => {
    await cli.areal(
      'query',
      cli.install,
      'areals where record = 1 set logic_flag = 4096',
      '--dry-run',
      '--save',
      'close',
    )
    expect(await cli.json('query', cli.install)).toEqual({
      recipes: [
        { name: 'close', text: 'areal recipe 1\n\n# close\nquery * areals where record = 1 set logic_flag = 4096\n' },
      ],
    })
    expect(await cli.json('query', cli.install, '--recipe', 'close', '--dry-run')).toMatchObject({ array: 'areals' })
    expect(await cli.areal('query', cli.install, '--recipe', 'open')).toMatchObject({
      code: 2,
      err: expect.stringContaining('recipe.unknown') as string,
    })
    expect(await cli.json('apply', 'close', cli.install, '--dry-run')).toMatchObject({
      misses: [],
      revision: null,
      entries: { length: 2 },
    })
    const done = await cli.json('apply', 'close', cli.install)
    expect(done).toMatchObject({ changing: 2, misses: [] })
    expect(await cli.json('apply', 'close', cli.install)).toMatchObject({ changing: 0, already: 2, revision: null })
    expect((await cli.areal('recipe', cli.install, 'close')).out).toContain('query * areals where record = 1')
    await cli.areal('query', cli.install, 'areals where class_id = 0', '--entry', FIRST, '--dry-run', '--save', 'here')
    expect(await cli.areal('apply', 'here', cli.install)).toMatchObject({
      code: 2,
      err: expect.stringContaining('recipe.open') as string,
    })
    expect(await cli.json('apply', 'here', cli.install, '--entry', FIRST, '--dry-run')).toMatchObject({
      entries: [FIRST],
    })
    expect(await cli.areal('query', cli.install, '--recipe', 'here')).toMatchObject({
      code: 2,
      err: expect.stringContaining('recipe.open') as string,
    })
    await cli.areal('query', cli.install, '--forget', 'here')
    await cli.areal('query', cli.install, '--forget', 'close')
    expect(await cli.json('query', cli.install)).toEqual({ recipes: [] })
  })

  it.each([
    ['areals where clas_id = 3', 'Column 14'],
    ['areals set class_id = 1 +', 'Column 26'],
    ['nothing where a = 1', 'nothing'],
    ['areals set class_id = -1', '-1'],
  ])('refuses %j in one line and changes nothing', async (statement, words) => {
    const said = await cli.areal('query', cli.install, statement)
    expect(said).toMatchObject({ code: 2, out: '' })
    expect(said.err).toContain(words)
    expect((await cli.areal('log', cli.install)).out).toBe('')
  })
})

const islands = await FAMILIES.find(({ id }) => id === 'evil-islands')?.load()
const evilIslands = commandLine('query-islands', (await islands?.sample?.()) ?? [])

describe('areal query over the databases of Evil Islands', () => {
  it('doubles prices over 100 in the campaign and in games for several players', async () => {
    const { install, areal, json } = evilIslands
    expect(await json('query', install, 'weapons where price > 100 set price = price * 2')).toMatchObject({
      matching: 3,
      changing: 3,
      revision: 1,
    })
    for (const [price, matching] of [
      [100, 1],
      [360, 1],
      [400, 1],
      [720, 1],
    ])
      expect(await json('query', install, `weapons where price = ${price}`)).toMatchObject({ matching })
    await areal('undo', install)
    expect(await json('query', install, 'weapons where price in (180, 200, 360)')).toMatchObject({ matching: 3 })
  })
})
