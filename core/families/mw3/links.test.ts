import { expect, it } from 'vitest'
import { alternativesOf, knownFamily, MemoryFiles } from '../../format'
import { createStudio, type ReferenceLink, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash } from '../../studio/studio.fixture'
import { REFERENCES } from './links'
import { MW3 } from './mw3'
import { sampleInstall } from './sample/sample'

const C1 = 'zbd/c1/gamez.zbd'
const HARDWARE = 'zbd/c1/rtexture.zbd'
const SOFTWARE = 'zbd/c1/texture.zbd'

async function sampleStudio(isLeftOut: (path: string) => boolean = () => false): Promise<StudioApi> {
  const sample = sampleInstall().filter(({ path }) => !isLeftOut(path))
  const files = Object.fromEntries(sample.map(({ path, bytes }) => [path, bytes]))
  const folders = new Map([['/game', new MemoryFiles(files, { root: '/game' })]])
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(MW3)] })
  await api.open('/game')
  return api
}

async function rowNamed(api: StudioApi, archive: string, name: string): Promise<string> {
  const row = (await api.list(archive)).find(one => one.name === name)
  if (!row) throw new Error(`${archive} has no ${name}`)
  return row.path
}

const entries = async (api: StudioApi) => {
  const files = await api.list('', { deep: true })
  return [...files, ...(await Promise.all(files.filter(one => one.hasChildren).map(one => api.list(one.path)))).flat()]
}

const shown = ({ from, path, to }: ReferenceLink): string => `${from} ${path} ${to}`

it('textures of worlds and materials are rows of the packages of their chapter and of mechs; nothing is missing', async () => {
  const api = await sampleStudio()
  const crate = await rowNamed(api, HARDWARE, 'crate')
  const { uses } = await api.references(C1)
  expect(uses.filter(({ path }) => path !== '').map(({ path, value, to }) => [path, value, to])).toEqual([
    ['textures/0/name', 'grass', await rowNamed(api, HARDWARE, 'grass')],
    ['textures/1/name', 'crate', crate],
    ['textures/2/name', 'water0', await rowNamed(api, HARDWARE, 'water0')],
    ['textures/3/name', 'water1', await rowNamed(api, HARDWARE, 'water1')],
  ])
  expect((await api.references(crate)).usedBy.map(shown)).toEqual([`${C1} textures/1/name ${crate}`])
  const scout = await rowNamed(api, 'zbd/rmechtex.zbd', 'scout')
  const materials = await rowNamed(api, 'zbd/mechlib.zbd', 'materials')
  const mech = await rowNamed(api, 'zbd/mechlib.zbd', 'mech_scout.flt')
  expect((await api.references(mech)).uses.map(shown)).toEqual([`${mech}  ${materials}`])
  expect((await api.references(materials)).uses.map(shown)).toEqual([`${materials} materials/0/texture ${scout}`])
  const all = await Promise.all((await entries(api)).map(async ({ path }) => api.references(path)))
  const found = all.flatMap(one => one.uses)
  expect(found.filter(({ to }) => to === null)).toEqual([])
  expect(all.flatMap(one => one.usedBy.map(shown)).sort()).toEqual(found.map(shown).sort())
})

it('the first package that has the texture is meant: that of software where no other is installed', async () => {
  const both = await sampleStudio()
  expect((await both.references(await rowNamed(both, SOFTWARE, 'crate'))).usedBy).toEqual([])
  const api = await sampleStudio(path => path === HARDWARE)
  const crate = await rowNamed(api, SOFTWARE, 'crate')
  expect((await api.references(crate)).usedBy.map(shown)).toEqual([`${C1} textures/1/name ${crate}`])
})

it('a renamed texture is renamed in its world, and a world whose texture is gone says so', async () => {
  const api = await sampleStudio(path => path === SOFTWARE)
  const crate = await rowNamed(api, HARDWARE, 'crate')
  const { follows, breaks } = await api.rename(crate, 'box', { dryRun: false, follow: true })
  expect([follows.map(({ from, path }) => `${from} ${path}`), breaks]).toEqual([[`${C1} textures/1/name`], []])
  expect((await api.references(C1)).uses[2]).toMatchObject({ value: 'box', to: crate })
  await api.undo()
  await api.rename(crate, 'crates', { dryRun: false, follow: false })
  const problems = await api.check(C1)
  expect(problems.filter(({ code }) => code === 'reference.row-missing')).toMatchObject([
    { path: 'textures/1/name', params: { name: 'crate', file: HARDWARE }, fix: { params: { to: 'crates' } } },
  ])
})

it('what is read together is a use in both directions: animations, soils, motions', async () => {
  const api = await sampleStudio()
  const soils = await rowNamed(api, 'zbd/c1/reader.zbd', 'soils.zrd')
  const scout = await rowNamed(api, 'zbd/reader.zbd', 'dfn_scout.zrd')
  const walk = await rowNamed(api, 'zbd/motion.zbd', 'scout_walk')
  for (const [from, to, relation] of [
    [C1, soils, 'soils'],
    ['zbd/c1/anim.zbd', C1, 'world'],
    [walk, scout, 'definition'],
  ] as const) {
    expect((await api.references(from)).uses).toContainEqual(expect.objectContaining({ path: '', relation, to }))
    expect((await api.references(to)).usedBy.map(shown)).toContain(`${from}  ${to}`)
  }
})

it('neither a motion without a definition nor a world without soils is reported', async () => {
  const api = await sampleStudio(path => /reader\.zbd$|c1\/gamez\.zbd$/.test(path))
  const walk = await rowNamed(api, 'zbd/motion.zbd', 'scout_walk')
  for (const archive of [walk, 'zbd/c1/anim.zbd', 'zbd/t1/gamez.zbd']) {
    const problems = await api.check(archive)
    expect(problems.filter(({ code }) => code.startsWith('reference.'))).toEqual([])
    expect((await api.references(archive)).uses.filter(({ path }) => path === '')).toEqual([])
  }
})

const entry = (path: string, name: string) => ({ path, name, container: null })
const companionsOf = (id: string, path: string, name: string) =>
  (REFERENCES.companions[id]?.(entry(path, name)) ?? []).flatMap(one => alternativesOf(one.name).map(({ row }) => row))

it('a motion may belong to a mech whose name has underscores; a name without one to none', () => {
  expect(companionsOf('mw3.motion', 'zbd/motion.zbd#0', 'mad_cat_walk')).toEqual(['dfn_mad_cat.zrd', 'dfn_mad.zrd'])
  expect(companionsOf('mw3.motion', 'zbd/motion.zbd#0', 'walk')).toEqual([])
})
