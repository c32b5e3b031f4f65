import { describe, expect, it } from 'vitest'
import type { FindOptions } from '../../search'
import type { Found } from '../api/find'
import { MAP, NESTED, openBench, poke, type Bench } from '../studio.fixture'

async function find({ studio }: Pick<Bench, 'studio'>, text: string, options: FindOptions): Promise<readonly Found[]> {
  const news: Found[] = []
  const remove = studio.listen('found', found => news.push(found))
  const id = await studio.api.find(text, options)
  await expect.poll(() => news.some(found => found.search === id && found.state !== 'running')).toBe(true)
  remove()
  return news.filter(found => found.search === id)
}
const places = (news: readonly Found[]) =>
  news
    .flatMap(found => found.files)
    .flatMap(file => file.hits)
    .map(hit => [hit.entry, hit.range?.[0]])

describe('find over an install', () => {
  it('sees edits that are not packed, in archives within archives', async () => {
    const bench = await openBench()
    expect(places(await find(bench, 'EE DD', { kind: 'bytes' }))).toEqual([])
    await poke(bench.studio, `${MAP}!#2`, 0, 0xee)
    await poke(bench.studio, `${MAP}!#2`, 1, 0xdd)
    await poke(bench.studio, `${NESTED}!#1`, 0, 0xee)
    expect(places(await find(bench, 'EE DD', { kind: 'bytes' }))).toEqual([[`${MAP}!#2`, 0]])
    expect(places(await find(bench, 'EE', { kind: 'bytes' }))).toContainEqual([`${NESTED}!#1`, 0])
    await bench.studio.api.undo()
    expect(places(await find(bench, 'EE', { kind: 'bytes' }))).not.toContainEqual([`${NESTED}!#1`, 0])
  })

  it('finds names of files and entries, and ends with what was looked into', async () => {
    const bench = await openBench()
    const news = await find(bench, 'other', { kind: 'name' })
    expect(places(news)).toEqual([[`${NESTED}!#1`, undefined]])
    expect(news.at(-1)).toMatchObject({ state: 'done', looked: 4, total: 4, count: 1, isCut: false })
  })

  it('searches only in the entries that are named, edits and rows of archives in archives too', async () => {
    const bench = await openBench()
    for (const entry of [`${MAP}!#2`, `${NESTED}!#1`]) {
      await poke(bench.studio, entry, 0, 0xee)
      await poke(bench.studio, entry, 1, 0xdd)
    }
    const within = async (...entries: string[]) => {
      const news = await find(bench, 'EE DD', { kind: 'bytes', within: entries })
      const { looked = 0, count = 0 } = news.at(-1) ?? {}
      return {
        entries: new Set(places(news).map(([entry]) => entry)),
        looked,
        isCounted: places(news).length === count,
      }
    }
    const [one, inner] = [`${MAP}!#2`, `${NESTED}!#1`]
    expect(await within(one)).toEqual({ entries: new Set([one]), looked: 1, isCounted: true })
    expect(await within(NESTED)).toEqual({ entries: new Set([inner]), looked: 1, isCounted: true })
    expect(await within(one, MAP.toLowerCase())).toMatchObject({ entries: new Set([one, inner]), looked: 1 })
    expect(await within('data/maps')).toMatchObject({ entries: new Set([one, inner]) })
    await expect(within('nowhere/a.map')).rejects.toMatchObject({ code: 'entry.missing' })
  })

  it('ends at once when it is cancelled, and says so', async () => {
    const bench = await openBench()
    const news: Found[] = []
    bench.studio.listen('found', found => news.push(found))
    const id = await bench.studio.api.find('00', { kind: 'bytes' })
    await bench.studio.api.cancel(id)
    expect(news.at(-1)).toMatchObject({ search: id, state: 'cancelled' })
    const told = news.length
    await find(bench, 'other', { kind: 'name' })
    expect(news.slice(told).some(found => found.search === id)).toBe(false)
  })

  it.each([
    ['', 'text'],
    ['4E 5', 'bytes'],
    ['class_id >', 'value'],
  ] as const)('refuses %j as %s and starts nothing', async (text, kind) => {
    const bench = await openBench()
    const jobs: unknown[] = []
    bench.studio.listen('job', job => jobs.push(job))
    await expect(bench.studio.api.find(text, { kind })).rejects.toMatchObject({ name: 'StudioError' })
    expect(jobs).toEqual([])
  })
})
