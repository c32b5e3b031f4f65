import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../format'
import { createStudio, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash } from '../../studio/studio.fixture'
import { NWN2 } from './nwn2'
import { sampleFiles } from './sample/sample'

const MODULE = 'modules/sample_outside.mod'

async function sampleStudio(): Promise<StudioApi> {
  const files = Object.fromEntries(sampleFiles().map(({ path, bytes }) => [path, bytes]))
  const folders = new Map([['/game', new MemoryFiles(files, { root: '/game' })]])
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(NWN2)] })
  await api.open('/game')
  return api
}
const uses = async (api: StudioApi, entry: string): Promise<unknown> =>
  (await api.references(entry)).uses.map(({ relation, to }) => [relation, to])

it('a ground has the files of its area beside it, in a folder and in a module', async () => {
  const api = await sampleStudio()
  const cellar = 'modules/Sample/cellar'
  expect(await uses(api, `${cellar}.trx`)).toEqual([
    ['area-unbaked', `${cellar}.trn`],
    ['area-settings', `${cellar}.are`],
    ['area-objects', `${cellar}.git`],
    ['area-comments', `${cellar}.gic`],
  ])
  expect(await uses(api, `${MODULE}!#1`)).toEqual([
    ['area-unbaked', `${MODULE}!#0`],
    ['area-settings', `${MODULE}!#2`],
    ['area-objects', `${MODULE}!#3`],
    ['area-comments', `${MODULE}!#4`],
  ])
  expect((await api.references(`${cellar}.git`)).usedBy.map(({ from }) => from)).toEqual([
    `${cellar}.trn`,
    `${cellar}.trx`,
  ])
})

it('one that is missing is no problem, and a renamed ground takes the files of its area along', async () => {
  const api = await sampleStudio()
  const before = await api.check()
  await api.rename(`${MODULE}!#1`, 'heath.trx', { dryRun: false, follow: true })
  expect((await api.list(MODULE)).map(({ name }) => name)).toEqual([
    'heath.trn',
    'heath.trx',
    'heath.are',
    'heath.git',
    'heath.gic',
    'module.ifo',
  ])
  expect((await api.check()).map(({ code }) => code).sort()).toEqual(before.map(({ code }) => code).sort())
  await api.rename(`${MODULE}!#2`, 'other.are', { dryRun: false, follow: false })
  expect((await api.check()).filter(({ code }) => code.startsWith('reference.'))).toEqual([])
})
