import { StudioError, type Opened, type OperationRun, type Outcome } from '../../../format'
import { reportOn } from '../../../format/report'
import type { Bytes, Move, Splice } from '../../../layout'
import { wholeMesh, type Mesh } from '../aswm/mesh'
import { checkIndexes } from '../aswm/mesh-rules'
import { checkTileRanges } from '../aswm/tile-rules'
import { bakeInSteps, type Baked } from '../bake/bake'

const WALKMESH = 'ASWM'

/** The walkmesh of an entry: itself, or the packet of an area file. Throws StudioError `nwn2.no-mesh`. */
export async function walkmeshOf(entry: Opened): Promise<Opened> {
  const found = entry.container?.format === 'nwn2.trn' ? entry : await entry.row(WALKMESH)
  if (!found) throw new StudioError('nwn2.no-mesh', { name: entry.name }, entry.path)
  return found
}

/** The mesh of an entry, whole and with all indexes in range. Throws StudioError `nwn2.mesh.damaged`. */
export function neededMesh(entry: Opened): Mesh {
  return soundMesh(entry.bytes, entry)
}

/** Opens bytes as `neededMesh` does; the error names `entry`. */
export function soundMesh(bytes: Bytes, entry: Opened): Mesh {
  const mesh = wholeMesh(bytes)
  const report = reportOn(entry)
  const isSound = mesh && checkIndexes(mesh, report) && checkTileRanges(mesh, report)
  const isPlain = mesh?.tiles.path_flags.every(flags => flags === 0) === true
  if (!mesh || !isSound || !isPlain) throw new StudioError('nwn2.mesh.damaged', {}, entry.path)
  return mesh
}

/** Number of tiles between two reports of progress, where the bake can be cancelled. */
const STRIDE = 16

/** Bakes with progress. */
export async function bakedWith(
  mesh: Mesh,
  { step }: Pick<OperationRun, 'step'>,
  only?: ReadonlySet<number>,
): Promise<Baked> {
  const steps = bakeInSteps(mesh, only)
  for (;;) {
    const next = steps.next()
    if (next.done === true) return next.value
    const { done, total } = next.value
    if (done % STRIDE === 0) await step(done, total)
  }
}

/** The report of an operation. */
export interface Summary extends Pick<Outcome, 'records' | 'counts' | 'notices'> {
  readonly code: string
  /** Moves of deleted and added records. */
  readonly moves?: readonly Move[]
}

/** The outcome of splices in one entry. */
export const outcomeOf = (
  { path, name, container }: Opened,
  splices: readonly Splice[],
  { code, moves = [], ...summary }: Summary,
): Outcome => ({
  label: { code, params: { name: container?.name ?? name } },
  edits: splices.length > 0 ? [{ entry: path, base: 0, splices, ...(moves.length > 0 && { moves }) }] : [],
  ...summary,
})
