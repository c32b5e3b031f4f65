import { beforeEach, expect, it } from 'vitest'
import { addEntry, setAttributes } from '../../edit'
import { MemoryFiles, type Family, type Opened } from '../../format'
import { memoryHost } from '../memory-host.fixture'
import { createStudio, type Studio } from '../studio'
import { hash, poke, transaction } from '../studio.fixture'
import { TINY_FAMILY, tinyKnown, tinyArchive, tinyPoints } from '../tiny-family.fixture'

const FILE = 'DATA/Maps/One.tin'
/** Entries whose rule ran since the last look, by name. */
let ran: string[]
let studio: Studio

/** The rule of `a` reads the payload of `b`, that of `c` requests a file. */
async function rule(entry: Opened): Promise<readonly []> {
  ran.push(entry.name)
  if (entry.name === 'a') expect((await entry.sibling(({ name }) => name === 'b'))?.bytes.length).toBeGreaterThan(0)
  if (entry.name === 'c') await entry.beside('new.pts')
  return []
}

async function ranNow(): Promise<readonly string[]> {
  ran = []
  await studio.api.check()
  return ran.toSorted()
}

beforeEach(async () => {
  ran = []
  const family: Family = {
    ...TINY_FAMILY,
    formats: TINY_FAMILY.formats.map(format => (format.id === 'tiny.points' ? { ...format, check: rule } : format)),
  }
  const rows = ['a', 'b', 'c', 'd'].map((name, i) => ({ name, type: 1, bytes: tinyPoints([i + 1]) }))
  const folders = new Map([['/game', new MemoryFiles({ [FILE]: tinyArchive(rows) }, { root: '/game' })]])
  studio = createStudio({ host: memoryHost({ hash, folders }), families: [tinyKnown(family)] })
  await studio.api.open('/game')
})

it('an entry is checked again when something that its rules read has changed, and only then', async () => {
  expect(await ranNow()).toEqual(['a', 'b', 'c', 'd'])
  expect(await ranNow()).toEqual([])
  await poke(studio, `${FILE}!#3`, 9, 7)
  expect(await ranNow()).toEqual(['d'])
  await poke(studio, `${FILE}!#1`, 9, 7)
  expect(await ranNow()).toEqual(['a', 'b'])
  await studio.api.undo()
  expect(await ranNow()).toEqual(['a', 'b'])
})

it('the names of rows are read by rules that look for a row', async () => {
  await ranNow()
  const row = await studio.api.read(`${FILE}!#3`)
  await studio.api.commit(transaction(setAttributes(row, { name: 'e' })))
  expect(await ranNow()).toEqual(['a', 'c', 'e'])
})

it('a file that was looked for and is there now is read', async () => {
  await ranNow()
  await studio.api.commit(transaction(addEntry('DATA/Maps/new.pts', 0, {}, tinyPoints([1]))))
  expect(await ranNow()).toEqual(['c', 'new.pts'])
})
