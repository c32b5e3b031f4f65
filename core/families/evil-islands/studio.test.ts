import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles, rowPath } from '../../format'
import { createStudio } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { EVIL_ISLANDS } from './evil-islands'
import { RES_CODEC } from './res/res'
import { sampleInstall } from './sample/sample'

const pristine = Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes]))
const DATABASES = ['Res/database.res', 'Res/databaselmp.res']

async function openSample() {
  const game = new MemoryFiles({ ...pristine }, { root: '/game' })
  const hash = (whole: Uint8Array): string => createHash('sha256').update(whole).digest('hex')
  const host = memoryHost({ hash, folders: new Map([['/game', game]]) })
  const { api } = createStudio({ host, families: [knownFamily(EVIL_ISLANDS)] })
  await api.open('/game')
  return { game, api }
}

const isSame = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a !== undefined && b !== undefined && Buffer.compare(a, b) === 0

it('a query over all databases doubles prices in each; deploy writes both, restore puts both back', async () => {
  const { game, api } = await openSample()
  const report = await api.query('weapons where price > 100 set price = price * 2', {}, { dryRun: false })
  expect(report.files.map(({ entry, changing }) => [entry.split('!')[0], changing])).toEqual([
    [DATABASES[0], 1],
    [DATABASES[1], 2],
  ])
  const again = await api.query('weapons where price = 360', {}, { dryRun: true })
  expect(again.matching).toBe(1)
  await api.pack()
  await api.deploy()
  const deployed = game.snapshot()
  for (const file of DATABASES) expect(isSame(deployed[file], pristine[file])).toBe(false)
  expect(isSame(deployed['Res/texts.res'], pristine['Res/texts.res'])).toBe(true)
  await api.restore()
  for (const file of DATABASES) expect(isSame(game.snapshot()[file], pristine[file])).toBe(true)
})

it('rows of an archive are renamed and added, packed, and found by their names', async () => {
  const { game, api } = await openSample()
  const texts = 'Res/texts.res'
  const [row] = RES_CODEC.open(pristine[texts] ?? new Uint8Array(0)).rows.filter(
    ({ attributes }) => attributes['name'] === 'unit guard',
  )
  const before = row?.attributes ?? {}
  const label = { code: 'label.entry-renamed', params: {} }
  const edits = [
    {
      entry: rowPath(texts, row?.id ?? 0),
      base: 0,
      splices: [],
      attributes: { before, after: { ...before, name: 'unit Стражник' } },
    },
    {
      entry: rowPath(texts, '+0'),
      base: 0,
      splices: [{ offset: 0, removed: new Uint8Array(0), inserted: Uint8Array.of(65, 66) }],
      attributes: { before: null, after: { name: 'string new', time: 7 } },
    },
  ]
  await api.commit({ label, edits })
  await api.pack()
  await api.deploy()
  const image = game.snapshot()[texts] ?? new Uint8Array(0)
  const { rows } = RES_CODEC.open(image)
  expect(rows.map(({ attributes }) => attributes['name'])).toEqual([
    'map.txt',
    'unit Стражник',
    'quest q1',
    'briefing q1_1',
    'WEAPON Bronze_Sword Bronze',
    'string new',
  ])
  expect(rows.some(({ attributes }) => 'slot' in attributes)).toBe(false)
  const last = rows.at(-1)
  expect(Array.from(image.subarray(last?.offset, (last?.offset ?? 0) + (last?.size ?? 0)))).toEqual([65, 66])
  await api.undo()
  await api.pack()
  await api.deploy()
  expect(isSame(game.snapshot()[texts], pristine[texts])).toBe(true)
})
