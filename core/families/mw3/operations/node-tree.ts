import { StudioError, type Operation, type OperationRun } from '../../../format'
import type { Document } from '../../../layout'
import { arrayOf, isFreeNode } from '../rules/gamez-context'
import { CLASS } from '../rules/node-indices'
import { numberAt, numbersAt, worldOperation, type WorldChange } from './world-edit'

/** A used node with its relatives. */
export interface TreeNode {
  readonly slot: number
  /** A number of `CLASS`. */
  readonly kind: number
  /** -1: none. */
  readonly model: number
  /** Of an Empty node the one in its last word: it is in no list of children (mw3 7.1). */
  readonly parents: readonly number[]
  readonly children: readonly number[]
}

/** The used nodes of a world, by slot. */
export function treeOf(opened: Document): readonly TreeNode[] {
  const slots = arrayOf(opened, 'nodes')
  const tree: TreeNode[] = []
  for (let slot = 0; slot < slots.count && !isFreeNode(opened.bytes, slots.at(slot)); slot++) {
    const kind = numberAt(opened, `nodes/${slot}/node_class`)
    tree.push({
      slot,
      kind,
      model: numberAt(opened, `nodes/${slot}/model_index`),
      parents:
        kind === CLASS.empty
          ? [numberAt(opened, `nodes/${slot}/link`)]
          : numbersAt(opened, `node_data/${slot}/parent_indices`),
      children: numbersAt(opened, `node_data/${slot}/child_indices`),
    })
  }
  return tree
}

/** Classes of which the game expects certain nodes in certain slots, with fixed names (mw3 7.4). */
const FIXED: ReadonlySet<number> = new Set([CLASS.world, CLASS.window, CLASS.camera, CLASS.display, CLASS.light])

/**
 * The node of a slot that may be renamed, moved, copied or deleted. Throws StudioError `mw3.node.free`, `mw3.node.fixed`.
 */
export function freelyChanged(tree: readonly TreeNode[], slot: number): TreeNode {
  const node = neededNode(tree, slot)
  if (FIXED.has(node.kind)) throw new StudioError('mw3.node.fixed', { node: slot })
  return node
}

/** Throws StudioError `mw3.node.free` where the slot holds no node. */
function neededNode(tree: readonly TreeNode[], slot: number): TreeNode {
  const node = tree[slot]
  if (!node) throw new StudioError('mw3.node.free', { node: slot })
  return node
}

/** A node that can have children. Throws StudioError `mw3.node.free`, `mw3.node.parent`. */
export function neededParent(tree: readonly TreeNode[], slot: number): TreeNode {
  const node = neededNode(tree, slot)
  if (node.kind !== CLASS.world && node.kind !== CLASS.object3d && node.kind !== CLASS.lod)
    throw new StudioError('mw3.node.parent', { node: slot })
  return node
}

/** A world and a level of detail keep at least one child (mw3 7.4). Throws StudioError `mw3.node.last-child`. */
export function guardChildren({ slot, kind }: TreeNode, children: readonly number[]): void {
  if (children.length === 0 && (kind === CLASS.world || kind === CLASS.lod))
    throw new StudioError('mw3.node.last-child', { node: slot })
}

/** These nodes, their children, and the Empty nodes that hang on them; also where the lists contain a cycle. */
export function subtreeOf(tree: readonly TreeNode[], roots: readonly number[]): ReadonlySet<number> {
  const found = new Set(roots)
  const hanging = hangingOn(tree)
  for (const slot of found)
    for (const child of [...(tree[slot]?.children ?? []), ...(hanging.get(slot) ?? [])])
      if (tree[child]) found.add(child)
  return found
}

/** Empty nodes by the node that they hang on. */
export function hangingOn(tree: readonly TreeNode[]): ReadonlyMap<number, readonly number[]> {
  const hanging = new Map<number, number[]>()
  for (const { slot, kind, parents } of tree) {
    if (kind !== CLASS.empty) continue
    for (const parent of parents) hanging.set(parent, [...(hanging.get(parent) ?? []), slot])
  }
  return hanging
}

/** A NUL follows the name in its 36 bytes (mw3 1.1). */
const LONGEST_NAME = 35

/** A name for a node. Throws StudioError `mw3.node.name`. */
export function nodeName(given: unknown): string {
  const name = String(given)
  if (name.length > LONGEST_NAME || !/^[\x20-\x7e]*$/.test(name))
    throw new StudioError('mw3.node.name', { name, limit: LONGEST_NAME })
  return name
}

interface NodeOperation extends Pick<Operation, 'id' | 'parameters'> {
  /** Throws StudioError where it cannot be done. */
  change(tree: readonly TreeNode[], given: OperationRun, opened: Document): WorldChange
}

/** An operation on chosen nodes of a world. */
export const nodeOperation = ({ change, ...declared }: NodeOperation): Operation =>
  worldOperation({ ...declared, records: 'nodes', change: (opened, given) => change(treeOf(opened), given, opened) })
