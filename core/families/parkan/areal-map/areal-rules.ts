import { offsetOf, rangeOf, strideOf, type FieldPath, type Infer } from '../../../layout'
import type { Report } from '../../../format/report'
import { Areal, CellHead, cellOffset, CORNER, EdgeLink, GridSize, HEAD, LINK, RETAIL_GRID } from './areal-map'
import type { ArealTable } from './areal-table'
import { cellsUnder, chooseGrid, MOST_HITS, ringOf, type Grid } from './grid'
import { contains, signedArea, spatialArea, type Box } from './polygon'

/** All lists from the outlines: what a list that names no areal should have named is not to be guessed. */
const REBUILD = { id: 'areal-map.rebuild-cells', params: {} }
const ROUND = 1e-3
/** Bytes of the length of a list of a cell, and of each areal in it. */
const WORD = strideOf(CellHead)

/** Rules of 4.6 about the areals themselves. */
export function checkAreals(table: ArealTable, report: Report): void {
  for (let areal = 0; areal < table.count; areal++) {
    const isNumber = checkFinite(table, areal, report)
    checkReserved(table, areal, report)
    const corners = table.vertex_count[areal] ?? 0
    if (corners < 3) {
      report.error('areal.vertex-count', { areal, found: corners }, field(table, areal, 'vertex_count'))
    } else if (isNumber) checkShape(table, areal, report)
    checkNormal(table, areal, report)
    checkLinks(table, areal, report)
  }
}

const field = (table: ArealTable, areal: number, name: FieldPath<Infer<typeof Areal>>) => ({
  path: `areals/${areal}/${name}`,
  range: rangeOf(table.starts[areal] ?? 0, Areal, name),
})

/** Consecutive corners of an areal, from `corner` on. */
const corners = (table: ArealTable, areal: number, path: string, corner: number, count: number) => ({
  path: `areals/${areal}/${path}`,
  range: [(table.starts[areal] ?? 0) + HEAD + CORNER * corner, CORNER * count] as const,
})

/** True where all numbers of the shape are finite. */
function checkFinite(table: ArealTable, areal: number, report: Report): boolean {
  const bad = (name: 'anchor' | 'area_metric' | 'normal', id: string): void =>
    report.error(
      'areal.not-finite',
      { areal, field: name },
      { ...field(table, areal, name), ...(isShape && { fix: { id, params: { areal } } }) },
    )
  const isFinite3 = (values: Float32Array, at: number): boolean =>
    Number.isFinite(values[3 * at]) && Number.isFinite(values[3 * at + 1]) && Number.isFinite(values[3 * at + 2])
  const from = table.vertexStarts[areal] ?? 0
  const count = (table.vertexStarts[areal + 1] ?? from) - from
  let isShape = true
  for (let v = 0; v < count; v++) {
    if (isFinite3(table.vertices, from + v)) continue
    const path = `vertices/${v}`
    report.error('areal.not-finite', { areal, field: path }, corners(table, areal, path, v, 1))
    isShape = false
  }
  if (!isFinite3(table.anchor, areal)) bad('anchor', 'areal.anchor')
  if (!Number.isFinite(table.area_metric[areal])) bad('area_metric', 'areal.area')
  if (!isFinite3(table.normal, areal)) bad('normal', 'areal.normal-from-ring')
  return isShape
}

function checkReserved(table: ArealTable, areal: number, report: Report): void {
  for (const name of ['reserved_12', 'reserved_36', 'reserved_44'] as const) {
    if (table[name][areal] === 0) continue
    const fix = { id: 'areal.zero', params: { offset: (table.starts[areal] ?? 0) + offsetOf(Areal, name) } }
    report.warning('areal.reserved', { areal, field: name }, { ...field(table, areal, name), fix })
  }
  if (table.poly_count[areal] !== 0) {
    report.warning('areal.polygons', { areal, found: table.poly_count[areal] ?? 0 }, field(table, areal, 'poly_count'))
  }
}

function checkNormal(table: ArealTable, areal: number, report: Report): void {
  const length = Math.hypot(
    table.normal[3 * areal] ?? 0,
    table.normal[3 * areal + 1] ?? 0,
    table.normal[3 * areal + 2] ?? 0,
  )
  if (!Number.isFinite(length)) return
  const place = field(table, areal, 'normal')
  const params = { areal, length: Number(length.toPrecision(6)) }
  if (length < 0.5)
    report.error('areal.normal-short', params, { ...place, fix: { id: 'areal.normal-from-ring', params: { areal } } })
  else if (Math.abs(length - 1) > ROUND) {
    report.warning('areal.normal-length', params, { ...place, fix: { id: 'areal.normalise', params: { areal } } })
  }
}

/** Anchor inside, ring anticlockwise, area as the ring has it. */
function checkShape(table: ArealTable, areal: number, report: Report): void {
  const ring = ringOf(table, areal)
  const flat = signedArea(ring)
  if (flat < 0) {
    report.warning('areal.ring-clockwise', { areal }, corners(table, areal, 'vertices', 0, ring.count))
  }
  const [x, y] = [table.anchor[3 * areal] ?? 0, table.anchor[3 * areal + 1] ?? 0]
  if (Number.isFinite(x) && Number.isFinite(y) && !contains(ring, x, y, ROUND)) {
    report.warning(
      'areal.anchor-outside',
      { areal },
      { ...field(table, areal, 'anchor'), fix: { id: 'areal.anchor', params: { areal } } },
    )
  }
  const area = table.area_metric[areal] ?? 0
  const slack = 0.15 * Math.max(1, Math.abs(flat))
  const real = spatialArea(ring)
  if (Math.abs(area - Math.abs(flat)) > slack && Math.abs(area - real) > slack) {
    const params = { areal, found: Number(area.toPrecision(6)), right: Number(real.toPrecision(6)) }
    report.warning('areal.area-metric', params, {
      ...field(table, areal, 'area_metric'),
      fix: { id: 'areal.area', params: { areal } },
    })
  }
}

function checkLinks(table: ArealTable, areal: number, report: Report): void {
  const from = table.linkStarts[areal] ?? 0
  const to = table.linkStarts[areal + 1] ?? from
  for (let at = from; at < to; at++) {
    const area = table.area_ref[at] ?? -1
    const edge = table.edge_ref[at] ?? -1
    if (area === -1 && edge === -1) continue
    const link = at - from
    const fault = linkFault(table, area, edge)
    if (fault)
      report.error(fault, { areal, link, area, edge, count: table.count }, linkPlace(table, areal, link, fault))
    else if (link < (table.vertex_count[areal] ?? 0) && !isReturned(table, areal, link, area, edge)) {
      report.warning(
        'areal.link-not-mutual',
        { areal, link, area, edge },
        linkPlace(table, areal, link, 'areal.link-not-mutual'),
      )
    }
  }
}

/** The code of what is wrong with a link by itself; `areal.link-half` is half of "none". */
function linkFault(table: ArealTable, area: number, edge: number): string | undefined {
  if ((area === -1) !== (edge === -1)) return 'areal.link-half'
  if (area < 0 || area >= table.count) return 'areal.link-out-of-range'
  return edge < 0 || edge >= (table.vertex_count[area] ?? 0) ? 'areal.link-edge-out-of-range' : undefined
}

/** Whether the edge it leads to links back. A link back that is broken itself is reported there, not here. */
function isReturned(table: ArealTable, areal: number, link: number, area: number, edge: number): boolean {
  const back = (table.linkStarts[area] ?? 0) + edge
  const backArea = table.area_ref[back] ?? -1
  const backEdge = table.edge_ref[back] ?? -1
  if (backArea === areal && backEdge === link) return true
  return !(backArea === -1 && backEdge === -1) && linkFault(table, backArea, backEdge) !== undefined
}

function linkPlace(table: ArealTable, areal: number, link: number, fault: string) {
  const offset = (table.starts[areal] ?? 0) + HEAD + CORNER * (table.vertex_count[areal] ?? 0) + LINK * link
  const part =
    fault === 'areal.link-edge-out-of-range' ? 'edge_ref' : fault === 'areal.link-out-of-range' ? 'area_ref' : undefined
  const range = part ? rangeOf(offset, EdgeLink, part) : ([offset, LINK] as const)
  return {
    path: `areals/${areal}/links/${link}${part ? `/${part}` : ''}`,
    range,
    fix: { id: 'areal.relink', params: { areal, link } },
  }
}

/** Rules of 4.6 about the lookup cells. `terrain`: XY of the hull of Land.msh, where known. */
export function checkCells(table: ArealTable, report: Report, terrain?: Box): void {
  const { cells_x: x, cells_y: y } = table
  if (x !== RETAIL_GRID || y !== RETAIL_GRID) {
    report.warning(
      'areal-map.cells-size',
      { x, y },
      { path: 'cells_x', range: rangeOf(table.cellsOffset, GridSize, 'cells_x', 'cells_y') },
    )
  }
  const listed = new Uint8Array(table.count)
  for (let cell = 0; cell + 1 < table.cellStarts.length; cell++) {
    const from = table.cellStarts[cell] ?? 0
    const to = table.cellStarts[cell + 1] ?? from
    // Lists lie one behind the other: a word of length each, then its ids.
    const offset = table.cellsOffset + cellOffset(cell, from)
    if (to - from > MOST_HITS) {
      report.error(
        'areal-map.cell-too-full',
        { ...cellName(table, cell), n: to - from },
        { path: `cells/${cell}`, range: [offset, WORD], fix: REBUILD },
      )
    }
    for (let at = from; at < to; at++) {
      const areal = table.cellIds[at] ?? 0
      if (areal < table.count) listed[areal] = 1
      else {
        report.error(
          'areal-map.cell-areal',
          { ...cellName(table, cell), areal, count: table.count },
          { path: `cells/${cell}/${at - from}`, range: [offset + WORD * (1 + at - from), WORD], fix: REBUILD },
        )
      }
    }
  }
  checkCover(table, listed, report, terrain)
}

const cellName = (table: ArealTable, cell: number) => ({ x: Math.floor(cell / table.cells_y), y: cell % table.cells_y })

/** Below this share of explained lists the grid's rectangle is a guess too poor to judge lists by. */
const TRUSTED = 0.98

function checkCover(table: ArealTable, listed: Uint8Array, report: Report, terrain?: Box): void {
  const grid = chooseGrid(table, terrain)
  const isTrusted = grid.score >= TRUSTED
  const empty = isTrusted ? emptyCells(table) : new Set<number>()
  for (let areal = 0; areal < table.count; areal++) {
    const start = table.starts[areal] ?? 0
    const size = (table.starts[areal + 1] ?? start) - start
    const place = { path: `areals/${areal}`, range: [start, size] as const }
    const fix = { id: 'areal-map.list-areal', params: { areal } }
    if ((table.vertex_count[areal] ?? 0) < 3) continue
    if (listed[areal] === 0)
      report.warning('areal-map.areal-in-no-cell', { areal }, isTrusted ? { ...place, fix } : place)
    else reportEmpty(table, grid, areal, empty, report, fix)
  }
}

function emptyCells(table: ArealTable): Set<number> {
  const empty = new Set<number>()
  for (let cell = 0; cell + 1 < table.cellStarts.length; cell++) {
    if (table.cellStarts[cell] === table.cellStarts[cell + 1]) empty.add(cell)
  }
  return empty
}

function reportEmpty(
  table: ArealTable,
  grid: Grid,
  areal: number,
  empty: Set<number>,
  report: Report,
  fix: { id: string; params: { areal: number } },
): void {
  if (empty.size === 0) return
  for (const cell of cellsUnder(table, grid, areal)) {
    if (!empty.delete(cell)) continue
    const offset = table.cellsOffset + cellOffset(cell, table.cellStarts[cell] ?? 0)
    report.warning(
      'areal-map.cell-empty',
      { ...cellName(table, cell), areal },
      { path: `cells/${cell}`, range: [offset, WORD], fix },
    )
  }
}
