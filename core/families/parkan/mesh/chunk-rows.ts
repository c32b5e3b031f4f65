import type { Bytes } from '../../../layout'
import type { Row } from '../nres/directory'
import { rowPlace, type RowField } from '../nres/nres-rules'
import type { Report } from '../../../format/report'
import type { ChunkKind } from './chunk-kind'

/** Codes of the problems of a directory row; terrains and models word them differently. */
interface ChunkRowCodes {
  readonly headerCut: string
  readonly recordCut: string
  readonly size: string
  readonly count: string
  readonly stride: string
  readonly attr2: string
}

/** What a directory row of a chunk should say. */
interface ChunkRow {
  readonly kind: ChunkKind
  /** `attr3`: the size of a record, but of some chunks another constant; undefined where any is kept (parkan 6.2). */
  readonly attr3?: number
  /** Whether `attr2` is to be 0; others keep what they have. */
  readonly isAttr2Zero: boolean
}

/**
 * Size, `attr1`, `attr2` and `attr3` of one row. Returns the number of records by the bytes, undefined where the chunk
 * is cut.
 */
export function checkChunkRow(
  archive: { readonly bytes: Bytes; readonly rows: readonly Row[] },
  index: number,
  { kind, attr3, isAttr2Zero }: ChunkRow,
  codes: ChunkRowCodes,
  report: Report,
): number | undefined {
  const row = archive.rows[index]
  const { stride, header } = kind
  if (!row || stride === undefined) return undefined
  const { type_id: type, size } = row
  const place = (field: RowField) => rowPlace(archive.bytes, archive.rows.length, index, field)
  const mend = (name: 'attr1' | 'attr2' | 'attr3', value: number) => ({
    ...place(name),
    fix: { id: 'nres.attribute', params: { row: index, name, value } },
  })
  const left = size < header ? 0 : (size - header) % stride
  if (size < header) report.error(codes.headerCut, { size, header }, place('size'))
  else if (left > 0)
    report.error(header > 0 ? codes.recordCut : codes.size, { type, size, stride, left }, place('size'))
  const isWhole = size >= header && left === 0
  const count = kind.recordsIn(size)
  if (isWhole && row.attr1 !== count)
    report.error(codes.count, { type, found: row.attr1, right: count }, mend('attr1', count))
  if (attr3 !== undefined && row.attr3 !== attr3)
    report.error(codes.stride, { type, found: row.attr3, right: attr3 }, mend('attr3', attr3))
  if (isAttr2Zero && row.attr2 !== 0) report.warning(codes.attr2, { type, found: row.attr2 }, mend('attr2', 0))
  return isWhole ? count : undefined
}
