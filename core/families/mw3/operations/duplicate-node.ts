import { assignAll, type Assigned, type Document } from '../../../layout'
import { CLASS } from '../rules/node-indices'
import { GROW } from './add-node'
import { withFreeSlots } from './free-slots'
import { freelyChanged, guardChildren, nodeName, nodeOperation, subtreeOf, type TreeNode } from './node-tree'
import { fieldsAt, numberAt, numbersAt, relatives, type Step } from './world-edit'

interface Copies {
  /** Slot of each copy, by that of its original. */
  readonly slots: ReadonlyMap<number, number>
  /** Name of the copies of these nodes; empty: they keep the name. */
  readonly name: string
  readonly roots: ReadonlySet<number>
}

/** Relatives of a copy: copies where these are copied, too; of parents else the parents themselves. */
const copiedParents = ({ parents }: TreeNode, { slots }: Copies): readonly number[] =>
  parents.map(parent => slots.get(parent) ?? parent)
const copiedChildren = ({ children }: TreeNode, { slots }: Copies): readonly number[] =>
  children.flatMap(child => slots.get(child) ?? [])

/** The slot of a copy, and its record of `node_data` where it is no Empty node. */
function copyOf(opened: Document, node: TreeNode, copies: Copies): readonly Assigned[] {
  const { slot, kind } = node
  const to = copies.slots.get(slot) ?? slot
  const [parents, children] = [copiedParents(node, copies), copiedChildren(node, copies)]
  const fields = fieldsAt(opened, `nodes/${slot}`)
  const name = copies.name !== '' && copies.roots.has(slot) ? { name: copies.name } : {}
  if (kind === CLASS.empty) return [{ path: `nodes/${to}`, value: { ...fields, ...name, link: parents[0] ?? 0 } }]
  const lists = {
    child_count: children.length,
    child_array_ptr: children.length > 0 ? (fields['child_array_ptr'] ?? 0) : 0,
  }
  const data = fieldsAt(opened, `node_data/${slot}`)
  return [
    { path: `nodes/${to}`, value: { ...fields, ...name, ...lists, link: 0 } },
    { path: `node_data/${to}`, value: { ...data, parent_indices: [...parents], child_indices: [...children] } },
  ]
}

/** Fills the slots of the copies, and enters them in the lists of parents that are not copied and in the uses of models. */
const copied =
  (nodes: readonly TreeNode[], copies: Copies): Step =>
  opened =>
    assignAll(opened, [
      { path: 'node_last_free', value: numberAt(opened, 'node_last_free') + nodes.length },
      ...nodes.flatMap(node => copyOf(opened, node, copies)),
      ...moreUses(opened, nodes),
      ...moreChildren(opened, nodes, copies),
    ])

function moreUses(opened: Document, nodes: readonly TreeNode[]): readonly Assigned[] {
  const more = new Map<number, number>()
  for (const { model } of nodes) if (model >= 0) more.set(model, (more.get(model) ?? 0) + 1)
  return [...more].map(([model, n]) => {
    const path = `models/${model}/parent_count`
    return { path, value: numberAt(opened, path) + n }
  })
}

function moreChildren(opened: Document, nodes: readonly TreeNode[], { slots }: Copies): readonly Assigned[] {
  const more = new Map<number, number[]>()
  for (const { slot, kind, parents } of nodes) {
    if (kind === CLASS.empty) continue
    for (const parent of parents)
      if (!slots.has(parent)) more.set(parent, [...(more.get(parent) ?? []), slots.get(slot) ?? slot])
  }
  return [...more].flatMap(([parent, added]) =>
    relatives(opened, parent, 'child', [...numbersAt(opened, `node_data/${parent}/child_indices`), ...added]),
  )
}

/** Copies of the chosen nodes beside them, with all below them. */
export const DUPLICATE_NODE = nodeOperation({
  id: 'duplicate-node',
  parameters: [{ name: 'name', kind: 'text', initial: '' }, { name: 'children', kind: 'flag', initial: true }, GROW],
  change(tree, { parameters, records }, opened) {
    for (const slot of records) freelyChanged(tree, slot)
    const chosen = parameters['children'] === true ? [...subtreeOf(tree, records)] : records
    const nodes = [...chosen].sort((a, b) => a - b).map(slot => freelyChanged(tree, slot))
    const slots = new Map(nodes.map(({ slot }, k) => [slot, tree.length + k]))
    const copies: Copies = { slots, name: nodeName(parameters['name']), roots: new Set(records) }
    for (const node of nodes) guardChildren(node, copiedChildren(node, copies))
    return {
      steps: [...withFreeSlots(opened, tree.length, nodes.length, parameters['grow'] === true), copied(nodes, copies)],
      code: 'label.nodes-duplicated',
      records: [...slots.values()],
      counts: { nodes: nodes.length },
      notices: [{ code: 'notice.mw3.cells', params: {} }],
    }
  },
})
