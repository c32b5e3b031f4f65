import { plainText } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { locate, type Document } from '../../../layout'
import { crossesItself, type Corner } from '../edit/cut'

/** Type of a trigger that cuts the walkmesh (nwn2 18.4). */
const CUTTER = 3
/** Cutters with more corners are skipped: cutting takes time by the square of them. Those of the toolset have up to 26. */
export const MOST_CORNERS = 1000

/** A trigger that cuts the walkmesh. */
export interface Cutter {
  /** Index of the trigger in its list. */
  readonly index: number
  readonly tag: string
  readonly outline: readonly Corner[]
}

/** Cutters of a GIT file; corners that are not numbers are left out. */
export function cuttersIn(tree: Document): readonly Cutter[] {
  const cutters: Cutter[] = []
  for (let index = 0; locate(tree, `TriggerList/${index}`); index++) {
    const at = `TriggerList/${index}`
    if (numberAt(tree, `${at}/Type`) !== CUTTER) continue
    const outline: Corner[] = []
    const [x, y] = [numberAt(tree, `${at}/XPosition`), numberAt(tree, `${at}/YPosition`)]
    for (let k = 0; outline.length <= MOST_CORNERS && locate(tree, `${at}/Geometry/${k}`); k++) {
      const corner: Corner = [
        x + numberAt(tree, `${at}/Geometry/${k}/PointX`),
        y + numberAt(tree, `${at}/Geometry/${k}/PointY`),
      ]
      if (corner.every(Number.isFinite)) outline.push(corner)
    }
    cutters.push({ index, tag: plainText(locate(tree, `${at}/Tag`)?.value), outline })
  }
  return cutters
}

const numberAt = (tree: Document, path: string): number => Number(locate(tree, path)?.value ?? Number.NaN)

/** What is wrong with the outline of a cutter: one with too few or too many corners is skipped, one that crosses itself is cut. */
export function flawOf({ outline }: Cutter): 'points' | 'large' | 'crosses' | undefined {
  if (outline.length < 3) return 'points'
  if (outline.length > MOST_CORNERS) return 'large'
  return crossesItself(outline) ? 'crosses' : undefined
}

/** Reports cutters whose outlines cannot be cut, or enclose something else than what is drawn (nwn2 11.4). */
export function checkCutters(tree: Document, report: Report): void {
  for (const cutter of cuttersIn(tree)) {
    const flaw = flawOf(cutter)
    const trigger = flaw && locate(tree, `TriggerList/${cutter.index}`)
    if (!trigger) continue
    const params = { cutter: cutter.index, tag: cutter.tag, ...(flaw === 'large' && { most: MOST_CORNERS }) }
    const place = { path: trigger.path, range: [trigger.offset, trigger.size] as const }
    report.warning(`git.cutter.${flaw}`, params, place)
  }
}
