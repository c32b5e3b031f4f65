import { nameText, type Opened } from '../../../format'
import { rangeOf, RecordView, type Bytes } from '../../../layout'
import type { Report } from '../../../format/report'
import {
  HEADER_SIZE,
  isQuirk,
  LibraryHeader,
  libraryOf,
  refusalOf,
  ROW_SIZE,
  textOf,
  TRAILER_SIZE,
  unpackRow,
  type Library,
} from './library'

/**
 * What is wrong in the header and the table (parkan 2.9, validator). `base`: the image that untouched rows are read from;
 * `rows`: the present ones. Payloads are the business of their rows, see `RSLI_CODEC.fault`.
 */
export function checkLibrary(base: Bytes, rows: readonly Opened[], report: Report): void {
  const refusal = refusalOf(base)
  if (refusal) return report.error(refusal.code, refusal.params, { range: refusal.range })
  const library = libraryOf(base)
  const header = new RecordView(LibraryHeader, base)
  const [count, again] = [library.rows.length, header.number(0, 'row_count_again')]
  if (count !== again && rows.length === count) {
    const range = rangeOf(0, LibraryHeader, 'row_count', 'row_count_again')
    report.error('rsli.header.count2', { count, again }, { range })
  }
  const places = new Map(rows.map((row, place) => [idOf(row), place]))
  checkBounds(base, library, places, report)
  const isOrderKept =
    rows.length === library.rows.length &&
    library.rows.every(
      ({ id, name }, i) => places.get(String(id)) === i && nameText(rows[i]?.attributes['name']) === textOf(name),
    )
  if (isOrderKept) checkOrder(library, report)
  checkNames(rows, report)
  const total = header.number(0, 'unpacked_total')
  const sum = library.rows.reduce((all, row) => all + row.unpacked, 0) >>> 0
  if (total !== sum && isTotalKept(base, library, rows))
    report.warning('rsli.total', { total, sum }, { range: rangeOf(0, LibraryHeader, 'unpacked_total') })
  if (library.isAmbiguous) report.info('rsli.trailer', {}, { range: [base.length - TRAILER_SIZE, TRAILER_SIZE] })
}

function checkBounds(base: Bytes, library: Library, places: ReadonlyMap<string, number>, report: Report): void {
  for (const row of library.rows) {
    const place = places.get(String(row.id))
    if (row.isReadable || place === undefined || isQuirk(row, row.offset, library.end)) continue
    const params = { name: textOf(row.name), offset: row.offset, size: row.packed, file: base.length }
    report.error('rsli.entry.bounds', params, { range: [HEADER_SIZE + place * ROW_SIZE, ROW_SIZE], row: place })
  }
}

/** Whether a library of these rows is packed with the total that it has: no row was added, removed or resized. */
const isTotalKept = (base: Bytes, { rows }: Library, present: readonly Opened[]): boolean =>
  rows.length === present.length &&
  present.every(opened => {
    const id = idOf(opened)
    const row = id.startsWith('+') ? undefined : rows[Number(id)]
    if (!row?.isReadable || opened.size === row.unpacked) return row !== undefined
    return opened.size === row.size && !(unpackRow(base, row) instanceof Uint8Array) // stored bytes that cannot be unpacked
  })

const idOf = ({ path }: Opened): string => path.slice(path.lastIndexOf('#') + 1)

/** The words of a sorted library name each row once, in the order of names. */
function checkOrder({ rows, isPresorted }: Library, report: Report): void {
  if (!isPresorted) return
  const seen = new Set<number>()
  for (const { id, sort } of rows) {
    const range = [HEADER_SIZE + id * ROW_SIZE, ROW_SIZE] as const
    if (sort >= rows.length || seen.has(sort))
      return report.error('rsli.sort', { row: id, word: sort }, { range, row: id })
    seen.add(sort)
  }
  const names = rows.map(({ sort }) => textOf(rows[sort]?.name ?? new Uint8Array(0)))
  const wrong = names.findIndex((name, k) => k > 0 && name < (names[k - 1] ?? ''))
  if (wrong > 0) report.error('rsli.sort', { row: wrong, word: rows[wrong]?.sort ?? 0 }, { row: wrong })
}

function checkNames(rows: readonly Opened[], report: Report): void {
  const seen = new Set<string>()
  for (const [row, { attributes }] of rows.entries()) {
    const name = nameText(attributes['name'])
    if (seen.has(name)) report.warning('rsli.name-twice', { name }, { row })
    seen.add(name)
  }
}
