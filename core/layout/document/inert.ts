import type { AnyLayout } from '../model/shape'
import type { Splice } from '../model/splice'
import { followingOf } from '../shapes/following'
import { namesRead } from '../shapes/names-read'
import { anywhere, countsOf, lengthOf, operationsOf, partsOf } from '../shapes/table'
import type { TreeNode } from './tree'

/** Whether bytes of a value can change without a change of the places of anything. */
type Inert = (layout: AnyLayout) => boolean

/** What a walk reads: fields by name; `isInert` holds for layouts in which it reads nothing. */
export interface Reading {
  readonly names: ReadonlySet<string>
  readonly isInert: Inert
}

const known = new WeakMap<AnyLayout, Reading>()

/** What the walk over a declaration reads. */
function steering(root: AnyLayout): Reading {
  let found = known.get(root)
  if (!found) known.set(root, (found = readingOf(namesRead(root), steers)))
  return found
}

/** A reading of the fields of these names and of the layouts for which `isRead` holds. */
export function readingOf(names: ReadonlySet<string>, isRead: (layout: AnyLayout) => boolean): Reading {
  const isReading = anywhere(
    layout => isRead(layout) || partsOf(layout).some(({ name }) => name !== undefined && names.has(name)),
    new WeakMap(),
  )
  return { names, isInert: layout => !isReading(layout) }
}

/** Whether a layout is a count, or its own bytes decide where it ends. */
export function steers(layout: AnyLayout): boolean {
  const { shape, meta, fixedSize } = layout
  if ((meta.role === 'derived' && !followingOf(layout)) || countsOf(layout)) return true
  if (isUntil(layout)) return true
  const isLeaf = partsOf(layout).length === 0
  return isLeaf && fixedSize === undefined && !lengthOf(layout) && !operationsOf(shape).steering.reachesEnd(shape)
}

/** Its records are read to find the last one. */
const isUntil = (layout: AnyLayout): boolean => lengthOf(layout)?.from === 'until'

/**
 * Whether the splices that made other bytes of those of a whole document leave every place where it is: all keep
 * their length, and none touches a byte that the walk reads.
 */
export const keepsPlaces = (root: TreeNode, splices: readonly Splice[]): boolean =>
  keepsUnread(root, splices, steering(root.layout))

/** Whether all splices keep their length, and none touches a byte that is read. */
export function keepsUnread(root: TreeNode, splices: readonly Splice[], { names, isInert }: Reading): boolean {
  return splices.every(
    ({ offset, removed, inserted }) =>
      removed.length === inserted.length && isInertWithin(root, offset, offset + removed.length, names, isInert),
  )
}

function isInertWithin(node: TreeNode, from: number, to: number, names: ReadonlySet<string>, isInert: Inert): boolean {
  if (from >= to) return true
  if (names.has(node.name) || isUntil(node.layout)) return false
  if (isInert(node.layout)) return true
  let at = from
  while (at < to) {
    const child = node.childAt(at)
    const end = child ? child.offset + child.size : at
    // A gap, or a value that has no parts and decides about something.
    if (!child || end <= at || !isInertWithin(child, at, Math.min(to, end), names, isInert)) return false
    at = end
  }
  return true
}
