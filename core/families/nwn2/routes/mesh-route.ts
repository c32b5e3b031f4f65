import { MinHeap, type Route, type RouteRule, type SpacePoint } from '../../../format'
import { NO_TRIANGLE, WALKABLE } from '../aswm/aswm'
import type { Mesh } from '../aswm/mesh'
import { distance } from '../aswm/shortest-ways'

/** Whether a triangle may be entered: walkable, and what the rule requires. */
export function opening({ triangles }: Mesh, { required = 0, forbidden = 0, closed = [] }: RouteRule) {
  const isClosed = new Set(closed)
  const needed = required | WALKABLE
  return (triangle: number): boolean => {
    const flags = triangles.flags[triangle] ?? 0
    return (flags & needed) === needed && (flags & forbidden) === 0 && !isClosed.has(triangle)
  }
}

/** Distance of the centres of two triangles, as path tables measure it. */
export const stepBetween = ({ triangles: { centre_x, centre_y } }: Mesh, a: number, b: number): number =>
  distance(centre_x[a] ?? 0, centre_y[a] ?? 0, centre_x[b] ?? 0, centre_y[b] ?? 0)

/** Sum of the steps of a way. */
export const lengthOf = (mesh: Mesh, records: readonly number[]): number =>
  records.slice(1).reduce((sum, record, k) => sum + stepBetween(mesh, records[k] ?? 0, record), 0)

/** The side of a triangle, by its first corner, that it has in common with another one; -1 where there is none. */
function sideTo({ triangles: { v0, v1, v2 } }: Mesh, triangle: number, other: number): number {
  const own = [v0[triangle], v1[triangle], v2[triangle]]
  const theirs = [v0[other], v1[other], v2[other]]
  return own.findIndex((corner, side) => theirs.includes(corner) && theirs.includes(own[(side + 1) % 3]))
}

/** A way with the sides by which its triangles are left. */
export const routeOver = (mesh: Mesh, records: readonly number[]): Pick<Route, 'records' | 'edges' | 'cost'> => ({
  records,
  edges: records.slice(1).map((record, k) => sideTo(mesh, records[k] ?? 0, record)),
  cost: lengthOf(mesh, records),
})

/** Triangles reached over links, in the order in which they are found. */
export function flooded(mesh: Mesh, from: number, isOpen: (triangle: number) => boolean): ReadonlySet<number> {
  const found = new Set([from])
  for (const triangle of found)
    for (const link of mesh.triangles.linked_triangles.subarray(triangle * 3, triangle * 3 + 3))
      if (link !== NO_TRIANGLE && link < mesh.triangles.count && !found.has(link) && isOpen(link)) found.add(link)
  return found
}

/** The shortest way over links, from centre to centre (Dijkstra); undefined where there is none. */
export function shortestOver(
  mesh: Mesh,
  from: number,
  to: number,
  isOpen: (triangle: number) => boolean,
): readonly number[] | undefined {
  const { count, linked_triangles } = mesh.triangles
  const costs = new Float64Array(count).fill(Infinity)
  const by = new Int32Array(count).fill(-1)
  const queue = new MinHeap()
  costs[from] = 0
  queue.push(from, 0)
  for (let triangle = queue.pop(); triangle >= 0; triangle = queue.pop()) {
    const { cost } = queue
    if (triangle === to) return wayBack(by, to)
    if (cost > (costs[triangle] ?? 0)) continue
    for (const link of linked_triangles.subarray(triangle * 3, triangle * 3 + 3)) {
      if (link >= count || !isOpen(link)) continue
      const sum = cost + stepBetween(mesh, triangle, link)
      if (!(sum < (costs[link] ?? 0))) continue
      costs[link] = sum
      by[link] = triangle
      queue.push(link, sum)
    }
  }
  return undefined
}

function wayBack(by: Int32Array, to: number): readonly number[] {
  const records: number[] = []
  for (let now = to; now >= 0; now = by[now] ?? -1) records.push(now)
  return records.reverse()
}

/** A line along a way: centres of its triangles, and between them the middles of the sides that it crosses. */
export function lineAlong(mesh: Mesh, { records, edges }: Pick<Route, 'records' | 'edges'>): readonly SpacePoint[] {
  const { vertices, triangles } = mesh
  const corners = (record: number): readonly number[] =>
    [triangles.v0, triangles.v1, triangles.v2].map(corner => corner[record] ?? 0)
  const mean = (own: readonly number[]): SpacePoint => {
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map(
      axis => own.reduce((sum, vertex) => sum + (vertices[3 * vertex + axis] ?? 0), 0) / own.length,
    )
    return [x, y, z]
  }
  return records.flatMap((record, k) => {
    const own = corners(record)
    const side = edges[k] ?? -1
    const ends = [own[side], own[(side + 1) % 3]]
    return side < 0 ? [mean(own)] : [mean(own), mean(ends.map(vertex => vertex ?? 0))]
  })
}
