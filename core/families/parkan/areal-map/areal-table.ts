import { columns, columnsOf, document, locate, offsets, ragged, type Bytes, type Document } from '../../../layout'
import { Areal, arealMap, EdgeLink } from './areal-map'
import type { GridData } from './grid'

const FIELDS = columnsOf(Areal, [
  'anchor',
  'reserved_12',
  'area_metric',
  'normal',
  'logic_flag',
  'reserved_36',
  'class_id',
  'reserved_44',
  'vertex_count',
  'poly_count',
])

/** All columns of a map, one typed array each: what scene and rules read. */
export interface ArealTable extends GridData {
  /** Byte offset of each record and of the end of the last one. */
  readonly starts: Uint32Array
  readonly anchor: Float32Array
  readonly reserved_12: Float32Array
  readonly area_metric: Float32Array
  readonly normal: Float32Array
  readonly logic_flag: Uint32Array
  readonly reserved_36: Uint32Array
  readonly class_id: Uint32Array
  readonly reserved_44: Uint32Array
  readonly vertex_count: Uint32Array
  readonly poly_count: Uint32Array
  readonly linkStarts: Uint32Array
  readonly area_ref: Int32Array
  readonly edge_ref: Int32Array
  /** Byte offset of cells_x. */
  readonly cellsOffset: number
}

/** The payload of a Land.map under its layout. `areals`: how many, from `attr1` of its directory row (parkan 4.1). */
export const openAreals = (bytes: Bytes, areals: number): Document => document(arealMap(areals), bytes)

/** Columns of as many areals and cells as the bytes hold: of a damaged map the part before the damage. */
export function arealTable(opened: Document): ArealTable {
  const starts = offsets(opened, 'areals')
  const vertices = ragged(opened, 'areals', 'vertices', 'f32')
  const links = ragged(opened, 'areals', 'links', columnsOf(EdgeLink, ['area_ref', 'edge_ref']))
  const x = locate(opened, 'cells_x')
  const y = locate(opened, 'cells_y')
  const hasCells = locate(opened, 'cells')?.kind === 'array'
  const cells = hasCells
    ? ragged(opened, 'cells', '', 'u16')
    : { starts: new Uint32Array(1), values: new Uint16Array(0) }
  return {
    ...columns(opened, 'areals', FIELDS),
    count: starts.length - 1,
    starts,
    vertexStarts: vertices.starts,
    vertices: vertices.values,
    linkStarts: links.starts,
    area_ref: links.values.area_ref,
    edge_ref: links.values.edge_ref,
    cells_x: Number(x?.value ?? 0),
    cells_y: Number(y?.value ?? 0),
    cellsOffset: x?.offset ?? 0,
    cellStarts: cells.starts,
    cellIds: cells.values,
  }
}
