import { StudioError, type ParameterValues } from '../../../format'
import type { Document, Move, Splice, Value } from '../../../layout'
import { treeOf } from '../operations/node-tree'
import { operated } from '../operations/operate.fixture'
import { fieldsAt, listAt, numberAt, stepped, type Fields, type Step } from '../operations/world-edit'
import {
  addTexture,
  addMaterial,
  append,
  copyPolygon,
  removeMaterial,
  removePolygon,
  removeVertex,
} from './steps.fixture'

/** A number from 0 to 1, 1 left out. */
type Random = () => number

interface RandomEdit {
  readonly name: string
  readonly splices: readonly Splice[]
  readonly moves: readonly Move[]
}

type Kind = (opened: Document, random: Random) => Step | undefined

const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i)

/** Models with polygons, and their data. */
function meshes(opened: Document): readonly number[] {
  return range(numberAt(opened, 'model_count')).filter(model => numberAt(opened, `models/${model}/polygon_count`) > 0)
}
const polygonCount = (opened: Document, model: number): number => numberAt(opened, `models/${model}/polygon_count`)

/** No file grows without an end. */
const MOST = 24

const vertex: Kind = (opened, random) => {
  const model = pick(random, meshes(opened))
  if (model === undefined || numberAt(opened, `models/${model}/vertex_count`) > MOST) return undefined
  return append(`model_data/${model}/vertices`, [random(), -1, 4 * random()].map(Math.fround))
}

const lessVertex: Kind = (opened, random) => {
  const model = pick(random, meshes(opened))
  if (model === undefined) return undefined
  const arrays = listAt(opened, `model_data/${model}/polygon_arrays`) as readonly Fields[]
  const used = new Set(arrays.flatMap(one => one['vertex_indices'] as readonly number[]))
  const free = range(numberAt(opened, `models/${model}/vertex_count`)).filter(index => !used.has(index))
  const chosen = pick(random, free)
  return chosen === undefined ? undefined : removeVertex(model, chosen)
}

const polygon: Kind = (opened, random) => {
  const model = pick(random, meshes(opened))
  if (model === undefined || polygonCount(opened, model) > MOST) return undefined
  const places = range(polygonCount(opened, model))
  return copyPolygon(model, pick(random, places) ?? 0, pick(random, places) ?? 0)
}

const lessPolygon: Kind = (opened, random) => {
  const model = pick(
    random,
    meshes(opened).filter(one => polygonCount(opened, one) > 1),
  )
  return model === undefined ? undefined : removePolygon(model, pick(random, range(polygonCount(opened, model))) ?? 0)
}

const texture: Kind = (opened, random) =>
  listAt(opened, 'textures').length > MOST ? undefined : addTexture(`new${Math.floor(random() * 1000)}`)

const material: Kind = (opened, random) => {
  const count = numberAt(opened, 'material_count')
  if (count + 1 >= numberAt(opened, 'material_array_size')) return undefined
  const [red = 0, green = 0, blue = 0] = [random(), random(), random()].map(part => Math.floor(256 * part))
  return addMaterial([red, green, blue])
}

const lessMaterial: Kind = opened => {
  const last = numberAt(opened, 'material_count') - 1
  const polygons = meshes(opened).flatMap(model => listAt(opened, `model_data/${model}/polygons`) as readonly Fields[])
  const isUsed = polygons.some(one => one['material_index'] === last)
  return last < 1 || isUsed || numberAt(opened, `materials/${last}/cycle_ptr`) !== 0 ? undefined : removeMaterial
}

/** A frame less or more for an animated material (mw3 5.3). */
const frame: Kind = (opened, random) => {
  const cycled = range(numberAt(opened, 'material_count')).filter(
    slot => numberAt(opened, `materials/${slot}/cycle_ptr`) !== 0,
  )
  const slot = pick(random, cycled)
  if (slot === undefined) return undefined
  const path = `material_cycles/${slot}/cycle`
  const { textures } = fieldsAt(opened, path) as { readonly textures?: readonly Value[] }
  return (textures?.length ?? 0) > 8 ? undefined : append(`${path}/textures`, 0)
}

const KINDS: Readonly<Record<string, Kind>> = {
  vertex,
  'vertex deleted': lessVertex,
  polygon,
  'polygon deleted': lessPolygon,
  texture,
  material,
  'material deleted': lessMaterial,
  frame,
}

const NAME = 'crate_of_a_name_that_is_35_letters_'

/** Parameters of an operation, some of which do not fit the file. */
const OPERATIONS: Readonly<Record<string, (nodes: number, models: number, random: Random) => ParameterValues>> = {
  'add-node': (_, models, random) => ({
    name: 'added',
    model: Math.floor(random() * (models + 1)) - 1,
    x: random() * 9,
    grow: random() < 0.2,
  }),
  'duplicate-node': (_, __, random) => ({ children: random() < 0.7, name: random() < 0.5 ? 'copy' : '' }),
  'rename-node': (_, __, random) => ({ name: NAME.slice(0, Math.floor(random() * 36)) }),
  'reparent-node': (nodes, _, random) => ({ parent: Math.floor(random() * nodes) }),
  'delete-node': () => ({}),
}

/** Nodes of a full world are deleted only. */
const MOST_NODES = 60
/** Deleting a node also deletes a model that no other node uses; without models most kinds of edits are impossible. */
const FEWEST_MODELS = 3

/** One of the operations on one to three nodes; undefined where it is refused, or would leave too few models. */
async function operation(opened: Document, random: Random): Promise<RandomEdit | undefined> {
  const nodes = treeOf(opened).length
  const ids = nodes > MOST_NODES ? ['delete-node'] : Object.keys(OPERATIONS)
  const name = pick(random, ids) ?? ''
  const records = [...new Set(range(1 + Math.floor(random() * 3)).map(() => Math.floor(random() * nodes)))]
  const given = OPERATIONS[name]?.(nodes, numberAt(opened, 'model_count'), random)
  try {
    const { splices, edits, counts } = await operated(
      opened.bytes,
      name,
      records.sort((one, other) => one - other),
      given,
    )
    const models = numberAt(opened, 'model_count') - (counts['models'] ?? 0)
    return splices.length > 0 && models >= FEWEST_MODELS ? { name, splices, moves: edits[0]?.moves ?? [] } : undefined
  } catch (error) {
    if (error instanceof StudioError) return undefined
    throw error
  }
}

/** An edit of a random kind that this file allows. */
export async function randomEdit(opened: Document, random: Random): Promise<RandomEdit> {
  for (;;) {
    const kinds = Object.entries(KINDS)
    if (random() < 0.5) {
      const edit = await operation(opened, random)
      if (edit) return edit
      continue
    }
    const [name, kind] = pick(random, kinds) ?? ['', () => undefined]
    const step = kind(opened, random)
    if (!step) continue
    const { splices, moves = [] } = stepped(opened, [step])
    return { name, splices, moves }
  }
}
