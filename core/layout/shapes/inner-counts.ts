import type { AnyLayout, Field, StructShape } from '../model/shape'
import type { Counts, InnerCount } from './operations'
import { countsOf, lengthOf } from './table'
import { elementOf, fieldsOf, rangesOf } from './views'

const known = new WeakMap<StructShape, readonly InnerCount[]>()

/** Counts in ranges of bits, and those in records that other records belong to, of the arrays of a record. */
export function innerCounts(struct: StructShape): readonly InnerCount[] {
  const before = known.get(struct)
  if (before) return before
  const found = struct.fields.flatMap(({ name: field, layout }) => {
    const record = elementOf(layout)
    const steps = rangesOf(layout) ? rangesWithin(layout) : countsWithin((record && fieldsOf(record)) ?? [])
    return steps.map(
      ({ steps, counts }): InnerCount => ({
        field,
        steps,
        counts,
        conditional: new Set(counts.siblings.filter(sibling => isConditional(struct, sibling))),
      }),
    )
  })
  known.set(struct, found)
  return found
}

interface Within {
  readonly steps: readonly string[]
  readonly counts: Counts
}

function rangesWithin(layout: AnyLayout): readonly Within[] {
  return (rangesOf(layout) ?? []).flatMap(({ name, layout: range }) => {
    const counts = countsOf(range)
    return counts ? [{ steps: [name], counts }] : []
  })
}

/** Counts of a record that belong to arrays of the records that are parallel to it. */
const countsWithin = (fields: readonly Field[]): readonly Within[] =>
  fields.flatMap(({ name, layout }) => {
    const counts = countsOf(layout)
    const own = counts ? [{ steps: [name], counts }] : []
    const ranges = rangesWithin(layout).map(({ steps, counts: inner }) => ({ steps: [name, ...steps], counts: inner }))
    return [...own, ...ranges].filter(one => one.counts.isParallel)
  })

/** Whether an array may be empty although its count is not 0; `sibling` as counts name it, `list` or `blobs/list`. */
export function isConditional({ fields }: Pick<StructShape, 'fields'>, sibling: string): boolean {
  const [name = '', inner] = sibling.split('/')
  const found = fields.find(field => field.name === name)?.layout
  const layout = found && bodyWithin(found)
  const record = layout && inner !== undefined ? elementOf(layout) : undefined
  if (record?.shape.of === 'struct' && inner !== undefined) return isConditional(record.shape, inner)
  const length = layout && lengthOf(layout)
  return length?.from === 'formula' && length.isConditional === true
}

const bodyWithin = (layout: AnyLayout): AnyLayout =>
  layout.shape.of === 'sized' ? bodyWithin(layout.shape.body) : layout
