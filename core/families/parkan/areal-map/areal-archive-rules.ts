import type { Bytes } from '../../../layout'
import { ROW_SIZE, type Row } from '../nres/directory'
import { rowPlace, wholeRow } from '../nres/nres-rules'
import type { Report } from '../../../format/report'
import { provedCount } from './areal-damage'
import { AREAL_MAP_TYPE } from './areal-map'

/** Rules of 4.1 about the directory of a Land.map: one row, of type 12, whose attr1 counts the areals. */
export function checkMapArchive(bytes: Bytes, rows: readonly Row[], report: Report): void {
  const first = rows.findIndex(row => row.type_id === AREAL_MAP_TYPE)
  const row = rows[first]
  if (!row) {
    report.error(
      'areal-map.chunk-missing',
      { n: rows.length },
      { path: 'directory', range: [bytes.length - ROW_SIZE * rows.length, ROW_SIZE * rows.length] },
    )
    return
  }
  rows.forEach((other, index) => {
    if (index === first) return
    report.error(
      'areal-map.chunk-count',
      { n: rows.length, row: index, type: other.type_id },
      wholeRow(bytes, rows.length, index),
    )
  })
  const payload = bytes.subarray(row.data_offset, row.data_offset + row.size)
  const proved = payload.length === row.size ? provedCount(payload, row.attr1) : undefined
  const place = rowPlace(bytes, rows.length, first, 'attr1')
  if (proved !== undefined) {
    const fix = { id: 'nres.attribute', params: { row: first, name: 'attr1', value: proved } }
    report.error('areal-map.areal-count', { found: row.attr1, right: proved }, { ...place, fix })
  } else if (row.attr1 === 0) report.error('areal-map.areal-count-zero', {}, place)
}
