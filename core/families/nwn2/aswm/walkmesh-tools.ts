import type { FillRule, RegionTools, Sight } from '../../../format'
import { NODE_MASK, NO_NODE, SURFACES, WALKABLE } from './aswm'
import { areaFromAbove } from './geometry'
import { localToNode, nodesOf, nodeToLocal, tileOfEach, type Mesh } from './mesh'
import { needTriangle, routeTools } from '../routes/route-tools'
import { linksOf } from './walkmesh-scene'

/** Floods, lines of sight and ways of a walkmesh. */
export function walkmeshTools(mesh: Mesh): RegionTools {
  const links = linksOf(mesh)
  let tiles: Uint32Array | undefined
  const { count } = mesh.triangles
  return {
    ...routeTools(mesh),
    count,
    neighbours(record) {
      needTriangle(mesh, record)
      return [...links.subarray(3 * record, 3 * record + 3)].map(other => Math.max(-1, other))
    },
    fill(seed, rule) {
      needTriangle(mesh, seed)
      return flood(links, seed, passing(mesh, seed, rule))
    },
    sight(record) {
      needTriangle(mesh, record)
      return sightOf(mesh, record, (tiles ??= tileOfEach(mesh))[record])
    },
  }
}

/** Bits of the flags that a column has. */
const MASKS: ReadonlyMap<string, number> = new Map([
  ['walkable', WALKABLE],
  ['surface', SURFACES],
  ['flags', 0xffff],
])

/** Triangles that a flood over the sides reaches, in ascending order. */
function flood(links: Int32Array, seed: number, passes: (triangle: number) => boolean): readonly number[] {
  const isIn = new Set([seed])
  for (const triangle of isIn)
    for (const other of links.subarray(3 * triangle, 3 * triangle + 3))
      if (other >= 0 && !isIn.has(other) && passes(other)) isIn.add(other)
  return [...isIn].sort((a, b) => a - b)
}

function passing(
  mesh: Mesh,
  seed: number,
  { same = [], sameBits = 0, slopeBelow, areaBelow }: FillRule,
): (triangle: number) => boolean {
  const { flags, island, normal } = mesh.triangles
  const mask = same.reduce((sum, field) => sum | (MASKS.get(field) ?? 0), sameBits)
  const hasIsland = same.includes('island')
  const steepest = slopeBelow === undefined ? undefined : Math.cos((slopeBelow * Math.PI) / 180)
  return triangle => {
    if ((((flags[triangle] ?? 0) ^ (flags[seed] ?? 0)) & mask) !== 0) return false
    if (hasIsland && island[triangle] !== island[seed]) return false
    if (areaBelow !== undefined && !(Math.abs(areaFromAbove(mesh, triangle)) / 2 < areaBelow)) return false
    return steepest === undefined || Math.abs(normal[3 * triangle + 2] ?? NaN) > steepest
  }
}

/** Triangles of the same tile that have a node, and those whose entry has the bit of the line of sight (nwn2 4.9). */
function sightOf(mesh: Mesh, triangle: number, tile: number | undefined): Sight | undefined {
  if (tile === undefined || tile >= mesh.tiles.count) return undefined
  const first = mesh.tiles.triangles_offset[tile] ?? 0
  const node = localToNode(mesh, tile)[triangle - first] ?? NO_NODE
  const locals = nodeToLocal(mesh, tile)
  const nodes = nodesOf(mesh, tile)
  if (node === NO_NODE || node >= locals.length) return undefined
  const known = [...locals].map(local => first + local)
  const seen = known.filter((_, to) => {
    const entry = nodes[node * locals.length + to] ?? NO_NODE
    return entry !== NO_NODE && entry > NODE_MASK
  })
  return { seen, known }
}
