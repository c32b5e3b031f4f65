import {
  column,
  columns,
  columnsOf,
  document,
  locate,
  offsets,
  offsetOf,
  ragged,
  RecordView,
  strideOf,
  struct,
  u32,
  type Bytes,
  type Document,
} from '../../../layout'
import { ASWM, BAKED, Edge, Island, Tile, TileEnd, Triangle, VERSION, Way } from './aswm'

/** Numbers of a walkmesh of version 0x6C as typed arrays; vectors end to end. */
export interface Mesh {
  readonly opened: Document
  readonly bytes: Bytes
  readonly vertices: Float32Array
  readonly edges: ReturnType<typeof edgesOf>
  readonly triangles: ReturnType<typeof trianglesOf>
  readonly tiles: ReturnType<typeof tilesOf>
  readonly islands: ReturnType<typeof islandsOf>
  readonly matrix: ReturnType<typeof matrixOf>
  readonly tilesFlags: number
  readonly tileWidth: number
  readonly gridWidth: number
  readonly borderSize: number
  /** With path tables and islands: only then they have to fit the walkable bits (nwn2 10.3). */
  readonly isBaked: boolean
}

/** Where records of an array of one size begin. */
export interface Placed {
  readonly count: number
  readonly start: number
  readonly stride: number
}

function placed(opened: Document, array: string, stride: number): Placed {
  const node = locate(opened, array)
  return { count: node?.childCount ?? 0, start: node?.offset ?? 0, stride }
}

const edgesOf = (opened: Document) => ({
  ...placed(opened, 'edges', strideOf(Edge)),
  ...columns(opened, 'edges', columnsOf(Edge, ['vertex_0', 'vertex_1', 'triangle_0', 'triangle_1'])),
})

const trianglesOf = (opened: Document) => ({
  ...placed(opened, 'triangles', strideOf(Triangle)),
  ...columns(opened, 'triangles', {
    ...columnsOf(Triangle, ['v0', 'v1', 'v2', 'centre_x', 'centre_y', 'normal', 'plane_d', 'island', 'flags']),
    linked_edges: 'u32',
    linked_triangles: 'u32',
  }),
})

const tilesOf = (opened: Document) => {
  const starts = offsets(opened, 'tiles')
  const numbers = columns(opened, 'tiles', {
    owns_data: 'u8',
    vertices_count: 'u32',
    edges_count: 'u32',
    triangles_count: 'u32',
    triangles_offset: 'u32',
    path_flags: 'u32',
    ltn_length: 'u32',
    ntl_length: 'u8',
    rle_size: 'u32',
  })
  const { starts: nodeStarts, values: node_to_local } = ragged(opened, 'tiles', 'node_to_local', 'u32')
  const count = starts.length - 1
  const view = new RecordView(TileEnd, opened.bytes)
  const flags = Uint32Array.from({ length: count }, (_, tile) =>
    view.number((starts[tile + 1] ?? 0) - strideOf(TileEnd), 'flags'),
  )
  return { ...numbers, count, starts, flags, nodeStarts, node_to_local }
}

const islandsOf = (opened: Document) => ({
  starts: offsets(opened, 'islands'),
  count: locate(opened, 'islands')?.childCount ?? 0,
  ...columns(opened, 'islands', columnsOf(Island, ['index', 'tile', 'centre', 'triangles_count'])),
  adjacent: ragged(opened, 'islands', 'adjacent', 'u32'),
  distances: ragged(opened, 'islands', 'distances', 'f32'),
  exits: ragged(opened, 'islands', 'exits', 'u32'),
})

const matrixOf = (opened: Document) => ({
  ...placed(opened, 'matrix', strideOf(Way)),
  ...columns(opened, 'matrix', columnsOf(Way, ['next', 'weight'])),
})

const header = (opened: Document, field: string): number => Number(locate(opened, field)?.value)

/** The columns of a whole mesh of version 0x6C. */
export function meshOfDocument(opened: Document): Mesh {
  const islands = islandsOf(opened)
  const tilesFlags = header(opened, 'tiles_flags')
  return {
    opened,
    bytes: opened.bytes,
    vertices: column(opened, 'vertices', '', 'f32'),
    edges: edgesOf(opened),
    triangles: trianglesOf(opened),
    tiles: tilesOf(opened),
    islands,
    matrix: matrixOf(opened),
    tilesFlags,
    tileWidth: header(opened, 'tile_width'),
    gridWidth: header(opened, 'grid_width'),
    borderSize: header(opened, 'border_size'),
    isBaked: (tilesFlags & BAKED) !== 0 || islands.count > 0,
  }
}

/** First field of a walkmesh of any version. */
export const Version = struct('nwn2-walkmesh-version', { version: u32() })

/** Version of a walkmesh by its first bytes; undefined where they are cut. */
export const versionOf = (head: Bytes): number | undefined =>
  head.length < strideOf(Version) ? undefined : new RecordView(Version, head).number(0, 'version')

/** Columns of a mesh; undefined where it is not whole or of an older version. */
export function wholeMesh(bytes: Bytes): Mesh | undefined {
  const opened = versionOf(bytes) === VERSION ? document(ASWM, bytes) : undefined
  return opened?.isWhole === true ? meshOfDocument(opened) : undefined
}

/** Columns of a mesh that is known to be whole. */
export const openMesh = (bytes: Bytes): Mesh => meshOfDocument(document(ASWM, bytes))

/** Tile of a triangle that no tile owns. */
export const NO_TILE = 0xffffffff

/** Number of the tile that owns each triangle; `NO_TILE` where none does. */
export function tileOfEach({ triangles: { count }, tiles }: Mesh): Uint32Array {
  const tile = new Uint32Array(count).fill(NO_TILE)
  for (let at = 0; at < tiles.count; at++) {
    const first = tiles.triangles_offset[at] ?? 0
    tile.fill(at, first, Math.min(count, first + (tiles.triangles_count[at] ?? 0)))
  }
  return tile
}

/** Bytes of a tile in front of its tables. */
export const TILE_TABLES_AT = offsetOf(Tile, 'local_to_node')

/** Node of each local triangle of a tile (nwn2 4.9). */
export function localToNode({ bytes, tiles }: Mesh, tile: number): Bytes {
  const at = (tiles.starts[tile] ?? 0) + TILE_TABLES_AT
  return bytes.subarray(at, at + (tiles.ltn_length[tile] ?? 0))
}

/** Local triangle of each node. */
export const nodeToLocal = ({ tiles }: Mesh, tile: number): Uint32Array =>
  tiles.node_to_local.subarray(tiles.nodeStarts[tile] ?? 0, tiles.nodeStarts[tile + 1] ?? 0)

/** The path table of a tile: `from * nodes + to`. */
export function nodesOf({ bytes, tiles }: Mesh, tile: number): Bytes {
  const nodes = tiles.ntl_length[tile] ?? 0
  const end = (tiles.starts[tile + 1] ?? 0) - strideOf(TileEnd)
  return bytes.subarray(end - nodes * nodes, end)
}
