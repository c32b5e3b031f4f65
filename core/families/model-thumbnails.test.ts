import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles, type EntryPath, type Family } from '../format'
import { decodePicture, toRgba } from '../picture'
import { createStudio, type TreeItem } from '../studio'
import { memoryHost } from '../studio/memory-host.fixture'
import { hash } from '../studio/studio.fixture'
import { EVIL_ISLANDS } from './evil-islands/evil-islands'
import { MW3 } from './mw3/mw3'

it.each([EVIL_ISLANDS, MW3] as readonly Family[])('each model of the sample of $id has a thumbnail', async family => {
  const files = Object.fromEntries(((await family.sample?.(1)) ?? []).map(({ path, bytes }) => [path, bytes]))
  const host = memoryHost({ hash, folders: new Map([['/game', new MemoryFiles(files, { root: '/game' })]]) })
  const { api } = createStudio({ host, families: [knownFamily(family)] })
  await api.open('/game')
  const below = async (parent: EntryPath): Promise<readonly TreeItem[]> => {
    const items = await api.list(parent)
    return [...items, ...(await Promise.all(items.map(item => (item.hasChildren ? below(item.path) : [])))).flat()]
  }
  const drawn = new Set(family.formats.flatMap(({ id, model }) => (model ? [id] : [])))
  const models = (await below('')).filter(({ format }) => format !== undefined && drawn.has(format))
  expect(models.length).toBeGreaterThan(0)
  for (const { path } of models) {
    const small = decodePicture((await api.thumbnail(path)) ?? new Uint8Array())
    if ('code' in small) throw new Error(path)
    expect(toRgba(small).some((value, at) => at % 4 === 3 && value > 0)).toBe(true)
  }
})
