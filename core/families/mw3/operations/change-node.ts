import { StudioError } from '../../../format'
import { assignAll, type Assigned } from '../../../layout'
import { MOST_RECORDS } from '../rules/gamez-context'
import { CLASS } from '../rules/node-indices'
import {
  freelyChanged,
  guardChildren,
  neededParent,
  nodeName,
  nodeOperation,
  subtreeOf,
  type TreeNode,
} from './node-tree'
import { numbersAt, relatives, type Step } from './world-edit'

/** Another name for the chosen nodes; the bytes behind it are those that the game expects there (mw3 1.1). */
export const RENAME_NODE = nodeOperation({
  id: 'rename-node',
  parameters: [{ name: 'name', kind: 'text', initial: '' }],
  change(tree, { parameters, records }) {
    const name = nodeName(parameters['name'])
    const given = records.map(slot => ({ path: `nodes/${freelyChanged(tree, slot).slot}/name`, value: name }))
    return {
      steps: [world => assignAll(world, given)],
      code: 'label.nodes-renamed',
      records,
      counts: { nodes: records.length },
      notices: [{ code: 'notice.mw3.names', params: {} }],
    }
  },
})

/** Moves a node below another one, as its last child. */
function moved({ slot, kind }: TreeNode, to: number): Step {
  return opened => {
    if (kind === CLASS.empty) return assignAll(opened, [{ path: `nodes/${slot}/link`, value: to }])
    const before = numbersAt(opened, `node_data/${slot}/parent_indices`)
    const kept = (parent: number): readonly number[] =>
      numbersAt(opened, `node_data/${parent}/child_indices`).filter(child => child !== slot)
    const fewer = [...new Set(before)]
      .filter(parent => parent !== to)
      .flatMap((parent): readonly Assigned[] => relatives(opened, parent, 'child', kept(parent)))
    return assignAll(opened, [
      ...fewer,
      ...relatives(opened, to, 'child', [...kept(to), slot]),
      ...relatives(opened, slot, 'parent', [to]),
    ])
  }
}

/** Moves the chosen nodes below another one. Their places are stored relative to it, and stay as they are. */
export const REPARENT_NODE = nodeOperation({
  id: 'reparent-node',
  parameters: [{ name: 'parent', kind: 'number', isWhole: true, least: 0, most: MOST_RECORDS - 1, initial: 0 }],
  change(tree, { parameters, records }) {
    const to = Number(parameters['parent'])
    const { kind } = neededParent(tree, to)
    const nodes = records
      .map(slot => freelyChanged(tree, slot))
      .filter(({ parents }) => parents.length !== 1 || parents[0] !== to)
    for (const { slot, kind: own } of nodes) {
      if (subtreeOf(tree, [slot]).has(to)) throw new StudioError('mw3.node.cycle', { node: slot, parent: to })
      if (own === CLASS.empty && kind === CLASS.world) throw new StudioError('mw3.node.empty', { node: slot })
    }
    const leaving = new Set(nodes.map(({ slot }) => slot))
    for (const node of tree)
      if (node.slot !== to && node.children.some(child => leaving.has(child)))
        guardChildren(
          node,
          node.children.filter(child => !leaving.has(child)),
        )
    return {
      steps: nodes.map(node => moved(node, to)),
      code: 'label.nodes-moved',
      records,
      counts: { nodes: nodes.length },
      notices: nodes.length > 0 ? [{ code: 'notice.mw3.moved', params: {} }] : [],
    }
  },
})
