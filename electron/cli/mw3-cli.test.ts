import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleInstall } from '../../core/families/mw3/sample/sample'
import { treeOf } from '../../core/families/mw3/operations/node-tree'
import { worldOf } from '../../core/families/mw3/operations/world-edit'
import { writeSample } from '../service/sample-install'
import { runAreal, type Done } from './cli.fixture'

const WORLD = 'zbd/c1/gamez.zbd'
let base: string
let install: string

const areal = (...words: readonly string[]): Promise<Done> =>
  runAreal(words, { folder: base, userData: join(base, 'data') })

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-mw3-')))
  install = join(base, 'game')
  writeSample(install, sampleInstall())
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

it('sets a field of a world of MechWarrior 3, checks, packs, deploys and restores it', async () => {
  const pristine = readFileSync(join(install, WORLD))
  expect((await areal('check', install)).code).toBe(0)
  expect((await areal('get', install, WORLD, 'nodes/6/name')).out).toContain('building')
  expect(await areal('set', install, WORLD, 'nodes/6/name="tower"', 'nodes/6/zone_id=7')).toMatchObject({ code: 0 })
  expect((await areal('changes', install)).out).toContain('nodes/6/name')
  expect((await areal('check', install)).code).toBe(0)
  expect((await areal('pack', install)).code).toBe(0)
  expect((await areal('deploy', install)).code).toBe(0)
  const deployed = readFileSync(join(install, WORLD))
  expect(deployed.length).toBe(pristine.length)
  expect(deployed.includes('tower\0t_node_name', 0, 'latin1')).toBe(true)
  expect((await areal('restore', install)).code).toBe(0)
  expect(readFileSync(join(install, WORLD)).equals(pristine)).toBe(true)
})

it('refuses a count that its records do not have', async () => {
  const refused = await areal('set', install, WORLD, 'models/1/vertex_count=9')
  expect(refused.code).not.toBe(0)
  expect(refused.err).toMatch(/^error layout\./)
})

it('adds, moves and deletes nodes by operations, each one step, and names the refusal of one', async () => {
  const nodes = async (): Promise<unknown> => (await areal('get', install, WORLD, 'node_data/0/child_indices')).out
  const before = await nodes()
  const added = String(treeOf(worldOf(readFileSync(join(install, WORLD)))).length)
  const run = (...words: readonly string[]): Promise<Done> => areal('run', install, WORLD, ...words)
  expect(await run('add-node', 'name="hut"', 'x=10', '--records', '0')).toMatchObject({ code: 0 })
  expect((await areal('get', install, WORLD, `nodes/${added}/name`)).out).toContain('hut')
  expect(await run('reparent-node', 'parent=6', '--records', added)).toMatchObject({ code: 0 })
  expect((await areal('check', install)).code).toBe(0)
  expect(await nodes()).toBe(before)
  expect(await run('delete-node', '--records', added)).toMatchObject({ code: 0 })
  const refused = await run('delete-node', '--records', '0')
  expect([refused.code === 0, refused.err.includes('error mw3.node.fixed')]).toEqual([false, true])
  for (let step = 0; step < 3; step++) expect((await areal('undo', install)).code).toBe(0)
  expect((await areal('get', install, WORLD, `nodes/${added}/name`)).out).not.toContain('hut')
})

it.runIf(process.platform === 'linux')(
  'starts the program that is given with the deployed world, and restores it',
  async () => {
    const pristine = readFileSync(join(install, WORLD))
    for (const words of [
      ['set', install, WORLD, 'nodes/6/zone_id=9'],
      ['pack', install],
      ['deploy', install],
    ])
      expect((await areal(...words)).code).toBe(0)
    const seen = join(base, 'seen.zbd')
    const launched = await areal(
      'launch',
      install,
      '--executable=/bin/cp',
      `--folder=${install}`,
      `--argument=${WORLD}`,
      `--argument=${seen}`,
      '--trust',
    )
    expect(launched).toMatchObject({ code: 0 })
    expect(treeOf(worldOf(readFileSync(seen)))).toEqual(treeOf(worldOf(pristine)))
    expect(readFileSync(seen).equals(pristine)).toBe(false)
    expect((await areal('restore', install)).code).toBe(0)
    expect(readFileSync(join(install, WORLD)).equals(pristine)).toBe(true)
  },
)
