import { NO_ISLAND, NO_NODE, NODE_MASK } from '../aswm/aswm'
import { localToNode, nodesOf, nodeToLocal, NO_TILE, tileOfEach, type Mesh } from '../aswm/mesh'

/** A path by the stored tables: triangles from start to goal, or as far as it leads, with the fault. */
export interface TableWalk {
  readonly records: readonly number[]
  readonly fault?: 'no-table' | 'apart' | 'lost'
}

/** Follows the stored tables as the game does: within a tile by its path table, between islands by their matrix and exits (nwn2 4.9, 4.11). */
export class TableWalker {
  private readonly tileOf: Uint32Array

  constructor(private readonly mesh: Mesh) {
    this.tileOf = tileOfEach(mesh)
  }

  /** Whether a triangle has a node in the table of its tile, and an island. */
  hasTable(triangle: number): boolean {
    const island = this.mesh.triangles.island[triangle] ?? NO_ISLAND
    return this.nodeOf(triangle) !== NO_NODE && island < this.mesh.islands.count
  }

  /** From one triangle to another, each with a table. */
  walk(from: number, to: number): TableWalk {
    if (!this.hasTable(from) || !this.hasTable(to)) return { records: [from], fault: 'no-table' }
    const goal = this.islandOf(to)
    const entered = this.enter(from, goal)
    if (entered.fault !== undefined) return entered
    const last = this.within(entered.records.at(-1) ?? from, to)
    return last ? { records: [...entered.records, ...last] } : { ...entered, fault: 'lost' }
  }

  /** From a triangle to the first one of an island that the way enters. */
  enter(from: number, goal: number): TableWalk {
    const { islands, matrix } = this.mesh
    const records = [from]
    let at = from
    for (let steps = 0; this.islandOf(at) !== goal; steps++) {
      const island = this.islandOf(at)
      const next = matrix.next[island * islands.count + goal] ?? NO_ISLAND
      if (next === NO_ISLAND) return { records, fault: steps === 0 ? 'apart' : 'lost' }
      const exit = this.exitOf(island, next)
      const way = exit === undefined ? undefined : this.within(at, exit)
      const over = exit === undefined ? undefined : this.neighbourIn(exit, next)
      if (!way || over === undefined || steps > islands.count) return { records, fault: 'lost' }
      for (const triangle of way) records.push(triangle)
      records.push(over)
      at = over
    }
    return { records }
  }

  /** The triangles after the first on the way within a tile; undefined where its table does not lead there. */
  within(from: number, to: number): readonly number[] | undefined {
    const tile = this.tileOf[from] ?? NO_TILE
    if (tile === NO_TILE || this.tileOf[to] !== tile) return undefined
    const [nodes, locals] = [nodesOf(this.mesh, tile), nodeToLocal(this.mesh, tile)]
    const first = this.mesh.tiles.triangles_offset[tile] ?? 0
    const [start, goal] = [this.nodeOf(from), this.nodeOf(to)]
    const count = locals.length
    if (start >= count || goal >= count) return undefined
    const records: number[] = []
    for (let node = start; node !== goal; ) {
      const entry = nodes[node * count + goal] ?? NO_NODE
      const next = entry & NODE_MASK
      const triangle = first + (locals[next] ?? 0)
      const isStep = entry !== NO_NODE && next < count && this.isNear(records.at(-1) ?? from, triangle)
      if (!isStep || records.length > count) return undefined
      records.push(triangle)
      node = next
    }
    return records
  }

  islandOf(triangle: number): number {
    return this.mesh.triangles.island[triangle] ?? NO_ISLAND
  }

  private nodeOf(triangle: number): number {
    const tile = this.tileOf[triangle] ?? NO_TILE
    if (tile === NO_TILE) return NO_NODE
    return localToNode(this.mesh, tile)[triangle - (this.mesh.tiles.triangles_offset[tile] ?? 0)] ?? NO_NODE
  }

  private exitOf(island: number, next: number): number | undefined {
    const { adjacent, exits } = this.mesh.islands
    const from = adjacent.starts[island] ?? 0
    const at = adjacent.values.subarray(from, adjacent.starts[island + 1]).indexOf(next)
    return at < 0 ? undefined : exits.values[(exits.starts[island] ?? 0) + at]
  }

  /** The first neighbour of a triangle that is in an island. */
  private neighbourIn(triangle: number, island: number): number | undefined {
    const links = this.mesh.triangles.linked_triangles.subarray(triangle * 3, triangle * 3 + 3)
    return links.find(link => this.mesh.triangles.island[link] === island)
  }

  private isNear(triangle: number, other: number): boolean {
    return this.mesh.triangles.linked_triangles.subarray(triangle * 3, triangle * 3 + 3).includes(other)
  }
}
