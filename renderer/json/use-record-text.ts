import { toJson, type Node } from '@areal-studio/core/layout'
import type { NodePorts } from '../text-editor/session'
import { useNodePorts } from '../text-editor/use-node-ports'
import { readText } from './read-text'

/** The last texts, by record: a file of 150,000 lines is printed once for each state of its bytes. */
const texts = new WeakMap<Node, string>()

/** The text of a node; undefined where it has none. */
export function printed(node: Node | undefined): string | undefined {
  const known = node && texts.get(node)
  if (!node || known !== undefined) return known
  try {
    const made = toJson(node, { fold: true })
    texts.set(node, made)
    return made
  } catch {
    return undefined
  }
}

/** Keeps the JSON text of a record and its bytes in sync. */
export const useRecordText = (): NodePorts => useNodePorts({ print: (_, node) => printed(node), read: readText })
