import { expect, it } from 'vitest'
import { assignedEdit } from '../../edit'
import { filePath, knownFamily, MemoryFiles, type Problem } from '../../format'
import { document, LayoutError, locate, removeRecords, type AnyLayout, type Refers } from '../../layout'
import { anywhere } from '../../layout/shapes/table'
import { createStudio, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { hash } from '../../studio/studio.fixture'
import { formatOf, shelf } from './opened.fixture'
import { PARKAN } from './parkan'
import { sampleByPath } from './sample/sample.fixture'

/** Arrays whose records rules of the family name by their number. */
const BY_RULE: Readonly<Record<string, readonly string[]>> = {
  'parkan.control': ['components'],
  'parkan.control-points': ['points'],
  'parkan.mission': ['objects'],
  'parkan.model.1': ['nodes'],
  'parkan.model.17': ['hall_vertices'],
  'parkan.model.7': ['triangles'],
}

/** Every way in which a declaration names records of arrays. */
function refersIn(layout: AnyLayout): readonly Refers[] {
  const found: Refers[] = []
  anywhere(({ meta }) => {
    if (meta.refers !== undefined) found.push(meta.refers)
    return false
  }, new Map())(layout)
  return found
}

const FILES = sampleByPath()
const game = shelf(FILES)
/** The first entry of each format with records. */
const entries = new Map(
  Object.keys(FILES)
    .flatMap(file => game.all(game.open(file)))
    .reverse()
    .flatMap(entry => {
      const format = formatOf(entry)
      const layout = format?.archive ? undefined : format?.layout?.(entry)
      return format && layout ? [[format.id, { path: entry.path, layout }] as const] : []
    }),
)

function referencedArrays(id: string): readonly string[] {
  const own = entries.get(id)?.layout
  const within = own ? refersIn(own).filter(refers => typeof refers === 'string') : []
  const across = [...entries.values()]
    .flatMap(({ layout }) => refersIn(layout))
    .flatMap(refers => (typeof refers === 'object' && 'sibling' in refers && refers.sibling === id ? refers.array : []))
  return [...new Set([...within, ...across, ...(BY_RULE[id] ?? [])])]
}

async function sampleStudio(): Promise<StudioApi> {
  const folders = new Map([['/game', new MemoryFiles(FILES, { root: '/game' })]])
  const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
  await api.open('/game')
  return api
}

const errors = (problems: readonly Problem[]) =>
  problems.filter(({ severity }) => severity === 'error').map(({ code, entry, path }) => `${code} ${entry} ${path}`)

/** Removes record 0: new errors of the file, none where all is well, or the code of the refusal. Undefined: no record. */
async function removed(api: StudioApi, path: string, array: string): Promise<string | undefined> {
  const { bytes, revision, info, format: id } = await api.read(path)
  const format = PARKAN.formats.find(one => one.id === id)
  const layout = format?.layout?.(info)
  const opened = layout && document(layout, bytes)
  if (!opened || (locate(opened, array)?.childCount ?? 0) === 0) return undefined
  const file = filePath(path)
  const before = new Set(errors(await api.check(file)))
  try {
    const source = { entry: path, revision, bytes, attributes: info.attributes }
    const edit = assignedEdit(source, opened, removeRecords(opened, array, 0, 1), format?.follow)
    await api.commit({ label: { code: 'label.nothing', params: {} }, edits: [edit] })
  } catch (error) {
    if (error instanceof LayoutError) return error.code
    throw error
  }
  const found = errors(await api.check(file)).filter(one => !before.has(one))
  await api.undo()
  return found.join('; ') || 'removed'
}

it('record 0 of an array whose records are named by number stays, or goes without a new error', async () => {
  const api = await sampleStudio()
  const outcome = new Map<string, string[]>()
  for (const [id, { path }] of entries)
    for (const array of referencedArrays(id)) {
      const found = await removed(api, path, array)
      if (found !== undefined) outcome.set(found, [...(outcome.get(found) ?? []), `${id} ${array}`])
    }
  expect(Object.fromEntries([...outcome].map(([code, arrays]) => [code, arrays.sort()]))).toEqual({
    'layout.formula': ['parkan.control-points points'],
    'layout.referred': [
      'parkan.areal-map areals',
      'parkan.control groups',
      'parkan.material phases',
      'parkan.mission clans',
    ],
    'layout.referred-elsewhere': [
      'parkan.control components',
      'parkan.land-mesh.11 face_list',
      'parkan.land-mesh.2 slots',
      'parkan.land-mesh.21 faces',
      'parkan.land-mesh.3 positions',
      'parkan.model.1 nodes',
      'parkan.model.13 batches',
      'parkan.model.2 slots',
      'parkan.model.3 positions',
      'parkan.model.6 indices',
      'parkan.model.7 triangles',
      'parkan.model.8 keys',
      'parkan.research.0 items',
      'parkan.research.6 texts',
      'parkan.research.7 texts',
      'parkan.research.8 texts',
      'parkan.research.9 texts',
      'parkan.research.a texts',
      'parkan.research.b parts',
    ],
    removed: ['parkan.mission objects'],
  })
}, 300_000)
