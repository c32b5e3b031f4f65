import type { Report } from '../../../format/report'
import { columns, locate, type Document } from '../../../layout'
import { oddRotation } from '../model/model-rules'

/** Rotations have length 1, and keys follow each other in time (evil-islands 17). */
export function checkCamera(opened: Document, report: Report): void {
  const odd = oddRotation(opened, 'keys', 'rotation')
  if (odd)
    report.warning(
      'cam.rotation',
      { k: odd.k, length: odd.length },
      { path: `keys/${odd.k}/rotation`, range: odd.range },
    )
  const { time } = columns(opened, 'keys', { time: 'u32' })
  const k = time.findIndex((at, index) => index > 0 && at < (time[index - 1] ?? 0))
  if (k < 0) return
  // Either of the two may be the wrong one.
  const [from, to] = [k - 1, k].map(index => locate(opened, `keys/${index}/time`))
  const range = [from?.offset ?? 0, (to?.offset ?? 0) + (to?.size ?? 0) - (from?.offset ?? 0)] as const
  report.warning('cam.time', { k }, { path: `keys/${k}/time`, range })
}
