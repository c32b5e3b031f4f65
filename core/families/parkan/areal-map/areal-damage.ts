import type { Bytes } from '../../../layout'
import type { Report } from '../report'

const PREFIX = 56
const GRID = 128
/** Lists of a retail map fit into far less; more cells than that are no grid. */
const MOST_CELLS = 1 << 22

/** Where a map's bytes stop making sense, from its own counts (parkan 4.2). */
interface Walk {
  /** Offsets of records that fit, and the end of the last one. */
  readonly starts: readonly number[]
  /** Offset of cells_x, where all records fit. */
  readonly grid: number | undefined
}

const at32 = (view: DataView, at: number): number => view.getUint32(at, true)

/** Size of the record at `at`, or the reason why it does not fit. */
function recordSize(view: DataView, at: number): number | 'prefix' | 'vertices' | 'links' {
  const room = view.byteLength - at
  if (room < PREFIX) return 'prefix'
  const vertices = at32(view, at + 48)
  const polygons = at32(view, at + 52)
  if (PREFIX + vertices * 20 > room) return 'vertices'
  let size = PREFIX + vertices * 12 + (vertices + 3 * polygons) * 8
  if (size + polygons * 4 > room) return 'links'
  for (let block = 0; block < polygons; block++) {
    if (size + 4 > room) return 'links'
    size += 4 * (3 * at32(view, at + size) + 1)
    if (size > room) return 'links'
  }
  return size
}

function walk(view: DataView, count: number): Walk {
  const starts = [0]
  for (let record = 0; record < count; record++) {
    const at = starts[record] ?? 0
    const size = recordSize(view, at)
    if (typeof size !== 'number') return { starts, grid: undefined }
    starts.push(at + size)
  }
  return { starts, grid: starts.at(-1) }
}

/** End of the lists of `cells` cells that begin at `at`, or undefined where they do not fit. */
function listsEnd(view: DataView, at: number, cells: number): number | undefined {
  if (cells > MOST_CELLS || at + cells * 2 > view.byteLength) return undefined
  for (let cell = 0; cell < cells; cell++) {
    if (at + 2 > view.byteLength) return undefined
    at += 2 + 2 * view.getUint16(at, true)
  }
  return at <= view.byteLength ? at : undefined
}

/** Whether the lists of a grid of these dimensions fill the payload exactly. */
const fills = (view: DataView, grid: number, x: number, y: number): boolean =>
  listsEnd(view, grid + 8, x * y) === view.byteLength

/** Whether a record could stand here: finite anchor, a normal of about unit length, a sensible corner count. */
function looksLikeAreal(view: DataView, at: number): boolean {
  if (view.byteLength - at < PREFIX) return false
  const normal = Math.hypot(
    view.getFloat32(at + 20, true),
    view.getFloat32(at + 24, true),
    view.getFloat32(at + 28, true),
  )
  const isFinite = [0, 4, 8].every(field => Number.isFinite(view.getFloat32(at + field, true)))
  const corners = at32(view, at + 48)
  return isFinite && normal > 0.5 && normal < 1.5 && corners >= 1 && corners < 4096 && at32(view, at + 52) < 4096
}

const isGridHere = (view: DataView, at: number): boolean =>
  at + 8 <= view.byteLength &&
  at32(view, at) > 0 &&
  at32(view, at + 4) > 0 &&
  fills(view, at, at32(view, at), at32(view, at + 4))

/**
 * The areal count that a payload proves: with it everything up to the last byte is explained, with `count` it is not.
 * Undefined where `count` is right or nothing is proved.
 */
export function provedCount(bytes: Bytes, count: number): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { starts, grid } = walk(view, count)
  if (grid !== undefined && isGridHere(view, grid)) return undefined
  const possible = starts.findIndex(start => isGridHere(view, start))
  if (possible >= 0) return possible
  let at = grid
  for (let record = count; at !== undefined && record < 65536; record++) {
    if (isGridHere(view, at)) return record
    const size: number | string = looksLikeAreal(view, at) ? recordSize(view, at) : 'prefix'
    at = typeof size === 'number' ? at + size : undefined
  }
  return undefined
}

/**
 * Reports faults in the structure of a map, at their cause where it is known: a corner count that puts the next record
 * out of step, dimensions that do not fit the lists. Returns which parts can still be read and checked.
 */
export function reportDamage(bytes: Bytes, count: number, report: Report): 'all' | 'areals' | 'nothing' {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { starts, grid } = walk(view, count)
  if (grid !== undefined && isGridHere(view, grid)) return 'all'
  if (provedCount(bytes, count) !== undefined || reportDrift(view, starts, count, report)) return 'nothing'
  if (grid === undefined) {
    reportCut(view, starts.length - 1, starts.at(-1) ?? 0, count, report)
    return 'nothing'
  }
  return reportGrid(view, grid, report)
}

/** A record whose corner count is wrong puts the next one out of step; the count that mends everything is the proof. */
function reportDrift(view: DataView, starts: readonly number[], count: number, report: Report): boolean {
  const odd = starts.findIndex((start, record) => record > 0 && record < count && !looksLikeAreal(view, start))
  if (odd < 1) return false
  const record = odd - 1
  const start = starts[record] ?? 0
  const found = at32(view, start + 48)
  for (let vertices = 3; vertices <= 255; vertices++) {
    if (vertices === found || !mends(view, start, vertices, count - record)) continue
    report.error(
      'areal.vertex-count-drift',
      { areal: record, found, right: vertices },
      {
        path: `areals/${record}/vertex_count`,
        range: [start + 48, 4],
        fix: { id: 'areal.vertex-count', params: { offset: start + 48, value: vertices } },
      },
    )
    return true
  }
  return false
}

/** Whether `count` records from `start` on, the first with `vertices` corners, and a grid explain the rest of the bytes. */
function mends(view: DataView, start: number, vertices: number, count: number): boolean {
  if (at32(view, start + 52) !== 0) return false
  let at = start + PREFIX + vertices * 20
  for (let record = 1; record < count; record++) {
    if (!looksLikeAreal(view, at)) return false
    const size = recordSize(view, at)
    if (typeof size !== 'number') return false
    at += size
  }
  return isGridHere(view, at)
}

function reportCut(view: DataView, record: number, start: number, count: number, report: Report): void {
  const why = recordSize(view, start)
  const room = view.byteLength - start
  const params = { areal: record, count, room }
  if (why === 'links') {
    report.error(
      'areal.poly-count',
      { ...params, found: at32(view, start + 52) },
      { path: `areals/${record}/poly_count`, range: [start + 52, 4] },
    )
    return
  }
  report.error('areal-map.record-cut', params, { path: 'areals', range: [start, room] })
}

/** All records fit, the lists of the cells do not fill the rest. */
function reportGrid(view: DataView, grid: number, report: Report): 'all' | 'areals' {
  const room = view.byteLength - grid
  if (room < 8) {
    report.error(
      'areal-map.cells-cut',
      { x: 0, y: 0, room },
      { range: [grid, room], fix: { id: 'areal-map.rebuild-cells', params: {} } },
    )
    return 'areals'
  }
  const [x, y] = [at32(view, grid), at32(view, grid + 4)]
  const rebuild = { fix: { id: 'areal-map.rebuild-cells', params: {} } }
  const dims = fills(view, grid, GRID, GRID)
    ? { fix: { id: 'areal-map.cells-dims', params: { offset: grid } } }
    : undefined
  const fix = dims ?? rebuild
  const place = {
    path: x === GRID ? 'cells_y' : 'cells_x',
    range: x === GRID ? ([grid + 4, 4] as const) : ([grid, 4] as const),
    ...fix,
  }
  const end = x * y === 0 ? undefined : listsEnd(view, grid + 8, x * y)
  if (x * y === 0)
    report.error(
      'areal-map.cells-zero',
      { x, y },
      { ...place, range: x === 0 ? [grid, 4] : [grid + 4, 4], path: x === 0 ? 'cells_x' : 'cells_y' },
    )
  else if (end === undefined) report.error('areal-map.cells-cut', { x, y, room }, place)
  else if (dims) report.error('areal-map.cells-disagree', { x, y, left: view.byteLength - end }, place)
  else
    report.error(
      'areal-map.bytes-left-over',
      { left: view.byteLength - end },
      { range: [end, view.byteLength - end], ...rebuild },
    )
  return end === undefined || dims ? 'areals' : 'all'
}
