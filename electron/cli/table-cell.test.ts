import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sampleFiles } from '../../core/families/nwn2/sample/sample'
import { commandLine } from './cli.fixture'

const cli = commandLine('table-cell', sampleFiles(1))
const TABLE = 'override/terrainmaterials.2da'

it('sets a cell of a 2DA table: its words alone, the blanks around it and all other bytes stay', async () => {
  const { base, install } = cli
  const before = readFileSync(join(install, TABLE), 'latin1')
  const present = async (): Promise<string> => {
    const out = join(base, 'present.2da')
    expect(await cli.areal('entry', 'extract', install, TABLE, out)).toMatchObject({ code: 0 })
    return readFileSync(out, 'latin1')
  }
  expect((await cli.areal('get', install, TABLE, 'rows/0')).out).toContain('"TT_GG_Grass_01"')
  expect(await cli.areal('set', install, TABLE, 'rows/0/c1="Rock"')).toMatchObject({ code: 0 })
  expect(await present()).toBe(before.replace('TT_GG_Grass_01', 'Rock'))
  expect(await cli.areal('set', install, TABLE, 'rows/0/c2="7"', 'rows/0/c5="\\"Green field\\""')).toMatchObject({
    code: 0,
  })
  expect(await present()).toBe(
    before.replace('TT_GG_Grass_01\t160', 'Rock\t7').replace('\tGrass\t', '\t"Green field"\t'),
  )
  expect(await cli.areal('set', install, TABLE, 'rows/0/c1={"text": "Rock", "tail": "2020"}')).toMatchObject({
    code: 0,
  })
  expect(await present()).toContain('0\tRock  7\t')
  for (let steps = 0; steps < 3; steps++) expect((await cli.areal('undo', install)).code).toBe(0)
  expect(await present()).toBe(before)
})

it.each([
  ['"two words"', 'layout.line-part'],
  ['Rock', 'layout.json-syntax'],
  ['"open', 'layout.json-end'],
])('refuses the cell %s', async (json, code) => {
  const { install } = cli
  const { code: status, err } = await cli.areal('set', install, TABLE, `rows/0/c1=${json}`)
  expect([status, err]).toEqual([2, expect.stringContaining(code)])
})
