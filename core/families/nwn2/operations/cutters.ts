import { filePath, type Opened, type Outcome } from '../../../format'
import { plainText } from '../../../format/fields'
import { document, locate, type Document } from '../../../layout'
import { crossesItself, type Corner } from '../edit/cut'
import { GFF_TREE } from '../gff/gff-tree'

/** Type of a trigger that cuts the walkmesh (nwn2 18.4). */
const CUTTER = 3

/** A cutter of the objects of an area. */
export interface Cutter {
  /** Of the trigger in its list. */
  readonly index: number
  readonly tag: string
  readonly outline: readonly Corner[]
}

/** The file of another ending of the same area: in the same archive, or in the same folder (nwn2 20.6). */
export async function fileOfArea(entry: Opened, ending: string): Promise<Opened | undefined> {
  const { container } = entry
  const isPacket = container?.format === 'nwn2.trn'
  const name = (isPacket ? container.name : entry.name).replace(/\.[^.]*$/, `.${ending}`)
  if (!isPacket) return entry.beside(name)
  // The packets of an area within an archive have its other rows two levels above.
  const within = container.path.includes('!') ? await entry.file(filePath(container.path)) : undefined
  return (await within?.row(name)) ?? entry.beside(name)
}

/** Cutters of the objects beside an area; undefined where there is no such file. */
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
    for (let k = 0; locate(opened, `${at}/Geometry/${k}`); k++) {
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

/** Cutters that can be applied, and notices about the others and those that cross themselves. */
export function usable(cutters: readonly Cutter[]): {
  readonly cutters: readonly Cutter[]
  readonly notices: Outcome['notices']
} {
  const words = (code: string, { index, tag }: Cutter) => ({ code, params: { cutter: index, tag } })
  const notices = cutters.flatMap(cutter => {
    if (cutter.outline.length < 3) return [words('notice.nwn2.cutter-points', cutter)]
    return crossesItself(cutter.outline) ? [words('notice.nwn2.cutter-crosses', cutter)] : []
  })
  return { cutters: cutters.filter(({ outline }) => outline.length >= 3), notices }
}
