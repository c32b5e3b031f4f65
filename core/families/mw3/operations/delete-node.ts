import { compose } from '../../../edit'
import { StudioError } from '../../../format'
import {
  assignAll,
  locate,
  spliceRecords,
  turnedReferences,
  type Assigned,
  type Document,
  type RecordsEdit,
} from '../../../layout'
import { CLASS } from '../rules/node-indices'
import { addedSlots, type SlotArrays } from './free-slots'
import { freelyChanged, guardChildren, hangingOn, nodeOperation, type TreeNode } from './node-tree'
import { numberAt, numbersAt, relatives, type Step } from './world-edit'

/** Minimum number of nodes that a world uses (mw3 17.5, N1). */
const FEWEST_NODES = 6

/** The chosen nodes, and those below them that have no other parent; also where the lists contain a cycle. */
function deletedWith(tree: readonly TreeNode[], chosen: readonly number[]): ReadonlySet<number> {
  const deleted = new Set(chosen)
  const hanging = hangingOn(tree)
  for (const slot of deleted) {
    for (const child of tree[slot]?.children ?? [])
      if (tree[child]?.parents.every(parent => deleted.has(parent))) deleted.add(child)
    for (const empty of hanging.get(slot) ?? []) deleted.add(empty)
  }
  return deleted
}

/** Lists of nodes, and numbers of single ones, in other records than slots: what the game needs of them is not known. */
function guardUnreferred(opened: Document, tree: readonly TreeNode[], deleted: ReadonlySet<number>): void {
  const guard = (path: string, index: number): void => {
    if (deleted.has(index)) throw new StudioError('mw3.node.referred', { node: index, field: path })
  }
  for (const { slot, kind } of tree) {
    const data = `node_data/${slot}/class_data`
    const lists =
      kind === CLASS.light ? ['light_parents'] : kind === CLASS.world ? ['light_indices', 'sound_indices'] : []
    for (const list of lists) for (const index of numbersAt(opened, `${data}/${list}`)) guard(`${data}/${list}`, index)
    if (kind !== CLASS.camera) continue
    for (const field of ['world_index', 'window_index', 'focus_node_xy', 'focus_node_xz'])
      guard(`${data}/${field}`, numberAt(opened, `${data}/${field}`))
  }
}

/** Removes the nodes from the lists of all others. */
function detached(tree: readonly TreeNode[], deleted: ReadonlySet<number>): Step {
  const kept = (list: readonly number[]): readonly number[] => list.filter(index => !deleted.has(index))
  const listsOf = (opened: Document, node: TreeNode): readonly Assigned[] => {
    const { slot, kind, parents, children } = node
    const [up, down] = [kept(parents), kept(children)]
    const isFewer = down.length < children.length
    if (isFewer) guardChildren(node, down)
    return [
      ...(kind !== CLASS.empty && up.length < parents.length ? relatives(opened, slot, 'parent', up) : []),
      ...(isFewer ? relatives(opened, slot, 'child', down) : []),
      ...(kind === CLASS.world ? fewerInCells(opened, slot, kept) : []),
    ]
  }
  return opened =>
    assignAll(opened, [
      { path: 'node_last_free', value: numberAt(opened, 'node_last_free') - deleted.size },
      ...tree.filter(({ slot }) => !deleted.has(slot)).flatMap(node => listsOf(opened, node)),
    ])
}

function fewerInCells(
  opened: Document,
  world: number,
  kept: (list: readonly number[]) => readonly number[],
): readonly Assigned[] {
  const cells = locate(opened, `node_data/${world}/class_data/partitions`)
  return Array.from({ length: cells?.childCount ?? 0 }, (_, cell) => {
    const path = `node_data/${world}/class_data/partitions/${cell}`
    const before = numbersAt(opened, `${path}/node_indices`)
    const list = kept(before)
    if (list.length === before.length) return []
    return [
      { path: `${path}/node_indices`, value: [...list] },
      ...(list.length === 0 ? [{ path: `${path}/nodes_ptr`, value: 0 }] : []),
    ]
  }).flat()
}

/** Uses of the models by the nodes that stay; the models that none of them uses any more. */
function usesAfter(opened: Document, tree: readonly TreeNode[], deleted: ReadonlySet<number>) {
  const [fewer, rest] = [new Map<number, number>(), new Map<number, number>()]
  for (const { slot, model } of tree) {
    const uses = deleted.has(slot) ? fewer : rest
    if (model >= 0) uses.set(model, (uses.get(model) ?? 0) + 1)
  }
  const unused = [...fewer.keys()].filter(model => !rest.has(model)).sort((a, b) => a - b)
  const given = [...fewer].flatMap(([model, n]): readonly Assigned[] => {
    const path = `models/${model}/parent_count`
    const left = rest.get(model)
    if (left === undefined) return []
    const value = numberAt(opened, path) - n
    return [{ path, value: value > 0 ? value : left }]
  })
  return { unused, given }
}

/** Edits that remove these slots and their data, and add free slots at the end instead. */
const compacted = (opened: Document, arrays: SlotArrays, removed: readonly number[]): readonly RecordsEdit[] => [
  ...arrays.flatMap(array => removed.map(at => ({ array, at, removed: 1, inserted: 0, bytes: new Uint8Array(0) }))),
  ...addedSlots(opened, arrays, removed.length),
]

/** Numbers of what stays: each one less for each removed one before it. */
const renumberedBy = (removed: readonly number[]) => (record: number) =>
  record - removed.filter(one => one < record).length

/** Removes the records of nodes and models, and renumbers what refers to those behind them. */
function removed(nodes: readonly number[], models: readonly number[]): Step {
  return opened => {
    const made = spliceRecords(opened, [
      ...compacted(opened, ['nodes', 'node_data'], nodes),
      ...(models.length > 0 ? compacted(opened, ['models', 'model_data'], models) : []),
    ])
    const { root } = opened
    const [node, model] = [renumberedBy(nodes), renumberedBy(models)]
    const gone = (array: string, record: number): boolean => (array === 'nodes' ? nodes : models).includes(record)
    const turned = turnedReferences(
      opened,
      [root],
      (array, record, field) => {
        const to = array === 'nodes' ? node(record) : model(record)
        return record < 0 || to === record || gone(array, record) || isWithin(field.path, nodes) ? undefined : to
      },
      models.length > 0 ? ['nodes', 'models'] : ['nodes'],
    )
    return { ...made, splices: compose(turned, made.splices) }
  }
}

const isWithin = (path: string, nodes: readonly number[]): boolean =>
  nodes.some(slot => path.startsWith(`nodes/${slot}/`) || path.startsWith(`node_data/${slot}/`))

/** Deletes the chosen nodes with all below them, and models that no other node uses. Later ones get other numbers. */
export const DELETE_NODE = nodeOperation({
  id: 'delete-node',
  change(tree, { records }, opened) {
    for (const slot of records) freelyChanged(tree, slot)
    const deleted = deletedWith(tree, records)
    for (const slot of deleted) freelyChanged(tree, slot)
    if (tree.length - deleted.size < FEWEST_NODES) throw new StudioError('mw3.node.fewest', { n: FEWEST_NODES })
    guardUnreferred(opened, tree, deleted)
    const { unused, given } = usesAfter(opened, tree, deleted)
    const models = [{ path: 'model_count', value: numberAt(opened, 'model_count') - unused.length }]
    const nodes = [...deleted].sort((a, b) => a - b)
    const steps: readonly Step[] = [
      detached(tree, deleted),
      world => assignAll(world, given),
      removed(nodes, unused),
      world => assignAll(world, unused.length > 0 ? models : []),
    ]
    return {
      steps,
      code: 'label.nodes-deleted',
      records: [],
      counts: { nodes: nodes.length, models: unused.length },
      notices: [{ code: 'notice.mw3.renumbered', params: { node: nodes[0] ?? 0 } }],
    }
  },
})
