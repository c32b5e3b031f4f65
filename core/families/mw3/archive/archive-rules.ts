import type { Report } from '../../../format/report'
import { rangeOf, type Bytes } from '../../../layout'
import { checkName } from '../rules/name-rules'
import { ArchiveName, ArchiveRecord, ROW_SIZE, tableOf } from './archive-rows'

/** An archive with its table at the end (mw3 17.6, A1 to A4). */
export function checkArchive(bytes: Bytes, report: Report): void {
  const found = tableOf(bytes)
  if (!found) {
    report.error('mw3.A1', { size: bytes.length }, {})
    return
  }
  const { table, rows } = found
  let expected = 0
  rows.forEach(({ start, length }, row) => {
    const at = table + row * ROW_SIZE
    const place = (field: 'start' | 'length') => ({ range: rangeOf(at, ArchiveRecord, field), row })
    if (start !== expected) report.error('mw3.A2', { start, expected }, place('start'))
    if (length === 0 || start + length > table) report.error('mw3.A3', { length, end: table }, place('length'))
    checkName(report, bytes, 'mw3.A4', ArchiveName, rangeOf(at, ArchiveRecord, 'name')[0], '', row)
    expected = start + length
  })
  if (expected !== table)
    report.error(
      'mw3.A2',
      { start: table, expected },
      { range: [Math.min(expected, table), Math.abs(table - expected)] },
    )
}
