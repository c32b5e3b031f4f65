import type { Bytes } from '../../../layout'
import type { Report } from '../report'
import { PAGE_MAGIC, fullMips, pageRects, texturePlan, type TexturePlan } from './texture'

/** Rules of a texture (parkan 7). */
export function checkTexture(bytes: Bytes, report: Report): void {
  const plan = texturePlan(bytes)
  if ('code' in plan) {
    report.error(plan.code, plan.params, { path: plan.path, range: plan.range })
    return
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const promised = view.getUint32(12, true)
  const { width, height } = plan
  if (promised === 0) report.error('texture.mips-none', {}, { path: 'mip_count', range: [12, 4] })
  else if (plan.mips.length < promised) {
    report.error('texture.mips-missing', { promised, found: plan.mips.length }, { path: 'mip_count', range: [12, 4] })
    return
  } else if (promised > fullMips(width, height)) {
    report.warning(
      'texture.mips-many',
      { promised, needed: fullMips(width, height) },
      { path: 'mip_count', range: [12, 4] },
    )
  }
  checkTail(bytes, view, plan, report)
}

/** Behind the mips: nothing, or exactly one Page chunk (parkan 7.3). */
function checkTail(bytes: Bytes, view: DataView, plan: TexturePlan, report: Report): void {
  const { end, width, height } = plan
  const left = bytes.length - end
  if (left === 0) return
  if (left < 8 || view.getUint32(end, true) !== PAGE_MAGIC) {
    report.error('texture.trailing', { n: left }, { path: 'pixels', range: [end, left] })
    return
  }
  const count = view.getUint32(end + 4, true)
  const found = Math.floor((left - 8) / 8)
  if (8 * count !== left - 8)
    report.error('texture.page-size', { count, found }, { path: 'pixels', range: [end + 4, 4] })
  pageRects(bytes, plan).forEach((rect, k) => {
    const isInside =
      rect.x >= 0 &&
      rect.y >= 0 &&
      rect.width >= 0 &&
      rect.height >= 0 &&
      rect.x + rect.width <= width &&
      rect.y + rect.height <= height
    if (!isInside) {
      report.warning(
        'texture.page-rect',
        { rect: k, x: rect.x, y: rect.y, w: rect.width, h: rect.height, width, height },
        { path: 'pixels', range: [end + 8 + 8 * k, 8] },
      )
    }
  })
}
