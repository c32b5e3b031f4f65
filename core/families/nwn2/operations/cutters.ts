import { filePath, type Opened, type OperationRun, type Outcome } from '../../../format'
import { plainText } from '../../../format/fields'
import { document, locate, type Document } from '../../../layout'
import { crossesItself, cutOut, type Corner } from '../edit/cut'
import type { MeshDraft } from '../edit/mesh-draft'
import { GFF_TREE } from '../gff/gff-tree'

/** Type of a trigger that cuts the walkmesh (nwn2 18.4). */
const CUTTER = 3
/** Cutters with more corners are skipped: cutting takes time by the square of them. Those of the toolset have up to 26. */
const MOST_CORNERS = 1000

/** A trigger that cuts the walkmesh. */
export interface Cutter {
  /** Index of the trigger in its list. */
  readonly index: number
  readonly tag: string
  readonly outline: readonly Corner[]
}

/** The file of the same area with another extension, in the same archive or folder (nwn2 20.6). */
export async function fileOfArea(entry: Opened, ending: string): Promise<Opened | undefined> {
  const { container } = entry
  const isPacket = container?.format === 'nwn2.trn'
  const name = (isPacket ? container.name : entry.name).replace(/\.[^.]*$/, `.${ending}`)
  if (!isPacket) return entry.beside(name)
  // The packets of an area within an archive have its other rows two levels above.
  const within = container.path.includes('!') ? await entry.file(filePath(container.path)) : undefined
  return (await within?.row(name)) ?? entry.beside(name)
}

/** Cutters in the GIT file of an area; undefined where there is no such file. */
export async function cuttersOf(entry: Opened): Promise<readonly Cutter[] | undefined> {
  const tree = await (await fileOfArea(entry, 'git'))?.row(0)
  if (!tree) return undefined
  const opened = document(GFF_TREE, tree.bytes)
  const cutters: Cutter[] = []
  for (let index = 0; locate(opened, `TriggerList/${index}`); index++) {
    const at = `TriggerList/${index}`
    if (numberAt(opened, `${at}/Type`) !== CUTTER) continue
    const outline: Corner[] = []
    const [x, y] = [numberAt(opened, `${at}/XPosition`), numberAt(opened, `${at}/YPosition`)]
    for (let k = 0; outline.length <= MOST_CORNERS && locate(opened, `${at}/Geometry/${k}`); k++) {
      const corner: Corner = [
        x + numberAt(opened, `${at}/Geometry/${k}/PointX`),
        y + numberAt(opened, `${at}/Geometry/${k}/PointY`),
      ]
      if (corner.every(Number.isFinite)) outline.push(corner)
    }
    cutters.push({ index, tag: plainText(locate(opened, `${at}/Tag`)?.value), outline })
  }
  return cutters
}

const numberAt = (opened: Document, path: string): number => Number(locate(opened, path)?.value ?? Number.NaN)

/** Cutters that can be applied, with notices about skipped ones and those whose outline crosses itself. */
export function usable(cutters: readonly Cutter[]): {
  readonly cutters: readonly Cutter[]
  readonly notices: Outcome['notices']
} {
  const used: Cutter[] = []
  const notices: Outcome['notices'][number][] = []
  for (const cutter of cutters) {
    const { index, tag, outline } = cutter
    const add = (code: string, more = {}): unknown => notices.push({ code, params: { cutter: index, tag, ...more } })
    if (outline.length < 3) add('notice.nwn2.cutter-points')
    else if (outline.length > MOST_CORNERS) add('notice.nwn2.cutter-large', { most: MOST_CORNERS })
    else {
      if (crossesItself(outline)) add('notice.nwn2.cutter-crosses')
      used.push(cutter)
    }
  }
  return { cutters: used, notices }
}

/** Cuts cutters out of a draft, with progress. Returns how many triangles were removed. */
export async function applyCutters(
  draft: MeshDraft,
  cutters: readonly Cutter[],
  { step }: Pick<OperationRun, 'step'>,
): Promise<number> {
  let removed = 0
  for (const [done, { outline }] of cutters.entries()) {
    await step(done, cutters.length)
    removed += cutOut(draft, outline)
  }
  return removed
}
