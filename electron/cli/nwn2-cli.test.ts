import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveFile, areaFile } from '../../core/families/nwn2/sample/files'
import { areaSize } from '../../core/families/nwn2/sample/ground'
import { sampleMesh } from '../../core/families/nwn2/sample/mesh'
import { sampleFiles } from '../../core/families/nwn2/sample/sample'
import { writeSample } from '../service/sample-install'
import { runAreal, type Done } from './cli.fixture'

const AREA = 'modules/Sample/cellar.trx'
const MODULE = 'modules/sample_outside.mod'
let base: string
let install: string

const areal = (...words: readonly string[]): Promise<Done> =>
  runAreal(words, { folder: base, userData: join(base, 'data') })
const run = (entry: string, ...words: readonly string[]): Promise<Done> => areal('run', install, entry, ...words)

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-nwn2-')))
  install = join(base, 'user')
  writeSample(install, sampleFiles())
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

it('closes triangles of a loose file: unbaked they stop deploy, baked they are deployed and restored', async () => {
  const pristine = readFileSync(join(install, AREA))
  const mesh = `${AREA}!#1`
  const dry = await run(mesh, 'nwn2.set-walkable', 'walkable=false', '--records', '4-6', '--dry-run')
  expect(dry).toMatchObject({ code: 0 })
  const set = await run(mesh, 'nwn2.set-walkable', 'walkable=false', 'bake=false', '--records', '4-6')
  expect(set).toMatchObject({ code: 0 })
  const stopped = await areal('deploy', install)
  expect([stopped.code === 0, stopped.err.includes('deploy.blocked')]).toEqual([false, true])
  expect(await run(AREA, 'nwn2.bake', 'tiles="stale"')).toMatchObject({ code: 0 })
  expect(await areal('check', install)).toMatchObject({ code: 0 })
  expect(await areal('deploy', install)).toMatchObject({ code: 0 })
  expect(readFileSync(join(install, AREA)).equals(pristine)).toBe(false)
  expect(await areal('restore', install)).toMatchObject({ code: 0 })
  expect(readFileSync(join(install, AREA)).equals(pristine)).toBe(true)
  for (let step = 0; step < 2; step++) expect(await areal('undo', install)).toMatchObject({ code: 0 })
})

it('adds the baked file to a module that has only the TRN', async () => {
  const mesh = sampleMesh(
    { width: 2, height: 2, tileWidth: 9, cells: 1, heightAt: () => 0, surfaceAt: () => 0x20 },
    false,
  )
  const area = areaFile([
    ['TRWH', areaSize(2, 2)],
    ['ASWM', mesh],
  ])
  writeFileSync(join(install, 'modules/bare.mod'), archiveFile('MOD ', [['vale.trn', area]]))
  const made = await run('modules/bare.mod!#0', 'nwn2.make-trx')
  expect(made).toMatchObject({ code: 0, err: '' })
  const rows = (await areal('list', install, 'modules/bare.mod')).out
  expect([...rows.matchAll(/vale\.tr[nx]/g)].map(String)).toEqual(['vale.trn', 'vale.trx'])
  // There is one now: it is replaced, and equal.
  expect(await run('modules/bare.mod!#0', 'nwn2.make-trx')).toMatchObject({ code: 0 })
  expect((await areal('list', install, 'modules/bare.mod')).out).toBe(rows)
  expect(await areal('undo', install)).toMatchObject({ code: 0 })
  expect((await areal('list', install, 'modules/bare.mod')).out).not.toContain('vale.trx')
})

it('makes twins beside, in a module, and a new one; takes a walkmesh, cuts and sets surfaces within a module', async () => {
  const rows = (await areal('list', install, MODULE)).out.split('\n')
  const row = (name: string): string => `${MODULE}!#${rows.findIndex(line => line.includes(name))}`
  expect(await run('modules/Sample/cellar.trn', 'nwn2.make-trx')).toMatchObject({ code: 0, err: '' })
  expect(await run(row('meadow.trn'), 'nwn2.make-trx')).toMatchObject({ code: 0 })
  expect(await run(row('meadow.trx'), 'nwn2.bake')).toMatchObject({ code: 0 })
  expect(await run(row('meadow.trx'), 'nwn2.take-walkmesh', `file="${AREA}"`)).toMatchObject({ code: 0 })
  expect(await run(row('meadow.trx'), 'nwn2.apply-cutters')).toMatchObject({ code: 0 })
  expect((await areal('check', install)).code).toBe(0)
  const none = await run(AREA, 'nwn2.take-walkmesh', 'file="none.trx"')
  expect([none.code === 0, none.err.includes('nwn2.no-source')]).toEqual([false, true])
  expect(await areal('deploy', install)).toMatchObject({ code: 0 })
  expect(await areal('restore', install)).toMatchObject({ code: 0 })
})

it('takes an OBJ from outside the install: as exported nothing changes, with other faces the walkmesh does, as one step', async () => {
  const mesh = `${AREA}!#1`
  const folder = join(base, 'exported')
  expect(await areal('extract', install, mesh, '--to', folder, '--as', 'obj')).toMatchObject({ code: 0 })
  const [name = ''] = readdirSync(folder, { recursive: true })
    .map(String)
    .filter(file => file.endsWith('.obj'))
  const obj = join(folder, name)
  const before = (await areal('get', install, mesh, 'triangle_count')).out
  const same = await areal('import', install, mesh, obj)
  expect([same.code, (await areal('get', install, mesh, 'triangle_count')).out]).toEqual([0, before])
  const lines = readFileSync(obj, 'utf8').split('\n')
  const last = lines.findLastIndex(line => line.startsWith('f '))
  writeFileSync(obj, lines.filter((_, line) => line !== last).join('\n'))
  expect(await areal('import', install, mesh, obj)).toMatchObject({ code: 0 })
  expect(Number((await areal('get', install, mesh, 'triangle_count')).out)).toBe(Number(before) - 1)
  expect((await areal('check', install)).code).toBe(0)
  expect(await areal('undo', install)).toMatchObject({ code: 0 })
  expect((await areal('get', install, mesh, 'triangle_count')).out).toBe(before)
  writeFileSync(obj, 'f 1 2 3')
  const refused = await areal('import', install, mesh, obj)
  expect([refused.code === 0, refused.err.includes('obj.line')]).toEqual([false, true])
})
