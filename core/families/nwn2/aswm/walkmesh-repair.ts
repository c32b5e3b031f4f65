import type { Edit } from '../../../edit'
import { StudioError, type Opened, type Params } from '../../../format'
import { recordSplice, type Splice } from '../../../layout'
import { bake } from '../bake/bake'
import { neededMesh } from '../operations/walkmesh-entry'
import { Island, NO_ISLAND, Tile, Triangle, Way } from './aswm'
import { derivedOf } from './geometry'
import { openMesh, type Mesh } from './mesh'
import { BAKE_FIX } from './tile-rules'

/** Repairs of one record each: what follows from the rest of the mesh is written as the toolset would. */
const REPAIRS = new Map<string, (mesh: Mesh, params: Params) => Splice | undefined>([
  ['nwn2.triangle', repairTriangle],
  ['nwn2.tile-statistics', repairStatistics],
  ['nwn2.island', repairIsland],
  ['nwn2.weight', repairWeight],
])

/** Computes a repair. Throws StudioError `repair.unknown`, and those of a bake. */
export function repairWalkmesh(entry: Opened, id: string, params: Params): readonly Edit[] {
  if (id === BAKE_FIX.id) return [{ entry: entry.path, base: 0, splices: bake(neededMesh(entry)).splices }]
  const repair = REPAIRS.get(id)
  if (!repair) throw new StudioError('repair.unknown', { id })
  const splice = repair(openMesh(entry.bytes), params)
  return splice ? [{ entry: entry.path, base: 0, splices: [splice] }] : []
}

function repairTriangle(mesh: Mesh, params: Params): Splice | undefined {
  const triangle = Number(params['triangle'])
  const { start, stride } = mesh.triangles
  const derived = derivedOf(mesh, triangle)
  return derived && recordSplice(mesh.bytes, start + triangle * stride, Triangle, { ...derived })
}

function repairStatistics({ bytes, tiles }: Mesh, { tile, vertices, edges }: Params): Splice {
  const values = { vertices_count: Number(vertices), edges_count: Number(edges) }
  return recordSplice(bytes, tiles.starts[Number(tile)] ?? 0, Tile, values)
}

function repairIsland({ bytes, islands, triangles }: Mesh, params: Params): Splice {
  const island = Number(params['island'])
  const triangles_count = triangles.island.reduce((sum, one) => sum + (one === island ? 1 : 0), 0)
  return recordSplice(bytes, islands.starts[island] ?? 0, Island, { index: island, triangles_count })
}

function repairWeight({ bytes, islands, matrix }: Mesh, params: Params): Splice | undefined {
  const way = Number(params['way'])
  const [from, next] = [Math.floor(way / islands.count), matrix.next[way] ?? NO_ISLAND]
  const first = islands.adjacent.starts[from] ?? 0
  const last = islands.adjacent.starts[from + 1] ?? 0
  const at = islands.adjacent.values.indexOf(next, first)
  const weight = at >= first && at < last ? islands.distances.values[at] : undefined
  return weight === undefined ? undefined : recordSplice(bytes, matrix.start + way * matrix.stride, Way, { weight })
}
