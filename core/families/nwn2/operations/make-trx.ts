import { apply, difference } from '../../../edit'
import {
  newRow,
  StudioError,
  type Opened,
  type Operation,
  type OperationRun,
  type Outcome,
  type PresentRow,
} from '../../../format'
import { RecordView, type Bytes } from '../../../layout'
import { CLOCKWISE, SURFACES, Tile, Triangle, WALKABLE } from '../aswm/aswm'
import { areaFromAbove, derivedOf } from '../aswm/geometry'
import { openMesh, type Mesh } from '../aswm/mesh'
import { tileStatistics } from '../aswm/tile-rules'
import { MeshDraft } from '../edit/mesh-draft'
import { rebuilt } from '../edit/rebuild'
import { TRN_CODEC } from '../trn/trn-codec'
import { matrixNotices } from './bake-operation'
import { applyCutters, cuttersOf, fileOfArea, usable } from './cutters'
import { bakedWith, neededMesh, outcomeOf, soundMesh, walkmeshOf } from './walkmesh-entry'
import { finished } from './finished'

/** Removes triangles whose centre is in the border of an exterior area (nwn2 11.5). Returns how many. */
function withoutBorder(draft: MeshDraft): number {
  const { borderSize, tileWidth, gridWidth, tiles, triangles } = draft.mesh
  if (borderSize === 0) return 0
  const gridHeight = Math.floor(tiles.count / Math.max(1, gridWidth))
  const least = borderSize * tileWidth
  const isInside = (at: number, count: number): boolean => at >= least && at <= (count - borderSize) * tileWidth
  const before = draft.triangles.length
  draft.replace(({ source }) =>
    isInside(triangles.centre_x[source] ?? 0, gridWidth) && isInside(triangles.centre_y[source] ?? 0, gridHeight)
      ? undefined
      : [],
  )
  return before - draft.triangles.length
}

/** Makes triangles clockwise, removes surfaces of closed ones, recomputes centres, normals and planes (nwn2 11.5, step 4). */
function turned(bytes: Bytes): Bytes {
  const mesh = openMesh(bytes)
  const made = bytes.slice()
  const { start, stride, count, flags, v1, v2 } = mesh.triangles
  const view = new RecordView(Triangle, made)
  for (let triangle = 0; triangle < count; triangle++) {
    const at = start + triangle * stride
    const old = flags[triangle] ?? 0
    view.write(at, { flags: (old | CLOCKWISE) & ((old & WALKABLE) === 0 ? ~SURFACES : 0xffff) })
    if (areaFromAbove(mesh, triangle) > 0) view.write(at, { v1: v2[triangle] ?? 0, v2: v1[triangle] ?? 0 })
  }
  const next = openMesh(made)
  for (let triangle = 0; triangle < count; triangle++) {
    const derived = derivedOf(next, triangle)
    if (derived) view.write(start + triangle * stride, { ...derived })
  }
  return withStatistics(made, next)
}

/** Sizes and statistics of tiles as in a TRX (nwn2 11.5, step 5). */
function withStatistics(bytes: Bytes, mesh: Mesh): Bytes {
  const view = new RecordView(Tile, bytes)
  for (const [tile, statistics] of tileStatistics(mesh).entries())
    view.write(mesh.tiles.starts[tile] ?? 0, { size_x: 0, size_y: 0, ...statistics })
  return bytes
}

/** Options of the conversion of a TRN. */
export interface TwinOptions {
  /** Whether cutters of the GIT file are applied. */
  readonly cutters: boolean
  /** Whether triangles in the border of an exterior area stay. */
  readonly borders: boolean
}

/** The walkmesh of the TRX of a TRN (nwn2 11.5). `own`: the walkmesh of the TRN. */
export async function twinMesh(
  own: Opened,
  { cutters, borders }: TwinOptions,
  given: Pick<OperationRun, 'step'>,
): Promise<Pick<Outcome, 'counts' | 'notices'> & { readonly bytes: Bytes }> {
  const draft = new MeshDraft(neededMesh(own))
  let removed = borders ? 0 : withoutBorder(draft)
  const found = cutters ? await cuttersOf(own) : []
  const used = usable(found ?? [])
  removed += await applyCutters(draft, used.cutters, given)
  draft.keepsUnused = removed === 0
  const isChanged = removed > 0 || draft.triangles.some(({ isKept }) => !isKept)
  const bytes = turned(isChanged ? rebuilt(draft).bytes : own.bytes)
  const baked = await bakedWith(soundMesh(bytes, own), given)
  return {
    bytes: apply(bytes, baked.splices),
    counts: { cutters: used.cutters.length, 'triangles-removed': removed, ...baked.counts },
    notices: [
      ...(found ? [] : [{ code: 'notice.nwn2.no-git', params: {} }]),
      ...used.notices,
      ...matrixNotices(baked.counts['islands-after']),
    ],
  }
}

const ENDING = /\.trn$/i

/** The file of an area with another walkmesh. */
function imageWith(entry: Opened, mesh: Bytes): Bytes {
  const rows = TRN_CODEC.open(entry.bytes).rows.map(
    ({ id, attributes }): PresentRow => ({
      id: String(id),
      attributes,
      ...(attributes['name'] === 'ASWM' && { payload: mesh }),
    }),
  )
  return TRN_CODEC.pack(entry.bytes, rows).bytes
}

/** Creates or replaces the TRX of a TRN (nwn2 11.5). */
export const MAKE_TRX: Operation = {
  id: 'nwn2.make-trx',
  isHeavy: true,
  parameters: [
    { name: 'cutters', kind: 'flag', initial: true },
    { name: 'borders', kind: 'flag', initial: false },
  ],
  async run(entry, given) {
    if (!ENDING.test(entry.name)) throw new StudioError('nwn2.not-trn', { name: entry.name }, entry.path)
    const { cutters, borders } = given.parameters
    const options = { cutters: cutters === true, borders: borders === true }
    const made = await twinMesh(await walkmeshOf(entry), options, given)
    const image = imageWith(entry, made.bytes)
    const twin = await fileOfArea(entry, 'trx')
    const name = entry.name.replace(ENDING, entry.name.endsWith('TRN') ? '.TRX' : '.trx')
    const { container } = entry
    const path = twin?.path ?? (container ? newRow(container.path) : entry.path.replace(ENDING, name.slice(-4)))
    const splices = difference(twin?.bytes ?? new Uint8Array(0), image)
    const { counts, notices } = made
    return {
      label: { code: 'label.nwn2.trx-made', params: { name } },
      edits:
        splices.length === 0
          ? []
          : [
              {
                entry: path,
                base: 0,
                splices,
                ...(!twin && { attributes: { before: null, after: container ? { name } : {} } }),
              },
            ],
      records: [],
      counts,
      notices,
    }
  },
}

/** Applies the cutters of the area's GIT file to a walkmesh (nwn2 11.4). */
export const APPLY_CUTTERS: Operation = {
  id: 'nwn2.apply-cutters',
  isHeavy: true,
  async run(entry, given) {
    const own = await walkmeshOf(entry)
    const found = await cuttersOf(own)
    if (!found) throw new StudioError('nwn2.no-git', { name: entry.name }, entry.path)
    const { cutters, notices } = usable(found)
    const draft = new MeshDraft(neededMesh(own))
    const removed = await applyCutters(draft, cutters, given)
    const counts = { cutters: cutters.length, 'triangles-removed': removed }
    if (removed === 0) return outcomeOf(own, [], { code: 'label.nwn2.cut', records: [], counts, notices })
    return finished(own, draft, { code: 'label.nwn2.cut', counts, notices }, given)
  },
}
