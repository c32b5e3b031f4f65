import { nameAttribute, nameText } from '../../../format'
import { rangeOf, type Bytes } from '../../../layout'
import type { Report } from '../../../format/report'
import { collate, compareNames, isCollated } from './collation'
import {
  ArchiveHeader,
  DirectoryRow,
  HEADER_SIZE,
  ROW_SIZE,
  VERSION,
  isFoundByType,
  isInside,
  readRows,
  refusalOf,
  headerOf,
  wrongTotal,
  type Row,
} from './directory'
import { regionsOf } from './nres'
import { inFileOrder } from './nres-pack'

export type RowField = keyof Row

/** Place of a field of a directory row, in the bytes of the archive. */
export function rowPlace(bytes: Bytes, count: number, row: number, field: RowField) {
  const at = bytes.length - count * ROW_SIZE + row * ROW_SIZE
  return { path: `directory/${row}/${field}`, range: rangeOf(at, DirectoryRow, field), row }
}

/** Place of a whole directory row. */
export const wholeRow = (bytes: Bytes, count: number, row: number) => ({
  path: `directory/${row}`,
  range: [bytes.length - count * ROW_SIZE + row * ROW_SIZE, ROW_SIZE] as const,
  row,
})

const headerPlace = (path: 'version' | 'total_size') => ({ path, range: rangeOf(0, ArchiveHeader, path) })

/** Checks an archive. Returns its rows, or undefined if it cannot be opened. */
export function checkArchive(bytes: Bytes, report: Report): readonly Row[] | undefined {
  const refusal = refusalOf(bytes)
  if (refusal) {
    report.error(refusal.code, refusal.params, { range: refusal.range })
    return undefined
  }
  const { version } = headerOf(bytes)
  if (version !== VERSION)
    report.error('nres.header-version', { found: version, right: VERSION }, headerPlace('version'))
  const total = wrongTotal(bytes)
  if (total !== undefined) {
    const place = { ...headerPlace('total_size'), fix: { id: 'nres.header-total', params: {} } }
    report.error('nres.header-total', { total, size: bytes.length }, place)
  }
  const rows = readRows(bytes)
  checkPlaces(bytes, rows, report)
  checkNames(bytes, rows, report)
  checkOrder(bytes, rows, report)
  checkRegions(bytes, rows, report)
  return rows
}

const label = (row: Row, index: number) => ({ row: index, name: nameText(nameAttribute(row.name)) })

function checkPlaces(bytes: Bytes, rows: readonly Row[], report: Report): void {
  const directory = bytes.length - rows.length * ROW_SIZE
  let misaligned: number | undefined
  let count = 0
  rows.forEach((row, index) => {
    if (!isInside(row, directory)) {
      const field = row.data_offset < HEADER_SIZE || row.data_offset > directory ? 'data_offset' : 'size'
      const params = { ...label(row, index), offset: row.data_offset, size: row.size, from: HEADER_SIZE, to: directory }
      report.error('nres.entry-bounds', params, rowPlace(bytes, rows.length, index, field))
    } else if (row.data_offset % 8 !== 0) {
      misaligned ??= index
      count++
    }
  })
  if (misaligned !== undefined) {
    report.warning(
      'nres.payload-misaligned',
      { n: count, row: misaligned },
      rowPlace(bytes, rows.length, misaligned, 'data_offset'),
    )
  }
  checkOverlap(bytes, rows, directory, report)
}

function checkOverlap(bytes: Bytes, rows: readonly Row[], directory: number, report: Report): void {
  const numbers = new Map(rows.map((row, index) => [row, index]))
  let last: Row | undefined
  for (const row of inFileOrder(rows)) {
    if (row.size === 0 || !isInside(row, directory)) continue
    if (last && row.data_offset < last.data_offset + last.size) {
      const index = numbers.get(row) ?? 0
      const other = numbers.get(last) ?? 0
      const params = { ...label(row, index), other: nameText(nameAttribute(last.name)), otherRow: other }
      // Of two that overlap the later row is the one more likely to have been moved onto the other.
      report.error('nres.entry-overlap', params, rowPlace(bytes, rows.length, Math.max(index, other), 'data_offset'))
    }
    if (!last || row.data_offset + row.size > last.data_offset + last.size) last = row
  }
}

function checkNames(bytes: Bytes, rows: readonly Row[], report: Report): void {
  rows.forEach((row, index) => {
    const place = rowPlace(bytes, rows.length, index, 'name')
    if (!row.name.includes(0)) report.error('nres.name-unterminated', label(row, index), place)
    else if (row.name[0] === 0) report.error('nres.name-empty', { row: index }, place)
  })
  // Elsewhere the game may find either of two rows of one name.
  if (rows.every(row => isFoundByType(row.type_id))) return
  const order = collate(rows.map(row => row.name))
  for (let k = 1; k < order.length; k++) {
    const [first, second] = [order[k - 1] ?? 0, order[k] ?? 0]
    const [a, b] = [rows[first], rows[second]]
    if (!a || !b || a.name[0] === 0 || compareNames(a.name, b.name) !== 0) continue
    const say = a.type_id === b.type_id ? report.warning : report.info
    say('nres.name-duplicate', { ...label(b, second), other: first }, rowPlace(bytes, rows.length, second, 'name'))
  }
}

function checkOrder(bytes: Bytes, rows: readonly Row[], report: Report): void {
  const names = rows.map(row => row.name)
  if (
    isCollated(
      rows.map(row => row.sort_index),
      names,
    )
  )
    return
  const fix = { id: 'nres.sort-order', params: {} }
  const seen = new Map<number, number>()
  let isPermutation = true
  rows.forEach((row, index) => {
    const place = { ...rowPlace(bytes, rows.length, index, 'sort_index'), fix }
    const twin = seen.get(row.sort_index)
    seen.set(row.sort_index, index)
    if (row.sort_index >= rows.length)
      report.error('nres.sort-range', { row: index, found: row.sort_index, count: rows.length }, place)
    else if (twin !== undefined)
      report.error('nres.sort-duplicate', { row: index, other: twin, found: row.sort_index }, place)
    else return
    isPermutation = false
  })
  if (!isPermutation) return
  const right = collate(names)
  const wrong = rows.flatMap((row, index) => (row.sort_index === right[index] ? [] : [index]))
  const place = rowPlace(bytes, rows.length, wrong[0] ?? 0, 'sort_index')
  report.error('nres.sort-order', { n: wrong.length, row: wrong[0] ?? 0 }, { ...place, fix })
}

function checkRegions(bytes: Bytes, rows: readonly Row[], report: Report): void {
  const directory = bytes.length - rows.length * ROW_SIZE
  for (const region of regionsOf(bytes, rows, directory)) {
    if (region.kind !== 'gap') continue
    const isZero = bytes.subarray(region.offset, region.offset + region.size).every(byte => byte === 0)
    if (isZero) continue
    const range = [region.offset, region.size] as const
    if (region.size < 8) report.info('nres.padding-not-zero', { size: region.size }, { range })
    else report.info('nres.region-unindexed', { size: region.size }, { range })
  }
}
