import { filePath, type Opened, type OperationRun, type Outcome } from '../../../format'
import { document } from '../../../layout'
import { cutOut } from '../edit/cut'
import type { MeshDraft } from '../edit/mesh-draft'
import { cuttersIn, flawOf, MOST_CORNERS, type Cutter } from '../gff/cutters'
import { GFF_TREE } from '../gff/gff-tree'

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
  return tree && cuttersIn(document(GFF_TREE, tree.bytes))
}

const NOTICES = {
  points: 'notice.nwn2.cutter-points',
  large: 'notice.nwn2.cutter-large',
  crosses: 'notice.nwn2.cutter-crosses',
} as const

/** Cutters that can be applied, with notices about skipped ones and those whose outline crosses itself. */
export function usable(cutters: readonly Cutter[]): {
  readonly cutters: readonly Cutter[]
  readonly notices: Outcome['notices']
} {
  const used: Cutter[] = []
  const notices: Outcome['notices'][number][] = []
  for (const cutter of cutters) {
    const flaw = flawOf(cutter)
    const params = { cutter: cutter.index, tag: cutter.tag, ...(flaw === 'large' && { most: MOST_CORNERS }) }
    if (flaw) notices.push({ code: NOTICES[flaw], params })
    if (flaw === undefined || flaw === 'crosses') used.push(cutter)
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
