import { sameBytes } from '../../../edit'
import { StudioError } from '../../../format'
import {
  joinedBytes,
  joinedSplices,
  offsetOf,
  RecordView,
  strideOf,
  trimmed,
  write,
  writeRecord,
  type Bytes,
  type Move,
  type Splice,
} from '../../../layout'
import { BAKED, Island, NO_ISLAND, NO_NODE, NODE_MASK, Tile, TileEnd, Triangle, Way } from '../aswm/aswm'
import { localToNode, nodesOf, TILE_TABLES_AT, type Mesh } from '../aswm/mesh'
import { fieldPlace } from '../aswm/mesh-places'
import { UNPACKED_LIMIT } from '../trn/comp'
import { islandMoves } from './island-moves'
import { findIslands, islandWays, type FoundIsland, type FoundIslands } from './islands'
import { tileTable, type TileTable } from './tile-table'

/** Flags of the tiles of a baked mesh (nwn2 4.7). */
const BAKED_FLAGS = 15 | BAKED
/** Bit of a path table's entry: the line of sight is free (nwn2 4.9). */
const LINE_OF_SIGHT = 0xff & ~NODE_MASK

/** What a bake changes. */
export interface Baked {
  /** Sorted and minimal; empty where the tables were right. */
  readonly splices: readonly Splice[]
  /** Moves of islands that were removed and added. */
  readonly moves: readonly Move[]
  readonly counts: {
    /** Tiles whose path table changes. */
    readonly tiles: number
    readonly 'islands-before': number
    readonly 'islands-after': number
    /** Triangles that lose their node, and those that gain one. */
    readonly 'tables-lost': number
    readonly 'tables-gained': number
  }
}

/** Progress of a bake, in tiles. */
export interface BakeStep {
  readonly done: number
  readonly total: number
}

interface Changes {
  readonly splices: Splice[]
  tiles: number
  lost: number
  gained: number
}

/**
 * Computes path tables, islands and their matrix from the triangles by the rules of the toolset (nwn2 11.1). It yields
 * before each step, where it can be stopped. The mesh is sound, see `neededMesh`. `only`: tiles whose tables are computed;
 * the others keep theirs.
 * Throws StudioError `nwn2.bake.capacity`, `nwn2.bake.islands`, `nwn2.bake.matrix`.
 */
export function* bakeInSteps(mesh: Mesh, only?: ReadonlySet<number>): Generator<BakeStep, Baked> {
  const { tiles } = mesh
  const changes: Changes = { splices: [], tiles: 0, lost: 0, gained: 0 }
  for (let tile = 0; tile < tiles.count; tile++) {
    if (only === undefined || only.has(tile)) bakeTile(mesh, tile, changes)
    else if (tiles.flags[tile] !== BAKED_FLAGS) change(mesh, changes, wholeTile(mesh, tile), withFlags(mesh, tile))
    yield { done: tile, total: tiles.count }
  }
  change(mesh, changes, placeOf(mesh, 'tiles_flags'), wordBytes(BAKED_FLAGS))
  const found = findIslands(mesh)
  guardSize(mesh, changes, found.islands.length)
  bakeMembership(mesh, found, changes)
  bakeIslands(mesh, found, changes)
  const { splices, lost, gained } = changes
  return {
    splices: joinedSplices(mesh.bytes, splices),
    moves: islandMoves(mesh, found),
    counts: {
      tiles: changes.tiles,
      'islands-before': mesh.islands.count,
      'islands-after': found.islands.length,
      'tables-lost': lost,
      'tables-gained': gained,
    },
  }
}

/** Runs all steps of a bake. */
export function bake(mesh: Mesh, only?: ReadonlySet<number>): Baked {
  const steps = bakeInSteps(mesh, only)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

type Range = readonly [offset: number, size: number]

function change({ bytes }: Mesh, { splices }: Changes, [offset, size]: Range, inserted: Bytes): boolean {
  const removed = bytes.subarray(offset, offset + size)
  const found = trimmed({ offset, removed, inserted }).filter(one => one.removed.length > 0 || one.inserted.length > 0)
  for (const splice of found) splices.push(splice)
  return found.length > 0
}

function placeOf(mesh: Mesh, path: string): Range {
  return fieldPlace(mesh, path).range ?? [0, 0]
}

const wordBytes = (word: number): Bytes => new Uint8Array(Uint32Array.of(word).buffer)

const wholeTile = ({ tiles }: Mesh, tile: number): Range => {
  const [from = 0, to = 0] = tiles.starts.subarray(tile, tile + 2)
  return [from, to - from]
}

function withFlags(mesh: Mesh, tile: number): Bytes {
  const [offset, size] = wholeTile(mesh, tile)
  const record = mesh.bytes.slice(offset, offset + size)
  writeRecord(record, size - strideOf(TileEnd), TileEnd, { flags: BAKED_FLAGS })
  return record
}

function bakeTile(mesh: Mesh, tile: number, changes: Changes): void {
  const table = tileTable(mesh, tile)
  const { toNode, toLocal } = table
  const nodes = withSight(mesh, tile, table)
  const head = mesh.bytes.slice(mesh.tiles.starts[tile] ?? 0, (mesh.tiles.starts[tile] ?? 0) + TILE_TABLES_AT)
  writeRecord(head, 0, Tile, { ltn_length: toNode.length, ntl_length: toLocal.length })
  const record = new Uint8Array(head.length + toNode.length + toLocal.byteLength + nodes.length + strideOf(TileEnd))
  record.set(head)
  record.set(toNode, head.length)
  record.set(new Uint8Array(toLocal.buffer), head.length + toNode.length)
  record.set(nodes, head.length + toNode.length + toLocal.byteLength)
  writeRecord(record, record.length - strideOf(TileEnd), TileEnd, { flags: BAKED_FLAGS })
  if (change(mesh, changes, wholeTile(mesh, tile), record)) changes.tiles++
  const before = localToNode(mesh, tile)
  for (const [local, node] of toNode.entries()) {
    const had = (before[local] ?? NO_NODE) !== NO_NODE
    if (had && node === NO_NODE) changes.lost++
    if (!had && node !== NO_NODE) changes.gained++
  }
}

/** Entries with the old lines of sight, where the nodes of the tile are unchanged (nwn2 11.1, step 6). */
function withSight(mesh: Mesh, tile: number, { toNode, nodes }: TileTable): Bytes {
  const old = nodesOf(mesh, tile)
  const isSame = old.length === nodes.length && sameBytes(localToNode(mesh, tile), toNode)
  if (!isSame) return nodes
  return nodes.map((entry, at) => {
    const before = old[at] ?? NO_NODE
    return entry === NO_NODE || before === NO_NODE ? entry : entry | (before & LINE_OF_SIGHT)
  })
}

/** Changed triangles with at most this many unchanged ones between them become one splice. */
const FEW = 4

function bakeMembership(mesh: Mesh, { of }: FoundIslands, changes: Changes): void {
  const { start, stride, count, island } = mesh.triangles
  for (let triangle = 0; triangle < count; ) {
    if (of[triangle] === island[triangle]) {
      triangle++
      continue
    }
    const first = triangle
    let end = first + 1
    for (let at = end; at < count && at <= end + FEW; at++) if (of[at] !== island[at]) end = at + 1
    const removed = mesh.bytes.slice(start + first * stride, start + end * stride)
    const inserted = removed.slice()
    const view = new RecordView(Triangle, inserted)
    for (let at = first; at < end; at++)
      if (of[at] !== island[at]) view.write((at - first) * stride, { island: of[at] ?? NO_ISLAND })
    changes.splices.push({ offset: start + first * stride, removed, inserted })
    triangle = end
  }
}

/** Replaces the count of islands, the islands and their matrix. */
function bakeIslands(mesh: Mesh, { islands }: FoundIslands, changes: Changes): void {
  const { starts, count } = mesh.islands
  const [from = 0, to = from] = [starts[0], starts[count]]
  const [at, size] = placeOf(mesh, 'island_count')
  change(mesh, changes, [at, size], wordBytes(islands.length))
  change(
    mesh,
    changes,
    [from, to - from],
    joinedBytes(islands.map((island, index) => islandBytes(mesh, island, index))),
  )
  const { start, stride } = mesh.matrix
  change(mesh, changes, [start, mesh.matrix.next.length * stride], matrixBytes(mesh, islands))
}

function islandBytes({ islands: old }: Mesh, island: FoundIsland, index: number): Bytes {
  const { adjacent, distances, exits, centre_x, centre_y, triangles_count } = island
  const n = adjacent.length
  return write(Island, {
    index,
    tile: old.tile[index] ?? old.tile[0] ?? 0,
    centre: [centre_x, centre_y, 0],
    triangles_count,
    adjacent_count: n,
    adjacent: [...adjacent],
    distance_count: n,
    distances: [...distances],
    exit_count: n,
    exits: [...exits],
  }).bytes
}

/**
 * The first step from each island to each other one, and its length. Where the number of islands is unchanged, records of
 * unreachable pairs and the padding of the others stay (nwn2 11.1, step 6).
 */
function matrixBytes({ bytes, matrix, islands: old }: Mesh, islands: readonly FoundIsland[]): Bytes {
  const count = islands.length
  const { start, stride } = matrix
  const isKept = count === old.count
  const size = count * count * stride
  const made = isKept ? bytes.slice(start, start + size) : new Uint8Array(size)
  const ways = islandWays(islands)
  const [nextAt, weightAt] = [offsetOf(Way, 'next'), offsetOf(Way, 'weight')]
  const floats = new Float32Array(made.buffer)
  for (const [from, { adjacent, distances }] of islands.entries()) {
    const weights = new Map(adjacent.map((to, k) => [to, distances[k] ?? 0]))
    for (let way = from * count; way < (from + 1) * count; way++) {
      const next = ways[way] ?? -1
      const at = way * stride
      if (next < 0) {
        if (isKept && matrix.next[way] === NO_ISLAND) continue
        made.fill(0, at, at + stride)
        made.fill(NO_ISLAND & 0xff, at + nextAt, at + nextAt + 2)
        continue
      }
      made[at + nextAt] = next & 0xff
      made[at + nextAt + 1] = next >> 8
      floats[(at + weightAt) / floats.BYTES_PER_ELEMENT] = weights.get(next) ?? 0
    }
  }
  return made
}

/** Refuses a result that readers refuse as too large: the matrix grows with the square of the islands. */
function guardSize({ bytes, matrix }: Mesh, { splices }: Changes, islands: number): void {
  const size =
    splices.reduce((sum, { removed, inserted }) => sum + inserted.length - removed.length, bytes.length) +
    (islands * islands - matrix.next.length) * matrix.stride
  if (size >= UNPACKED_LIMIT) throw new StudioError('nwn2.bake.matrix', { n: islands, size })
}
