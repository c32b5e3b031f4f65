import { expect, it } from 'vitest'
import { brokenLaws, document, locate, type Node } from '../../../layout'
import { fieldsOfTable } from '../database/database'
import { TABLES } from '../database/tables'
import { detect } from '../detect'
import { EVIL_ISLANDS } from '../evil-islands'
import { FORMATS } from '../formats'
import { MESSAGES } from '../messages/messages'
import { formatOf, shelf } from '../opened.fixture'
import { sampleInstall } from './sample'

const files = Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes]))
const all = shelf(files)
const entries = Object.keys(files).flatMap(file => all.all(all.open(file)))

it('has entries of every format, all whole', () => {
  expect(FORMATS.map(({ id }) => id).filter(id => !entries.some(entry => formatOf(entry)?.id === id))).toEqual([])
  for (const entry of entries) {
    const layout = formatOf(entry)?.layout?.(entry)
    if (layout && entry.bytes.length < 20_000)
      expect([entry.path, ...brokenLaws(layout, entry.bytes)]).toEqual([entry.path])
  }
})

it('has no problems', async () => {
  const problems = await Promise.all(Object.keys(files).map(file => all.check(all.open(file))))
  expect(
    problems.flat().map(({ code, entry, path, params }) => `${code} ${entry} ${path ?? ''} ${JSON.stringify(params)}`),
  ).toEqual([])
})

it('is the same every time, and recognised', async () => {
  const again = sampleInstall()
  expect(again.every(({ path, bytes }) => Buffer.compare(bytes, files[path] ?? new Uint8Array(0)) === 0)).toBe(true)
  const none = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array(0))
  expect(await detect(Object.keys(files), none)).toBe(1)
  expect(await detect(['a/b.txt'], none)).toBe(0)
  expect(await detect(['x.res'], () => Promise.resolve(Uint8Array.of(0x3c, 0xe2, 0x9c, 1)))).toBeGreaterThan(0)
  expect(await detect(['x.res'], none)).toBe(0)
})

it('lists its maps, models, textures and databases', async () => {
  const read = (file: string) => Promise.resolve(files[file])
  const subjects = (await EVIL_ISLANDS.subjects?.({ files: Object.keys(files), read })) ?? []
  const titles = (kind: string) => subjects.filter(subject => subject.kind === kind).map(({ title }) => title)
  expect(titles('map')).toEqual(['meadow', 'q1'])
  expect(subjects.find(({ title }) => title === 'meadow')?.entries).toEqual([
    'Maps/meadow.mpr',
    'Maps/meadow.mob',
    'Cameras/meadow.cam',
  ])
  expect(titles('model')).toEqual(['stsachest', 'unsaguard'])
  expect(titles('textures')).toContain('stsachest01')
  expect(titles('database')).toContain('items')
})

it('titles every field of a database whose meaning is known, and the values of a map', () => {
  const names = Object.values(TABLES).flatMap(tables => tables.flatMap(table => fieldsOfTable(table)))
  const known = new Set<string>(Object.keys(MESSAGES.en))
  const isSound = (letter: string): boolean => letter === '4' || letter === '5'
  expect(
    names.filter(({ name, letter }) => !name.startsWith('unk_') && !isSound(letter) && !known.has(`field.db.${name}`)),
  ).toEqual([])
  const map = entries.find(({ path }) => path === 'Maps/meadow.mob')
  const layout = map && formatOf(map)?.layout?.(map)
  const node = map && layout && locate(document(layout, map.bytes), 'OBJECTDBFILE/OBJECTSECTION/UNIT/OBJNAME/data/body')
  expect(node?.meta.doc).toBe('field.mob.OBJNAME')
  expect(known.has(node?.meta.doc ?? '')).toBe(true)
})

it('titles every field whose meaning is known in both languages, beside the nodes that frame a database', () => {
  const titles = new Set<string>()
  const collect = (node: Node): void => {
    if (node.meta.doc !== undefined) titles.add(node.meta.doc)
    for (let k = 0; k < Math.min(node.childCount, 60); k++) {
      collect(node.child(k))
      if (node.kind === 'array' && k === 12) return
    }
  }
  for (const entry of entries) {
    const layout = formatOf(entry)?.layout?.(entry)
    if (layout) collect(document(layout, entry.bytes).root)
  }
  expect(titles.size).toBeGreaterThan(200)
  for (const known of [MESSAGES.en, MESSAGES.ru])
    expect([...titles].filter(title => !/\.unk_\d+$|^field\.db-/.test(title) && !Object.hasOwn(known, title))).toEqual(
      [],
    )
})
