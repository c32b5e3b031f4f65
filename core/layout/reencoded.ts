import type { TreeNode } from './document/tree'
import type { Document } from './model/layout'
import type { AnyLayout } from './model/shape'
import { nodeNamed } from './shapes/named-node'
import { anywhere } from './shapes/table'

const keys = new WeakMap<AnyLayout, ReadonlySet<string>>()
const isEncoded = anywhere(({ shape }) => shape.of === 'encoded' && shape.key !== undefined, new WeakMap())

/** Names of the fields that are keys of texts in another form. */
function keyNames(root: AnyLayout): ReadonlySet<string> {
  let names = keys.get(root)
  if (!names) {
    const found = new Set<string>()
    anywhere(({ shape }) => {
      if (shape.of === 'encoded') for (const name of shape.key?.names ?? []) found.add(fieldIn(name))
      return false
    })(root)
    keys.set(root, (names = found))
  }
  return names
}

const fieldIn = (name: string): string => name.replace(/^[.^@]+/, '').split('.')[0] ?? ''

/** Encoded texts whose key is computed from this field: when it changes they have to be encoded again. */
export function encodedBy({ layout }: Document, field: TreeNode): readonly TreeNode[] {
  if (!field.parent || !keyNames(layout).has(field.name)) return []
  const found: TreeNode[] = []
  const visit = (node: TreeNode): void => {
    const { shape } = node.layout
    if (shape.of === 'encoded') {
      if (node.isWhole && shape.key?.names.some(name => nodeNamed(node, name)?.path === field.path)) found.push(node)
    } else if (isEncoded(node.layout)) for (let index = 0; index < node.childCount; index++) visit(node.child(index))
  }
  visit(field.parent)
  return found
}
