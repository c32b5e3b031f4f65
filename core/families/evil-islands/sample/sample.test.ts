import { expect, it } from 'vitest'
import { brokenLaws } from '../../../layout'
import { detect } from '../detect'
import { EVIL_ISLANDS } from '../evil-islands'
import { FORMATS } from '../formats'
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
  expect(titles('texture')).toContain('stsachest01')
  expect(titles('database')).toContain('items')
})
