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
