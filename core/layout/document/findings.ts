import type { Document, Finding, Node } from '../model/layout'
import type { AnyLayout, BitfieldShape } from '../model/shape'
import { anywhere, operationsOf } from '../shapes/table'
import { elementOf, isTable } from '../shapes/views'
import type { TreeNode } from './tree'

/** Most findings that are listed: of a whole table of odd records the first are enough. */
export const MOST = 1000

const isReserved = ({ meta }: AnyLayout): boolean => meta.role === 'reserved'
/** Whether a node is not understood: role unknown, a gap, or raw bytes whose content no codec proves. */
export const isUnexplained = ({ kind, meta }: AnyLayout): boolean =>
  meta.role === 'unknown' || (kind === 'bytes' && meta.content === undefined)
/**
 * Whether a declaration contains anything to check. Declarations are constants, so each is searched once, not once per
 * document.
 */
const isWatched = anywhere(
  layout => isReserved(layout) || operationsOf(layout.shape).isWatched(layout.shape, layout.meta),
  new WeakMap(),
)
const holdsUnexplained = anywhere(isUnexplained, new WeakMap())

/** Reserved fields that are not zero and values that their declaration does not know. At most a thousand. */
export function declaredFindings(root: TreeNode): readonly Finding[] {
  const findings: Finding[] = []
  const visit = (node: TreeNode): void => {
    const { layout } = node
    if (node.isGap || !isWatched(layout)) return
    if (isReserved(layout)) {
      if (node.isWhole && !isZero(node)) findings.push(finding('reserved', node, {}))
      return
    }
    const own = node.isWhole ? operationsOf(layout.shape).findings(layout.shape, node) : undefined
    if (own) findings.push(finding(own.what, node, own.params))
    for (let index = 0; index < node.childCount && findings.length < MOST; index++) visit(node.child(index))
  }
  visit(root)
  return findings
}

/** Bytes that no declaration explains: gaps, fields of role unknown, runs of bytes whose content nothing proves. */
export function unknownBytes(document: Document): number {
  const visit = (node: Node): number => {
    if (node.kind === 'gap' || isUnexplained(node.layout)) return node.size
    if (!holdsUnexplained(node.layout) && node.isWhole) return 0
    const { shape } = node.layout
    if (shape.of === 'bitfield') return unexplainedBytes(shape)
    const first = node.childCount > 0 ? node.child(0) : undefined
    // All records of a table have the layout of the first one.
    if (first && node.isWhole && isTable(node.layout) && elementOf(node.layout)?.fixedSize !== undefined)
      return visit(first) * node.childCount
    let sum = 0
    for (let index = 0; index < node.childCount; index++) sum += visit(node.child(index))
    return sum
  }
  return visit(document.root)
}

/** Bytes of a number that hold a bit of a range that is not understood. */
function unexplainedBytes({ ranges }: BitfieldShape): number {
  const bytes = new Set<number>()
  for (const { layout, at, bits } of ranges)
    if (isUnexplained(layout)) for (let byte = at >> 3; byte <= (at + bits - 1) >> 3; byte++) bytes.add(byte)
  return bytes.size
}

const finding = (what: Finding['what'], { path, offset, size }: TreeNode, params: Finding['params']): Finding => ({
  what,
  path,
  offset,
  size,
  params,
})

function isZero(node: TreeNode): boolean {
  const { source, offset, size } = node
  // A range of bits has the bytes of the whole number.
  if (node.layout.shape.of === 'bits') return node.value === 0
  const { bytes } = source
  for (let at = offset; at < offset + size; at++) if (bytes[at] !== 0) return false
  return true
}
