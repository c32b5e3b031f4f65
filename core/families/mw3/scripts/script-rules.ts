import type { Report } from '../../../format/report'
import { locate, type Document } from '../../../layout'
import { one } from '../rules/expected'
import { expectNode, failNode } from '../rules/record-rules'
import { INTERP_SIGNATURE } from './interp'

const VERSION = 7

/** Directory and lines of `interp.zbd` (mw3 17.6, I1 to I4). */
export function checkInterp(opened: Document, report: Report): void {
  expectNode(report, locate(opened, 'signature'), 'mw3.I1', one(INTERP_SIGNATURE))
  expectNode(report, locate(opened, 'version'), 'mw3.I1', one(VERSION))
  const scripts = locate(opened, 'scripts')
  const bodies = locate(opened, 'script_lines')
  for (let script = 0; script < (scripts?.childCount ?? 0); script++) {
    const row = scripts?.child(script)
    const body = bodies?.childNamed(String(script))
    const path = row?.childNamed('path')
    if (path && typeof path.value !== 'string') failNode(report, path, 'mw3.I2', 'ASCII')
    if (body && body.kind !== 'gap') expectNode(report, row?.childNamed('start'), 'mw3.I3', one(body.offset))
    checkLines(body, report)
  }
}

/** The size of a line is that of its texts (I4). */
function checkLines(body: ReturnType<typeof locate>, report: Report): void {
  const lines = body?.childNamed('lines')
  for (let at = 0; at < (lines?.childCount ?? 0); at++) {
    const line = lines?.child(at)
    const tokens = line?.childNamed('command')?.childNamed('tokens')
    const size = line?.childNamed('size')
    if (size && tokens && size.value !== tokens.size) failNode(report, size, 'mw3.I4', tokens.size)
  }
}

/** The root of a row of a reader archive is a list in the game's files (R3). */
export function checkReader(opened: Document, report: Report): void {
  expectNode(report, locate(opened, 'type'), 'mw3.R3', one(4), true)
}
