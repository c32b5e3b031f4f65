import { own, setOwn } from '../model/own'
import type { AnyLayout, Length } from '../model/shape'
import { canHold } from './leaf'
import type { Encoder, Walk, WalkNode } from './operations'

/** Operations that arrays and runs of bytes, whose length stands elsewhere, have in common. */

/** Records of a value without the fields beside it. */
export const countAlone = (length: Length): number => (length.from === 'formula' ? 0 : length.count)

export function lengthText(length: Length): string {
  if (length.from === 'fixed') return String(length.count)
  if (length.from === 'end') return 'to the end'
  return length.from === 'attribute' ? `directory ${length.name}` : length.text
}

/** The same length with another number in the directory row. */
export const withAttribute = (length: Length, attributes: Readonly<Record<string, number>>): Length =>
  length.from === 'attribute' ? { ...length, count: own(attributes, length.name) ?? length.count } : length

/** Keeps a length for the directory row; refuses two that differ. */
export function noteAttribute(length: Length, count: number, encoder: Encoder): void {
  if (length.from !== 'attribute') return
  const other = own(encoder.attributes, length.name)
  if (other !== undefined && other !== count) encoder.refuse('layout.length', { expected: other, found: count })
  setOwn(encoder.attributes, length.name, count)
}

/** A length that the bytes cannot hold: names the field that promises too much, where it alone is to blame. */
export function failCount(node: WalkNode, element: Pick<AnyLayout, 'leastSize'>, length: Length, walk: Walk): void {
  const { count, offset } = node
  const room = walk.end - offset
  const fits = Math.floor(room / element.leastSize)
  if (length.from === 'attribute') {
    walk.fail('count', node.path, offset, room, { count, fits, attribute: length.name })
    return
  }
  const culprit =
    length.from === 'formula' && !canHold(element, count, walk.end) ? largest(node, length.names, walk) : undefined
  if (culprit) walk.fail('count', culprit.path, culprit.offset, culprit.size, { count, fits })
  else walk.fail('truncated', node.path, offset, room, { needed: count * element.leastSize, found: room })
}

/** Of the fields that a length depends on, the one with the largest number. */
function largest(node: WalkNode, names: readonly string[], walk: Walk): WalkNode | undefined {
  const fields = names.map(name => node.parent?.childNamed(name)).filter(field => field !== undefined)
  const sizes = fields.map(field => Math.abs(walk.measurer.numberAt(field.layout, field.source.view, field.offset)))
  return fields[sizes.indexOf(Math.max(...sizes))]
}
