import { expect, it } from 'vitest'
import { FAMILIES } from '@areal-studio/core'
import { MemoryFiles } from '@areal-studio/core/format'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { createStudio, type Studio } from '@areal-studio/core/studio'
import { memoryHost } from '../../core/studio/memory-host.fixture'
import { loadFamilies } from '../state/families'
import { sceneEntry } from '../state/subject-scenes'
import { filterMaps, mapsOf } from './maps'

/** A studio over the sample with maps of these names. */
async function opened(...names: readonly string[]): Promise<Studio> {
  const maps = names.map(name => ({ name, seed: 3, tiles: 1 as const, areals: 12 }))
  const files = new MemoryFiles(Object.fromEntries(sampleInstall({ maps }).map(file => [file.path, file.bytes])), {
    root: '/game',
  })
  const studio = createStudio({
    host: memoryHost({
      hash: bytes => bytes.length.toString(16).padStart(64, '0'),
      folders: new Map([['/game', files]]),
    }),
    families: FAMILIES,
  })
  await studio.api.open('/game')
  await loadFamilies()
  return studio
}

it('lists every map once, in the order in which people count, with what can be opened', async () => {
  const { api } = await opened('SC_10', 'SC_2', 'Tut_1')
  const maps = await api.subjects().then(mapsOf)
  expect(maps.map(map => map.name)).toEqual(['SC_2', 'SC_10', 'Tut_1'])
  expect(maps[0]).toMatchObject({ folder: 'DATA/MAPS/SC_2', edits: 0, unpacked: 0 })
  expect(new Set(maps[0]?.files.map(file => file.split('/').at(-1)?.toLowerCase()))).toEqual(
    new Set(['land.map', 'land.msh']),
  )
  expect(maps[0] && (await sceneEntry(api, maps[0].files))).toBe('DATA/MAPS/SC_2/Land.map!#0')
})

it('knows which maps are edited', async () => {
  const { api } = await opened('SC_1', 'SC_2')
  const entry = 'DATA/MAPS/SC_2/Land.map!#0'
  const { bytes, revision } = await api.read(entry)
  await api.commit({
    label: { code: 'label.edit', params: {} },
    edits: [
      {
        entry,
        base: revision,
        splices: [{ offset: 0, removed: bytes.slice(0, 1), inserted: Uint8Array.of((bytes[0] ?? 0) ^ 1) }],
      },
    ],
  })
  expect((await api.subjects().then(mapsOf)).map(map => [map.name, map.edits, map.unpacked])).toEqual([
    ['SC_1', 0, 0],
    ['SC_2', 1, 1],
  ])
})

it('filters by all words, in folder and missions', () => {
  const map = (folder: string, ...missions: string[]) => ({
    folder,
    name: folder,
    files: [],
    missions,
    edits: 0,
    unpacked: 0,
  })
  const maps = [
    map('DATA/MAPS/SC_1', 'The first landing'),
    map('DATA/MAPS/SC_2', 'Landing again'),
    map('DATA/MAPS/Tut_1'),
  ]
  expect(filterMaps(maps, '')).toEqual(maps)
  expect(filterMaps(maps, ' LANDING ').map(found => found.folder)).toEqual(['DATA/MAPS/SC_1', 'DATA/MAPS/SC_2'])
  expect(filterMaps(maps, 'sc again').map(found => found.folder)).toEqual(['DATA/MAPS/SC_2'])
  expect(filterMaps(maps, 'nothing')).toEqual([])
})
