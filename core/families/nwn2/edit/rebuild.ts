import {
  joinedBytes,
  locate,
  newRecord,
  offsetOf,
  RecordView,
  strideOf,
  struct,
  u32,
  vec3,
  writeRecord,
  type Bytes,
  type Move,
} from '../../../layout'
import { CLOCKWISE, Edge, NO_ISLAND, NO_TRIANGLE, Tile, TileEnd, Triangle, WALKABLE } from '../aswm/aswm'
import { derivedFrom } from '../aswm/geometry'
import { TILE_TABLES_AT, type Mesh } from '../aswm/mesh'
import { rangeOfTile } from '../bake/tile-table'
import { draftMoves } from './draft-moves'
import { edgeTable, type EdgeTable } from './edge-table'
import { ADDED, type DraftTriangle, type MeshDraft } from './mesh-draft'

const Count = struct('nwn2-count', { n: u32() })
const Point = struct('nwn2-point', { point: vec3() })
const VERTEX_SIZE = strideOf(Point)
const WORD_SIZE = strideOf(Count)

/** A mesh written from a draft. Tables of changed tiles are empty and islands are the old ones until it is baked. */
export interface Rebuilt {
  readonly bytes: Bytes
  /** Tiles whose triangles were added, deleted or changed. */
  readonly touched: ReadonlySet<number>
  /** Numbers of changed and new triangles. */
  readonly changed: readonly number[]
  /** Moves of vertices, edges and triangles. */
  readonly moves: readonly Move[]
}

/** Writes a draft: records are renumbered, unchanged ones keep their other bytes (nwn2 11.3, 11.5). */
export function rebuilt(draft: MeshDraft): Rebuilt {
  const { mesh } = draft
  regroup(draft)
  const table = edgeTable(draft)
  const vertexOf = vertexNumbers(draft, table)
  const triangles = triangleBytes(draft, table, vertexOf)
  const touched = touchedTiles(draft)
  const edges = joinedBytes(
    table.edges.map(({ low, high, triangles: [triangle_0, triangle_1] }) =>
      newRecord(Edge, { vertex_0: vertexOf(low), vertex_1: vertexOf(high), triangle_0, triangle_1 }),
    ),
  )
  const vertices = vertexBytes(draft, vertexOf)
  const start = (path: string): number => locate(mesh.opened, path)?.offset ?? 0
  const head = mesh.bytes.slice(0, start('vertices'))
  writeRecord(head, start('vertex_count'), Count, { n: vertices.length / VERTEX_SIZE })
  writeRecord(head, start('edge_count'), Count, { n: table.edges.length })
  writeRecord(head, start('triangle_count'), Count, { n: draft.triangles.length })
  const bytes = joinedBytes([
    head,
    vertices,
    edges,
    triangles,
    mesh.bytes.subarray(start('tiles_flags'), start('tiles')),
    ...tileBytes(draft, table, touched),
    mesh.bytes.subarray(start('border_size')),
  ])
  const changed = draft.triangles.flatMap(({ isKept }, index) => (isKept ? [] : [index]))
  return { bytes, touched, changed, moves: draftMoves(draft, table, vertexOf) }
}

/** Assigns changed triangles to the tiles that their centres are in (nwn2 11.3); one without a finite centre stays. */
function regroup(draft: MeshDraft): void {
  const { tileWidth, gridWidth, tiles } = draft.mesh
  const gridHeight = Math.floor(tiles.count / Math.max(1, gridWidth))
  const tileOf = (triangle: DraftTriangle): number => {
    if (triangle.isKept || !(tileWidth > 0) || gridWidth === 0) return triangle.tile
    const [x, y] = [0, 1].map(axis => triangle.corners.reduce((sum, one) => sum + (draft.point(one)[axis] ?? 0), 0) / 3)
    if (!Number.isFinite(x) || !Number.isFinite(y)) return triangle.tile
    const slack = tileWidth * 1e-5
    const [left, bottom] = [(triangle.tile % gridWidth) * tileWidth, Math.floor(triangle.tile / gridWidth) * tileWidth]
    const isIn = (at = 0, from = 0): boolean => at >= from - slack && at <= from + tileWidth + slack
    if (isIn(x, left) && isIn(y, bottom)) return triangle.tile
    const clamp = (at = 0, most = 1): number => Math.max(0, Math.min(most - 1, Math.floor(at / tileWidth)))
    return clamp(y, gridHeight) * gridWidth + clamp(x, gridWidth)
  }
  const placed = draft.triangles.map(triangle => ({ ...triangle, tile: tileOf(triangle) }))
  placed.sort((a, b) => a.tile - b.tile)
  draft.triangles.length = 0
  for (const triangle of placed) draft.triangles.push(triangle)
}

/** Returns the new number of a vertex; -1 for a removed one. */
function vertexNumbers(draft: MeshDraft, { edges }: EdgeTable): (vertex: number) => number {
  const { mesh } = draft
  const [before, after] = [new Uint8Array(draft.vertexCount), new Uint8Array(draft.vertexCount)]
  for (const corners of [mesh.triangles.v0, mesh.triangles.v1, mesh.triangles.v2])
    for (const corner of corners) before[corner] = 1
  for (const { corners } of draft.triangles) for (const corner of corners) after[corner] = 1
  // In a damaged mesh an edge may have vertices that its triangles do not have.
  for (const { low, high } of edges) after[low] = after[high] = 1
  const numbers = new Int32Array(draft.vertexCount).fill(-1)
  let next = 0
  const originals = mesh.vertices.length / 3
  for (let vertex = 0; vertex < numbers.length; vertex++) {
    const isUnusedOriginal = draft.keepsUnused && vertex < originals && before[vertex] === 0
    if (after[vertex] === 1 || isUnusedOriginal) numbers[vertex] = next++
  }
  return vertex => numbers[vertex] ?? -1
}

function vertexBytes(draft: MeshDraft, vertexOf: (vertex: number) => number): Bytes {
  const { mesh } = draft
  const start = locate(mesh.opened, 'vertices')?.offset ?? 0
  const originals = mesh.vertices.length / 3
  const parts: Bytes[] = []
  for (let vertex = 0; vertex < draft.vertexCount; vertex++) {
    if (vertexOf(vertex) < 0) continue
    const isOwn = vertex < originals && !draft.moved.has(vertex)
    parts.push(
      isOwn
        ? mesh.bytes.subarray(start + vertex * VERTEX_SIZE, start + (vertex + 1) * VERTEX_SIZE)
        : newRecord(Point, { point: [...draft.point(vertex)] }),
    )
  }
  return joinedBytes(parts)
}

function triangleBytes(draft: MeshDraft, table: EdgeTable, vertexOf: (vertex: number) => number): Bytes {
  const { mesh, triangles } = draft
  const { start, stride } = mesh.triangles
  const made = new Uint8Array(triangles.length * stride)
  const view = new RecordView(Triangle, made)
  for (const [index, triangle] of triangles.entries()) {
    const at = index * stride
    const from = start + triangle.source * stride
    if (triangle.source === ADDED) view.write(at, { island: islandOfTile(mesh, triangle) })
    else made.set(mesh.bytes.subarray(from, from + stride), at)
    const [v0, v1, v2] = triangle.corners
    view.write(at, { v0: vertexOf(v0), v1: vertexOf(v1), v2: vertexOf(v2) })
    for (let slot = 0; slot < 3; slot++) {
      const edge = table.ofTriangles[index * 3 + slot] ?? 0
      const [first, second] = table.edges[edge]?.triangles ?? [NO_TRIANGLE, NO_TRIANGLE]
      writeSlot(made, at, slot, edge, first === index ? second : first)
    }
    if (triangle.isKept) continue
    const [a, b, c] = [draft.point(v0), draft.point(v1), draft.point(v2)]
    const derived = derivedFrom(a, b, c, (triangle.flags & CLOCKWISE) !== 0)
    view.write(at, { flags: triangle.flags, ...(derived && { ...derived }) })
  }
  return made
}

/** Island of an added triangle until it is baked: that of its tile. */
function islandOfTile(mesh: Mesh, { tile, flags }: DraftTriangle): number {
  if ((flags & WALKABLE) === 0) return NO_ISLAND
  const [from, count] = rangeOfTile(mesh, tile)
  return mesh.triangles.island.subarray(from, from + count).find(island => island !== NO_ISLAND) ?? NO_ISLAND
}

function writeSlot(bytes: Bytes, at: number, slot: number, edge: number, link: number): void {
  writeRecord(bytes, at + offsetOf(Triangle, 'linked_edges') + slot * WORD_SIZE, Count, { n: edge })
  writeRecord(bytes, at + offsetOf(Triangle, 'linked_triangles') + slot * WORD_SIZE, Count, { n: link })
}

function touchedTiles({ mesh, triangles }: MeshDraft): ReadonlySet<number> {
  const touched = new Set<number>()
  const kept = new Uint32Array(mesh.tiles.count)
  for (const { tile, isKept } of triangles) {
    if (!isKept) touched.add(tile)
    kept[tile] = (kept[tile] ?? 0) + 1
  }
  for (let tile = 0; tile < mesh.tiles.count; tile++) if (kept[tile] !== rangeOfTile(mesh, tile)[1]) touched.add(tile)
  return touched
}

/** Tile records with new triangle ranges; touched tiles have empty tables and new statistics (nwn2 11.1, step 6). */
function tileBytes({ mesh, triangles }: MeshDraft, table: EdgeTable, touched: ReadonlySet<number>): readonly Bytes[] {
  const parts: Bytes[] = []
  let from = 0
  for (let tile = 0; tile < mesh.tiles.count; tile++) {
    let end = from
    while (triangles[end]?.tile === tile) end++
    const [offset = 0, next = 0] = mesh.tiles.starts.subarray(tile, tile + 2)
    const record = touched.has(tile) ? emptyTile(mesh, offset, next) : mesh.bytes.slice(offset, next)
    writeRecord(record, 0, Tile, { triangles_count: end - from, triangles_offset: from })
    if (touched.has(tile)) {
      const own = triangles.slice(from, end)
      writeRecord(record, 0, Tile, {
        ltn_length: 0,
        ntl_length: 0,
        vertices_count: new Set(own.flatMap(({ corners }) => [...corners])).size,
        edges_count: new Set(table.ofTriangles.subarray(from * 3, end * 3)).size,
      })
    }
    parts.push(record)
    from = end
  }
  return parts
}

const emptyTile = ({ bytes }: Mesh, offset: number, next: number): Bytes =>
  joinedBytes([bytes.subarray(offset, offset + TILE_TABLES_AT), bytes.subarray(next - strideOf(TileEnd), next)])
