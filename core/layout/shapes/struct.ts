import { formula, linear } from '../model/formula'
import type { AnyLayout, Infer, Layout, Meta } from '../model/layout'
import { withMeta } from './scalar'
import { INTEGER_LIMITS, SCALAR_SIZE, type Field, type Length } from '../model/shape'
import type { Bytes } from '../model/splice'

type Unsigned = 'u8' | 'u16' | 'u32'

/**
 * A record: fields in the order of their bytes. Throws where the declaration does not hold together: a length by a
 * name that is not an integer before it, a count of what is no array of that count.
 */
export function struct<F extends Readonly<Record<string, AnyLayout>>>(
  name: string, fields: F, meta: Meta = {},
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

/** The length of the array `sibling` of the same record, divided by `per`; the writer fills it. */
export function count(
  sibling: string, { per = 1, as = 'u32', ...meta }: Meta & { readonly per?: number; readonly as?: Unsigned } = {},
): Layout<number> {
  const [min, max] = INTEGER_LIMITS[as]
  const size = SCALAR_SIZE[as]
  return {
    kind: 'integer', meta: { min, max, ...meta, role: 'derived' }, fixedSize: size, leastSize: size,
    shape: { of: 'count', scalar: as, sibling, per },
  }
}

/** Records one after another; `length` is a number, the name of a field before it, a formula or an attribute. */
export function array<E extends AnyLayout>(element: E, length: number | string | Length, meta: Meta = {}): Layout<readonly Infer<E>[]> {
  const told = lengthOf(length)
  if (element.leastSize === 0) throw new TypeError('array of records that may take no bytes')
  if (holdsRest(element)) throw new TypeError('array of rest')
  if (element.shape.of === 'array' && element.shape.length.from === 'formula') throw new TypeError('formula outside a record')
  if (hasAttribute(element)) throw new TypeError('a length of the directory within an array')
  const isFixed = told.from === 'fixed' && element.fixedSize !== undefined
  return {
    kind: 'array', meta, shape: { of: 'array', element, length: told },
    fixedSize: isFixed ? told.count * element.fixedSize : undefined,
    leastSize: told.from === 'fixed' ? told.count * element.leastSize : 0,
  }
}

/** A list that begins with its own length, as `counted(u16(), u16())`. */
export function counted<E extends AnyLayout>(prefix: Layout<number>, element: E, meta: Meta = {}): Layout<readonly Infer<E>[]> {
  const scalar = prefix.shape.of === 'scalar' ? prefix.shape.scalar : undefined
  if (scalar !== 'u8' && scalar !== 'u16' && scalar !== 'u32') throw new TypeError('counted: prefix is u8, u16 or u32')
  if (element.fixedSize === undefined || element.fixedSize === 0) throw new TypeError('counted: records of one size')
  return {
    kind: 'list', meta, fixedSize: undefined, leastSize: SCALAR_SIZE[scalar],
    shape: { of: 'list', scalar, count: withMeta(prefix, { role: 'derived' }), element },
  }
}

/** All bytes that remain: not understood, kept as found. Only as the last field of the outermost record. */
export function rest(meta: Meta = {}): Layout<Bytes> {
  return { kind: 'bytes', meta: { role: 'unknown', ...meta }, shape: { of: 'rest' }, fixedSize: undefined, leastSize: 0 }
}

function lengthOf(length: number | string | Length): Length {
  if (typeof length === 'number') return { from: 'fixed', count: length }
  return typeof length === 'string' ? formula(length) : length
}

function check(struct: string, fields: readonly Field[], at: number): void {
  const field = fields[at]
  if (!field) return
  const { shape } = field.layout
  const wrong = (why: string): never => {
    throw new TypeError(`${struct}.${field.name}: ${why}`)
  }
  if (holdsRest(field.layout) && at !== fields.length - 1) wrong('rest is not the last field')
  if (shape.of === 'array' && shape.length.from === 'formula') {
    for (const name of shape.length.names) {
      const place = fields.findIndex(other => other.name === name)
      const counter = fields[place]
      if (!counter || place >= at || !isCounter(counter.layout)) wrong(`'${name}' is no integer before it`)
    }
  }
  if (shape.of === 'count') {
    const sibling = fields.findIndex(other => other.name === shape.sibling)
    const target = fields[sibling]?.layout.shape
    const told = target?.of === 'array' && target.length.from === 'formula' ? linear(target.length.expression) : undefined
    const isSo = told && told.base === 0 && told.times.size === 1 && told.times.get(field.name) === shape.per
    if (sibling < at || !isSo) wrong(`'${shape.sibling}' is no array of that count`)
  }
}

function holdsRest({ shape }: AnyLayout): boolean {
  if (shape.of === 'rest' || (shape.of === 'array' && shape.length.from === 'end')) return true
  return shape.of === 'struct' && shape.fields.some(field => holdsRest(field.layout))
}

function hasAttribute({ shape }: AnyLayout): boolean {
  if (shape.of === 'array') return shape.length.from === 'attribute'
  return shape.of === 'struct' && shape.fields.some(field => hasAttribute(field.layout))
}

/** The same declaration with other lengths in the directory row: after records were added or removed. */
export function withAttributes(layout: AnyLayout, attributes: Readonly<Record<string, number>>): AnyLayout {
  const { shape } = layout
  if (shape.of === 'struct' && hasAttribute(layout)) {
    const fields = shape.fields.map(field => ({ name: field.name, layout: withAttributes(field.layout, attributes) }))
    return { ...layout, shape: { ...shape, fields } }
  }
  if (shape.of !== 'array' || shape.length.from !== 'attribute') return layout
  const count = attributes[shape.length.name] ?? shape.length.count
  return { ...layout, shape: { ...shape, length: { ...shape.length, count } } }
}

function isCounter({ shape }: AnyLayout): boolean {
  return shape.of === 'count' || (shape.of === 'scalar' && shape.scalar in INTEGER_LIMITS)
}
