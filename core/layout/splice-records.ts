import { byIndexes, indexesOf } from './assign-all'
import { attributeLength, countersOf, frameSplices, framesAround, nodeOf, ownCountSplices } from './assign'
import { joinedSplices } from './document/runs'
import type { TreeNode } from './document/tree'
import { LayoutError } from './model/error'
import type { Assignment, Document } from './model/layout'
import type { Bytes, Move, Splice } from './model/splice'
import { NewCounts } from './outer-counts'
import { placeOf } from './references'
import { lengthOf } from './shapes/table'

/** Bytes of whole records in place of records of an array. */
export interface RecordsEdit {
  readonly array: string
  readonly at: number
  readonly removed: number
  /** Number of records in `bytes`. */
  readonly inserted: number
  readonly bytes: Bytes
}

/**
 * Replaces runs of records by given bytes, in several arrays in one assignment. Counts and sizes of frames are updated,
 * references are not. The caller checks that the result is whole. Edits of one array must not overlap. Throws
 * LayoutError.
 */
export function spliceRecords(opened: Document, edits: readonly RecordsEdit[]): Assignment {
  const counts = new NewCounts()
  const frames = new Map<TreeNode, number>()
  const splices: Splice[] = []
  const attributes: Record<string, number> = {}
  const byArray = new Map<TreeNode, { length: number; more: number }>()
  for (const { node, edit } of inOrder(opened, edits)) {
    const { at, removed, inserted, bytes } = edit
    const [from, to] = [placeOf(node, at), placeOf(node, at + removed)]
    splices.push({ offset: from, removed: opened.bytes.slice(from, to), inserted: bytes })
    const known = byArray.get(node) ?? { length: node.wholeRecords, more: 0 }
    byArray.set(node, {
      length: known.length + inserted - removed,
      more: known.more + bytes.length - (to - from),
    })
  }
  for (const [node, { length, more }] of byArray) {
    if (length === node.wholeRecords && more === 0) continue
    for (const frame of framesAround(node)) frames.set(frame, (frames.get(frame) ?? 0) + more)
    Object.assign(attributes, attributeLength(node.layout, length))
    if (!lengthOf(node.layout)) for (const splice of ownCountSplices(node, length)) splices.push(splice)
    for (const counter of countersOf(node)) counts.set(counter, node, length)
  }
  for (const splice of frameSplices(frames)) splices.push(splice)
  for (const splice of counts.splices()) splices.push(splice)
  checkDisjoint(splices)
  return {
    splices: joinedSplices(opened.bytes, splices),
    ...(Object.keys(attributes).length > 0 && { attributes }),
    moves: movesOf(edits),
  }
}

/** A count may be in a record that is replaced as a whole. */
function checkDisjoint(splices: readonly Splice[]): void {
  let end = 0
  for (const { offset, removed } of [...splices].sort((a, b) => a.offset - b.offset)) {
    if (offset < end) throw new LayoutError('layout.formula', { expected: end, found: offset, formula: '' }, '')
    end = offset + removed.length
  }
}

/** Moves in an order in which the numbers of each hold when it applies: inner arrays first, from the end on. */
function movesOf(edits: readonly RecordsEdit[]): readonly Move[] {
  const depthOf = ({ array }: RecordsEdit): number => array.split('/').length
  return [...edits]
    .sort((a, b) => depthOf(b) - depthOf(a) || b.at - a.at)
    .map(({ array, at, removed, inserted }) => ({ array, at, removed, inserted }))
}

/** Edits in document order: by their records, for edits of records without bytes may have one offset. */
function inOrder(
  opened: Document,
  edits: readonly RecordsEdit[],
): readonly { readonly node: TreeNode; readonly edit: RecordsEdit }[] {
  const nodes = new Map([...new Set(edits.map(({ array }) => array))].map(array => [array, nodeOf(opened, array)]))
  const placed = edits.flatMap(edit => {
    const node = nodes.get(edit.array)
    return node ? [{ node, edit, key: [...indexesOf(node), edit.at + node.first] }] : []
  })
  return placed.sort((a, b) => byIndexes(a.key, b.key))
}
