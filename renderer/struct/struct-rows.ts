import { tagName, type Node } from '@areal-studio/core/layout'

/** Records of an array are shown in pages of this size. */
export const GROUP = 100

/** A line of the struct tree: a field, a record, or a hundred records of a long array. */
export interface StructRow {
  readonly key: string
  /** The field or record; for a group the array it is of. */
  readonly node: Node
  /** Records `[from, to)` of a group. */
  readonly group: readonly [from: number, to: number] | null
  readonly depth: number
  readonly hasChildren: boolean
  readonly isOpen: boolean
  /** From 1, among its siblings. */
  readonly place: number
  readonly siblings: number
}

const groupKey = (array: string, from: number): string => `${array}#${from}`

const isBranch = (node: Node): boolean =>
  node.childCount > 0 &&
  (node.kind === 'struct' ||
    node.kind === 'array' ||
    node.kind === 'list' ||
    node.kind === 'vector' ||
    node.kind === 'colour')
const isLong = (node: Node): boolean => node.childCount > GROUP && node.kind !== 'struct'

/** The visible lines, in order. Only open nodes are visited. */
export function structRows(root: Node, isOpen: (key: string) => boolean): StructRow[] {
  const rows: StructRow[] = []
  addChildren(rows, root, 0, isOpen)
  return rows
}

function addChildren(rows: StructRow[], node: Node, depth: number, isOpen: (key: string) => boolean): void {
  if (!isLong(node)) return addRange(rows, node, 0, node.childCount, depth, isOpen)
  const groups = Math.ceil(node.childCount / GROUP)
  for (let group = 0; group < groups; group++) {
    const from = group * GROUP
    const to = Math.min(node.childCount, from + GROUP)
    const key = groupKey(node.path, from)
    const open = isOpen(key)
    rows.push({
      key,
      node,
      group: [from, to],
      depth,
      hasChildren: true,
      isOpen: open,
      place: group + 1,
      siblings: groups,
    })
    if (open) addRange(rows, node, from, to, depth + 1, isOpen)
  }
}

function addRange(
  rows: StructRow[],
  parent: Node,
  from: number,
  to: number,
  depth: number,
  isOpen: (key: string) => boolean,
): void {
  for (let index = from; index < to; index++) {
    const node = parent.child(index)
    const hasChildren = isBranch(node)
    const open = hasChildren && isOpen(node.path)
    rows.push({
      key: node.path,
      node,
      group: null,
      depth,
      hasChildren,
      isOpen: open,
      place: index - from + 1,
      siblings: to - from,
    })
    if (open) addChildren(rows, node, depth + 1, isOpen)
  }
}

/** Keys that must be open for this node to have a line. */
export function keysAbove(node: Node): string[] {
  const keys: string[] = []
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at
    if (isLong(parent)) keys.push(groupKey(parent.path, Math.floor(positionOf(at) / GROUP) * GROUP))
    if (parent.parent) keys.push(parent.path)
  }
  return keys
}

/** Position among its parent's children. A list's first child is its count. */
function positionOf(node: Node): number {
  const number = Number(node.name)
  if (!Number.isInteger(number)) return 0
  return node.parent?.kind === 'list' ? number + 1 : number
}

/** The name of a field or record; of a record with a tag that one too: `3 OBJNAME`. */
export function rowName({ node }: StructRow): string {
  const tag = tagName(node)
  return tag === undefined ? node.name : `${node.name} ${tag}`
}

/** `0 – 99`; the count of a list is listed before its records. */
export function groupName(row: StructRow): string {
  if (!row.group) return row.node.name
  const [from, to] = row.group
  const shift = row.node.kind === 'list' ? 1 : 0
  return `${Math.max(0, from - shift)} – ${to - 1 - shift}`
}
