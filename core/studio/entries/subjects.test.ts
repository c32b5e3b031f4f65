import { expect, it } from 'vitest'
import { MemoryFiles, type Subject } from '../../format'
import { memoryHost } from '../memory-host.fixture'
import { createStudio } from '../studio'
import { files, hash } from '../studio.fixture'
import { TINY_FAMILY, tinyKnown } from '../tiny-family.fixture'

const SUBJECTS: readonly Subject[] = [
  { kind: 'database', title: 'items', entries: ['DATA/Maps/One.tin!#1'] },
  { kind: 'database', title: 'items', entries: ['DATA/Maps/One.tin!#2'], notes: ['shared'] },
  { kind: 'map', title: 'Meadow', entries: ['DATA/Maps/One.tin'] },
  { kind: 'database', title: 'perks', entries: ['DATA/Maps/One.tin!#2'] },
]

it('lists subjects by kind, words and slice, names the shared titles, and counts the kinds, maps first', async () => {
  const folders = new Map([['/game', new MemoryFiles(files(), { root: '/game' })]])
  const family = tinyKnown({ ...TINY_FAMILY, subjects: () => Promise.resolve(SUBJECTS) })
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [family] })
  await api.open('/game')
  const titles = async (...args: Parameters<typeof api.subjects>): Promise<readonly string[]> =>
    (await api.subjects(...args)).map(({ title }) => title)
  expect(await titles()).toEqual(SUBJECTS.map(({ title }) => title))
  expect((await api.subjects()).map(({ isTitleShared }) => isTitleShared)).toEqual([true, true, false, false])
  expect(await titles({ kind: 'database', from: 1, count: 1 })).toEqual(['items'])
  expect(await titles({ kind: 'database', from: 2 })).toEqual(['perks'])
  expect((await api.subjects({ text: 'ITEMS shared' })).map(({ entries }) => entries)).toEqual([SUBJECTS[1]?.entries])
  expect(await titles({ text: 'maps mea' })).toEqual(['Meadow'])
  expect(await api.subjectKinds()).toEqual([
    { kind: 'map', count: 1, isPictured: false },
    { kind: 'database', count: 3, isPictured: false },
  ])
  expect(await api.subjectKinds('perks')).toEqual([{ kind: 'database', count: 1, isPictured: false }])
})

it('finds the subject of an entry by itself, else by the nearest archive or file around it', async () => {
  const folders = new Map([['/game', new MemoryFiles(files(), { root: '/game' })]])
  const family = tinyKnown({ ...TINY_FAMILY, subjects: () => Promise.resolve(SUBJECTS) })
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [family] })
  await api.open('/game')
  const entriesOf = async (entry: string): Promise<unknown> => (await api.subjectOf(entry))?.entries
  expect(await entriesOf('DATA/Maps/One.tin!#2')).toEqual(['DATA/Maps/One.tin!#2'])
  expect(await entriesOf('DATA/Maps/One.tin!#1!#0')).toEqual(['DATA/Maps/One.tin!#1'])
  expect(await entriesOf('DATA/Maps/One.tin!#0!#0')).toEqual(['DATA/Maps/One.tin'])
  expect(await entriesOf('readme.txt')).toBeUndefined()
})
