import { apply } from '../../../../edit'
import { StudioError, type Operation, type Words } from '../../../../format'
import { assign, document, newRecord, strideOf, writeRecord, type Bytes } from '../../../../layout'
import { rotationOrder } from '../animation'
import { ModelKey, ModelNode, NONE, modelKind } from '../model-chunks'
import { arrangementOf, isRenumbered, without, withCopies, type Arrangement } from './arrangement'
import { withCopiedGeometry, withoutGeometry } from './geometry'
import { subtreeOf, type Model } from './model-edit'
import { modelOperation } from './model-operation'
import { trackArrangements, tracksOf } from './model-tracks'

const coordinate = (name: string) =>
  ({ name, kind: 'number', isWhole: false, least: -1e6, most: 1e6, initial: 0 }) as const

/** Records of the copies, in their order. */
const copiesIn = ({ isCopy }: Arrangement): readonly number[] => isCopy.flatMap((copy, place) => (copy ? [place] : []))

/** 1 in the words of a rotation (parkan 6.9). */
const ONE = 32767
/** Bytes of a string that a node does not have: its length, 0 (parkan 6.7). */
const NO_STRING = 4
const NO_SLOTS = Array.from({ length: 15 }, () => NONE)

/** Units name nodes that parts are attached to by number; which units do is not known here (parkan 6.13). */
const renumberedNotice = (nodes: Arrangement): readonly Words[] =>
  isRenumbered(nodes) ? [{ code: 'notice.model-units', params: {} }] : []

/** A text as a record of the names of nodes. Throws LayoutError where it does not fit. */
function nameRecord(source: Bytes, name: string): Bytes {
  const layout = modelKind(9)?.layout(1)
  if (!layout) return source
  return apply(source, assign(document(layout, source), 'node_names/0', name).splices)
}

/** A new child of each chosen node, at the end, turned as its parent and moved; it draws nothing (parkan 6.3). */
const ADD_NODE: Operation = modelOperation({
  id: 'add-model-node',
  code: 'label.model-nodes-added',
  records: 'nodes',
  parameters: [{ name: 'name', kind: 'text', initial: 'node' }, coordinate('x'), coordinate('y'), coordinate('z')],
  change(model, { records, parameters }) {
    const tracks = tracksOf(model)
    const last = new Set(records.flatMap(node => tracks?.[node]?.last ?? []))
    const nodes = withCopies(model.nodes.count, new Set(records), 'end')
    const isFirst = rotationOrder(model.keys?.of.rotation ?? new Int16Array(0)).order === 'w-first'
    const key = newRecord(ModelKey, {
      position: ['x', 'y', 'z'].map(axis => Number(parameters[axis])),
      time: 0,
      rotation: isFirst ? [ONE, 0, 0, 0] : [0, 0, 0, ONE],
    })
    const copied = (type: number, bytes: Bytes): Bytes => {
      if (type === 8) return key
      if (type === 9) return nameRecord(bytes, String(parameters['name']))
      return type === 10 ? new Uint8Array(NO_STRING) : bytes
    }
    const added = copiesIn(nodes)
    return {
      tables: { nodes, ...(model.keys && { keys: withCopies(model.keys.count, last, 'end') }) },
      overrides: {
        copied,
        finish: (type, bytes) => {
          for (const [k, place] of type === 1 ? added.entries() : [])
            writeRecord(bytes, strideOf(ModelNode) * place, ModelNode, {
              flags: 0,
              parent: records[k] ?? NONE,
              map_start: NONE,
              slots: NO_SLOTS,
            })
        },
      },
      records: added,
      counts: { nodes: added.length },
    }
  },
})

/** Copies of the chosen nodes and all below them, at the end, with tracks and geometry of their own (parkan 6.3, 6.11). */
const DUPLICATE_NODE: Operation = modelOperation({
  id: 'duplicate-model-node',
  code: 'label.model-nodes-duplicated',
  records: 'nodes',
  change(model, { records }) {
    const copied = subtreeOf(model, records)
    if (copied.has(0)) throw new StudioError('model.edit-root', {}, model.entry.path)
    const nodes = withCopies(model.nodes.count, copied, 'end')
    const added = copiesIn(nodes)
    return {
      tables: { ...withCopiedGeometry(model, copied), nodes, ...trackArrangements(model, nodes) },
      records: added,
      counts: { nodes: added.length },
    }
  },
})

/** Deletes the chosen nodes and all below them, with their tracks and what only they draw. */
const DELETE_NODE: Operation = modelOperation({
  id: 'delete-model-node',
  code: 'label.model-nodes-deleted',
  records: 'nodes',
  change(model, { records }) {
    const deleted = subtreeOf(model, records)
    if (deleted.size === model.nodes.count) throw new StudioError('model.edit-root', {}, model.entry.path)
    const nodes = without(model.nodes.count, deleted)
    return {
      tables: { ...withoutGeometry(model, deleted), nodes, ...trackArrangements(model, nodes) },
      records: [],
      counts: { nodes: deleted.size },
      notices: renumberedNotice(nodes),
    }
  },
})

/** Moves one node to another place in the table, its track with it; a parent stays before its children (parkan 6.3). */
const MOVE_NODE: Operation = modelOperation({
  id: 'move-model-node',
  code: 'label.model-nodes-moved',
  records: 'nodes',
  parameters: [{ name: 'to', kind: 'number', isWhole: true, least: 0, most: NONE - 1, initial: 1 }],
  change(model, { records, parameters }) {
    const [node = 0] = records
    const [to, { count }] = [Number(parameters['to']), model.nodes]
    if (records.length !== 1) throw new StudioError('operation.one-record', {}, model.entry.path)
    if (to >= count)
      throw new StudioError('operation.value', { parameter: 'to', value: String(to), possible: `0…${count - 1}` })
    const from = Array.from({ length: count }, (_, k) => k).filter(other => other !== node)
    from.splice(to, 0, node)
    const nodes = arrangementOf(count, from, [])
    guardParents(model, nodes)
    return {
      tables: { nodes, ...trackArrangements(model, nodes) },
      records: [to],
      counts: { nodes: to === node ? 0 : 1 },
      notices: renumberedNotice(nodes),
    }
  },
})

/** Throws StudioError `model.edit-order` where a node that was behind its parent would be before it. */
function guardParents({ nodes, entry }: Model, { at }: Arrangement): void {
  for (let node = 0; node < nodes.count; node++) {
    const parent = nodes.of.parent[node] ?? NONE
    if (parent < node && (at[parent] ?? 0) > (at[node] ?? 0))
      throw new StudioError('model.edit-order', { node, parent }, entry.path)
  }
}

export const NODE_OPERATIONS: readonly Operation[] = [ADD_NODE, DUPLICATE_NODE, DELETE_NODE, MOVE_NODE]
