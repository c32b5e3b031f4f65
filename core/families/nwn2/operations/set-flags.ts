import { compose, apply } from '../../../edit'
import type { Opened, Operation, OperationRun, Outcome } from '../../../format'
import { joinedSplices, recordSplice, type Splice } from '../../../layout'
import { FIRST_SURFACE, NO_ISLAND, SURFACES, SURFACE_BITS, Triangle, WALKABLE } from '../aswm/aswm'
import { NO_TILE, tileOfEach, type Mesh } from '../aswm/mesh'
import { tilesWithOtherNodes } from '../bake/stale-tiles'
import { isWalkable, rangeOfTile } from '../bake/tile-table'
import { bakedWith, neededMesh, outcomeOf, soundMesh, type Summary } from './walkmesh-entry'

/** Flags of an opened or closed triangle; winding and unknown bits stay. */
const withWalkable = (flags: number, walkable: boolean): number =>
  walkable ? flags | WALKABLE | ((flags & SURFACES) === 0 ? FIRST_SURFACE : 0) : flags & ~(WALKABLE | SURFACES)

/** New fields of a triangle. */
interface NewFlags {
  readonly flags: number
  readonly island?: number
}

function splicesOf(
  { bytes, triangles }: Mesh,
  records: readonly number[],
  fieldsOf: (triangle: number) => NewFlags | undefined,
): readonly Splice[] {
  const { start, stride } = triangles
  const splices = records.flatMap(triangle => {
    const fields = fieldsOf(triangle)
    return fields ? recordSplice(bytes, start + triangle * stride, Triangle, { ...fields }) : []
  })
  return joinedSplices(bytes, splices)
}

/** Returns the island number of an opened triangle of a mesh without islands: that of its tile (nwn2 5). */
function unbakedIslands(mesh: Mesh): (triangle: number) => number {
  const { tiles, triangles } = mesh
  let owning = 0
  const numbers = Array.from({ length: tiles.count }, (_, tile) => {
    const [from, count] = rangeOfTile(mesh, tile)
    const own = count > 0 ? owning++ : NO_ISLAND
    return triangles.island.subarray(from, from + count).find(island => island !== NO_ISLAND) ?? own
  })
  const tileOf = tileOfEach(mesh)
  return triangle => numbers[tileOf[triangle] ?? NO_TILE] ?? NO_ISLAND
}

/** Opens or closes triangles. With `bake`, a baked mesh is baked again. */
export const SET_WALKABLE: Operation = {
  id: 'nwn2.set-walkable',
  records: 'triangles',
  isHeavy: true,
  parameters: [
    { name: 'walkable', kind: 'flag', initial: true },
    { name: 'bake', kind: 'flag', initial: true },
  ],
  async run(entry, given) {
    const mesh = neededMesh(entry)
    const walkable = given.parameters['walkable'] === true
    const records = given.records.filter(triangle => isWalkable(mesh, triangle) !== walkable)
    const islandOf = mesh.isBaked ? undefined : unbakedIslands(mesh)
    const splices = splicesOf(mesh, records, triangle => ({
      flags: withWalkable(mesh.triangles.flags[triangle] ?? 0, walkable),
      ...(islandOf && { island: walkable ? islandOf(triangle) : NO_ISLAND }),
    }))
    return mesh.isBaked && given.parameters['bake'] === true
      ? bakedAfter(entry, splices, { records, code: 'label.nwn2.walkable-set' }, given)
      : outcomeOf(entry, splices, {
          code: 'label.nwn2.walkable-set',
          records,
          counts: { triangles: records.length },
          notices: mesh.isBaked && records.length > 0 ? [{ code: 'notice.nwn2.stale', params: {} }] : [],
        })
  },
}

async function bakedAfter(
  entry: Opened,
  splices: readonly Splice[],
  { records, code }: Pick<Summary, 'records' | 'code'>,
  given: OperationRun,
): Promise<Outcome> {
  const mesh = soundMesh(apply(entry.bytes, splices), entry)
  const baked = await bakedWith(mesh, given, tilesWithOtherNodes(mesh))
  const counts = { triangles: records.length, ...baked.counts }
  return outcomeOf(entry, compose(splices, baked.splices), { code, records, counts, notices: [], moves: baked.moves })
}

/** Sets the surface of walkable triangles. Only the sound of footsteps depends on it, no table (nwn2 11.2). */
export const SET_SURFACE: Operation = {
  id: 'nwn2.set-surface',
  records: 'triangles',
  parameters: [{ name: 'surface', kind: 'choice', choices: [...SURFACE_BITS.keys()], initial: 'stone' }],
  run(entry, { records: chosen, parameters }) {
    const mesh = neededMesh(entry)
    const surface = SURFACE_BITS.get(String(parameters['surface'])) ?? FIRST_SURFACE
    const walkable = chosen.filter(triangle => isWalkable(mesh, triangle))
    const records = walkable.filter(triangle => ((mesh.triangles.flags[triangle] ?? 0) & SURFACES) !== surface)
    const splices = splicesOf(mesh, records, triangle => ({
      flags: ((mesh.triangles.flags[triangle] ?? 0) & ~SURFACES) | surface,
    }))
    return outcomeOf(entry, splices, {
      code: 'label.nwn2.surface-set',
      records,
      counts: { triangles: records.length },
      notices: walkable.length < chosen.length ? [{ code: 'notice.nwn2.not-walkable', params: {} }] : [],
    })
  },
}
