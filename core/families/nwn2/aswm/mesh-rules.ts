import type { Report } from '../../../format/report'
import { CLOCKWISE, NO_TRIANGLE, SURFACES, WALKABLE } from './aswm'
import { areaFromAbove, derivedOf } from './geometry'
import type { Mesh } from './mesh'
import { edgePlace, fieldPlace, trianglePlace } from './mesh-places'

/** Corners and edges that a rule may read: all numbers are in range. */
export function checkIndexes(mesh: Mesh, report: Report): boolean {
  const { vertices, edges, triangles } = mesh
  const count = vertices.length / 3
  let isSound = true
  const wrong = (code: string, params: Record<string, number>, place: ReturnType<typeof edgePlace>): void => {
    isSound = false
    report.error(code, params, place)
  }
  for (let edge = 0; edge < edges.count; edge++) {
    for (const field of ['vertex_0', 'vertex_1'] as const) {
      const vertex = edges[field][edge] ?? 0
      if (vertex >= count) wrong('aswm.edge.vertex', { edge, vertex, n: count }, edgePlace(mesh, edge, field))
    }
    for (const field of ['triangle_0', 'triangle_1'] as const) {
      const triangle = edges[field][edge] ?? 0
      if (triangle < triangles.count || triangle === NO_TRIANGLE) continue
      wrong('aswm.edge.triangle', { edge, triangle, n: triangles.count }, edgePlace(mesh, edge, field))
    }
  }
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    for (const field of ['v0', 'v1', 'v2'] as const) {
      const vertex = triangles[field][triangle] ?? 0
      if (vertex < count) continue
      wrong('aswm.triangle.vertex', { triangle, vertex, n: count }, trianglePlace(mesh, triangle, field))
    }
    for (let slot = 0; slot < 3; slot++) {
      const edge = triangles.linked_edges[triangle * 3 + slot] ?? 0
      if (edge >= edges.count) {
        const params = { triangle, slot, edge, n: edges.count }
        wrong('aswm.triangle.edge', params, trianglePlace(mesh, triangle, `linked_edges/${slot}`))
      }
      const link = triangles.linked_triangles[triangle * 3 + slot] ?? 0
      if (link < triangles.count || link === NO_TRIANGLE) continue
      const params = { triangle, slot, link, n: triangles.count }
      wrong('aswm.triangle.link', params, trianglePlace(mesh, triangle, `linked_triangles/${slot}`))
    }
  }
  return isSound
}

/** Vertices that are no number, and those that no triangle uses. */
export function checkVertices(mesh: Mesh, report: Report): void {
  const { vertices, triangles } = mesh
  const used = new Uint8Array(vertices.length / 3)
  for (const corner of [triangles.v0, triangles.v1, triangles.v2]) for (const vertex of corner) used[vertex] = 1
  for (let vertex = 0; vertex < used.length; vertex++) {
    const sum = (vertices[vertex * 3] ?? 0) + (vertices[vertex * 3 + 1] ?? 0) + (vertices[vertex * 3 + 2] ?? 0)
    if (!Number.isFinite(sum)) report.error('aswm.vertex.nan', { vertex }, fieldPlace(mesh, `vertices/${vertex}`))
    else if (used[vertex] === 0) report.info('aswm.vertex.unused', { vertex }, fieldPlace(mesh, `vertices/${vertex}`))
  }
}

/** Edges of one pair of vertices: the toolset writes them where more than two triangles meet (nwn2 4.4). */
export function checkEdges(mesh: Mesh, report: Report): void {
  const { edges, vertices } = mesh
  const count = vertices.length / 3
  const pairOf = (edge: number): number => {
    const [a = 0, b = 0] = [edges.vertex_0[edge], edges.vertex_1[edge]]
    return Math.min(a, b) * count + Math.max(a, b)
  }
  const order = Uint32Array.from({ length: edges.count }, (_, edge) => edge)
  const pairs = Float64Array.from({ length: edges.count }, (_, edge) => pairOf(edge))
  // The toolset writes them in order: only other files have to be sorted.
  if (!pairs.every((pair, edge) => edge === 0 || pair >= (pairs[edge - 1] ?? 0)))
    order.sort((a, b) => (pairs[a] ?? 0) - (pairs[b] ?? 0) || a - b)
  for (let at = 1; at < order.length; at++) {
    const [other = 0, edge = 0] = [order[at - 1], order[at]]
    if (pairs[edge] === pairs[other])
      report.info('aswm.edge.manifold', { edge, other }, edgePlace(mesh, edge, 'vertex_0', 'vertex_1'))
  }
}

/** Each side of a triangle: its edge, its neighbour, and the way back (nwn2 4.5, 8). */
export function checkLinks(mesh: Mesh, report: Report): void {
  const { edges, triangles } = mesh
  const { linked_edges, linked_triangles, v0, v1, v2 } = triangles
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    const [a = 0, b = 0, c = 0] = [v0[triangle], v1[triangle], v2[triangle]]
    for (let slot = 0; slot < 3; slot++) {
      const edge = linked_edges[triangle * 3 + slot] ?? 0
      const link = linked_triangles[triangle * 3 + slot] ?? 0
      const [from = 0, to = 0] = [edges.vertex_0[edge], edges.vertex_1[edge]]
      const params = { triangle, slot, edge }
      const place = (): ReturnType<typeof edgePlace> => trianglePlace(mesh, triangle, `linked_edges/${slot}`)
      if ((from !== a && from !== b && from !== c) || (to !== a && to !== b && to !== c) || from === to)
        report.error('aswm.triangle.edge-side', params, place())
      const [one = 0, two = 0] = [edges.triangle_0[edge], edges.triangle_1[edge]]
      if (!((one === triangle && two === link) || (one === link && two === triangle)))
        report.error('aswm.triangle.edge-link', { ...params, link: nameOf(link) }, place())
      else if (link !== NO_TRIANGLE && !pointsBack(linked_triangles, link, triangle))
        report.warning(
          'aswm.triangle.one-way',
          { triangle, slot, link },
          trianglePlace(mesh, triangle, `linked_triangles/${slot}`),
        )
    }
  }
}

const nameOf = (link: number): number => (link === NO_TRIANGLE ? -1 : link)
const pointsBack = (links: Uint32Array, from: number, to: number): boolean =>
  links[from * 3] === to || links[from * 3 + 1] === to || links[from * 3 + 2] === to

/** Flags and derived numbers of each triangle: warnings, the game reads such a mesh (nwn2 4.5, 4.6, 10.3). */
export function checkTriangles(mesh: Mesh, report: Report): void {
  const { triangles } = mesh
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    const flags = triangles.flags[triangle] ?? 0
    const surfaces = bitsOf(flags & SURFACES)
    const place = (): ReturnType<typeof edgePlace> => trianglePlace(mesh, triangle, 'flags')
    if (((flags & WALKABLE) !== 0 && surfaces !== 1) || surfaces > 1)
      report.warning('aswm.triangle.surface', { triangle, n: surfaces }, place())
    checkShape(mesh, triangle, flags, report)
  }
}

function bitsOf(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Differences that rounding in another order explains. */
const TOLERANCE = 2e-3

function checkShape(mesh: Mesh, triangle: number, flags: number, report: Report): void {
  const area = areaFromAbove(mesh, triangle)
  const derived = derivedOf(mesh, triangle)
  if (area === 0 || !derived) {
    report.warning('aswm.triangle.degenerate', { triangle }, trianglePlace(mesh, triangle, 'v0', 'v2'))
    return
  }
  const fix = { id: 'nwn2.triangle', params: { triangle } }
  if (area > 0 === ((flags & CLOCKWISE) !== 0))
    report.warning('aswm.triangle.winding', { triangle }, trianglePlace(mesh, triangle, 'flags'))
  if (!isDerived(mesh, triangle, derived))
    report.warning(
      'aswm.triangle.derived',
      { triangle },
      { ...trianglePlace(mesh, triangle, 'centre_x', 'plane_d'), fix },
    )
}

function isDerived({ triangles }: Mesh, triangle: number, derived: ReturnType<typeof derivedOf>): boolean {
  if (!derived) return true
  const near = (is = 0, wanted = 0): boolean => Math.abs(is - wanted) <= TOLERANCE * Math.max(1, Math.abs(wanted))
  return (
    near(triangles.centre_x[triangle], derived.centre_x) &&
    near(triangles.centre_y[triangle], derived.centre_y) &&
    derived.normal.every((value, axis) => near(triangles.normal[triangle * 3 + axis], value)) &&
    near(triangles.plane_d[triangle], derived.plane_d)
  )
}
