import { StudioError } from '../../../format'
import { NO_ISLAND } from '../aswm/aswm'
import type { Mesh } from '../aswm/mesh'
import { distance, shortestWays, type NextPlaces, type WayStep } from '../aswm/shortest-ways'
import { isWalkable, rangeOfTile } from './tile-table'

/** An island as computed from the triangles (nwn2 4.10). */
export interface FoundIsland {
  readonly centre_x: number
  readonly centre_y: number
  readonly triangles_count: number
  readonly adjacent: readonly number[]
  readonly distances: readonly number[]
  readonly exits: readonly number[]
}

/** Islands of a mesh, and the island of each triangle. */
export interface FoundIslands {
  readonly islands: readonly FoundIsland[]
  readonly of: Uint16Array
}

/**
 * Finds islands: connected walkable triangles of one tile, in the order of tiles and of their lowest triangles (nwn2 11.1).
 * Throws StudioError `nwn2.bake.islands` where there are more than the format can number.
 */
export function findIslands(mesh: Mesh): FoundIslands {
  const of = new Uint16Array(mesh.triangles.count).fill(NO_ISLAND)
  const members: Uint32Array[] = []
  for (let tile = 0; tile < mesh.tiles.count; tile++) {
    const [from, count] = rangeOfTile(mesh, tile)
    for (let triangle = from; triangle < from + count; triangle++) {
      if (of[triangle] !== NO_ISLAND || !isWalkable(mesh, triangle)) continue
      if (members.length === NO_ISLAND) throw new StudioError('nwn2.bake.islands', { most: NO_ISLAND })
      members.push(flood(mesh, of, members.length, [triangle, from, from + count]))
    }
  }
  const centres = members.map(own => centreOf(mesh, own))
  return { islands: members.map((own, index) => islandOf(mesh, of, centres, own, index)), of }
}

/** Numbers the triangles from `from` to `to` that are reached from `seed`, and returns them in ascending order. */
function flood(
  mesh: Mesh,
  of: Uint16Array,
  island: number,
  [seed, from, to]: readonly [seed: number, from: number, to: number],
): Uint32Array {
  const { linked_triangles } = mesh.triangles
  const found = [seed]
  of[seed] = island
  for (const triangle of found) {
    for (let slot = triangle * 3; slot < triangle * 3 + 3; slot++) {
      const link = linked_triangles[slot] ?? 0
      if (link < from || link >= to || of[link] !== NO_ISLAND || !isWalkable(mesh, link)) continue
      of[link] = island
      found.push(link)
    }
  }
  return Uint32Array.from(found).sort()
}

type Centre = readonly [x: number, y: number]

/** Mean of the centres of triangles, rounded as the toolset does (nwn2 4.10). */
export function centreOf({ triangles }: Mesh, own: Uint32Array): Centre {
  const share = Math.fround(1 / own.length)
  let [x, y] = [0, 0]
  for (const triangle of own) {
    x = Math.fround(x + (triangles.centre_x[triangle] ?? 0))
    y = Math.fround(y + (triangles.centre_y[triangle] ?? 0))
  }
  return [Math.fround(x * share), Math.fround(y * share)]
}

function islandOf(
  { triangles }: Mesh,
  of: Uint16Array,
  centres: readonly Centre[],
  own: Uint32Array,
  index: number,
): FoundIsland {
  const exits = new Map<number, number>()
  for (const triangle of own) {
    for (let slot = triangle * 3; slot < triangle * 3 + 3; slot++) {
      const other = of[triangles.linked_triangles[slot] ?? 0] ?? NO_ISLAND
      if (other !== NO_ISLAND && other !== index && !exits.has(other)) exits.set(other, triangle)
    }
  }
  const [x, y] = centres[index] ?? [0, 0]
  const adjacent = [...exits.keys()]
  return {
    centre_x: x,
    centre_y: y,
    triangles_count: own.length,
    adjacent,
    distances: adjacent.map(other => distance(x, y, ...(centres[other] ?? [0, 0]))),
    exits: [...exits.values()],
  }
}

/** Next islands on the shortest paths between all islands (nwn2 4.11). */
export function islandWays(islands: readonly FoundIsland[]): NextPlaces {
  const steps = islands.flatMap(({ adjacent, distances }, from) =>
    adjacent.map((to, k): WayStep => [from, to, distances[k] ?? 0]),
  )
  return shortestWays(islands.length, steps)
}
