import type { Report } from '../../../format/report'
import { locate, type Bytes, type Document, type Node } from '../../../layout'
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
    if (path && (typeof path.value !== 'string' || !isAscii(opened.bytes, path.offset, path.offset + path.size)))
      failNode(report, path, 'mw3.I2', 'ASCII')
    if (body && body.kind !== 'gap') expectNode(report, row?.childNamed('start'), 'mw3.I3', one(body.offset))
    checkLines(opened.bytes, body, report)
  }
}

/** The size of a line is that of its texts (I4). */
function checkLines(bytes: Bytes, body: Node | undefined, report: Report): void {
  const lines = body?.childNamed('lines')
  for (let at = 0; at < (lines?.childCount ?? 0); at++) {
    const line = lines?.child(at)
    const tokens = line?.childNamed('command')?.childNamed('tokens')
    const size = line?.childNamed('size')
    if (size && tokens && size.value !== tokens.size) failNode(report, size, 'mw3.I4', tokens.size)
    for (let token = 0; token < (tokens?.childCount ?? 0); token++) {
      const text = tokens?.child(token)
      if (text?.isWhole && !isAscii(bytes, text.offset, text.offset + text.size))
        failNode(report, text, 'mw3.I4', 'ASCII')
    }
  }
}

const isAscii = (bytes: Bytes, from: number, to: number): boolean => bytes.subarray(from, to).every(byte => byte < 0x80)

const TEXT = 3
/** Bytes of the length before a text. */
const LENGTH_SIZE = 4
const LIST = 4

/** Values of a row of a reader archive (R1 to R3); without recursion, as a damaged one may be deep. */
export function checkReader(opened: Document, report: Report): void {
  const fault = opened.findings[0]
  const size = opened.bytes.length
  if (fault && ['union', 'deep', 'trailing'].includes(fault.what))
    report.error('mw3.R1', { size }, { path: fault.path })
  expectNode(report, locate(opened, 'type'), 'mw3.R3', one(LIST), true)
  const open: Node[] = [opened.root]
  for (let value = open.pop(); value; value = open.pop()) {
    const type = value.childNamed('type')?.value
    const given = value.childNamed('value')
    if (
      type === TEXT &&
      given?.isWhole &&
      !isAscii(opened.bytes, given.offset + LENGTH_SIZE, given.offset + given.size)
    )
      report.error('mw3.R2', {}, { path: given.path, range: [given.offset, given.size] })
    if (type !== LIST || !given) continue
    const count = given.childNamed('count')
    if (count?.value === 0) report.error('mw3.R1', { size }, { path: count.path, range: [count.offset, count.size] })
    const items = given.childNamed('items')
    for (let at = (items?.childCount ?? 0) - 1; at >= 0; at--) {
      const item = items?.child(at)
      if (item && item.kind !== 'gap') open.push(item)
    }
  }
}
