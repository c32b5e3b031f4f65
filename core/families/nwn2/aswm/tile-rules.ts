import type { Report } from '../../../format/report'
import { MOST_NODES, NO_NODE, NODE_MASK, WALKABLE } from './aswm'
import { localToNode, nodesOf, nodeToLocal, type Mesh } from './mesh'
import { areShortest, hasOtherNodes } from '../bake/stale-tiles'
import { fieldPlace, tilePlace, trianglePlace } from './mesh-places'

export interface TileStatistics {
  readonly vertices_count: number
  readonly edges_count: number
}

/** Repair of tables that do not agree with the triangles. */
export const BAKE_FIX = { id: 'nwn2.bake', params: {} } as const

/** Whether the tiles own all triangles, one after another: only then their tables can be read. */
export function checkTileRanges(mesh: Mesh, report: Report): boolean {
  const { tiles, triangles } = mesh
  let from = 0
  let isSound = true
  for (let tile = 0; tile < tiles.count; tile++) {
    const offset = tiles.triangles_offset[tile] ?? 0
    if (offset !== from) {
      isSound = false
      report.error('aswm.tile.range', { tile, offset, wanted: from }, tilePlace(mesh, tile, 'triangles_offset'))
    }
    from += tiles.triangles_count[tile] ?? 0
  }
  if (from === triangles.count) return isSound
  const last = tiles.count - 1
  const params = { tile: last, offset: from, wanted: triangles.count }
  report.error('aswm.tile.range', params, last < 0 ? {} : tilePlace(mesh, last, 'triangles_count'))
  return false
}

/** Words of each tile that have one right value (nwn2 4.8). */
export function checkTileWords(mesh: Mesh, report: Report): void {
  const { tiles, tilesFlags, tileWidth } = mesh
  if (!(tileWidth > 0) || !Number.isFinite(tileWidth)) {
    report.error('aswm.tile-width', { width: String(tileWidth) }, fieldPlace(mesh, 'tile_width'))
  }
  for (let tile = 0; tile < tiles.count; tile++) {
    if (tiles.owns_data[tile] !== 0) report.error('aswm.tile.owns-data', { tile }, tilePlace(mesh, tile, 'owns_data'))
    if (tiles.path_flags[tile] !== 0 || tiles.rle_size[tile] !== 0)
      report.error('aswm.tile.path-flags', { tile }, tilePlace(mesh, tile, 'path_flags'))
    if (tiles.flags[tile] !== tilesFlags)
      report.info('aswm.tile.flags', { tile, flags: tiles.flags[tile] ?? 0 }, fieldPlace(mesh, `tiles/${tile}/flags`))
  }
}

/** Numbers of vertices and edges that the triangles of each tile use. Tiles own consecutive triangles. */
export function tileStatistics({ tiles, triangles, vertices, edges }: Mesh): readonly TileStatistics[] {
  const vertexSeen = new Uint32Array(vertices.length / 3)
  const edgeSeen = new Uint32Array(edges.count)
  return Array.from({ length: tiles.count }, (_, tile) => {
    const from = tiles.triangles_offset[tile] ?? 0
    const to = from + (tiles.triangles_count[tile] ?? 0)
    let vertices_count = 0
    let edges_count = 0
    for (let triangle = from; triangle < to; triangle++) {
      for (const corner of [triangles.v0, triangles.v1, triangles.v2]) {
        const vertex = corner[triangle] ?? 0
        if (vertexSeen[vertex] !== tile + 1) vertices_count++
        vertexSeen[vertex] = tile + 1
      }
      for (let slot = triangle * 3; slot < triangle * 3 + 3; slot++) {
        const edge = triangles.linked_edges[slot] ?? 0
        if (edgeSeen[edge] !== tile + 1) edges_count++
        edgeSeen[edge] = tile + 1
      }
    }
    return { vertices_count, edges_count }
  })
}

/** Stored statistics of tiles; official files have wrong ones (nwn2 4.8). */
export function checkTileStatistics(mesh: Mesh, report: Report): void {
  const { tiles } = mesh
  for (const [tile, { vertices_count, edges_count }] of tileStatistics(mesh).entries()) {
    if (tiles.vertices_count[tile] === vertices_count && tiles.edges_count[tile] === edges_count) continue
    const params = { tile, vertices: vertices_count, edges: edges_count }
    const fix = { id: 'nwn2.tile-statistics', params }
    report.info('aswm.tile.statistics', params, { ...tilePlace(mesh, tile, 'vertices_count', 'edges_count'), fix })
  }
}

/** Triangles whose centre is not in the square of their tile, its borders included (nwn2 4.8). */
export function checkCentres(mesh: Mesh, report: Report): void {
  const { tiles, triangles, tileWidth, gridWidth } = mesh
  if (!(tileWidth > 0) || gridWidth === 0) return
  const slack = tileWidth * 1e-5
  for (let tile = 0; tile < tiles.count; tile++) {
    const [left, bottom] = [(tile % gridWidth) * tileWidth - slack, Math.floor(tile / gridWidth) * tileWidth - slack]
    const [right, top] = [left + tileWidth + 2 * slack, bottom + tileWidth + 2 * slack]
    const from = tiles.triangles_offset[tile] ?? 0
    for (let triangle = from; triangle < from + (tiles.triangles_count[tile] ?? 0); triangle++) {
      const [x = 0, y = 0] = [triangles.centre_x[triangle], triangles.centre_y[triangle]]
      if (x >= left && x <= right && y >= bottom && y <= top) continue
      report.warning('aswm.tile.centre', { tile, triangle }, trianglePlace(mesh, triangle, 'centre_x', 'centre_y'))
    }
  }
}

/** The path table of each tile (nwn2 4.9). Tiles own consecutive triangles. */
export function checkTables(mesh: Mesh, report: Report): void {
  const { tiles } = mesh
  for (let tile = 0; tile < tiles.count; tile++) {
    const isWhole = checkLists(mesh, tile, report)
    if (mesh.isBaked) checkWalkable(mesh, tile, report)
    if (isWhole && checkNodes(mesh, tile, report) && mesh.isBaked) checkFresh(mesh, tile, report)
  }
}

/** The two lists are each other's inverse. */
function checkLists(mesh: Mesh, tile: number, report: Report): boolean {
  const { tiles } = mesh
  const triangles = tiles.triangles_count[tile] ?? 0
  const toNode = localToNode(mesh, tile)
  const toLocal = nodeToLocal(mesh, tile)
  if (toNode.length !== 0 && toNode.length !== triangles) {
    const params = { tile, n: toNode.length, triangles }
    report.error('aswm.tile.ltn-length', params, tilePlace(mesh, tile, 'ltn_length'))
    return false
  }
  if (toLocal.length > MOST_NODES)
    report.error(
      'aswm.tile.capacity',
      { tile, n: toLocal.length, most: MOST_NODES },
      tilePlace(mesh, tile, 'ntl_length'),
    )
  let isWhole = true
  for (const [node, local] of toLocal.entries()) {
    if (local < triangles && toNode[local] === node) continue
    isWhole = false
    const code = local < triangles ? 'aswm.tile.ltn' : 'aswm.tile.ntl'
    report.error(code, { tile, node, local, triangles }, fieldPlace(mesh, `tiles/${tile}/node_to_local/${node}`))
  }
  const wrong = toNode.findIndex(node => node !== NO_NODE && node >= toLocal.length)
  if (wrong < 0) return isWhole
  const params = { tile, node: toNode[wrong] ?? 0, local: wrong, triangles }
  report.error('aswm.tile.ltn', params, fieldPlace(mesh, `tiles/${tile}/local_to_node`))
  return false
}

/** In a baked mesh the walkable triangles are those with a node. */
function checkWalkable(mesh: Mesh, tile: number, report: Report): void {
  const { tiles, triangles } = mesh
  const toNode = localToNode(mesh, tile)
  const from = tiles.triangles_offset[tile] ?? 0
  for (let local = 0; local < (tiles.triangles_count[tile] ?? 0); local++) {
    const isWalkable = ((triangles.flags[from + local] ?? 0) & WALKABLE) !== 0
    if (isWalkable === ((toNode[local] ?? NO_NODE) !== NO_NODE)) continue
    const code = isWalkable ? 'aswm.tile.walkable' : 'aswm.tile.blocked'
    const place = trianglePlace(mesh, from + local, 'flags')
    report.error(code, { tile, triangle: from + local }, { ...place, fix: BAKE_FIX })
  }
}

/** Entries lead to a neighbour, and every walk arrives. */
function checkNodes(mesh: Mesh, tile: number, report: Report): boolean {
  const { tiles, triangles } = mesh
  const from = tiles.triangles_offset[tile] ?? 0
  const toLocal = nodeToLocal(mesh, tile)
  const nodes = nodesOf(mesh, tile)
  const count = toLocal.length
  const place = () => fieldPlace(mesh, `tiles/${tile}/nodes`)
  for (let at = 0; at < nodes.length; at++) {
    const entry = nodes[at] ?? NO_NODE
    if (entry === NO_NODE) continue
    const next = entry & NODE_MASK
    const node = Math.floor(at / count)
    const goal = from + (toLocal[next] ?? 0)
    const links = (from + (toLocal[node] ?? 0)) * 3
    const { linked_triangles: linked } = triangles
    const isNear = linked[links] === goal || linked[links + 1] === goal || linked[links + 2] === goal
    if (next < count && isNear && node !== at % count) continue
    report.error('aswm.tile.node', { tile, from: node, to: at % count, next }, place())
    return false
  }
  const lost = firstLost(count, (node, to) => {
    const entry = nodes[node * count + to] ?? NO_NODE
    return entry === NO_NODE ? undefined : entry & NODE_MASK
  })
  if (lost) report.error('aswm.tile.walk', { tile, ...lost }, place())
  return !lost
}

/** Stale tables: triangles were moved, merged or divided without a bake, so the stored paths are not the shortest (nwn2 11.2). */
function checkFresh(mesh: Mesh, tile: number, report: Report): void {
  if (hasOtherNodes(mesh, tile) || areShortest(mesh, tile)) return
  report.error('aswm.tile.stale', { tile }, { ...fieldPlace(mesh, `tiles/${tile}/nodes`), fix: BAKE_FIX })
}

/**
 * The first pair whose walk does not arrive: `next` gives the step from one of `count` places towards another, undefined
 * where there is no way. All walks to one place are followed once.
 */
export function firstLost(
  count: number,
  next: (from: number, to: number) => number | undefined,
): { readonly from: number; readonly to: number } | undefined {
  const walked = new Int32Array(count)
  const arrives = new Uint8Array(count)
  for (let to = 0; to < count; to++) {
    walked.fill(-1)
    arrives.fill(0)
    arrives[to] = 1
    walked[to] = to
    for (let from = 0; from < count; from++) {
      if (walked[from] !== -1 || next(from, to) === undefined) continue
      let at: number | undefined = from
      while (at !== undefined && walked[at] === -1) {
        walked[at] = from
        at = next(at, to)
      }
      // A walk that ends nowhere, or meets itself, is lost; one that meets an earlier one shares its fate.
      const isThere = at !== undefined && (at === to || (walked[at] !== from && arrives[at] === 1))
      if (!isThere) return { from, to }
      for (let back: number | undefined = from; back !== undefined && arrives[back] === 0; back = next(back, to))
        arrives[back] = 1
    }
  }
  return undefined
}
