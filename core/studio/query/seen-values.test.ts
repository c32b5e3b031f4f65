import { expect, it } from 'vitest'
import { FAMILIES } from '../../index'
import { MemoryFiles } from '../../format'
import { document, locate, read } from '../../layout'
import { arealMap } from '../../families/parkan/areal-map/areal-map'
import { sampleInstall, type SampleMap } from '../../families/parkan/sample/sample'
import type { SeenValue } from '../api/annotations'
import { memoryHost } from '../memory-host.fixture'
import { createStudio } from '../studio'
import { hash } from '../studio.fixture'

const MAPS: readonly SampleMap[] = [
  { name: 'SC_1', seed: 5, tiles: 1, areals: 40 },
  { name: 'AutoMAP', seed: 6, tiles: 1, areals: 30 },
]
const files = Object.fromEntries(sampleInstall({ seed: 3, maps: MAPS }).map(file => [file.path, file.bytes]))

it('counts a field over all maps as reading every record does, before any edit', async () => {
  const { api } = createStudio({
    host: memoryHost({ hash, folders: new Map([['/game', new MemoryFiles(files, { root: '/game' })]]) }),
    families: FAMILIES,
  })
  await api.open('/game')
  const images = await Promise.all(MAPS.map(({ name }) => api.read(`DATA/MAPS/${name}/Land.map!#0`)))
  const areals = images.flatMap(image => read(arealMap(Number(image.attributes['attr1'])), image.bytes).areals)
  expect(areals).toHaveLength(70)
  const counted = (values: readonly number[]): readonly SeenValue[] =>
    [...new Set(values)]
      .sort((a, b) => a - b)
      .map(value => ({ value, count: values.filter(other => other === value).length }))

  expect(await api.seen('areal.class_id')).toEqual(counted(areals.map(areal => areal.class_id)))
  expect(await api.seen('areal.logic_flag')).toEqual(counted(areals.map(areal => areal.logic_flag)))
  // a field of records within records, of which there is no column
  expect(await api.seen('areal-link.area_ref')).toEqual(
    counted(areals.flatMap(areal => areal.links.map(link => link.area_ref))),
  )
  expect(await api.seen('areal.nothing')).toEqual([])

  const [image] = images
  const node = image && locate(document(arealMap(Number(image.attributes['attr1'])), image.bytes), 'areals/0/class_id')
  if (!node) throw new Error('the sample has no areals')
  const { offset } = node
  const splice = { offset, removed: image.bytes.slice(offset, offset + 4), inserted: Uint8Array.of(239, 190, 173, 222) }
  await api.commit({
    label: { code: 'label.x', params: {} },
    edits: [{ entry: image.entry, base: image.revision, splices: [splice] }],
  })
  expect(await api.seen('areal.class_id')).toEqual(counted(areals.map(one => one.class_id)))
})
