import { offsetOf, rangeOf, RecordView, strideOf, type Bytes } from '../../../layout'
import type { Report } from '../../../format/report'
import { Areal, CellHead, cellOffset, CORNER, GridSize, HEAD, LINK, PolygonBlock, RETAIL_GRID } from './areal-map'

/** Lists of a retail map fit into far less; more cells than that are no grid. */
const MOST_CELLS = 1 << 22

/** Where a map's bytes stop making sense, from its own counts (parkan 4.2). */
interface Walk {
  /** Offsets of records that fit, and the end of the last one. */
  readonly starts: readonly number[]
  /** Offset of cells_x, where all records fit. */
  readonly grid: number | undefined
}

/** The bytes of a map as records that may begin anywhere. */
class MapBytes {
  readonly areals
  readonly polygons
  readonly grid
  readonly cells
  readonly size: number

  constructor(bytes: Bytes) {
    this.areals = new RecordView(Areal, bytes)
    this.polygons = new RecordView(PolygonBlock, bytes)
    this.grid = new RecordView(GridSize, bytes)
    this.cells = new RecordView(CellHead, bytes)
    this.size = bytes.length
  }
}

const POLYGON_HEAD = offsetOf(PolygonBlock, 'words')
const CELL_HEAD = strideOf(CellHead)
const GRID_HEAD = strideOf(GridSize)

/** Size of the record at `at`, or the reason why it does not fit. */
function recordSize(map: MapBytes, at: number): number | 'prefix' | 'vertices' | 'links' {
  const room = map.size - at
  if (room < HEAD) return 'prefix'
  const vertices = map.areals.number(at, 'vertex_count')
  const polygons = map.areals.number(at, 'poly_count')
  if (HEAD + vertices * (CORNER + LINK) > room) return 'vertices'
  let size = HEAD + vertices * CORNER + (vertices + 3 * polygons) * LINK
  if (size + polygons * POLYGON_HEAD > room) return 'links'
  for (let block = 0; block < polygons; block++) {
    if (size + POLYGON_HEAD > room) return 'links'
    size += POLYGON_HEAD * (1 + 3 * map.polygons.number(at + size, 'n'))
    if (size > room) return 'links'
  }
  return size
}

function walk(map: MapBytes, count: number): Walk {
  const starts = [0]
  for (let record = 0; record < count; record++) {
    const at = starts[record] ?? 0
    const size = recordSize(map, at)
    if (typeof size !== 'number') return { starts, grid: undefined }
    starts.push(at + size)
  }
  return { starts, grid: starts.at(-1) }
}

/** End of the lists of `cells` cells that begin at `at`, or undefined where they do not fit. */
function listsEnd(map: MapBytes, at: number, cells: number): number | undefined {
  if (cells > MOST_CELLS || at + cells * CELL_HEAD > map.size) return undefined
  for (let cell = 0; cell < cells; cell++) {
    if (at + CELL_HEAD > map.size) return undefined
    at += CELL_HEAD * (1 + map.cells.number(at, 'n'))
  }
  return at <= map.size ? at : undefined
}

/** Whether the lists of a grid of these dimensions fill the payload exactly. */
const fills = (map: MapBytes, grid: number, x: number, y: number): boolean =>
  listsEnd(map, grid + cellOffset(0, 0), x * y) === map.size

/** Whether a record could stand here: finite anchor, a normal of about unit length, a sensible corner count. */
function looksLikeAreal(map: MapBytes, at: number): boolean {
  if (map.size - at < HEAD) return false
  const normal = Math.hypot(...map.areals.numbers(at, 'normal'))
  const isFinite = map.areals.numbers(at, 'anchor').every(Number.isFinite)
  const corners = map.areals.number(at, 'vertex_count')
  return (
    isFinite &&
    normal > 0.5 &&
    normal < 1.5 &&
    corners >= 1 &&
    corners < 4096 &&
    map.areals.number(at, 'poly_count') < 4096
  )
}

function isGridHere(map: MapBytes, at: number): boolean {
  if (at + GRID_HEAD > map.size) return false
  const [x, y] = [map.grid.number(at, 'cells_x'), map.grid.number(at, 'cells_y')]
  return x > 0 && y > 0 && fills(map, at, x, y)
}

/**
 * The areal count that a payload proves: with it everything up to the last byte is explained, with `count` it is not.
 * Undefined where `count` is right or nothing is proved.
 */
export function provedCount(bytes: Bytes, count: number): number | undefined {
  const map = new MapBytes(bytes)
  const { starts, grid } = walk(map, count)
  if (grid !== undefined && isGridHere(map, grid)) return undefined
  const possible = starts.findIndex(start => isGridHere(map, start))
  if (possible >= 0) return possible
  let at = grid
  for (let record = count; at !== undefined && record < 65536; record++) {
    if (isGridHere(map, at)) return record
    const size: number | string = looksLikeAreal(map, at) ? recordSize(map, at) : 'prefix'
    at = typeof size === 'number' ? at + size : undefined
  }
  return undefined
}

/**
 * Reports faults in the structure of a map, at their cause where it is known: a corner count that puts the next record
 * out of step, dimensions that do not fit the lists. Returns which parts can still be read and checked.
 */
export function reportDamage(bytes: Bytes, count: number, report: Report): 'all' | 'areals' | 'nothing' {
  const map = new MapBytes(bytes)
  const { starts, grid } = walk(map, count)
  if (grid !== undefined && isGridHere(map, grid)) return 'all'
  if (provedCount(bytes, count) !== undefined || reportDrift(map, starts, count, report)) return 'nothing'
  if (grid === undefined) {
    reportCut(map, starts.length - 1, starts.at(-1) ?? 0, count, report)
    return 'nothing'
  }
  return reportGrid(map, grid, report)
}

/** A record whose corner count is wrong puts the next one out of step; the count that mends everything is the proof. */
function reportDrift(map: MapBytes, starts: readonly number[], count: number, report: Report): boolean {
  const odd = starts.findIndex((start, record) => record > 0 && record < count && !looksLikeAreal(map, start))
  if (odd < 1) return false
  const record = odd - 1
  const start = starts[record] ?? 0
  const found = map.areals.number(start, 'vertex_count')
  const place = rangeOf(start, Areal, 'vertex_count')
  for (let vertices = 3; vertices <= 255; vertices++) {
    if (vertices === found || !mends(map, start, vertices, count - record)) continue
    report.error(
      'areal.vertex-count-drift',
      { areal: record, found, right: vertices },
      {
        path: `areals/${record}/vertex_count`,
        range: place,
        fix: { id: 'areal.vertex-count', params: { offset: place[0], value: vertices } },
      },
    )
    return true
  }
  return false
}

/** Whether `count` records from `start` on, the first with `vertices` corners, and a grid explain the rest of the bytes. */
function mends(map: MapBytes, start: number, vertices: number, count: number): boolean {
  if (map.areals.number(start, 'poly_count') !== 0) return false
  let at = start + HEAD + vertices * (CORNER + LINK)
  for (let record = 1; record < count; record++) {
    if (!looksLikeAreal(map, at)) return false
    const size = recordSize(map, at)
    if (typeof size !== 'number') return false
    at += size
  }
  return isGridHere(map, at)
}

function reportCut(map: MapBytes, record: number, start: number, count: number, report: Report): void {
  const why = recordSize(map, start)
  const room = map.size - start
  const params = { areal: record, count, room }
  if (why === 'links') {
    report.error(
      'areal.poly-count',
      { ...params, found: map.areals.number(start, 'poly_count') },
      { path: `areals/${record}/poly_count`, range: rangeOf(start, Areal, 'poly_count') },
    )
    return
  }
  report.error('areal-map.record-cut', params, { path: 'areals', range: [start, room] })
}

/** All records fit, the lists of the cells do not fill the rest. */
function reportGrid(map: MapBytes, grid: number, report: Report): 'all' | 'areals' {
  const room = map.size - grid
  if (room < GRID_HEAD) {
    report.error(
      'areal-map.cells-cut',
      { x: 0, y: 0, room },
      { range: [grid, room], fix: { id: 'areal-map.rebuild-cells', params: {} } },
    )
    return 'areals'
  }
  const [x, y] = [map.grid.number(grid, 'cells_x'), map.grid.number(grid, 'cells_y')]
  const rebuild = { fix: { id: 'areal-map.rebuild-cells', params: {} } }
  const dims = fills(map, grid, RETAIL_GRID, RETAIL_GRID)
    ? { fix: { id: 'areal-map.cells-dims', params: { offset: grid } } }
    : undefined
  const fix = dims ?? rebuild
  const side = (path: 'cells_x' | 'cells_y') => ({ path, range: rangeOf(grid, GridSize, path) })
  const place = { ...side(x === RETAIL_GRID ? 'cells_y' : 'cells_x'), ...fix }
  const end = x * y === 0 ? undefined : listsEnd(map, grid + cellOffset(0, 0), x * y)
  if (x * y === 0)
    report.error('areal-map.cells-zero', { x, y }, { ...place, ...side(x === 0 ? 'cells_x' : 'cells_y') })
  else if (end === undefined) report.error('areal-map.cells-cut', { x, y, room }, place)
  else if (dims) report.error('areal-map.cells-disagree', { x, y, left: map.size - end }, place)
  else report.error('areal-map.bytes-left-over', { left: map.size - end }, { range: [end, map.size - end], ...rebuild })
  return end === undefined || dims ? 'areals' : 'all'
}
