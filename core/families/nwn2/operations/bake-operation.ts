import type { Operation, Outcome } from '../../../format'
import { staleTiles } from '../bake/stale-tiles'
import { bakedWith, neededMesh, outcomeOf, walkmeshOf } from './walkmesh-entry'

/** From more islands than these a notice gives the size of the matrix, which grows with their square. */
const MANY_ISLANDS = 1000
const WAY_SIZE = 8

export const matrixNotices = (n: number): Outcome['notices'] =>
  n > MANY_ISLANDS ? [{ code: 'notice.nwn2.large-matrix', params: { n, size: n * n * WAY_SIZE } }] : []

/** Bakes a mesh: path tables, islands and matrix (nwn2 11.1). */
export const BAKE: Operation = {
  id: 'nwn2.bake',
  isHeavy: true,
  parameters: [{ name: 'tiles', kind: 'choice', choices: ['all', 'stale'], initial: 'all' }],
  async run(entry, given) {
    const own = await walkmeshOf(entry)
    const mesh = neededMesh(own)
    const only = given.parameters['tiles'] === 'stale' && mesh.isBaked ? staleTiles(mesh) : undefined
    const { splices, moves, counts } = await bakedWith(mesh, given, only)
    const notices = matrixNotices(counts['islands-after'])
    return outcomeOf(own, splices, { code: 'label.nwn2.baked', records: [], counts: { ...counts }, notices, moves })
  },
}
