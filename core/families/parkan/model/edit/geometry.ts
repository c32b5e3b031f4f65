import { without, withCopies, type Arrangement } from './arrangement'
import {
  batchesOfSlot,
  indicesOfBatch,
  slotsOfNode,
  trianglesOfSlot,
  verticesOfBatch,
  type Model,
  type TableName,
} from './model-edit'
import { NONE } from '../model-chunks'

/** Records of the tables of a model that belong together. */
type Geometry = Readonly<Record<'slots' | 'batches' | 'triangles' | 'indices' | 'vertices', ReadonlySet<number>>>
const TABLES = ['slots', 'batches', 'triangles', 'indices', 'vertices'] as const

/** All that slots draw. */
function drawnBySlots(model: Model, slots: ReadonlySet<number>): Geometry {
  const batches = new Set([...slots].flatMap(slot => batchesOfSlot(model, slot)))
  return {
    slots,
    triangles: new Set([...slots].flatMap(slot => trianglesOfSlot(model, slot))),
    ...drawnByBatches(model, batches),
  }
}

export const drawnByBatches = (model: Model, batches: ReadonlySet<number>) => ({
  batches,
  indices: new Set([...batches].flatMap(batch => indicesOfBatch(model, batch))),
  vertices: new Set([...batches].flatMap(batch => verticesOfBatch(model, batch))),
})

export const slotsOfNodes = (model: Model, nodes: Iterable<number>): ReadonlySet<number> =>
  new Set([...nodes].flatMap(node => slotsOfNode(model, node).filter(slot => slot !== NONE)))

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, k) => k)

export const minus = (set: ReadonlySet<number>, other: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...set].filter(one => !other.has(one)))

type Orders = Readonly<Partial<Record<TableName, Arrangement>>>

/** Orders in which all that these nodes draw is there twice, the copies at the end. */
export function withCopiedGeometry(model: Model, nodes: ReadonlySet<number>): Orders {
  const drawn = drawnBySlots(model, slotsOfNodes(model, nodes))
  return Object.fromEntries(TABLES.map(table => [table, withCopies(model.count(table), drawn[table], 'end')]))
}

/** Orders without what these nodes draw and nothing else does: not another node, nor a slot or a batch that no node draws. */
export function withoutGeometry(model: Model, nodes: ReadonlySet<number>): Orders {
  const others = numbersTo(model.nodes.count).filter(node => !nodes.has(node))
  const slots = minus(slotsOfNodes(model, nodes), slotsOfNodes(model, others))
  const kept = drawnBySlots(model, minus(new Set(numbersTo(model.slots.count)), slots))
  const drawn = drawnBySlots(model, slots)
  const batches = minus(drawn.batches, kept.batches)
  const rest = drawnByBatches(model, minus(new Set(numbersTo(model.batches.count)), batches))
  const removed: Geometry = {
    slots,
    batches,
    triangles: minus(drawn.triangles, kept.triangles),
    indices: minus(drawn.indices, rest.indices),
    vertices: minus(drawn.vertices, rest.vertices),
  }
  return Object.fromEntries(TABLES.map(table => [table, without(model.count(table), removed[table])]))
}
