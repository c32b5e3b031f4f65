import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../format'
import type { Bytes } from '../../layout'
import { createStudio, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash } from '../../studio/studio.fixture'
import { NWN2 } from './nwn2'
import { sampleFiles } from './sample/sample'

const MODULE = 'modules/sample_outside.mod'

const OFFICIAL = 'Modules/Official/cellar'
/** Files of an area as a module of the game has them, in its program folder. */
const inOfficial = (files: Readonly<Record<string, Bytes>>) =>
  Object.fromEntries(
    ['trn', 'trx', 'git'].map(ending => [
      `${OFFICIAL}.${ending}`,
      files[`modules/Sample/cellar.${ending}`] ?? new Uint8Array(0),
    ]),
  )

async function sampleStudio(): Promise<StudioApi> {
  const files = Object.fromEntries(sampleFiles().map(({ path, bytes }) => [path, bytes]))
  const program = { 'nwn2main.exe': new Uint8Array(2), ...inOfficial(files) }
  const folders = new Map([
    ['/game', new MemoryFiles(files, { root: '/game' })],
    ['/program', new MemoryFiles(program, { root: '/program' })],
  ])
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

it('a ground in the program folder has those beside it there, shown by the path of the folder', async () => {
  const api = await sampleStudio()
  await api.chooseRoot('game', '/program')
  expect(await uses(api, `//game/${OFFICIAL}.trx`)).toEqual([
    ['area-unbaked', `//game/${OFFICIAL}.trn`],
    ['area-objects', `//game/${OFFICIAL}.git`],
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
