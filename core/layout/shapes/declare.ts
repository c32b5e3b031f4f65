import { linear, toLength } from '../model/formula'
import type { Meta } from '../model/meta'
import {
  isInteger,
  SCALAR_SIZE,
  type AnyLayout,
  type Field,
  type Infer,
  type Layout,
  type Length,
} from '../model/shape'
import { withMeta } from './fixed'
import { anywhere, countsOf, lengthOf, operationsOf } from './table'
import { scalarOf } from './views'

/**
 * A record: fields in the order of their bytes. Throws where the declaration does not hold together: a length by a
 * name that is not an integer before it, a count of what is no array of that count.
 */
export function struct<F extends Readonly<Record<string, AnyLayout>>>(
  name: string,
  fields: F,
  meta: Meta = {},
): Layout<{ readonly [K in keyof F]: Infer<F[K]> }> {
  const list = Object.entries(fields).map(([field, layout]): Field => {
    if (!/^[A-Za-z]\w*$/.test(field)) throw new TypeError(`${name}: '${field}' cannot name a field`)
    return { name: field, layout: withMeta(layout, { doc: layout.meta.doc ?? `field.${name}.${field}` }) }
  })
  list.forEach((_, at) => check(name, list, at))
  const sizes = list.map(field => field.layout.fixedSize)
  return {
    kind: 'struct',
    meta,
    shape: { of: 'struct', name, fields: list },
    fixedSize: sizes.every(size => size !== undefined) ? sizes.reduce((sum, size) => sum + size, 0) : undefined,
    leastSize: list.reduce((sum, field) => sum + field.layout.leastSize, 0),
  }
}

/** Records one after another; `length` is a number, the name of a field before it, a formula or an attribute. */
export function array<E extends AnyLayout>(
  element: E,
  length: number | string | Length,
  meta: Meta = {},
): Layout<readonly Infer<E>[]> {
  const told = toLength(length)
  if (element.leastSize === 0) throw new TypeError('array of records that may take no bytes')
  if (holdsRest(element)) throw new TypeError('array of rest')
  if (lengthOf(element)?.from === 'formula') throw new TypeError('formula outside a record')
  if (hasAttribute(element)) throw new TypeError('a length of the directory within an array')
  const isFixed = told.from === 'fixed' && element.fixedSize !== undefined
  return {
    kind: 'array',
    meta,
    shape: { of: 'array', element, length: told },
    fixedSize: isFixed ? told.count * element.fixedSize : undefined,
    leastSize: told.from === 'fixed' ? told.count * element.leastSize : 0,
  }
}

/** A list that begins with its own length, as `counted(u16(), u16())`. */
export function counted<E extends AnyLayout>(
  prefix: Layout<number>,
  element: E,
  meta: Meta = {},
): Layout<readonly Infer<E>[]> {
  const scalar = countsOf(prefix) ? undefined : scalarOf(prefix)
  if (scalar !== 'u8' && scalar !== 'u16' && scalar !== 'u32') throw new TypeError('counted: prefix is u8, u16 or u32')
  if (element.fixedSize === undefined || element.fixedSize === 0) throw new TypeError('counted: records of one size')
  return {
    kind: 'list',
    meta,
    fixedSize: undefined,
    leastSize: SCALAR_SIZE[scalar],
    shape: { of: 'list', scalar, count: withMeta(prefix, { role: 'derived' }), element },
  }
}

function check(struct: string, fields: readonly Field[], at: number): void {
  const field = fields[at]
  if (!field) return
  const wrong = (why: string): never => {
    throw new TypeError(`${struct}.${field.name}: ${why}`)
  }
  if (holdsRest(field.layout) && at !== fields.length - 1) wrong('rest is not the last field')
  const length = lengthOf(field.layout)
  for (const name of length?.from === 'formula' ? length.names : []) {
    const place = fields.findIndex(other => other.name === name)
    const counter = fields[place]
    if (!counter || place >= at || !isCounter(counter.layout)) wrong(`'${name}' is no integer before it`)
  }
  const counts = countsOf(field.layout)
  if (counts) {
    const sibling = fields.findIndex(other => other.name === counts.sibling)
    const target = fields[sibling]
    const counted = target && lengthOf(target.layout)
    const sum = counted?.from === 'formula' ? linear(counted.expression) : undefined
    const isSo = sum && sum.base === 0 && sum.times.size === 1 && sum.times.get(field.name) === counts.per
    if (sibling < at || !isSo) wrong(`'${counts.sibling}' is no array of that count`)
  }
}

const holdsRest = anywhere(({ shape }) => operationsOf(shape).steering.reachesEnd(shape), new WeakMap())
const hasAttribute = anywhere(layout => lengthOf(layout)?.from === 'attribute', new WeakMap())

/** The same declaration with other lengths in the directory row: after records were added or removed. */
export function withAttributes(layout: AnyLayout, attributes: Readonly<Record<string, number>>): AnyLayout {
  if (!hasAttribute(layout)) return layout
  const { shape } = layout
  return {
    ...layout,
    shape: operationsOf(shape).steering.withAttributes(shape, attributes, inner => withAttributes(inner, attributes)),
  }
}

function isCounter(layout: AnyLayout): boolean {
  const scalar = scalarOf(layout)
  return scalar !== undefined && isInteger(scalar)
}
