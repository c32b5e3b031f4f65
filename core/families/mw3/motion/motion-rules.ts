import type { Report } from '../../../format/report'
import { locate, type Document, type Node } from '../../../layout'
import { one } from '../rules/expected'
import { expectNode, failNode } from '../rules/record-rules'

/** A movement (mw3 17.6, O1 to O3). */
export function checkMotion(opened: Document, report: Report): void {
  expectNode(report, locate(opened, 'version'), 'mw3.O1', one(4))
  expectNode(report, locate(opened, 'loop_time'), 'mw3.O1', { from: Number.MIN_VALUE, to: Infinity })
  expectNode(report, locate(opened, 'frame_count'), 'mw3.O1', 'not-zero')
  expectNode(report, locate(opened, 'field_16'), 'mw3.O1', one(-1))
  expectNode(report, locate(opened, 'field_20'), 'mw3.O1', one(1))
  const parts = locate(opened, 'parts')
  for (let at = 0; at < (parts?.childCount ?? 0); at++) {
    const part = parts?.child(at)
    if (!part?.isWhole) continue
    expectNode(report, part.childNamed('flags'), 'mw3.O2', one(12))
    for (const name of ['translations', 'rotations']) checkLoop(part.childNamed(name), report)
  }
}

/** The last key of a part is the first again, as numbers: −0 equals 0. */
function checkLoop(keys: Node | undefined, report: Report): void {
  if (!keys || keys.childCount < 2) return
  const [first, last] = [keys.child(0), keys.child(keys.childCount - 1)]
  const before = first.value as readonly unknown[]
  const after = last.value as readonly unknown[]
  if (before.some((value, i) => value !== after[i])) failNode(report, last, 'mw3.O3', keys.child(0).name)
}
