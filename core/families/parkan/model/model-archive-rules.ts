import type { Bytes } from '../../../layout'
import { checkChunkRow } from '../mesh/chunk-rows'
import type { Row } from '../nres/directory'
import { rowPlace, wholeRow } from '../nres/nres-rules'
import type { Report } from '../../../format/report'
import { HallLink, HallVertex, MODEL_TYPES, SHORT_NODE, attr3Of, modelKind } from './model-chunks'

/** Chunks that the loader refuses to go without, and those that nearly every model has (parkan 6.1). */
const REQUIRED = [1, 2, 3, 6, 13]
const USUAL = [4, 5, 7, 10]
/** Streams with one record for each vertex. */
const STREAMS = [4, 5, 15, 16, 18]
/** Chunks of which one source only has seen the attributes: what is odd there is a warning. */
const LIKELY = [9, 20]
/** Chunks that keep the `attr2` they have, or count by it (parkan 6.2). */
const OTHER_ATTR2 = [1, 9, 17, 19, 20]

const CODES = {
  headerCut: 'model.slots-cut',
  recordCut: 'model.slots-ragged',
  size: 'model.chunk-size',
  count: 'model.count',
  stride: 'model.stride',
  attr2: 'model.attr2',
}

interface Directory {
  readonly bytes: Bytes
  readonly rows: readonly Row[]
}

/** Rules of 6.2 and 6.12 that the directory of a model breaks or keeps: which chunks there are, their sizes and counts. */
export function checkModelArchive(bytes: Bytes, rows: readonly Row[], report: Report): void {
  const directory = { bytes, rows }
  checkPresence(directory, report)
  const counts = new Map<number, number>()
  rows.forEach((row, index) => {
    const count = MODEL_TYPES.includes(row.type_id) ? checkRow(directory, index, row, report) : undefined
    if (count !== undefined && !counts.has(row.type_id)) counts.set(row.type_id, count)
  })
  checkCounts(directory, counts, report)
}

function checkPresence({ bytes, rows }: Directory, report: Report): void {
  for (const type of [...REQUIRED, ...USUAL]) {
    if (rows.some(row => row.type_id === type)) continue
    if (REQUIRED.includes(type)) report.error('model.chunk-missing', { type }, { path: 'directory' })
    else report.warning('model.chunk-unusual', { type }, { path: 'directory' })
  }
  rows.forEach((row, index) => {
    const first = rows.findIndex(other => other.type_id === row.type_id)
    if (first === index || !MODEL_TYPES.includes(row.type_id)) return
    const params = { type: row.type_id, row: index, first }
    report.error('model.chunk-duplicate', params, wholeRow(bytes, rows.length, index))
  })
}

/** Records of a chunk by its bytes; undefined where it is cut or its records differ in size. */
function checkRow(directory: Directory, index: number, row: Row, report: Report): number | undefined {
  const { type_id: type } = row
  if (type === 17) return checkHallSize(directory, index, row, report)
  const place = (field: 'attr1' | 'attr2' | 'attr3') => ({
    ...rowPlace(directory.bytes, directory.rows.length, index, field),
    fix: { id: 'nres.attribute', params: { row: index, name: field, value: 0 } },
  })
  if (type === 19 && row.attr2 === 0) {
    const fix = { id: 'nres.attribute', params: { row: index, name: 'attr2', value: 1 } }
    report.error('model.frames', {}, { ...place('attr2'), fix })
  }
  const kind = modelKind(type, row.attr3)
  if (type === 10) {
    if (row.attr3 !== 0) report.error('model.stride', { type, found: row.attr3, right: 0 }, place('attr3'))
    if (row.attr2 !== 0) report.warning('model.attr2', { type, found: row.attr2 }, place('attr2'))
  }
  if (!kind) return undefined
  const attr3 = type === 1 && row.attr3 === SHORT_NODE ? SHORT_NODE : attr3Of(type)
  const isAttr2Zero = !OTHER_ATTR2.includes(type)
  if (!LIKELY.includes(type)) return checkChunkRow(directory, index, { kind, attr3, isAttr2Zero }, CODES, report)
  return checkChunkRow(directory, index, { kind, isAttr2Zero }, CODES, { ...report, error: report.warning })
}

/** `attr1` points and `attr2` links, and nothing else (parkan 6.14). */
function checkHallSize({ bytes, rows }: Directory, index: number, row: Row, report: Report): undefined {
  const needed = row.attr1 * (HallVertex.fixedSize ?? 0) + row.attr2 * (HallLink.fixedSize ?? 0)
  if (needed === row.size) return
  const params = { points: row.attr1, links: row.attr2, needed, size: row.size }
  report.error('model.hall-size', params, rowPlace(bytes, rows.length, index, 'attr1'))
}

/** A record for each vertex in the streams, a string and a name for each node. */
function checkCounts({ bytes, rows }: Directory, counts: ReadonlyMap<number, number>, report: Report): void {
  const place = (type: number, field: 'size' | 'attr1') =>
    rowPlace(
      bytes,
      rows.length,
      rows.findIndex(row => row.type_id === type),
      field,
    )
  const vertices = counts.get(3)
  for (const type of STREAMS) {
    const found = counts.get(type)
    if (found === undefined || vertices === undefined || found === vertices) continue
    report.error('model.stream-count', { type, found, right: vertices }, place(type, 'size'))
  }
  const nodes = counts.get(1)
  if (nodes === undefined) return
  const names = counts.get(9)
  if (names !== undefined && names !== nodes)
    report.warning('model.names-count', { found: names, right: nodes }, place(9, 'size'))
  const row = rows.findIndex(({ type_id: type }) => type === 10)
  const found = rows[row]?.attr1
  if (found === undefined || found === nodes) return
  const fix = { id: 'nres.attribute', params: { row, name: 'attr1', value: nodes } }
  report.error('model.count', { type: 10, found, right: nodes }, { ...place(10, 'attr1'), fix })
}
