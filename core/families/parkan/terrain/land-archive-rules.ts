import type { Bytes } from '../../../layout'
import { checkChunkRow } from '../mesh/chunk-rows'
import { rowPlace, wholeRow } from '../nres/nres-rules'
import { ROW_SIZE, type Row } from '../nres/directory'
import type { Report } from '../../../format/report'
import { CHUNK_ORDER, REQUIRED_CHUNKS, STRIDES, landKind } from './land-mesh'
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

const CODES = {
  headerCut: 'terrain.slots-cut',
  recordCut: 'terrain.slots-ragged',
  size: 'terrain.chunk-size',
  count: 'terrain.count',
  stride: 'terrain.stride',
  attr2: 'terrain.attr2',
}

function checkRow(bytes: Bytes, rows: readonly Row[], index: number, row: Row, report: Report): void {
  const kind = landKind(row.type_id)
  if (!kind) return
  const right = { kind, attr3: kind.stride ?? 0, isAttr2Zero: row.type_id !== 1 }
  checkChunkRow({ bytes, rows }, index, right, CODES, report)
  const tiles = recordsIn(row.type_id, row.size)
  if (row.type_id === 1 && (row.attr2 === 0 || tiles % row.attr2 !== 0)) {
    const place = rowPlace(bytes, rows.length, index, 'attr2')
    report.error('terrain.tiles-across', { found: row.attr2, tiles }, place)
  }
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
