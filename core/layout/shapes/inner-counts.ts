import type { StructShape } from '../model/shape'
import type { InnerCount } from './operations'
import { countsOf } from './table'
import { elementOf, fieldsOf, rangesOf } from './views'

const known = new WeakMap<StructShape, readonly InnerCount[]>()

/** Counts in ranges of bits, and those in records that other records belong to, of the arrays of a record. */
export function innerCounts(struct: StructShape): readonly InnerCount[] {
  const before = known.get(struct)
  if (before) return before
  const found = struct.fields.flatMap(({ name: field, layout }) => {
    const record = elementOf(layout)
    const parts = rangesOf(layout) ?? (record && fieldsOf(record)) ?? []
    return parts.flatMap(part => {
      const counts = countsOf(part.layout)
      return counts && (counts.isParallel || rangesOf(layout)) ? [{ field, name: part.name, counts }] : []
    })
  })
  known.set(struct, found)
  return found
}
