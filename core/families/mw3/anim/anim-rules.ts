import type { Report } from '../../../format/report'
import { locate, type Document } from '../../../layout'
import { one } from '../rules/expected'
import { expectNode } from '../rules/record-rules'
import { ANIM_SIGNATURE } from './anim'

const VERSION = 39

/** The head of `anim.zbd` (mw3 17.6, X1 and X2); the compiled animations behind it are not checked. */
export function checkAnim(opened: Document, report: Report): void {
  expectNode(report, locate(opened, 'signature'), 'mw3.X1', one(ANIM_SIGNATURE))
  expectNode(report, locate(opened, 'version'), 'mw3.X1', one(VERSION))
  const info = locate(opened, 'info')
  if (!info?.isWhole) return
  for (const name of ['def_count', 'defs_ptr', 'world_ptr'])
    expectNode(report, info.childNamed(name), 'mw3.X2', 'not-zero')
  for (const name of ['zero_16', 'zero_20', 'zero_64']) expectNode(report, info.childNamed(name), 'mw3.X2', one(0))
  for (const name of ['zero_0', 'zero_32']) {
    const bytes = info.childNamed(name)
    for (let at = 0; at < (bytes?.childCount ?? 0); at++) expectNode(report, bytes?.child(at), 'mw3.X2', one(0))
  }
  expectNode(report, info.childNamed('one_60'), 'mw3.X2', one(1))
}
