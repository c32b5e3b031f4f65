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
  const byArray = new Map<string, RecordsEdit[]>()
  for (const edit of edits) byArray.set(edit.array, [...(byArray.get(edit.array) ?? []), edit])
  const counts = new NewCounts()
  const frames = new Map<TreeNode, number>()
  const splices: Splice[] = []
  const attributes: Record<string, number> = {}
  // Records of two arrays may be inserted at one offset: at the end of the one and the beginning of the next.
  const arrays = [...byArray].map(([path, own]) => ({ node: nodeOf(opened, path), own }))
  for (const { node, own } of arrays.sort((a, b) => inOrder(a.node, b.node))) {
    let [length, more] = [node.wholeRecords, 0]
    for (const { at, removed, inserted, bytes } of own) {
      const [from, to] = [placeOf(node, at), placeOf(node, at + removed)]
      splices.push({ offset: from, removed: opened.bytes.slice(from, to), inserted: bytes })
      length += inserted - removed
      more += bytes.length - (to - from)
    }
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

/** Document order of two arrays of which neither is in the other; those without bytes included. */
function inOrder(a: TreeNode, b: TreeNode): number {
  const ends = a.offset - b.offset || a.offset + a.size - (b.offset + b.size)
  if (ends !== 0) return ends
  const [one, other] = [pathTo(a), pathTo(b)]
  const depth = one.findIndex((node, k) => node.path !== other[k]?.path)
  const around = depth > 0 ? one[depth - 1] : undefined
  for (let k = 0; around && k < around.childCount; k++) {
    const { path } = around.child(k)
    if (path === one[depth]?.path) return -1
    if (path === other[depth]?.path) return 1
  }
  return 0
}

const pathTo = (node: TreeNode): readonly TreeNode[] => (node.parent ? [...pathTo(node.parent), node] : [node])
