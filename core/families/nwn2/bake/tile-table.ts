import { StudioError } from '../../../format'
import type { Bytes } from '../../../layout'
import { MOST_NODES, NO_NODE, WALKABLE } from '../aswm/aswm'
import type { Mesh } from '../aswm/mesh'
import { distance, shortestWays, type WayStep } from '../aswm/shortest-ways'

/** The path table of a tile (nwn2 4.9). */
export interface TileTable {
  readonly toNode: Bytes
  readonly toLocal: Uint32Array
  /** `from * nodes + to`, without lines of sight. */
  readonly nodes: Bytes
}

/** First triangle of a tile, and how many it has. */
export const rangeOfTile = ({ tiles }: Mesh, tile: number): readonly [from: number, count: number] => [
  tiles.triangles_offset[tile] ?? 0,
  tiles.triangles_count[tile] ?? 0,
]

export const isWalkable = ({ triangles }: Mesh, triangle: number): boolean =>
  ((triangles.flags[triangle] ?? 0) & WALKABLE) !== 0

/** The path table of a tile from its triangles (nwn2 11.1). Throws StudioError `nwn2.bake.capacity`. */
export function tileTable(mesh: Mesh, tile: number): TileTable {
  const [from, count] = rangeOfTile(mesh, tile)
  const toNode = new Uint8Array(count).fill(NO_NODE)
  const locals: number[] = []
  for (let local = 0; local < count; local++) {
    if (!isWalkable(mesh, from + local)) continue
    if (locals.length < MOST_NODES) toNode[local] = locals.length
    locals.push(local)
  }
  const n = locals.length
  if (n > MOST_NODES) throw new StudioError('nwn2.bake.capacity', { tile, n, most: MOST_NODES })
  const next = shortestWays(n, stepsIn(mesh, from, toNode, locals))
  // -1 becomes 255: none.
  return { toNode, toLocal: Uint32Array.from(locals), nodes: Uint8Array.from(next) }
}

function stepsIn({ triangles }: Mesh, from: number, toNode: Bytes, locals: readonly number[]): readonly WayStep[] {
  const { linked_triangles, centre_x, centre_y } = triangles
  const steps: WayStep[] = []
  for (const [node, local] of locals.entries()) {
    const own = from + local
    for (let slot = own * 3; slot < own * 3 + 3; slot++) {
      const link = linked_triangles[slot] ?? 0
      const to = toNode[link - from] ?? NO_NODE
      if (to === NO_NODE || to === node) continue
      const length = distance(centre_x[own] ?? 0, centre_y[own] ?? 0, centre_x[link] ?? 0, centre_y[link] ?? 0)
      steps.push([node, to, length])
    }
  }
  return steps
}
