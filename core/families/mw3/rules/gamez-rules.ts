import type { Report } from '../../../format/report'
import type { Document } from '../../../layout'
import { GAMEZ_VERSION } from '../gamez/gamez'
import { one } from './expected'
import { checkGameNodes } from './game-rules'
import { gamezOf } from './gamez-context'
import { checkHead } from './head-rules'
import { endOfReadable, errorsFirst, reportBefore } from './judged'
import { checkMaterials } from './material-rules'
import { checkModels } from './model-rules'
import { checkNodes } from './node-rules'
import { expectNode } from './record-rules'
import { checkTree } from './tree-rules'
import { checkZeros } from './zero-rules'

/** Every rule of a GameZ file (mw3 17.1 to 17.5); of a damaged one as far as it is what the declaration says. */
export function checkGamez(opened: Document, report: Report): void {
  // Files of other games with this signature have other records: nothing else can be judged.
  if (!expectNode(report, opened.root.childNamed('version'), 'mw3.H2', one(GAMEZ_VERSION))) return
  const fault = opened.isWhole ? undefined : opened.findings[0]
  if (fault) {
    const { length } = opened.bytes
    const size = Math.max(0, Math.min(fault.size, length - fault.offset))
    report.error(
      'mw3.H11',
      { size: length },
      { path: fault.path, ...(size > 0 && { range: [fault.offset, size] as const }) },
    )
  }
  const judgedTo = endOfReadable(opened)
  const gamez = gamezOf(opened, errorsFirst(reportBefore(report, judgedTo)), judgedTo)
  checkHead(gamez)
  checkMaterials(gamez)
  checkModels(gamez)
  checkNodes(gamez)
  checkTree(gamez)
  checkGameNodes(gamez)
  checkZeros(gamez)
}
