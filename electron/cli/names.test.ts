import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { commandLine } from './cli.fixture'

const cli = commandLine('names', sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] }))

it('carries names from one file through a workspace into another, and says what is named otherwise', async () => {
  const { base, install } = cli
  const given = (name: string): string =>
    JSON.stringify({
      version: 1,
      values: { 'areal.class_id': { 12: name } },
      bits: { 'areal.logic_flag': { 5: 'closed to tanks' } },
    })
  writeFileSync(join(base, 'mine.json'), given('ford'))
  writeFileSync(join(base, 'theirs.json'), given('shallow'))
  writeFileSync(join(base, 'wrong.json'), '{"version":1,"values":[]}')

  expect((await cli.areal('dictionary', install)).code).toBe(0)
  expect(await cli.areal('dictionary', install, '--import', 'mine.json')).toMatchObject({ code: 0 })
  expect((await cli.areal('dictionary', install)).out).toBe(
    'values/areal.class_id/12\tford\nbits/areal.logic_flag/5\tclosed to tanks\n',
  )
  expect(await cli.areal('dictionary', install, '--import', 'theirs.json', '--json')).toMatchObject({ code: 1 })
  expect((await cli.areal('dictionary', install)).out).toContain('ford')
  expect(await cli.areal('dictionary', install, '--import', 'wrong.json')).toMatchObject({ code: 2 })
  expect(await cli.areal('dictionary', install, '--import', 'theirs.json', '--theirs')).toMatchObject({ code: 0 })
  expect(await cli.areal('dictionary', install, '--export', 'out.json')).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(join(base, 'out.json'), 'utf8'))).toEqual({
    ...JSON.parse(given('shallow')),
    fields: {},
    pages: {},
  })
  expect(await cli.areal('dictionary', install, '--export', 'a.json', '--import', 'b.json')).toMatchObject({ code: 2 })
})

it('says names where people read, and numbers beside them where programs do', async () => {
  const { base, install } = cli
  const names = {
    version: 1,
    values: { 'areal.class_id': { 12: 'ford' } },
    bits: { 'areal.logic_flag': { 5: 'closed' } },
    fields: { 'areal.class_id': 'kind of ground' },
  }
  writeFileSync(join(base, 'names.json'), JSON.stringify(names))
  expect(await cli.areal('dictionary', install, '--import', 'names.json', '--theirs')).toMatchObject({ code: 0 })
  const entry = 'DATA/MAPS/SC_1/Land.map!#0'
  expect(await cli.areal('set', install, entry, 'areals/3/class_id=12', 'areals/3/logic_flag=32')).toMatchObject({
    code: 0,
  })
  const { out } = await cli.areal('changes', install)
  expect(out).toMatch(/class_id \(kind of ground\): \d+ → 12 \(ford\)/)
  expect(out).toMatch(/logic_flag: \d+( \([^)]*\))? → 32 \(closed\)/)
  const read: unknown = JSON.parse((await cli.areal('changes', install, '--json')).out)
  expect(read).toMatchObject({
    files: [
      {
        entries: [
          {
            fields: expect.arrayContaining([
              expect.objectContaining({
                path: 'areals/3/class_id',
                after: '12',
                afterName: 'ford',
                name: 'kind of ground',
              }),
            ]),
          },
        ],
      },
    ],
  })
  expect((await cli.areal('get', install, entry, 'areals/3/class_id')).out).toBe('12\n')
  expect((await cli.areal('describe', 'parkan.areal-map', install)).out).toMatch(/kind of ground.*12 = ford/)
  expect((await cli.areal('describe', 'parkan.areal-map')).out).not.toContain('ford')
})
