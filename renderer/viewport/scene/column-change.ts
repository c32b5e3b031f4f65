import { columns, locate, offsets, type Bytes, type Document } from '@areal-studio/core/layout'

/** Fields of every record as columns of u32, by name. */
export type Fields = Readonly<Record<string, Uint32Array>>

/**
 * The columns after a change that touched nothing else; undefined where anything else of the entry has changed, so that
 * its drawing must be rebuilt.
 */
export function changedColumns(
  before: Bytes,
  after: Document,
  array: string,
  fields: readonly string[],
): Fields | undefined {
  if (before.length !== after.bytes.length) return undefined
  const starts = offsets(after, array)
  const places = fields.flatMap(field => {
    const node = locate(after, `${array}/0/${field}`)
    return node ? [[node.offset - (starts[0] ?? 0), node.size] as const] : []
  })
  const isColumn = (offset: number): boolean => places.some(([from, size]) => offset >= from && offset < from + size)
  let record = 0
  for (let at = 0; at < before.length; at++) {
    if (before[at] === after.bytes[at]) continue
    while (record + 1 < starts.length && (starts[record + 1] ?? 0) <= at) record++
    if (at < (starts[0] ?? 0) || record + 1 >= starts.length || !isColumn(at - (starts[record] ?? 0))) return undefined
  }
  return readColumns(after, array, fields)
}

/** The fields of all records now. */
const readColumns = (document: Document, array: string, fields: readonly string[]): Fields =>
  columns(document, array, Object.fromEntries(fields.map(field => [field, 'u32'] as const)))
