import type { Report } from '../../../format/report'
import { locate, rangeOf, strideOf, type AnyLayout, type Bytes, type Document, type Node } from '../../../layout'
import { NodeSlot } from '../gamez/nodes'

/** What the rules of a GameZ file share: its document, its numbers of slots, and which of them are used. */
export interface Gamez {
  readonly opened: Document
  readonly bytes: Bytes
  readonly report: Report
  /** Numbers of textures, used materials and used models as the header has them, never more than there are slots. */
  readonly textures: number
  readonly materials: number
  readonly models: number
  /** Node slots before the first one whose name is all zero (mw3 7.1). */
  readonly nodes: number
  /** The byte from which on a damaged file is not judged; Infinity of a whole one. */
  readonly judgedTo: number
}

export function gamezOf(opened: Document, report: Report, judgedTo = Infinity): Gamez {
  const { bytes } = opened
  const number = (field: string): number => {
    const value = locate(opened, field)?.value
    return typeof value === 'number' ? value : 0
  }
  const slots = arrayOf(opened, 'nodes')
  let nodes = 0
  while (nodes < slots.count && !isFreeNode(bytes, slots.at(nodes))) nodes++
  return {
    opened,
    bytes,
    report,
    textures: arrayOf(opened, 'textures').count,
    materials: Math.max(0, Math.min(number('material_count'), arrayOf(opened, 'materials').count)),
    models: Math.max(0, Math.min(number('model_count'), arrayOf(opened, 'models').count)),
    nodes,
    judgedTo,
  }
}

const [NAME_AT, NAME_SIZE] = rangeOf(0, NodeSlot, 'name')

/** A slot is free where all bytes of its name are zero (mw3 7.1). */
export const isFreeNode = (bytes: Bytes, at: number): boolean =>
  bytes.subarray(at + NAME_AT, at + NAME_AT + NAME_SIZE).every(byte => byte === 0)

/** Whole records of one size of an array; none where the array is missing. */
export function arrayOf(opened: Document, path: string): { readonly count: number; at(record: number): number } {
  return recordsIn(locate(opened, path))
}

export function recordsIn(node: Node | undefined): { readonly count: number; at(record: number): number } {
  const first = node && node.childCount > 0 ? node.child(0) : undefined
  if (!node || !first || first.kind === 'gap') return { count: 0, at: () => 0 }
  const stride = strideOf(first.layout)
  const last = node.child(node.childCount - 1)
  const count = last.kind === 'gap' || !last.isWhole ? node.childCount - 1 : node.childCount
  return { count, at: record => node.offset + record * stride }
}

/** The record of that name within a node, where it is whole: its offset. */
export function recordAt(node: Node | undefined, layout: AnyLayout): number | undefined {
  return node?.isWhole && node.layout.shape === layout.shape ? node.offset : undefined
}

/** The most records that the game's reader takes of one kind (mw3 1, Count). */
export const MOST_RECORDS = 32767
