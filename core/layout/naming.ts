import { TreeNode } from './document/tree'
import { wordsOf } from './document/words'
import type { Document, Node } from './model/layout'
import type { Meta, Refers } from './model/meta'
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

/** A field whose number or text names a record, and how: as it declares itself, or the array or record around it. */
export interface ReferringField {
  readonly field: Node
  readonly refers: Refers
}

/**
 * Finds the fields whose numbers or texts name records in one of the ways that are asked for, at or within a node. Parts of the
 * declaration without such a field are not read. A number that means none (-1, all bits set) is left out.
 */
export function referringFields(isAsked: (refers: Refers) => boolean): (within: Node) => Iterable<ReferringField> {
  const holds = anywhere(({ meta: { refers } }) => refers !== undefined && isAsked(refers), new WeakMap())
  function* within(node: TreeNode, around: Refers | undefined): Iterable<ReferringField> {
    const refers = node.layout.meta.refers ?? around
    const isOne = refers !== undefined && isAsked(refers)
    if (!isOne && !holds(node.layout)) return
    if (node.childCount > 0) for (let at = 0; at < node.childCount; at++) yield* within(node.child(at), refers)
    else if (isOne && node.isWhole && !node.isGap && namesRecord(node)) yield { field: node, refers }
  }
  return node => (node instanceof TreeNode ? within(node, refersAround(node)) : [])
}

function namesRecord({ value, size, role, layout }: TreeNode): boolean {
  if (role === 'derived') return false
  if (typeof value === 'number') return value !== -1 && value !== 2 ** (8 * size) - 1
  return layout.kind === 'text' && wordsOf(value) !== ''
}

function refersAround(node: Node): Refers | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.layout.meta.refers !== undefined) return at.layout.meta.refers
  return undefined
}
