import { apply, difference } from '../../../edit'
import type { Opened, OperationRun, Outcome } from '../../../format'
import type { Splice } from '../../../layout'
import type { MeshDraft } from '../edit/mesh-draft'
import { rebuilt } from '../edit/rebuild'
import { staleTiles } from '../bake/stale-tiles'
import { bakedWith, outcomeOf, soundMesh } from './walkmesh-entry'

/** Label code of a change, and additions to its report. */
interface Changed {
  readonly code: string
  readonly counts?: Outcome['counts']
  readonly notices?: Outcome['notices']
}

/** The outcome of a draft. A baked mesh is baked again; lines of sight are cleared in tiles whose triangles changed. */
export async function finished(
  entry: Opened,
  draft: MeshDraft,
  { code, counts = {}, notices = [] }: Changed,
  given: OperationRun,
): Promise<Outcome> {
  const { bytes, touched, changed, moves } = rebuilt(draft)
  const splices: readonly Splice[] = difference(entry.bytes, bytes)
  const summary = { code, records: changed, counts: { triangles: changed.length, ...counts }, notices, moves }
  if (!draft.mesh.isBaked || splices.length === 0) return outcomeOf(entry, splices, summary)
  const mesh = soundMesh(bytes, entry)
  const baked = await bakedWith(mesh, given, new Set([...touched, ...staleTiles(mesh)]))
  const made = difference(entry.bytes, apply(bytes, baked.splices))
  return outcomeOf(entry, made, {
    ...summary,
    moves: [...moves, ...baked.moves],
    counts: { ...summary.counts, ...baked.counts },
  })
}
