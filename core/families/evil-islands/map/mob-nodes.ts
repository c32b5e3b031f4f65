import { numberOf } from '../../../format/fields'
import type { Document, Node } from '../../../layout'
import { nodeId, typeOfNode } from './mob'

// The nodes of a map as rules read them.

/** What the frame of a node holds. */
export const dataOf = (node: Node | undefined): Node | undefined => node?.childNamed('data')?.childNamed('body')

export const idOf = (node: Node): number => numberOf(node, 'id')

/** Records of an array; what is damaged within one of them does not hide the others. */
function recordsIn(array: Node | undefined): readonly Node[] {
  const found: Node[] = []
  for (let at = 0; at < (array?.childCount ?? 0); at++) {
    const child = array?.child(at)
    if (child && child.kind !== 'gap') found.push(child)
  }
  return found
}

/** The outermost nodes of a map. */
export const topNodes = ({ root }: Document): readonly Node[] => recordsIn(root.childNamed('nodes'))

/** Nodes within a node. */
export const childrenOf = (node: Node): readonly Node[] =>
  typeOfNode(idOf(node)) === 'Record' ? recordsIn(dataOf(node)) : []

/** The first node of a name within another. */
export const childOf = (node: Node, name: string): Node | undefined => {
  const id = nodeId(name)
  return childrenOf(node).find(child => idOf(child) === id)
}

/** A number or a text that a node within another holds. */
export const valueOf = (node: Node, name: string) => dataOf(childOf(node, name))

/** All nodes of a map, in the order of their bytes. */
export function nodesOf(opened: Document): readonly Node[] {
  const found: Node[] = []
  const visit = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      found.push(node)
      visit(childrenOf(node))
    }
  }
  visit(topNodes(opened))
  return found
}
