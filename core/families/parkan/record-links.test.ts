import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../format'
import { document, locate, type AnyLayout, type Value } from '../../layout'
import { createStudio, type ReferenceLink, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash } from '../../studio/studio.fixture'
import { changed } from './entries.fixture'
import { MISSION } from './mission/mission'
import { shelf } from './opened.fixture'
import { PARKAN } from './parkan'
import { RECORD_RULES } from './record-links'
import { sampleByPath } from './sample/sample.fixture'
import { SCRIPT } from './script/script'

const FILES = sampleByPath()
/** Arrays whose records have numbers of other records. */
const ARRAYS = [
  ...['areals', 'batches', 'channels', 'face_list', 'faces', 'handlers', 'inner', 'nodes', 'objects', 'points'],
  ...['records', 'slots', 'states'],
]

async function sampleStudio(): Promise<StudioApi> {
  const folders = new Map([['/game', new MemoryFiles(FILES, { root: '/game' })]])
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
  await api.open('/game')
  return api
}

async function below(api: StudioApi, path: string): Promise<readonly string[]> {
  const rows = await api.list(path, path === '' ? { deep: true } : undefined)
  const inner = await Promise.all(rows.map(row => (row.hasChildren ? below(api, row.path) : [])))
  return [...rows.map(row => row.path), ...inner.flat()]
}

/** The first reference of each field of each kind of entry to a record. */
async function recordLinks(api: StudioApi): Promise<ReadonlyMap<string, ReferenceLink>> {
  const links = new Map<string, ReferenceLink>()
  for (const entry of new Set(await below(api, '')))
    for (const array of ARRAYS)
      for (const link of (await api.references(entry, `${array}/1`, 'uses')).uses) {
        const kind = `${link.relation} ${link.toPath?.split('/')[0]}`
        if (link.toPath !== undefined && !links.has(kind)) links.set(kind, link)
      }
  return links
}

it('a number leads to the record that it names, and the record knows who names it', { timeout: 120_000 }, async () => {
  const api = await sampleStudio()
  const links = await recordLinks(api)
  expect([...links.keys()].sort()).toEqual([
    'area_ref areals',
    'attach nodes',
    'base_vertex positions',
    'batch_start batches',
    'carrier nodes',
    'fallback_key keys',
    'i0 positions',
    'i1 positions',
    'i2 positions',
    'index_start indices',
    'key faces',
    'lightmap lines',
    'material lines',
    'material_low lines',
    'n0 faces',
    'n1 faces',
    'n2 faces',
    'node nodes',
    'operands handlers',
    'owner_clan clans',
    'parent nodes',
    'slot_lod0 slots',
    'slot_lod1 slots',
    'slots slots',
    'tri_start face_list',
    'tri_start triangles',
  ])
  for (const { from, path, to, toPath } of links.values()) {
    const { usedBy, more } = await api.references(to ?? '', toPath, 'usedBy')
    expect(
      usedBy.some(one => one.from === from && one.path === path && one.to === to) || more !== undefined,
      `${from} ${path}`,
    ).toBe(true)
  }
})

/** Where a field with that number leads: `file path`. */
async function leads(
  rule: string,
  file: string,
  layout: AnyLayout,
  path: string,
  fields: Readonly<Record<string, Value>>,
): Promise<string | undefined> {
  const bytes = Object.entries(fields).reduce(
    (made, [field, value]) => changed(layout, made, field, value),
    FILES[file] ?? new Uint8Array(0),
  )
  const from = shelf({ ...FILES, [file]: bytes }).open(file)
  const field = locate(document(layout, bytes), path)
  const found = field && (await RECORD_RULES[rule]?.find(field, from))
  return found && `${found.entry.path} ${found.path}`
}

it('a script names variables, formulas, and its own nodes and handlers, by the kind of its node', async () => {
  const file = 'MISSIONS/SCRIPTS/default.scr'
  const of = (rule: string, path: string, fields: Readonly<Record<string, Value>> = {}) =>
    leads(rule, file, SCRIPT, path, fields)
  const node = 'handlers/0/nodes/0'
  const second = await of('script-variable', `${node}/dest`, { [`${node}/dest`]: 1 })
  expect(second).toMatch(/^MISSIONS\/SCRIPTS\/varset\.var lines\/\d+$/)
  expect(await of('script-variable', `${node}/dest`, { [`${node}/dest`]: 100_000 })).toBeUndefined()
  expect(await of('script-source', `${node}/source`, { [`${node}/source`]: 1 })).toBe(second)
  expect(await of('script-source', `${node}/source`, { [`${node}/source`]: 1, [`${node}/kind`]: 2 })).toBeUndefined()
  expect(await of('script-operand', `${node}/operands/1`)).toBe(second)
  expect(await of('script-formula', `${node}/formula`, { [`${node}/formula`]: 0 })).toMatch(/default\.fml lines\/\d+$/)
  const [jump, switching] = ['handlers/1/nodes/1/operands/0', { 'handlers/1/nodes/1/kind': 4 }]
  expect(await of('script-operand', jump)).toBe(`${file} handlers/1/nodes/0`)
  expect(await of('script-operand', jump, switching)).toBe(`${file} handlers/0`)
})

const BUNKER = (object: number) => ({
  [`objects/${object}/resource`]: 'UNITS\\BUILDS\\BUNKER\\bunkergun01.dat',
})

it('an object of a mission names the building that it starts in, and a vertex of its hall ways', async () => {
  const file = 'MISSIONS/Autodemo.00/data.tma'
  const objects = locate(document(MISSION, FILES[file] ?? new Uint8Array(0)), 'objects')
  const numberIn = (object: number, field: string) => Number(objects?.child(object).childNamed(field)?.value)
  const at = Array.from({ length: objects?.childCount ?? 0 }, (_, i) => i)
  const building = at.find(i => numberIn(i, 'kind') === 0) ?? -1
  const id = numberIn(building, 'logical_id') | 0
  const other = at.find(i => i !== building) ?? -1
  const fields = { [`objects/${other}/link_a`]: id, [`objects/${other}/link_b`]: 2, ...BUNKER(building) }
  const of = (rule: string, field: string, given: Readonly<Record<string, Value>>) =>
    leads(rule, file, MISSION, `objects/${other}/${field}`, given)
  expect(await of('logical-id', 'link_a', fields)).toBe(`${file} objects/${building}`)
  expect(await of('logical-id', 'link_a', {})).toBeUndefined()
  expect(await of('hall-vertex', 'link_b', fields)).toMatch(/^fortif\.rlb!#\d+!#\d+ hall_vertices\/2$/)
})
