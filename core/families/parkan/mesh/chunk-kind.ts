import { elementOf, fieldsOf, withAttributes, type AnyLayout } from '../../../layout'

/** A kind of chunk: records of one size behind an optional header, counted by `attr1` of the directory row (parkan 3.2, 6.2). */
export interface ChunkKind {
  /** Its layout for a number of records; `second` is `attr2`, for the chunk that holds two tables. The same object for the same numbers. */
  layout(records: number, second?: number): AnyLayout
  /** Bytes before the first record. */
  readonly header: number
  /** Bytes of a record; undefined where records differ in size. */
  readonly stride: number | undefined
  /** Number of whole records in a payload of this size; 0 where records differ in size. */
  recordsIn(size: number): number
}

/** Layouts kept for one kind; documents are compared by the identity of their layout. */
const KEPT_AT_MOST = 256

/** The kind of a declared chunk: a record whose last field is the table, the others its header. */
export function chunkKind(declared: AnyLayout): ChunkKind {
  const fields = fieldsOf(declared) ?? []
  const table = fields.at(-1)
  const stride = table && elementOf(table.layout)?.fixedSize
  const header = fields.slice(0, -1).reduce((sum, { layout }) => sum + (layout.fixedSize ?? 0), 0)
  const made = new Map<string, AnyLayout>()
  return {
    header,
    stride,
    recordsIn: size => (stride === undefined ? 0 : Math.max(0, Math.floor((size - header) / stride))),
    layout(records, second = 0) {
      const key = `${records} ${second}`
      const known = made.get(key)
      if (known) return known
      if (made.size >= KEPT_AT_MOST) made.clear()
      const fresh = withAttributes(declared, { attr1: records, attr2: second })
      made.set(key, fresh)
      return fresh
    },
  }
}
