import type { AnyLayout, Document, Finding, Node } from '../model/layout'
import { readInteger } from '../model/numbers'
import { isInteger } from '../model/shape'
import type { TreeNode } from './tree'

/** More than these nobody reads: where a whole table is odd, its first records tell. */
const MOST = 1000

const isReserved = ({ meta }: AnyLayout): boolean => meta.role === 'reserved'
const isUnknown = ({ meta }: AnyLayout): boolean => meta.role === 'unknown'
const hasNames = ({ meta, shape }: AnyLayout): boolean => meta.values !== undefined && shape.of === 'scalar' && isInteger(shape.scalar)

/** Reserved fields that are not zero and numbers without a name, where the declaration has names. At most a thousand. */
export function declaredFindings(root: TreeNode): readonly Finding[] {
  const findings: Finding[] = []
  const isWatched = anywhere(layout => isReserved(layout) || hasNames(layout))
  const visit = (node: TreeNode): void => {
    if (node.isGap || !isWatched(node.layout)) return
    if (isReserved(node.layout)) {
      if (node.isWhole && !isZero(node)) findings.push(finding('reserved', node, {}))
      return
    }
    const value = hasNames(node.layout) ? unnamed(node) : undefined
    if (value !== undefined) findings.push(finding('value', node, { value }))
    for (let index = 0; index < node.childCount && findings.length < MOST; index++) visit(node.child(index))
  }
  visit(root)
  return findings
}

/** Bytes that no declaration explains: gaps and fields of role unknown. */
export function unknownBytes(document: Document): number {
  const holdsUnknown = anywhere(isUnknown)
  const visit = (node: Node): number => {
    if (node.kind === 'gap' || isUnknown(node.layout)) return node.size
    const { shape } = node.layout
    if (!holdsUnknown(node.layout) && node.isWhole) return 0
    const first = node.childCount > 0 ? node.child(0) : undefined
    // Of a table the first record tells for all.
    if (first && node.isWhole && shape.of === 'array' && shape.element.fixedSize !== undefined) return visit(first) * node.childCount
    let sum = 0
    for (let index = 0; index < node.childCount; index++) sum += visit(node.child(index))
    return sum
  }
  return visit(document.root)
}

/** Whether a declaration or anything in it is of a kind; each is asked once. */
function anywhere(test: (layout: AnyLayout) => boolean): (layout: AnyLayout) => boolean {
  const known = new Map<AnyLayout, boolean>()
  const ask = (layout: AnyLayout): boolean => {
    const before = known.get(layout)
    if (before !== undefined) return before
    const { shape } = layout
    const answer = test(layout)
      || (shape.of === 'struct' && shape.fields.some(field => ask(field.layout)))
      || ((shape.of === 'array' || shape.of === 'list') && ask(shape.element))
    known.set(layout, answer)
    return answer
  }
  return ask
}

const finding = (what: Finding['what'], { path, offset, size }: TreeNode, params: Finding['params']): Finding =>
  ({ what, path, offset, size, params })

function isZero({ source: { bytes }, offset, size }: TreeNode): boolean {
  for (let at = offset; at < offset + size; at++) if (bytes[at] !== 0) return false
  return true
}

function unnamed({ layout: { shape, meta }, source: { view }, offset }: TreeNode): number | undefined {
  if (shape.of !== 'scalar' || !isInteger(shape.scalar)) return undefined
  const value = readInteger(view, offset, shape.scalar)
  return meta.values && Object.hasOwn(meta.values, value) ? undefined : value
}
