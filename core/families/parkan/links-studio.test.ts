import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles, StudioError } from '../../format'
import { createStudio, type ReferenceLink, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash } from '../../studio/studio.fixture'
import { PARKAN } from './parkan'
import { seededRandom } from './sample/random'
import { sampleByPath } from './sample/sample.fixture'

const FOLLOW = { dryRun: false, follow: true }

async function sampleStudio(): Promise<StudioApi> {
  const files = sampleByPath()
  const folders = new Map([['/game', new MemoryFiles(files, { root: '/game' })]])
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
  await api.open('/game')
  return api
}

/** Rows of the archives of the install, without those of archives in archives. */
async function rowsOf(api: StudioApi) {
  const files = (await api.list('', { deep: true })).filter(({ hasChildren }) => hasChildren)
  return (await Promise.all(files.map(({ path }) => api.list(path)))).flat().filter(({ name }) => name !== '')
}

const entries = async (api: StudioApi) => [...(await api.list('', { deep: true })), ...(await rowsOf(api))]

const said = ({ from, path, to }: ReferenceLink): string => `${from} ${path} ${to}`

/** Every reference of the install, found from its own entry. */
async function allUses(api: StudioApi): Promise<readonly ReferenceLink[]> {
  return (await Promise.all((await entries(api)).map(async ({ path }) => (await api.references(path)).uses))).flat()
}

it('what an entry names and who names it are the same references, seen from both ends', async () => {
  const api = await sampleStudio()
  const uses = (await allUses(api)).filter(({ to }) => to !== null)
  const usedBy = (
    await Promise.all((await entries(api)).map(async ({ path }) => (await api.references(path)).usedBy))
  ).flat()
  expect(uses.length).toBeGreaterThan(100)
  expect(usedBy.map(said).sort()).toEqual(uses.map(said).sort())
})

it('fields of a node alone are asked for by its path', async () => {
  const api = await sampleStudio()
  const unit = (await allUses(api)).find(({ path }) => path.startsWith('records/1/'))
  const { uses } = await api.references(unit?.from ?? '', 'records/1')
  expect(uses.map(({ path }) => path)).toEqual(['records/1/name', 'records/1/attach'])
  expect((await api.references(unit?.from ?? '', 'records/11')).uses).toEqual([])
})

it('a renamed row takes its references with it in one step, and a model its table of materials', async () => {
  const api = await sampleStudio()
  const model = (await rowsOf(api)).find(({ name }) => /\.msh$/i.test(name))
  if (!model) throw new Error('the sample has no model')
  const before = await api.references(model.path)
  const renamed = await api.rename(model.path, 'other_name.msh', { dryRun: true, follow: true })
  expect(renamed.commit).toBeNull()
  expect(renamed.breaks).toEqual([])
  expect(renamed.entries.map(({ to }) => to)).toEqual(['other_name.msh', 'other_name.wea'])
  expect(renamed.follows.filter(({ to }) => to === model.path).map(said)).toEqual(before.usedBy.map(said))
  await api.rename(model.path, 'other_name.msh', { ...FOLLOW, expect: renamed.plan })
  const after = await api.references(model.path)
  expect(after.name).toBe('other_name.msh')
  expect(after.usedBy.map(said)).toEqual(before.usedBy.map(said))
  expect(after.uses.map(({ row }) => row)).toEqual(['other_name.wea'])
  await api.undo()
  expect(await api.references(model.path)).toEqual(before)
  expect(await api.changes()).toEqual([])
})

it('only the row is renamed where that is asked for, and what breaks is said', async () => {
  const api = await sampleStudio()
  const material = (await rowsOf(api)).find(({ path }) => path.startsWith('Material.lib'))
  if (!material) throw new Error('the sample has no material')
  const { usedBy } = await api.references(material.path)
  const { follows, breaks, entries: rows } = await api.rename(material.path, 'NEW', { dryRun: false, follow: false })
  expect([follows, rows.length]).toEqual([[], 1])
  expect(breaks.map(({ link, reason }) => [said(link), reason.code])).toEqual(
    usedBy.map(link => [said(link), 'refusal.rename.kept']),
  )
  expect((await allUses(api)).filter(({ to }) => to === null).length).toBe(usedBy.length)
})

it('a name that a field cannot hold, one that is taken, and a file are refused or said before', async () => {
  const api = await sampleStudio()
  const rows = await rowsOf(api)
  const texture = rows.find(({ path }) => path.startsWith('Textures.lib'))
  const other = rows.filter(({ path }) => path.startsWith('Textures.lib'))[1]
  if (!texture || !other) throw new Error('the sample has no textures')
  const { usedBy } = await api.references(texture.path)
  const { breaks, follows } = await api.rename(texture.path, 'a_name_of_twenty.0', FOLLOW)
  expect([breaks.length, follows]).toEqual([usedBy.length, []])
  // The fields are as they were.
  expect((await api.changes()).flatMap(({ entries: own }) => own.map(({ entry }) => entry))).toEqual([texture.path])
  await api.undo()
  await expect(api.rename(texture.path, other.name.toLowerCase(), FOLLOW)).rejects.toMatchObject({
    code: 'rename.taken',
  })
  await expect(api.rename('Textures.lib', 'x', FOLLOW)).rejects.toBeInstanceOf(StudioError)
})

it('a name in a list whose records others name by their first byte takes those numbers along', async () => {
  const api = await sampleStudio()
  const rows = await api.list('MISSIONS/SCRIPTS/data.trf')
  const problems = await api.check('MISSIONS/SCRIPTS/data.trf')
  const numbers = async () =>
    (await Promise.all(rows.map(({ path }) => api.references(path, 'parts', 'uses').catch(() => undefined)))).flatMap(
      found => found?.uses.map(({ from, path, toPath }) => `${from} ${path} ${toPath}`) ?? [],
    )
  const before = await numbers()
  expect(before.length).toBeGreaterThan(5)
  for (const name of ['n', 'a_longer_name_than_before']) {
    const report = await api.rename('objects.rlb!#1', name, FOLLOW)
    expect([report.breaks, report.follows.some(({ path }) => path.startsWith('texts/'))]).toEqual([[], true])
    expect(await numbers()).toEqual(before)
    expect(await api.check('MISSIONS/SCRIPTS/data.trf')).toEqual(problems)
  }
  while (await api.undo());
  expect(await api.changes()).toEqual([])
})

/** More of them: `AREAL_RENAMES=1000 npx vitest run core/families/parkan/links-studio.test.ts`. */
const RENAMES = Number(process.env['AREAL_RENAMES'] ?? 25)

it('random renames leave no reference without its entry, and undo to the original', { timeout: 600_000 }, async () => {
  const api = await sampleStudio()
  const random = seededRandom(7)
  const missing = async (): Promise<number> => (await allUses(api)).filter(({ to }) => to === null).length
  const none = await missing()
  let done = 0
  for (let k = 0; k < RENAMES; k++) {
    const rows = await rowsOf(api)
    const row = rows[Math.floor(random() * rows.length)]
    if (!row) continue
    const ending = /\.[^.]*$/.exec(row.name)?.[0] ?? ''
    // Rows of a library have names of capitals, a field no more room than the present name.
    const isCapital = row.name === row.name.toUpperCase()
    const name = `${isCapital ? 'N' : 'n'}${k}${ending}`
    const report = await api.rename(row.path, name, FOLLOW)
    expect(report.breaks, `${row.path} ${row.name} → ${name}`).toEqual([])
    done++
  }
  expect(await missing()).toBe(none)
  expect(done).toBe(RENAMES)
  while (await api.undo());
  expect(await api.changes()).toEqual([])
})
