import { setAttributes, type Attributes, type Edit, type Revision } from '../../edit'
import {
  array,
  document,
  fieldsOf,
  struct,
  write,
  type AnyLayout,
  type Bytes,
  type Document,
  type Value,
} from '../../layout'
import type { QueryChange, QueryOutcome } from '../../query'
import type { View } from '../entries/view'

const EMPTY: Bytes = new Uint8Array(0)

/**
 * Name of the rows of an archive in queries, where the codec declares their attributes: `rows where method = "LZSS"`.
 */
export const ROWS = 'rows'

/** The attributes of an archive's present rows as records; undefined for other entries, and where none are declared. */
export function rowsDocument({ archive }: View): Document | undefined {
  const row = archive?.codec.attributes
  if (!archive || !row) return undefined
  const rows = archive.rows().map(({ attributes }) => recordOf(row, attributes))
  const layout = struct('rows', { rows: array(row, rows.length) })
  return document(layout, write(layout, { rows }).bytes)
}

/** A number that is missing in the directory is 0. */
function recordOf(layout: AnyLayout, attributes: Attributes): Record<string, Value> {
  return Object.fromEntries((fieldsOf(layout) ?? []).map(({ name }) => [name, attributes[name] ?? 0]))
}

/** The edits that set attributes of an archive's rows. */
export function rowEdits({ archive }: View, { changes }: QueryOutcome, revision: Revision): readonly Edit[] {
  const wanted = new Map<number, Attributes>()
  for (const { field, records, after } of changes)
    for (const [i, record] of records.entries())
      wanted.set(record, { ...wanted.get(record), [field]: typeof after[i] === 'string' ? after[i] : Number(after[i]) })
  const rows = archive?.rows() ?? []
  return [...wanted].flatMap(([record, attributes]) => {
    const row = rows[record]
    return row
      ? [setAttributes({ entry: row.path, revision, bytes: EMPTY, attributes: row.attributes }, attributes)]
      : []
  })
}

/** Directory values have no offset in a payload. */
export const withoutPlaces = (changes: readonly QueryChange[]): readonly QueryChange[] =>
  changes.map(change => ({ ...change, offsets: new Uint32Array(0) }))
