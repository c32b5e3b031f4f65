import type { TreeNode } from './document/tree'
import { recordAround, withoutFrame } from './shapes/named-node'
import { lengthOf } from './shapes/table'
import { fieldsOf } from './shapes/views'

/** The array that decides how many records an array has: the one that it is parallel to, else itself. */
export function holderOf(array: TreeNode): TreeNode {
  const length = lengthOf(array.layout)
  const holder = length?.from === 'parallel' ? withoutFrame(recordAround(array)?.childNamed(length.sibling)) : undefined
  return holder ? holderOf(holder) : array
}

/**
 * The arrays of which each has one record for each of an array, the one that decides their number first; the array alone
 * where none is parallel to it.
 */
export function parallelArrays(array: TreeNode): readonly TreeNode[] {
  const holder = holderOf(array)
  const record = recordAround(holder)
  const others = (record ? (fieldsOf(record.layout) ?? []) : []).flatMap(({ name }) => {
    const field = withoutFrame(record?.childNamed(name))
    return field && lengthOf(field.layout)?.from === 'parallel' && holderOf(field).path === holder.path ? [field] : []
  })
  return [holder, ...others]
}
