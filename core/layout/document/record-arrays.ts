import type { AnyLayout } from '../model/shape'
import { anywhere, recordsOf } from '../shapes/table'
import { elementOf } from '../shapes/views'
import type { TreeNode } from './tree'

/** Arrays of records of one kind, in declarations and in documents. */
export interface RecordArrays {
  /** Whether a value of the layout may contain such records. */
  holds(layout: AnyLayout): boolean
  /** The arrays of such records in a node, through records and frames but not through other records of arrays. */
  in(node: TreeNode): readonly TreeNode[]
}

export function recordArrays(isOfKind: (record: AnyLayout) => boolean): RecordArrays {
  const isSuch = (layout: AnyLayout): boolean => {
    const element = recordsOf(layout) && elementOf(layout)
    return element !== undefined && isOfKind(element)
  }
  const holds = anywhere(isSuch, new WeakMap())
  const arraysIn = (node: TreeNode): readonly TreeNode[] => {
    if (node.isGap || !holds(node.layout)) return []
    if (recordsOf(node.layout)) return isSuch(node.layout) ? [node] : []
    const found: TreeNode[] = []
    for (let k = 0; k < node.childCount; k++) for (const one of arraysIn(node.child(k))) found.push(one)
    return found
  }
  return { holds, in: arraysIn }
}
