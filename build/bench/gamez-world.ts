import { apply, assignedEdit } from '@areal-studio/core/edit'
import {
  assignAll,
  document,
  locate,
  offsetOf,
  repairedWords,
  type Document,
  type Value,
} from '@areal-studio/core/layout'
import { GAMEZ } from '../../core/families/mw3/gamez/gamez'
import { NodeSlot } from '../../core/families/mw3/gamez/nodes'
import { sampleWorld } from '../../core/families/mw3/sample/sample-world'

// A GameZ file of retail size: the sample's world with copies of one model and of one object.

const MODELS = 1500
const NODES = 12_000
/** How often the polygons of the copied model are repeated: 12 kB of data. */
const POLYGONS = 14

/** The object that is copied, and its model; the world is node 0. */
const OBJECT = 13
const MODEL = 1

/** A file of 23 MB with 12,000 nodes and 1,500 models. */
export function largeWorld(): Uint8Array {
  const opened = withLargeModel()
  const { bytes } = opened
  const range = (path: string): Uint8Array => {
    const node = locate(opened, path)
    return node ? bytes.subarray(node.offset, node.offset + node.size) : new Uint8Array(0)
  }
  const number = (path: string): number => Number(locate(opened, path)?.value)
  const [models, nodes] = [number('model_count'), usedNodes(opened)]
  const between = (from: string, to: string): Uint8Array =>
    bytes.subarray(locate(opened, from)?.offset ?? 0, locate(opened, to)?.offset ?? 0)
  const world = range('node_data/0')
  const parts = [
    bytes.subarray(0, locate(opened, 'model_array_size')?.offset ?? 0),
    words(models + MODELS + 1, models + MODELS, models + MODELS),
    between('models/0', `models/${models}`),
    ...copies(MODELS, () => range(`models/${MODEL}`)),
    range(`models/${models}`),
    range('model_data'),
    ...copies(MODELS, () => range(`model_data/${MODEL}`)),
    worldSlot(range('nodes/0'), number('nodes/0/child_count') + NODES),
    between('nodes/1', `nodes/${nodes}`),
    ...copies(NODES, copy => objectSlot(range(`nodes/${OBJECT}`), models + (copy % MODELS))),
    range(`nodes/${nodes}`),
    world,
    words(...Array.from({ length: NODES }, (_, copy) => nodes + copy)),
    between('node_data/1', `node_data/${nodes}`),
    ...copies(NODES, () => range(`node_data/${OBJECT}`)),
  ]
  const made = joined(parts)
  new DataView(made.buffer).setInt32(offsetOf(GAMEZ, 'node_array_size'), nodes + NODES + 1, true)
  return apply(made, repairedWords(document(GAMEZ, made)))
}

/** The sample with more polygons and vertices in the model that is copied. */
function withLargeModel(): Document {
  const bytes = sampleWorld([[40, 0, 40]])
  const opened = document(GAMEZ, bytes)
  const path = `model_data/${MODEL}`
  const repeated = (field: string): readonly Value[] => {
    const value = locate(opened, `${path}/${field}`)?.value
    return Array.isArray(value) ? Array.from({ length: POLYGONS }, () => value as readonly Value[]).flat() : []
  }
  const lists = ['vertices', 'polygons', 'polygon_arrays'].map(field => [field, repeated(field)] as const)
  const data = locate(opened, path)?.value as Readonly<Record<string, Value>>
  const assigned = assignAll(opened, [{ path, value: { ...data, ...Object.fromEntries(lists) } }])
  const edit = assignedEdit({ entry: 'gamez', revision: 0, bytes, attributes: {} }, opened, assigned)
  return document(GAMEZ, apply(bytes, edit.splices))
}

function usedNodes(opened: Document): number {
  const nodes = locate(opened, 'nodes')
  let used = 0
  while (nodes?.child(used).childNamed('action_priority')?.value === 1) used++
  return used
}

const copies = (count: number, make: (copy: number) => Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: count }, (_, copy) => make(copy))

const words = (...numbers: readonly number[]): Uint8Array => new Uint8Array(Int32Array.from(numbers).buffer)

function worldSlot(slot: Uint8Array, children: number): Uint8Array {
  return withWord(slot, offsetOf(NodeSlot, 'child_count'), children)
}

function objectSlot(slot: Uint8Array, model: number): Uint8Array {
  return withWord(slot, offsetOf(NodeSlot, 'model_index'), model)
}

function withWord(slot: Uint8Array, at: number, value: number): Uint8Array {
  const made = slot.slice()
  new DataView(made.buffer).setInt32(at, value, true)
  return made
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
