import { borderClasses, BROKEN_SIDE, NO_SIDE, type Borders, type Columns, type LinesItem } from '../../../format'
import { NO_TRIANGLE } from './aswm'
import type { Mesh } from './mesh'

/** More edges, 32 MB of them, are no walkmesh of a game, and their colours would not fit into a texture. */
const MOST_EDGES = 2_000_000
/** Differences between both sides, the most important first: an edge between walkable and closed matters more than its tiles. */
const COLUMNS = ['walkable', 'surface', 'tile']
const [SIDE_0, SIDE_1, BAD] = [1, 2, 4]

/** The edges of a walkmesh as lines, coloured by their class; none where there are more than can be drawn. */
export function edgeLines(mesh: Mesh, entry: string, triangles: Columns): readonly LinesItem[] {
  const { count, vertex_0, vertex_1 } = mesh.edges
  if (count === 0 || count > MOST_EDGES) return []
  const positions = new Float32Array(6 * count)
  for (let edge = 0; edge < count; edge++) {
    const [from, to] = [3 * (vertex_0[edge] ?? 0), 3 * (vertex_1[edge] ?? 0)]
    for (let axis = 0; axis < 3; axis++) {
      // An edge of a vertex that does not exist is drawn nowhere.
      positions[6 * edge + axis] = mesh.vertices[from + axis] ?? NaN
      positions[6 * edge + 3 + axis] = mesh.vertices[to + axis] ?? NaN
    }
  }
  const borders: Borders = { field: 'edge_class', sides: edgeSides(mesh), columns: COLUMNS }
  return [
    {
      kind: 'lines',
      id: `edges ${entry}`,
      layer: 'lines',
      noun: 'edge',
      entry,
      array: 'edges',
      title: 'ui.map-layers.edges',
      isHiddenAtFirst: true,
      isOnGround: true,
      recordCount: count,
      fields: { edge_class: borderClasses(borders, triangles) },
      colouring: ['edge_class'],
      borders,
      positions,
      starts: new Uint32Array(count + 1).map((_, edge) => 2 * edge),
      records: new Uint32Array(count).map((_, edge) => edge),
      isClosed: false,
    },
  ]
}

/**
 * The triangles beside each edge. Broken is an edge of vertices or triangles that do not exist, one without a triangle, and
 * one that its triangles do not name exactly once, each with the other as the neighbour behind it (nwn2 4.4, 4.5).
 */
function edgeSides(mesh: Mesh): Int32Array {
  const { edges, vertices, triangles } = mesh
  const named = namedSides(mesh)
  const vertexCount = vertices.length / 3
  const sides = new Int32Array(2 * edges.count)
  for (let edge = 0; edge < edges.count; edge++) {
    const [one = NO_TRIANGLE, other = NO_TRIANGLE] = [edges.triangle_0[edge], edges.triangle_1[edge]]
    const [from = 0, to = 0] = [edges.vertex_0[edge], edges.vertex_1[edge]]
    const wanted = (one === NO_TRIANGLE ? 0 : SIDE_0) | (other === NO_TRIANGLE ? 0 : SIDE_1)
    const isWhole =
      from < vertexCount &&
      to < vertexCount &&
      from !== to &&
      wanted !== 0 &&
      named[edge] === wanted &&
      (one < triangles.count || one === NO_TRIANGLE) &&
      (other < triangles.count || other === NO_TRIANGLE)
    sides[2 * edge] = !isWhole ? BROKEN_SIDE : one === NO_TRIANGLE ? NO_SIDE : one
    sides[2 * edge + 1] = !isWhole ? BROKEN_SIDE : other === NO_TRIANGLE ? NO_SIDE : other
  }
  return sides
}

/** Which of its two triangles name each edge soundly; `BAD` where one does so in another way, or twice. */
function namedSides({ edges, triangles }: Mesh): Uint8Array {
  const { linked_edges, linked_triangles, v0, v1, v2 } = triangles
  const named = new Uint8Array(edges.count)
  for (let slot = 0; slot < 3 * triangles.count; slot++) {
    const edge = linked_edges[slot] ?? NO_TRIANGLE
    if (edge >= edges.count) continue
    const triangle = Math.floor(slot / 3)
    const link = linked_triangles[slot]
    const [a, b, c] = [v0[triangle], v1[triangle], v2[triangle]]
    const [from, to] = [edges.vertex_0[edge], edges.vertex_1[edge]]
    const isSide = (from === a || from === b || from === c) && (to === a || to === b || to === c)
    const [one, other] = [edges.triangle_0[edge], edges.triangle_1[edge]]
    const side =
      isSide && one === triangle && other === link
        ? SIDE_0
        : isSide && other === triangle && one === link
          ? SIDE_1
          : BAD
    named[edge] = (named[edge] ?? 0) | ((named[edge] ?? 0) & side ? BAD : side)
  }
  return named
}
