import { StudioError, type Opened, type OperationRun, type Outcome } from '../../../format'
import { reportOn } from '../../../format/report'
import { document, RecordView, struct, u32, type Bytes, type Move, type Splice } from '../../../layout'
import { ASWM, VERSION } from '../aswm/aswm'
import { meshOfDocument, type Mesh } from '../aswm/mesh'
import { checkIndexes } from '../aswm/mesh-rules'
import { checkTileRanges } from '../aswm/tile-rules'
import { bakeInSteps, type Baked } from '../bake/bake'

const WALKMESH = 'ASWM'
const Version = struct('nwn2-walkmesh-version', { version: u32() })

/** The walkmesh of an entry: itself, or the packet of an area file. Throws StudioError `nwn2.no-mesh`. */
export async function walkmeshOf(entry: Opened): Promise<Opened> {
  const found = entry.container?.format === 'nwn2.trn' ? entry : await entry.row(WALKMESH)
  if (!found) throw new StudioError('nwn2.no-mesh', { name: entry.name }, entry.path)
  return found
}

/** A mesh whose numbers can be followed. Throws StudioError `nwn2.mesh.damaged`. */
export function neededMesh(entry: Opened): Mesh {
  return soundMesh(entry.bytes, entry)
}

/** The same of bytes; `entry` is named in the error. */
export function soundMesh(bytes: Bytes, entry: Opened): Mesh {
  const isCurrent = bytes.length >= 4 && new RecordView(Version, bytes).number(0, 'version') === VERSION
  const opened = isCurrent ? document(ASWM, bytes) : undefined
  const mesh = opened?.isWhole === true ? meshOfDocument(opened) : undefined
  const report = reportOn(entry)
  const isSound = mesh && checkIndexes(mesh, report) && checkTileRanges(mesh, report)
  const isPlain = mesh?.tiles.path_flags.every(flags => flags === 0) === true
  if (!mesh || !isSound || !isPlain) throw new StudioError('nwn2.mesh.damaged', {}, entry.path)
  return mesh
}

/** Progress is reported, and the work can be stopped, once for this many tiles. */
const STRIDE = 16

/** Bakes, with progress. */
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
interface Summary extends Pick<Outcome, 'records' | 'counts' | 'notices'> {
  readonly code: string
  /** Where records were removed or made. */
  readonly moves?: readonly Move[]
}

/** An outcome that changes one entry by splices. */
export const outcomeOf = (
  { path, name, container }: Opened,
  splices: readonly Splice[],
  { code, moves = [], ...summary }: Summary,
): Outcome => ({
  label: { code, params: { name: container?.name ?? name } },
  edits: splices.length > 0 ? [{ entry: path, base: 0, splices, ...(moves.length > 0 && { moves }) }] : [],
  ...summary,
})
