import type { Bytes } from '../../../layout'
import { rowPlace, wholeRow, type RowField } from '../nres/nres-rules'
import { ROW_SIZE, type Row } from '../nres/directory'
import type { Report } from '../report'
import { CHUNK_ORDER, REQUIRED_CHUNKS, SLOTS_HEADER, STRIDES } from './land-mesh'
import { recordsIn } from './land-table'

/** Rules of 3.12 that the directory of a Land.msh breaks or keeps: which chunks there are, their sizes and counts. */
export function checkLandArchive(bytes: Bytes, rows: readonly Row[], report: Report): void {
  const isComplete = checkPresence(bytes, rows, report)
  if (isComplete) checkChunkOrder(bytes, rows, report)
  rows.forEach((row, index) => {
    if (STRIDES[row.type_id] !== undefined) checkRow(bytes, rows, index, row, report)
  })
  checkCounts(bytes, rows, report)
}

/** True where no chunk is missing and none is there twice. */
function checkPresence(bytes: Bytes, rows: readonly Row[], report: Report): boolean {
  let isComplete = true
  const directory = {
    path: 'directory',
    range: [bytes.length - rows.length * ROW_SIZE, rows.length * ROW_SIZE] as const,
  }
  for (const type of REQUIRED_CHUNKS) {
    if (rows.some(row => row.type_id === type)) continue
    report.error(type === 18 ? 'terrain.chunk-18-missing' : 'terrain.chunk-missing', { type }, directory)
    isComplete = false
  }
  if (!rows.some(row => row.type_id === 14)) report.warning('terrain.chunk-14-missing', {}, directory)
  const seen = new Map<number, number>()
  rows.forEach((row, index) => {
    const first = seen.get(row.type_id)
    if (first === undefined) seen.set(row.type_id, index)
    else if (STRIDES[row.type_id] !== undefined) {
      report.error(
        'terrain.chunk-duplicate',
        { type: row.type_id, row: index, first },
        wholeRow(bytes, rows.length, index),
      )
      isComplete = false
    }
  })
  return isComplete
}

function checkChunkOrder(bytes: Bytes, rows: readonly Row[], report: Report): void {
  const known = rows.flatMap((row, index) => (STRIDES[row.type_id] === undefined ? [] : [{ type: row.type_id, index }]))
  const right = CHUNK_ORDER.filter(type => known.some(row => row.type === type))
  const wrong = known.find((row, i) => row.type !== right[i])
  if (wrong) {
    const params = { order: known.map(row => row.type).join(', '), right: right.join(', ') }
    report.warning('terrain.chunk-order', params, wholeRow(bytes, rows.length, wrong.index))
  }
}

function checkRow(bytes: Bytes, rows: readonly Row[], index: number, row: Row, report: Report): void {
  const stride = STRIDES[row.type_id] ?? 1
  const place = (field: RowField) => rowPlace(bytes, rows.length, index, field)
  const mend = (name: 'attr1' | 'attr2' | 'attr3', value: number) => ({
    ...place(name),
    fix: { id: 'nres.attribute', params: { row: index, name, value } },
  })
  const params = { type: row.type_id, size: row.size, stride }
  const isCut = row.type_id === 2 && row.size < SLOTS_HEADER
  const left = isCut ? 0 : (row.type_id === 2 ? row.size - SLOTS_HEADER : row.size) % stride
  if (isCut) report.error('terrain.slots-cut', { size: row.size, header: SLOTS_HEADER }, place('size'))
  else if (left !== 0)
    report.error(row.type_id === 2 ? 'terrain.slots-ragged' : 'terrain.chunk-size', { ...params, left }, place('size'))
  const count = recordsIn(row.type_id, row.size)
  if (!isCut && left === 0 && row.attr1 !== count) {
    report.error('terrain.count', { type: row.type_id, found: row.attr1, right: count }, mend('attr1', count))
  }
  if (row.attr3 !== stride)
    report.error('terrain.stride', { type: row.type_id, found: row.attr3, right: stride }, mend('attr3', stride))
  if (row.type_id === 1) {
    if (row.attr2 === 0 || count % row.attr2 !== 0)
      report.error('terrain.tiles-across', { found: row.attr2, tiles: count }, place('attr2'))
  } else if (row.attr2 !== 0) report.warning('terrain.attr2', { type: row.type_id, found: row.attr2 }, mend('attr2', 0))
}

/** Streams per vertex as long as the positions, the face list as long as the faces. */
function checkCounts(bytes: Bytes, rows: readonly Row[], report: Report): void {
  const first = (type: number): number => rows.findIndex(row => row.type_id === type)
  const whole = (index: number): number | undefined => {
    const row = rows[index]
    return row && row.size % (STRIDES[row.type_id] ?? 1) === 0 ? recordsIn(row.type_id, row.size) : undefined
  }
  const vertices = whole(first(3))
  const faces = whole(first(21))
  for (const type of [4, 5, 14, 18]) {
    const index = first(type)
    const count = whole(index)
    if (count === undefined || vertices === undefined || count === vertices) continue
    report.error(
      'terrain.stream-count',
      { type, found: count, right: vertices },
      rowPlace(bytes, rows.length, index, 'size'),
    )
  }
  const list = whole(first(11))
  if (list !== undefined && faces !== undefined && list !== faces) {
    report.error(
      'terrain.face-list-count',
      { found: list, right: faces },
      rowPlace(bytes, rows.length, first(11), 'size'),
    )
  }
}
