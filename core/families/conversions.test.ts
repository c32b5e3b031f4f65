import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EVIL_ISLANDS } from './evil-islands/evil-islands'
import { MW3 } from './mw3/mw3'
import { PARKAN } from './parkan/parkan'
import type { EntryPath } from '../edit'
import { knownFamily, MemoryFiles, type Conversion, type Family } from '../format'
import { createStudio, type StudioApi, type TreeItem } from '../studio'
import { memoryHost } from '../studio/memory-host.fixture'

async function sampleOf(family: Family): Promise<StudioApi> {
  const files = (await family.sample?.(1)) ?? []
  const game = new MemoryFiles(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])), { root: '/game' })
  const hash = (whole: Uint8Array): string => createHash('sha256').update(whole).digest('hex')
  const { api } = createStudio({
    host: memoryHost({ hash, folders: new Map([['/game', game]]) }),
    families: [knownFamily(family)],
  })
  await api.open('/game')
  return api
}

/** How an entry can be written as a file of another program. */
const conversionsOf = (family: Family, { path, name, format, size }: TreeItem): readonly Conversion[] => {
  const info = { path, name, size: size ?? 0, attributes: {}, head: new Uint8Array(0), container: null }
  const all = family.formats.find(({ id }) => id === format)?.conversions ?? []
  return all.filter(conversion => conversion.isFor?.(info) ?? true)
}

/** Every entry that can be converted, with the endings. */
async function convertible(api: StudioApi, family: Family): Promise<readonly (readonly [TreeItem, string])[]> {
  const endings = (item: TreeItem): ReadonlySet<string> =>
    new Set(conversionsOf(family, item).map(({ ending }) => ending))
  const below = async (parent: EntryPath): Promise<readonly TreeItem[]> => {
    const items = await api.list(parent)
    return [...items, ...(await Promise.all(items.map(item => (item.hasChildren ? below(item.path) : [])))).flat()]
  }
  return (await below('')).flatMap(item => Array.from(endings(item), ending => [item, ending] as const))
}

describe.each([PARKAN, EVIL_ISLANDS, MW3])('conversions of $id', family => {
  it('an unmodified export of every entry of the sample, taken in again, changes nothing', async () => {
    const api = await sampleOf(family)
    const all = await convertible(api, family)
    expect(all.length).toBeGreaterThan(0)
    for (const [item, ending] of all) {
      const { path, name } = item
      const file = await api.convert(path, ending)
      if (conversionsOf(family, item).find(one => one.ending === ending)?.decode === undefined) continue
      const report = await api.incoming(path, file, { file: `${name}.${ending}`, dryRun: true })
      expect([path, ending, report.entries, report.notices ?? []]).toEqual([path, ending, [], []])
    }
  })
})
