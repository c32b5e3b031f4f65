import earcut from 'earcut'
import type { CellsItem, PaintField, SceneItem, SceneSizes, SurfaceItem } from '../../../format'
import type { ArealTable } from './areal-table'
import { chooseGrid, type Grid } from './grid'
import type { Box } from './polygon'

/** Fields that decide where areals lie and how they hang together; class and flags only colour them. */
const SHAPED_BY = ['anchor', 'vertices', 'vertex_count', 'poly_count', 'links', 'cells_x', 'cells_y']

/** What may be painted: both are whole words whose meaning is not known (parkan 4.5). */
const PAINT: readonly PaintField[] = [
  { field: 'class_id', as: 'value' },
  { field: 'logic_flag', as: 'bits' },
]

/** For maps of some 1,500 units with areals of some 40. */
const SIZES: SceneSizes = { lift: [1, 40], brush: 2000, areas: [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000] }

/**
 * All areals as one batch, each triangulated in XY and lying at its own heights, and the lookup grid over them.
 * `terrain`: XY of the hull of Land.msh, where known; it takes part in the guess of the grid's rectangle.
 */
export function arealScene(table: ArealTable, entry: string, terrain?: Box): readonly SceneItem[] {
  const grid = chooseGrid(table, terrain)
  return table.cells_x > 0 && table.cells_y > 0 && Number.isFinite(grid.box.minX)
    ? [surface(table, entry), cellGrid(table, entry, grid)]
    : [surface(table, entry)]
}

function surface(table: ArealTable, entry: string): SurfaceItem {
  const { indices, records } = triangulate(table)
  const rings = Uint32Array.from({ length: table.vertices.length / 3 }, (_, v) => v)
  return {
    kind: 'surface',
    id: 'areals',
    layer: 'regions',
    noun: 'areal',
    entry,
    array: 'areals',
    positions: drawableVertices(table),
    indices,
    records,
    recordCount: table.count,
    rings,
    ringStarts: table.vertexStarts,
    anchors: table.anchor,
    recordNormals: table.normal,
    links: neighbours(table),
    linkStarts: table.linkStarts,
    fields: { class_id: table.class_id, logic_flag: table.logic_flag },
    colouring: PAINT.map(({ field }) => field),
    paint: PAINT,
    sizes: SIZES,
    shapedBy: SHAPED_BY,
  }
}

/** Numbers that are not finite would blank the whole batch: they are drawn as those of the areal's anchor and told by the check. */
function drawableVertices({ count, vertices, vertexStarts, anchor }: ArealTable): Float32Array {
  if (vertices.every(Number.isFinite)) return vertices
  const drawn = vertices.slice()
  for (let areal = 0; areal < count; areal++) {
    for (let at = 3 * (vertexStarts[areal] ?? 0); at < 3 * (vertexStarts[areal + 1] ?? 0); at++) {
      const instead = anchor[3 * areal + (at % 3)] ?? 0
      if (!Number.isFinite(drawn[at])) drawn[at] = Number.isFinite(instead) ? instead : 0
    }
  }
  return drawn
}

const NO_AREAL = -1
const DANGLING = -2

/** Areal behind each link. */
const neighbours = (table: ArealTable): Int32Array =>
  table.area_ref.map(area => (area === NO_AREAL || (area >= 0 && area < table.count) ? area : DANGLING))

/** Triangles of all rings, with the areal of each. Rings of one triangle or a convex quad need no search. */
function triangulate(table: ArealTable): { indices: Uint32Array; records: Uint32Array } {
  const corners = table.vertices.length / 3
  const indices = new Uint32Array(3 * corners)
  const records = new Uint32Array(corners)
  let triangles = 0
  for (let areal = 0; areal < table.count; areal++) {
    const from = table.vertexStarts[areal] ?? 0
    const to = table.vertexStarts[areal + 1] ?? from
    const cut = cutRing(table.vertices, from, to)
    for (let k = 0; k + 2 < cut.length; k += 3) {
      indices.set([from + (cut[k] ?? 0), from + (cut[k + 1] ?? 0), from + (cut[k + 2] ?? 0)], 3 * triangles)
      records[triangles++] = areal
    }
  }
  return { indices: indices.subarray(0, 3 * triangles), records: records.subarray(0, triangles) }
}

function cutRing(vertices: Float32Array, from: number, to: number): readonly number[] {
  const flat: number[] = []
  for (let v = from; v < to; v++) {
    const x = vertices[3 * v] ?? 0
    const y = vertices[3 * v + 1] ?? 0
    if (!Number.isFinite(x) || !Number.isFinite(y)) return []
    flat.push(x, y)
  }
  return earcut(flat)
}

function cellGrid(table: ArealTable, entry: string, { box, isXOuter }: Grid): CellsItem {
  return {
    kind: 'cells',
    id: 'cells',
    layer: 'regions',
    noun: 'cell',
    use: 'index',
    entry,
    array: 'cells',
    origin: [box.minX, box.minY],
    isXOuter,
    counts: [table.cells_x, table.cells_y],
    step: [(box.maxX - box.minX) / table.cells_x, (box.maxY - box.minY) / table.cells_y],
    contents: { starts: table.cellStarts, members: Uint32Array.from(table.cellIds) },
  }
}
