import { TreeNode } from './document/tree'
import type { Document, Node } from './model/layout'
import type { Meta } from './model/meta'
import type { AnyLayout } from './model/shape'
import { anywhere } from './shapes/table'

/** The rule by which a value names something outside its own arrays: of a text `names`, of a number or text `refers.by`. */
export function ruleOf({ names, refers }: Meta): string | undefined {
  return names ?? (typeof refers === 'object' && 'by' in refers ? refers.by : undefined)
}

/** Finds the fields of a document whose rule is one of these. Parts of the declaration without such a field are not read. */
export function namingFields(rules: Iterable<string>): (opened: Document) => Iterable<Node> {
  const wanted = new Set(rules)
  const holds = anywhere(({ meta }) => isWanted(meta, wanted), new WeakMap<AnyLayout, boolean>())
  return ({ root }) => (root instanceof TreeNode ? fieldsWithin(root, wanted, holds) : [])
}

const isWanted = (meta: Meta, wanted: ReadonlySet<string>): boolean => {
  const rule = ruleOf(meta)
  return rule !== undefined && wanted.has(rule)
}

function* fieldsWithin(
  node: TreeNode,
  wanted: ReadonlySet<string>,
  holds: (layout: AnyLayout) => boolean,
): Iterable<Node> {
  if (!holds(node.layout)) return
  if (isWanted(node.layout.meta, wanted) && node.childCount === 0) {
    if (node.isWhole && !node.isGap) yield node
    return
  }
  for (let at = 0; at < node.childCount; at++) yield* fieldsWithin(node.child(at), wanted, holds)
}
