import { NO_NODE, NODE_MASK } from '../aswm/aswm'
import { localToNode, nodesOf, nodeToLocal, type Mesh } from '../aswm/mesh'
import { distance } from '../aswm/shortest-ways'
import { isWalkable, rangeOfTile } from './tile-table'

/** Ways may be longer by this share: tables of other programs sum in 32 bits. */
const TOLERANCE = 1e-4

/** Why the table of a tile is out of date: other triangles are walkable, or its ways are not the shortest. */
export type StaleReason = 'walkable' | 'ways'

/**
 * Whether the path table of a tile agrees with its triangles (nwn2 11.2). No bake: an entry is right where no neighbour
 * offers a shorter way than the next node, which takes as long as to read the table.
 */
export function staleReason(mesh: Mesh, tile: number): StaleReason | undefined {
  const [from, count] = rangeOfTile(mesh, tile)
  const toNode = localToNode(mesh, tile)
  for (let local = 0; local < count; local++)
    if (isWalkable(mesh, from + local) !== ((toNode[local] ?? NO_NODE) !== NO_NODE)) return 'walkable'
  if (toNode.length !== count && nodeToLocal(mesh, tile).length > 0) return 'walkable'
  return areShortest(mesh, tile, from, toNode) ? undefined : 'ways'
}

/** Tiles whose tables are out of date. */
export const staleTiles = (mesh: Mesh): ReadonlySet<number> =>
  new Set([...Array(mesh.tiles.count).keys()].filter(tile => staleReason(mesh, tile) !== undefined))

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

function areShortest(mesh: Mesh, tile: number, from: number, toNode: Uint8Array): boolean {
  const locals = nodeToLocal(mesh, tile)
  const nodes = nodesOf(mesh, tile)
  const count = locals.length
  if (locals.some((local, node) => toNode[local] !== node)) return true // reported by the rule of the lists
  const { targets, lengths } = stepsOf(mesh, from, toNode, locals)
  const sums = new Float64Array(count)
  for (let goal = 0; goal < count; goal++) {
    if (!fillSums(sums, goal, nodes, targets, lengths)) return true // a walk is lost: reported by its own rule
    for (let at = 0; at < count * 3; at++) {
      const to = targets[at] ?? -1
      const node = Math.floor(at / 3)
      if (to < 0 || node === goal) continue
      const over = (sums[to] ?? 0) + (lengths[at] ?? 0)
      if (over < (sums[node] ?? 0) * (1 - TOLERANCE) - TOLERANCE) return false
    }
  }
  return true
}

const UNKNOWN = -1
const OPEN = -2

/** Lengths of the walks of a table to one node, Infinity where it has none; false where a walk does not arrive. */
function fillSums(sums: Float64Array, goal: number, nodes: Uint8Array, targets: Int32Array, lengths: Float64Array) {
  const count = sums.length
  sums.fill(UNKNOWN)
  sums[goal] = 0
  const walk: number[] = []
  for (let start = 0; start < count; start++) {
    let node = start
    while (sums[node] === UNKNOWN) {
      const entry = nodes[node * count + goal] ?? NO_NODE
      if (entry === NO_NODE) {
        sums[node] = Infinity
        break
      }
      sums[node] = OPEN
      walk.push(node)
      node = entry & NODE_MASK
      if (node >= count) return false
    }
    if (sums[node] === OPEN) return false
    for (let own = walk.pop(); own !== undefined; own = walk.pop()) {
      const slot = targets.subarray(own * 3, own * 3 + 3).indexOf(node)
      if (slot < 0) return false
      sums[own] = (lengths[own * 3 + slot] ?? 0) + (sums[node] ?? 0)
      node = own
    }
  }
  return true
}
