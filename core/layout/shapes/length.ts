import { own, setOwn } from '../model/own'
import type { AnyLayout, Length } from '../model/shape'
import { evaluateLength } from '../model/formula'
import { UNCOUNTED, canHold } from './leaf'
import { nodeNamed } from './named-node'
import type { Around, Encoder, Walk, WalkNode } from './operations'

/** Operations shared by arrays and runs of bytes whose length is stored elsewhere. */

/** Number of records of a value without the fields beside it: 0 where a formula would need them. */
export const countAlone = (length: Length): number =>
  length.from === 'formula' ? 0 : length.from === 'until' ? UNCOUNTED : length.count

/**
 * Number of records by the fields around the value; -1 where the formula has no value, UNCOUNTED where records continue
 * to the end or to a sentinel.
 */
export function countWithin(length: Length | undefined, around: Around | undefined): number {
  if (!length) return 0
  switch (length.from) {
    case 'fixed':
    case 'attribute':
      return length.count
    case 'formula':
      return around ? evaluateLength(length.expression, name => around.valueOf(name)) : 0
    case 'parallel':
      return around?.length(length.sibling) ?? -1
    case 'until':
    case 'end':
      return UNCOUNTED
  }
}

/** A length as declarations write it. */
export function lengthText(length: Length): string {
  if (length.from === 'fixed') return String(length.count)
  if (length.from === 'end') return 'to the end'
  if (length.from === 'until') return `until ${length.text}`
  if (length.from === 'parallel') return `as ${length.sibling}`
  return length.from === 'attribute' ? `directory ${length.name}` : length.text
}

/** The same length with another number in the directory row. */
export const withAttribute = (length: Length, attributes: Readonly<Record<string, number>>): Length =>
  length.from === 'attribute' ? { ...length, count: own(attributes, length.name) ?? length.count } : length

/** Refuses a length that differs from the formula over the fields around it; the outermost value may change its length. */
export function checkLength(length: Length, count: number, encoder: Encoder): void {
  noteAttribute(length, count, encoder)
  if ((length.from !== 'formula' && length.from !== 'parallel') || !encoder.around || encoder.depth === 0) return
  const expected = countWithin(length, encoder.around)
  if (expected !== count) encoder.refuse('layout.formula', { expected, found: count, formula: lengthText(length) })
}

/** Keeps a length for the directory row; refuses two that differ. */
function noteAttribute(length: Length, count: number, encoder: Encoder): void {
  if (length.from !== 'attribute') return
  const other = own(encoder.attributes, length.name)
  if (other !== undefined && other !== count) encoder.refuse('layout.length', { expected: other, found: count })
  setOwn(encoder.attributes, length.name, count)
}

/** A length that the bytes cannot hold: names the field that promises too much, where it alone is to blame. */
export function failCount(node: WalkNode, element: Pick<AnyLayout, 'leastSize'>, length: Length, walk: Walk): void {
  const { count, offset } = node
  const room = walk.end - offset
  const fits = Math.floor(room / Math.max(1, element.leastSize))
  if (length.from === 'attribute') {
    walk.fail('count', node.path, offset, room, { count, fits, attribute: length.name })
    return
  }
  if (length.from === 'until') {
    walk.fail('sentinel', node.path, offset, room, { condition: length.text })
    return
  }
  const culprit =
    length.from === 'formula' && !canHold(element, count, walk.end) ? largest(node, length.names, walk) : undefined
  if (culprit) walk.fail('count', culprit.path, culprit.offset, culprit.size, { count, fits })
  else walk.fail('truncated', node.path, offset, room, { needed: count * element.leastSize, found: room })
}

/** Of the fields that a length depends on, the one with the largest number. */
function largest(node: WalkNode, names: readonly string[], walk: Walk): WalkNode | undefined {
  const fields = names.map(name => nodeNamed(node, name)).filter(field => field !== undefined)
  const sizes = fields.map(field => Math.abs(walk.measurer.numberAt(field.layout, field.source.view, field.offset)))
  return fields[sizes.indexOf(Math.max(...sizes))]
}
