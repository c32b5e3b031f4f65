import { rebasePath, type Edit } from '@areal-studio/core/edit'
import { locate, nodeAt, type Document, type Node } from '@areal-studio/core/layout'
import { recordOf } from './label'
import type { Selected, Selecting } from './selection.store'

/** Most splices of an edit whose records are searched. */
const SPLICES_TOLD = 5000

/** Adds the range of a path, or the path of a range. */
export function completed(selected: Selected, whole: Document): Selected {
  if (selected.path !== null && selected.range === null) {
    const node = locate(whole, selected.path)
    return node ? { ...selected, range: [node.offset, node.size] } : selected
  }
  if (selected.path === null && selected.range !== null) {
    const path = nodeAt(whole, selected.range[0]).path
    return { ...selected, path, paths: [path] }
  }
  return selected
}

/**
 * What the user changed with an edit: its only field, or the records. Records that only followed (a reference to a
 * record with another number now, an index, a count) are left out, unless there is nothing else. Where it only removed records:
 * `before`, the selection from before they were inserted, else the record at their place. `whole` is the entry after
 * the edit.
 */
export function changedBy(edit: Edit, whole: Document, before?: Selected): Selecting {
  const { entry } = edit
  const moved = movedRecords(edit, whole)
  const { own, following } = nodesUnder(edit, whole)
  const nodes = own.filter(node => !moved.has(recordOf(node).path))
  if (moved.size === 0 && nodes.length === 0) {
    const place = removedPlace(edit, whole)
    if (place !== undefined && before && [before.path ?? '', ...before.paths].every(path => locate(whole, path)))
      return { entry, path: before.path, paths: before.paths }
    if (place !== undefined) return { entry, path: place }
    for (const node of following) nodes.push(node)
  }
  const records = [...new Set([...moved, ...nodes.map(node => recordOf(node).path)])].sort(byNumbers)
  if (records.length > 1) return { entry, paths: records }
  return { entry, path: (moved.size > 0 ? records[0] : nodes[0]?.path) ?? null, paths: records }
}

/** Records that the edit inserted, and those in which it inserted or removed something. */
function movedRecords({ moves = [] }: Edit, whole: Document): ReadonlySet<string> {
  const paths = moves.flatMap(({ array, at, inserted }, i) => {
    const owner = /\d/.test(array) ? [array] : Array.from({ length: inserted }, (_, k) => `${array}/${at + k}`)
    return owner.flatMap(path => rebasePath(path, moves.slice(i + 1)) ?? [])
  })
  return new Set(
    paths.flatMap(path => {
      const node = locate(whole, path)
      return node ? recordOf(node).path : []
    }),
  )
}

/** The record that is now where the first one was removed, else the last; undefined where none was removed. */
function removedPlace({ moves = [] }: Edit, whole: Document): string | undefined {
  const removed = moves.filter(move => move.removed > 0)
  const array = locate(whole, removed[0]?.array ?? '')
  if (removed.length === 0 || !array || array.childCount === 0) return undefined
  let first = array.childCount - 1
  for (const { array: path, at } of removed) if (path === array.path) first = Math.min(first, at)
  return array.child(first).path
}

/** The first node under each splice, separated by whether the splice gave it a value of its own. */
function nodesUnder(
  { splices, moves }: Edit,
  whole: Document,
): { readonly own: Node[]; readonly following: readonly Node[] } {
  const [own, following]: [Node[], Node[]] = [[], []]
  let growth = 0
  for (const { offset, removed, inserted } of splices.slice(0, SPLICES_TOLD)) {
    const node = nodeAt(whole, Math.min(offset + growth, Math.max(0, whole.bytes.length - 1)))
    const isOwn = inserted.length > 0 && !isCount(node) && !(moves ? isInLink(node) : isReference(node))
    ;(isOwn ? own : following).push(node)
    growth += inserted.length - removed.length
  }
  return { own, following }
}

/** The bytes of a list outside its values are its count. */
const isCount = (node: Node): boolean => node.role === 'derived' || node.kind === 'list'
const isReference = (node: Node): boolean => typeof node.meta.refers === 'string'
/** Where records moved, other fields beside a reference (an edge of the neighbour) were renumbered with it. */
const isInLink = (node: Node): boolean =>
  isReference(node) ||
  (node.parent?.kind === 'struct' &&
    Array.from({ length: node.parent.childCount }, (_, i) => node.parent?.child(i)).some(
      child => child && isReference(child),
    ))

const byNumbers = (a: string, b: string): number => {
  const [left, right] = [a.split('/'), b.split('/')]
  const at = left.findIndex((step, i) => step !== right[i])
  const [one = '', other = ''] = [left[at], right[at]]
  return Number(one) - Number(other) || (one < other ? -1 : one > other ? 1 : 0)
}
