import { linear, toLength, withoutConditions } from '../model/formula'
import type { Meta } from '../model/meta'
import { own, setOwn } from '../model/own'
import {
  SCALAR_SIZE,
  type AnyLayout,
  type Field,
  type Infer,
  type Layout,
  type Length,
  type ScalarsOf,
} from '../model/shape'
import { titledRanges } from './bitfield'
import { withMeta } from './fixed'
import { followingOf, namesFollowed } from './following'
import { isNothing } from './leaf'
import type { Counts } from './operations'
import { alternativesOf, anywhere, countsOf, lengthOf, namesUsed, operationsOf, partsOf } from './table'
import { elementOf, fieldsOf, isBigEndian, rangesOf, recordName, scalarOf } from './views'

/**
 * A record: fields in the order of their bytes. Throws where the declaration contradicts itself: a length by a name
 * that is not an integer before it, a count of what is no array of that count.
 */
export function struct<F extends Readonly<Record<string, AnyLayout>>>(
  name: string,
  fields: F,
  meta: Meta = {},
): Layout<{ readonly [K in keyof F]: Infer<F[K]> }, { readonly [K in keyof F]: ScalarsOf<F[K]> }> {
  const list = Object.entries(fields).map(([field, layout]): Field => {
    if (!/^[A-Za-z]\w*$/.test(field)) throw new TypeError(`${name}: '${field}' cannot name a field`)
    return { name: field, layout: documented(layout, `field.${name}.${field}`) }
  })
  checkNames(name, list)
  list.forEach((_, at) => check(name, list, at))
  const sizes = list.map(field => field.layout.fixedSize)
  const record: AnyLayout = {
    kind: 'struct',
    meta,
    shape: { of: 'struct', name, fields: list },
    fixedSize: sizes.every(size => size !== undefined) ? sizes.reduce((sum, size) => sum + size, 0) : undefined,
    leastSize: list.reduce((sum, field) => sum + field.layout.leastSize, 0),
  }
  for (const { layout } of list) bind(layout, name, record)
  return record as ReturnType<typeof struct<F>>
}

/** A former name belongs to one field, and to none of today. */
function checkNames(struct: string, fields: readonly Field[]): void {
  const names = fields.flatMap(({ name, layout }) => [name, ...(layout.meta.formerly ?? [])])
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new TypeError(`${struct}: '${twice}' names two fields`)
}

/** The same field with the catalogue key of its title; cases of a union have the same one, if none of their own. */
function documented(layout: AnyLayout, key: string): AnyLayout {
  const doc = layout.meta.doc ?? key
  const { shape } = layout
  if (shape.of !== 'union') return titledRanges(withMeta(layout, { doc }), doc)
  const { cases, otherwise, fallback } = shape
  return {
    ...withMeta(layout, { doc }),
    shape: {
      ...shape,
      cases: Object.fromEntries(Object.entries(cases).map(([value, one]) => [value, documented(one, doc)])),
      otherwise: otherwise && documented(otherwise, doc),
      fallback: fallback && documented(fallback, doc),
    },
  }
}

/** Ties what is recursive by that name to the struct that contains it. */
function bind(layout: AnyLayout, name: string, record: AnyLayout): void {
  const { shape } = layout
  if (shape.of === 'struct') {
    if (shape.name !== name) for (const part of shape.fields) bind(part.layout, name, record)
  } else if (shape.of === 'recursive') {
    if (shape.name !== name) return
    if (shape.target) throw new TypeError(`recursive '${name}' within two structs`)
    if (record.leastSize === 0) throw new TypeError(`recursive '${name}' of records that may take no bytes`)
    shape.target = record
    if (record.shape.of === 'struct') record.shape.isRecursive = true
  } else
    for (const one of [...partsOf(layout).map(part => part.layout), ...(layout.varies ? alternativesOf(layout) : [])])
      bind(one, name, record)
}

/** Records one after another; `length` is a number, the name of a field before it, a formula or an attribute. */
export function array<E extends AnyLayout>(
  element: E,
  length: number | string | Length,
  meta: Meta = {},
): Layout<readonly Infer<E>[], ScalarsOf<E>> {
  const told = toLength(length)
  // Of a parallel array the other one bounds the number of records.
  if (element.leastSize === 0 && told.from !== 'parallel')
    throw new TypeError('array of records that may take no bytes')
  if (holdsRest(element)) throw new TypeError('array of rest')
  if (namesUsed(element).length > 0) throw new TypeError('formula outside a record')
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
  const scalar = countsOf(prefix) || isBigEndian(prefix) ? undefined : scalarOf(prefix)
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
  for (const used of namesUsed(field.layout)) {
    // Names of records around this one are known only where it is used.
    if (/^(\.\.|\^|@)/.test(used)) continue
    const [name, part] = used.split('.')
    const place = fields.findIndex(other => other.name === name)
    const counter = fields[place]
    if (!counter || place >= at || !isReadable(counter.layout, part)) wrong(`'${used}' is no integer before it`)
  }
  const length = lengthWithin(field.layout)
  if (length?.from === 'parallel') {
    const beside = fields.slice(0, at).find(other => other.name === length.sibling)
    const record = beside && elementOf(beside.layout)
    if (!record || recordName(record) === undefined || record.fixedSize === undefined)
      wrong(`'${length.sibling}' is no array of records of one size before it`)
  }
  const own = countsOf(field.layout)
  if (own && !own.isParallel) checkCount(fields, at, field.name, own, wrong)
  for (const part of rangesOf(field.layout) ?? []) {
    const counts = countsOf(part.layout)
    if (counts && !counts.isParallel) checkCount(fields, at, `${field.name}.${part.name}`, counts, wrong)
  }
  for (const one of alternativesOf(field.layout)) checkFollowing(fields, one, wrong)
  const record = elementOf(field.layout)
  for (const part of (record && fieldsOf(record)) ?? []) {
    const counts = countsOf(part.layout)
    if (counts?.isParallel) checkParallelCount(fields, field.name, part.name, counts, wrong)
    for (const range of rangesOf(part.layout) ?? []) {
      const own = countsOf(range.layout)
      if (own?.isParallel) checkParallelCount(fields, field.name, `${part.name}.${range.name}`, own, wrong)
    }
  }
}

type Wrong = (why: string) => never

/** What a word of this record follows is in the record; a name that leads out of it is known only where it is used. */
function checkFollowing(fields: readonly Field[], layout: AnyLayout, wrong: Wrong): void {
  const following = followingOf(layout)
  for (const used of following ? namesFollowed(following) : []) {
    const [name] = used.split('.')
    if (!/^(\.|\^|@)/.test(used) && !fields.some(other => other.name === name)) wrong(`'${used}' is no field`)
  }
}

/** The length of every array that a count names is that count times `per`, and nothing else. */
function checkCount(fields: readonly Field[], at: number, name: string, counts: Counts, wrong: Wrong): void {
  for (const sibling of counts.siblings) {
    const place = fields.findIndex(other => other.name === sibling)
    const array = fields[place]
    if (place < at || !array || !isLength(array.layout, name, counts.per))
      wrong(`'${sibling}' is no array of that count`)
  }
}

/** The same of a count in the records of `holder`: the array is in the records that belong to them. */
function checkParallelCount(
  fields: readonly Field[],
  holder: string,
  name: string,
  { siblings, per }: Counts,
  wrong: Wrong,
): void {
  for (const sibling of siblings) {
    const [array, field] = sibling.split('/')
    const beside = fields.find(other => other.name === array)?.layout
    const length = beside && lengthWithin(beside)
    const record = beside && elementOf(beside)
    const counted = record && fieldsOf(record)?.find(other => other.name === field)?.layout
    const isBeside = length?.from === 'parallel' && length.sibling === holder
    if (!isBeside || !counted || !isLength(counted, `^.${name}`, per)) wrong(`'${sibling}' is no array of that count`)
  }
}

/** Whether its length is `per` times the number of that name. */
function isLength(layout: AnyLayout, name: string, per: number): boolean {
  const length = lengthWithin(layout)
  const sum = length?.from === 'formula' ? linear(withoutConditions(length.expression)) : undefined
  return sum !== undefined && sum.base === 0 && sum.times.size === 1 && sum.times.get(name) === per
}

const takesEnd = ({ shape }: AnyLayout): boolean => operationsOf(shape).steering.reachesEnd(shape)

/** Whether it takes all bytes that remain, its own size apart. */
function holdsRest(layout: AnyLayout): boolean {
  const { shape } = layout
  if (shape.of === 'sized' || shape.of === 'recursive') return false
  return takesEnd(layout) || partsOf(layout).some(part => holdsRest(part.layout)) || casesReachEnd(layout)
}
const casesReachEnd = (layout: AnyLayout): boolean => layout.varies === true && alternativesOf(layout).some(holdsRest)

const hasAttribute = anywhere(layout => lengthOf(layout)?.from === 'attribute', new WeakMap())

/** The length of an array, of the one that a size frames too. */
function lengthWithin(layout: AnyLayout): Length | undefined {
  const { shape } = layout
  return shape.of === 'sized' ? lengthWithin(shape.body) : lengthOf(layout)
}

const MOST_ROWS = 256
const rowLayouts = new WeakMap<AnyLayout, Map<string, AnyLayout>>()

/**
 * A declaration whose formulas read `@name`, with the numbers of a directory row. The same numbers give the
 * same layout, so that documents and plans can be used again; numbers that no formula reads play no part.
 */
export function withRow(layout: AnyLayout, attributes: Readonly<Record<string, unknown>>): AnyLayout {
  const numbers: Record<string, number> = {}
  for (const name of rowNames(layout)) {
    const value = own(attributes, name)
    if (typeof value === 'number') setOwn(numbers, name, value)
  }
  if (Object.keys(numbers).length === 0) return layout
  let known = rowLayouts.get(layout)
  if (!known || known.size >= MOST_ROWS) rowLayouts.set(layout, (known = new Map()))
  const key = JSON.stringify(numbers)
  let made = known.get(key)
  if (!made) known.set(key, (made = { ...layout, attributes: numbers }))
  return made
}

/** Names of the directory that formulas of a declaration read. */
function rowNames(layout: AnyLayout): ReadonlySet<string> {
  const names = new Set<string>()
  anywhere(one => {
    const parts = operationsOf(one.shape).children.parts(one.shape)
    for (const part of [one, ...parts.map(({ layout: inner }) => inner)])
      for (const name of namesUsed(part)) if (name.startsWith('@')) names.add(name.slice(1))
    return false
  })(layout)
  return names
}

/** The same declaration with other lengths in the directory row: after records were added or removed. */
export function withAttributes(layout: AnyLayout, attributes: Readonly<Record<string, number>>): AnyLayout {
  if (!hasAttribute(layout)) return layout
  const { shape } = layout
  return {
    ...layout,
    shape: operationsOf(shape).steering.withAttributes(shape, attributes, inner => withAttributes(inner, attributes)),
  }
}

/** Whether formulas can read it, whatever case it has; one that may be absent is for fields that are absent with it. */
function isReadable(layout: AnyLayout, part: string | undefined): boolean {
  const all = layout.varies ? alternativesOf(layout).filter(one => !isNothing(one)) : [layout]
  return all.every(one => {
    if (followingOf(one)) return false
    const ranges = rangesOf(one)
    if (ranges) return part === undefined || ranges.some(({ name }) => name === part)
    const scalar = scalarOf(one)
    return part === undefined && scalar !== undefined && scalar !== 'f32' && scalar !== 'f64'
  })
}
