import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../format'
import type { Bytes } from '../../layout'
import { createStudio, type ReferenceLink, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash } from '../../studio/studio.fixture'
import { EVIL_ISLANDS } from './evil-islands'
import { describeReference, fixtureFiles } from './reference.fixture'
import { sampleInstall } from './sample/sample'

const sampleFiles = (): Readonly<Record<string, Bytes>> =>
  Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes]))

async function studioOf(files: Readonly<Record<string, Bytes>>): Promise<StudioApi> {
  const folders = new Map([['/game', new MemoryFiles(files, { root: '/game' })]])
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(EVIL_ISLANDS)] })
  await api.open('/game')
  return api
}

async function everything(api: StudioApi, within = '') {
  const rows = await (within === '' ? api.list('', { deep: true }) : api.list(within))
  const inner: Awaited<ReturnType<typeof api.list>>[number][] = []
  for (const one of rows) if (one.hasChildren) for (const row of await everything(api, one.path)) inner.push(row)
  return [...rows, ...inner]
}

const shown = ({ from, path, to, toPath }: ReferenceLink): string => `${from} ${path} ${to} ${toPath ?? ''}`

async function graphOf(api: StudioApi) {
  const all = await Promise.all((await everything(api)).map(({ path }) => api.references(path)))
  return { uses: all.flatMap(one => one.uses), usedBy: all.flatMap(one => one.usedBy) }
}

/** Path of the row of that name, of rows within rows too. */
async function rowAt(api: StudioApi, file: string, ...names: readonly string[]): Promise<string> {
  let path = file
  for (const name of names) path = (await api.list(path)).find(row => row.name === name)?.path ?? `no ${name}`
  return path
}

/** The names of what a node names, each with the path of the record. */
async function namedBy(api: StudioApi, entry: string, path: string): Promise<readonly string[]> {
  const document = await api.references(entry, path, 'uses')
  return Promise.all(document.uses.map(async ({ to, toPath }) => `${to === null ? 'nothing' : to} ${toPath ?? ''}`))
}

it('entries of the sample name each other in both directions; only sounds, texts and materials that it lacks are missing', async () => {
  const { uses, usedBy } = await graphOf(await studioOf(sampleFiles()))
  const found = uses.filter(({ to }) => to !== null)
  expect(usedBy.map(shown).sort()).toEqual(found.map(shown).sort())
  const missing = uses.filter(({ to }) => to === null).map(({ file, row }) => `${file} ${row}`)
  expect([...new Set(missing)].sort()).toEqual([
    'Res/materials.res wood.mat',
    'Res/sfx.res acks\\hero\\1.wav',
    'Res/sfx.res gate',
    'Res/sfx.res step1',
    'Res/texts.res acks hero_1',
    'Res/texts.res string gate',
  ])
  const pairs = new Set(found.map(({ fromName, relation, file, row }) => `${fromName} ${relation} ${row ?? file}`))
  for (const pair of [
    'meadow.mob terrain Maps/meadow.mpr',
    'meadow.mob UNIT_PROTOTYPE units.udb',
    'meadow.mob OBJTEMPLATE stsachest.mod',
    'meadow.mob OBJPRIMTXTR unsaguard01.mmp',
    'meadow.mp texture_count meadow000.mmp',
    'q1.mq objects Maps/q1.mob',
    'items.idb spell spells.sdb',
    'units.udb mask unsaguard.mod',
    'units.udb race units.udb',
    'unsaguard.adb model_name unsaguard.mod',
    'unsaguard.mod offsets unsaguard.bon',
    'unsaguard.mod animations unsaguard.anm',
    'unsaguard.mod clips unsaguard.adb',
    'map.txt line Maps/meadow.mpr',
    'map.txt line Maps/meadow.mob',
    'map.txt line menu.mmp',
    'map.txt arguments Cameras/meadow.cam',
  ])
    expect([...pairs], pair).toContain(pair)
})

it('values name records: of databases, diagrams, players, layers, parts and clips, and the records are named by them', async () => {
  const api = await studioOf(sampleFiles())
  const units = await rowAt(api, 'Res/database.res', 'units.udb')
  const items = await rowAt(api, 'Res/database.res', 'items.idb')
  const link = await rowAt(api, 'Res/figures.res', 'unsaguard.mod', 'unsaguard')
  const map = 'Maps/meadow.mob'
  const unit = 'nodes/0/data/body/6/data/body/0'
  const named = await namedBy(api, map, unit)
  expect(named).toEqual(
    expect.arrayContaining([
      `${units} tables/body/1/records/body/0`,
      `${items} tables/body/2/records/body/0`,
      `${items} tables/body/1/records/body/0`,
      `${link} parts/0`,
      `${map} nodes/1/data/body/layers/0`,
    ]),
  )
  expect(named).not.toContain(`${units} `)
  const guard = await api.references(units, 'tables/body/1/records/body/0', 'usedBy')
  expect(guard.usedBy.map(({ from, value }) => [from, value])).toEqual([[map, 'Guard']])
  expect(await namedBy(api, units, 'tables/body/1/records/body/0')).toEqual(
    expect.arrayContaining([
      `${units} tables/body/0/records/body/0`,
      `${units} tables/body/0/records/body/0/fields/body/4/value/body/0`,
    ]),
  )
  expect(await namedBy(api, link, 'parts/1')).toEqual([
    `${await rowAt(api, 'Res/figures.res', 'unsaguard.mod', 'bd')} `,
    `${link} parts/0`,
  ])
  const adb = await rowAt(api, 'Res/database.res', 'unsaguard.adb')
  const clip = await rowAt(api, 'Res/figures.res', 'unsaguard.anm', 'cwalk')
  expect(await namedBy(api, adb, 'records/1')).toEqual([`${clip} `])
  const mesh = await rowAt(api, 'Res/figures.res', 'unsaguard.mod', 'hd')
  expect(await namedBy(api, mesh, 'components/5/position')).toEqual([`${mesh} positions/1`])
  const sector = await rowAt(api, 'Maps/meadow.mpr', 'meadow000000.sec')
  const texture = await rowAt(api, 'Res/textures.res', 'meadow000.mmp')
  expect(await namedBy(api, sector, 'land_tiles/3')).toEqual([`${texture} `])
})

it('names without ending are renamed with their entry; a name that is missing is a problem once', async () => {
  const api = await studioOf(sampleFiles())
  const chest = await rowAt(api, 'Res/textures.res', 'stsachest01.mmp')
  const report = await api.rename(chest, 'box.mmp', { dryRun: false, follow: true })
  expect([report.follows.map(({ from, relation }) => `${from} ${relation}`), report.breaks]).toEqual([
    ['Maps/meadow.mob OBJPRIMTXTR'],
    [],
  ])
  const renamed = (await api.references(chest)).usedBy
  expect(renamed.map(({ value }) => value)).toEqual(['box'])
  await api.undo()
  await api.rename(chest, 'box.mmp', { dryRun: false, follow: false })
  const problems = (await api.check('Maps/meadow.mob')).filter(({ path }) => path === renamed[0]?.path)
  expect(problems).toMatchObject([{ code: 'mob.name', params: { name: 'stsachest01' } }])
})

it('an entry of a mod names what its mod has before what the game has', async () => {
  const files = sampleFiles()
  const textures = files['Res/textures.res'] ?? new Uint8Array(0)
  const map = files['Maps/meadow.mob'] ?? new Uint8Array(0)
  const api = await studioOf({ ...files, 'Mods/Try/res/textures.res': textures, 'Mods/Try/maps/try.mob': map })
  const usesOf = async (entry: string) =>
    new Map((await api.references(entry)).uses.map(({ relation, file }) => [relation, file]))
  const [own, games] = [await usesOf('Mods/Try/maps/try.mob'), await usesOf('Maps/meadow.mob')]
  expect([own.get('OBJPRIMTXTR')?.toLowerCase(), games.get('OBJPRIMTXTR')]).toEqual([
    'mods/try/res/textures.res',
    'Res/textures.res',
  ])
  expect(own.get('OBJTEMPLATE')).toBe('Res/figures.res')
})

describeReference('references of the reference files', () => {
  it('lead to entries in both directions; no other names are missing than those that nothing has to have', async () => {
    const { uses, usedBy } = await graphOf(await studioOf(fixtureFiles))
    const found = uses.filter(({ to }) => to !== null)
    expect(usedBy.map(shown).sort()).toEqual(found.map(shown).sort())
    expect(found.length).toBeGreaterThan(200)
    // The archives of sounds and materials are not whole there, and what a text id means is not known.
    const missing = uses.filter(({ to }) => to === null).map(({ file, row }) => `${file} ${row}`)
    expect([...new Set(missing)].sort()).toEqual([
      'Mods/Corpus-Mod/Res/materials.res stone.mat',
      'Mods/Corpus-Mod/Res/materials.res wood.mat',
      'Res/materials.res leather.mat',
      'Res/materials.res metal.mat',
      'Res/materials.res skin.mat',
      'Res/materials.res stone.mat',
      'Res/materials.res wood.mat',
      'Res/sfx.res acks\\hero\\2.wav',
      'Res/sfx.res acks\\hero\\b.wav',
      'Res/sfx.res acks\\wolf\\a.wav',
      'Res/sfx.res amb\\gate.wav',
      'Res/sfx.res step1',
      'Res/sfx.res step2',
      'Res/texts.res Hero_1',
      'Res/texts.res lever gate',
    ])
  })
})
