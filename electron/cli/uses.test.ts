import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sampleInstall } from '../../core/families/parkan/sample/sample'
import { commandLine } from './cli.fixture'

const cli = commandLine('uses', sampleInstall())
const UNIT = 'UNITS/BUILDS/BUNKER/bunkergun01.dat'

it('lists what an entry names and who names it, to the depth asked for, and the records that numbers name', async () => {
  const { install } = cli
  const unit = await cli.areal('uses', install, UNIT, '--depth', '3')
  expect(unit.code).toBe(0)
  expect(unit.out).toMatch(/^Uses \(\d+\):$/m)
  expect(unit.out).toContain('records/0/name')
  expect(unit.out).toMatch(/^ {4}slots\/\d+\/name/m)
  const part = await cli.areal('uses', install, `${UNIT}/records/1`)
  expect(part.out).toMatch(/records\/1\/attach {2}fortif\.rlb!#\d+!#\d+\/nodes\/\d+/)
  const [, node = ''] = /attach {2}(\S+)/.exec(part.out) ?? []
  const users = JSON.parse((await cli.areal('uses', install, node, '--json')).out) as {
    readonly usedBy: readonly { readonly from: string; readonly path: string }[]
  }
  expect(users.usedBy).toContainEqual(expect.objectContaining({ from: UNIT, path: 'records/1/attach' }))
})

interface Used {
  readonly to: string | null
  readonly next?: readonly Used[]
}
const targetsOf = (links: readonly Used[]): readonly string[] =>
  links.flatMap(({ to, next }) => [...(to === null ? [] : [to]), ...targetsOf(next ?? [])])

it('an entry is extracted with all that it names, and what those name in turn', async () => {
  const { install } = cli
  const { uses } = JSON.parse((await cli.areal('uses', install, UNIT, '--depth', '20', '--json')).out) as {
    readonly uses: readonly Used[]
  }
  const to = join(install, '..', 'with')
  const words = ['extract', install, UNIT, '--to', to, '--json']
  const entriesOf = ({ out }: { readonly out: string }) =>
    new Set((JSON.parse(out) as { readonly files: readonly { readonly entry: string }[] }).files.map(one => one.entry))
  expect(entriesOf(await cli.areal(...words, '--with-dependencies'))).toEqual(new Set([UNIT, ...targetsOf(uses)]))
  expect(targetsOf(uses).some(entry => entry.startsWith('Textures.lib!'))).toBe(true)
  expect(entriesOf(await cli.areal(...words))).toEqual(new Set([UNIT]))
})

it('refuses a depth that is no whole number from 1, and an entry that is not there', async () => {
  const { install } = cli
  const depth = await cli.areal('uses', install, UNIT, '--depth', '0')
  expect([depth.code, depth.err]).toEqual([2, expect.stringContaining('usage.depth')])
  const missing = await cli.areal('uses', install, 'nowhere.dat')
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('entry.missing')])
})
