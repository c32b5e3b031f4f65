import { NO_NODE, NODE_MASK } from '../aswm/aswm'
import { localToNode, nodesOf, nodeToLocal, type Mesh } from '../aswm/mesh'
import { distance } from '../aswm/shortest-ways'
import { isWalkable, rangeOfTile } from './tile-table'

/** Relative tolerance of path lengths: tables of other programs sum in 32 bits. */
const TOLERANCE = 1e-4

/** Whether other triangles are walkable than those that the path table of a tile lists. */
export function hasOtherNodes(mesh: Mesh, tile: number): boolean {
  const [from, count] = rangeOfTile(mesh, tile)
  const toNode = localToNode(mesh, tile)
  for (let local = 0; local < count; local++)
    if (isWalkable(mesh, from + local) !== ((toNode[local] ?? NO_NODE) !== NO_NODE)) return true
  return toNode.length !== count && nodeToLocal(mesh, tile).length > 0
}

const tilesWhere = (mesh: Mesh, fits: (tile: number) => boolean): ReadonlySet<number> =>
  new Set([...Array(mesh.tiles.count).keys()].filter(fits))

/** Tiles whose path tables do not agree with their triangles (nwn2 11.2). */
export const staleTiles = (mesh: Mesh): ReadonlySet<number> =>
  tilesWhere(mesh, tile => hasOtherNodes(mesh, tile) || !areShortest(mesh, tile))

/** Tiles whose path tables do not agree with the walkable bits; lengths of paths are not compared, which is faster. */
export const tilesWithOtherNodes = (mesh: Mesh): ReadonlySet<number> =>
  tilesWhere(mesh, tile => hasOtherNodes(mesh, tile))

interface Steps {
  /** Three of each node; -1 for none. */
  readonly targets: Int32Array
  readonly lengths: Float64Array
}

function stepsOf({ triangles }: Mesh, from: number, toNode: Uint8Array, locals: Uint32Array): Steps {
  const { linked_triangles, centre_x, centre_y } = triangles
  const targets = new Int32Array(locals.length * 3).fill(-1)
  const lengths = new Float64Array(locals.length * 3)
  for (let node = 0; node < locals.length; node++) {
    const own = from + (locals[node] ?? 0)
    for (let slot = 0; slot < 3; slot++) {
      const link = linked_triangles[own * 3 + slot] ?? 0
      const to = toNode[link - from] ?? NO_NODE
      if (to === NO_NODE || to === node || to >= locals.length) continue
      targets[node * 3 + slot] = to
      lengths[node * 3 + slot] = distance(
        centre_x[own] ?? 0,
        centre_y[own] ?? 0,
        centre_x[link] ?? 0,
        centre_y[link] ?? 0,
      )
    }
  }
  return { targets, lengths }
}

/**
 * Whether the stored paths of a tile are the shortest (nwn2 11.2), without a bake: no neighbour of a node may offer a
 * shorter path than the stored next node does, so the time is that of reading the table.
 */
export function areShortest(mesh: Mesh, tile: number): boolean {
  const [from] = rangeOfTile(mesh, tile)
  const toNode = localToNode(mesh, tile)
  const locals = nodeToLocal(mesh, tile)
  const nodes = nodesOf(mesh, tile)
  const count = locals.length
  if (locals.some((local, node) => toNode[local] !== node)) return true // reported by the rule of the lists
  const { targets, lengths } = stepsOf(mesh, from, toNode, locals)
  const walks: Walks = { sums: new Float64Array(count), open: new Uint8Array(count) }
  const { sums } = walks
  for (let goal = 0; goal < count; goal++) {
    if (!fillSums(walks, goal, nodes, { targets, lengths })) return true // a walk is lost: reported by its own rule
    for (let node = 0; node < count; node++) {
      if (node === goal) continue
      const most = (sums[node] ?? 0) * (1 - TOLERANCE) - TOLERANCE
      for (let at = node * 3; at < node * 3 + 3; at++) {
        const to = targets[at] ?? -1
        if (to >= 0 && (sums[to] ?? 0) + (lengths[at] ?? 0) < most) return false
      }
    }
  }
  return true
}

const UNKNOWN = -1
const OPEN = -2

/** Lengths of the walks to one node, and the nodes of the current walk. */
interface Walks {
  readonly sums: Float64Array
  readonly open: Uint8Array
}

/** Computes the lengths of the stored walks to one node, Infinity for none. Returns false where a walk does not arrive. */
function fillSums({ sums, open }: Walks, goal: number, nodes: Uint8Array, { targets, lengths }: Steps): boolean {
  const count = sums.length
  sums.fill(UNKNOWN)
  sums[goal] = 0
  for (let start = 0; start < count; start++) {
    let node = start
    let depth = 0
    while (sums[node] === UNKNOWN) {
      const entry = nodes[node * count + goal] ?? NO_NODE
      if (entry === NO_NODE) {
        sums[node] = Infinity
        break
      }
      sums[node] = OPEN
      open[depth++] = node
      node = entry & NODE_MASK
      if (node >= count) return false
    }
    if (sums[node] === OPEN) return false
    while (depth > 0) {
      const own = open[--depth] ?? 0
      let at = own * 3
      while (at < own * 3 + 3 && targets[at] !== node) at++
      if (at === own * 3 + 3) return false
      sums[own] = (lengths[at] ?? 0) + (sums[node] ?? 0)
      node = own
    }
  }
  return true
}
