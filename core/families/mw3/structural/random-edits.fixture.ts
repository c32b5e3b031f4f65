import type { Document, Value } from '../../../layout'
import { removeNode } from './remove-node.fixture'
import {
  addMaterial,
  addNode,
  addTexture,
  append,
  copyPolygon,
  fieldsAt,
  listAt,
  numberAt,
  numbersAt,
  removeMaterial,
  removePolygon,
  removeVertex,
  rename,
  reparent,
  type Fields,
  type Step,
} from './steps.fixture'

/** A number from 0 to 1, 1 left out. */
type Random = () => number

interface RandomEdit {
  readonly name: string
  readonly step: Step
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

const OBJECT = 5
const LOD = 6

interface TreeNode {
  readonly slot: number
  readonly kind: number
  readonly model: number
  readonly parents: readonly number[]
  readonly children: readonly number[]
}

/** Used nodes; Empty ones have their word as parent. */
function treeOf(opened: Document): readonly TreeNode[] {
  const slots = (listAt(opened, 'nodes') as readonly Fields[]).filter(one => one['action_priority'] === 1)
  return slots.map((one, slot) => ({
    slot,
    kind: Number(one['node_class']),
    model: Number(one['model_index']),
    parents: one['node_class'] === 0 ? [Number(one['link'])] : numbersAt(opened, `node_data/${slot}/parent_indices`),
    children: numbersAt(opened, `node_data/${slot}/child_indices`),
  }))
}

const node: Kind = (opened, random) => {
  const tree = treeOf(opened)
  if (tree.length + 2 > numberAt(opened, 'node_array_size')) return undefined
  const parent = pick(
    random,
    tree.filter(({ kind }) => kind === 2 || kind === OBJECT),
  )
  const model = pick(random, meshes(opened))
  if (!parent || model === undefined) return undefined
  return addNode(tree.length, `added${Math.floor(random() * 100)}`, model, parent.slot)
}

/** A node that no child, light, level of detail or model needs. */
const lessNode: Kind = (opened, random) => {
  const tree = treeOf(opened)
  const lights = tree.flatMap(({ kind, slot }) =>
    kind === 9 ? numbersAt(opened, `node_data/${slot}/class_data/light_parents`) : [],
  )
  const sounds = numbersAt(opened, 'node_data/0/class_data/sound_indices')
  const named = new Set([...lights, ...sounds, ...tree.filter(({ kind }) => kind === 0).flatMap(one => one.parents)])
  const isNeeded = (parent: number): boolean =>
    (tree[parent]?.children.length ?? 0) < 2 && tree[parent]?.kind !== OBJECT
  const chosen = pick(
    random,
    tree.filter(
      ({ slot, kind, model, parents, children }) =>
        (kind === OBJECT || kind === 0) &&
        children.length === 0 &&
        !named.has(slot) &&
        (kind === 0 || !parents.some(isNeeded)) &&
        (model < 0 || numberAt(opened, `models/${model}/parent_count`) > 1),
    ),
  )
  return chosen && tree.length > 8 ? removeNode(chosen.slot) : undefined
}

const renamed: Kind = (opened, random) => {
  const chosen = pick(
    random,
    treeOf(opened).filter(({ kind }) => kind === OBJECT || kind === LOD || kind === 0),
  )
  const name = 'crate_of_a_name_that_is_35_letters_'.slice(0, Math.floor(random() * 36))
  return chosen && rename(chosen.slot, name)
}

const moved: Kind = (opened, random) => {
  const tree = treeOf(opened)
  const childrenOf = (slot: number): readonly number[] => tree[slot]?.children ?? []
  const chosen = pick(
    random,
    tree.filter(
      ({ kind, parents }) =>
        kind === OBJECT &&
        parents.length === 1 &&
        parents.every(parent => tree[parent]?.kind === OBJECT || childrenOf(parent).length > 1),
    ),
  )
  if (!chosen) return undefined
  const below = new Set<number>()
  const gather = (slot: number): void => {
    if (below.has(slot)) return
    below.add(slot)
    childrenOf(slot).forEach(gather)
  }
  gather(chosen.slot)
  const to = pick(
    random,
    tree.filter(({ slot, kind }) => (kind === 2 || kind === OBJECT) && !below.has(slot) && slot !== chosen.parents[0]),
  )
  return to && reparent(chosen.slot, to.slot)
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
  node,
  'node deleted': lessNode,
  renamed,
  moved,
  frame,
}

/** An edit of a random kind that this file allows. */
export function randomEdit(opened: Document, random: Random): RandomEdit {
  for (;;) {
    const [name, kind] = pick(random, Object.entries(KINDS)) ?? ['', () => undefined]
    const step = kind(opened, random)
    if (step) return { name, step }
  }
}
