import { rangeOf, RecordView, type Bytes } from '../../../layout'
import type { Report } from '../../../format/report'
import {
  TEXTURE_LAYOUT,
  TexturePage,
  fullMips,
  pageHead,
  pageRects,
  pageRoom,
  rectRange,
  texturePlan,
  type TexturePlan,
} from './texture'

/** Rules of a texture (parkan 7). */
export function checkTexture(bytes: Bytes, report: Report): void {
  const plan = texturePlan(bytes)
  if ('code' in plan) {
    report.error(plan.code, plan.params, { path: plan.path, range: plan.range })
    return
  }
  const promised = new RecordView(TEXTURE_LAYOUT, bytes).number(0, 'mip_count')
  const place = { path: 'mip_count', range: rangeOf(0, TEXTURE_LAYOUT, 'mip_count') }
  const { width, height } = plan
  if (promised === 0) report.error('texture.mips-none', {}, place)
  else if (plan.mips.length < promised) {
    report.error('texture.mips-missing', { promised, found: plan.mips.length }, place)
    return
  } else if (promised > fullMips(width, height)) {
    report.warning('texture.mips-many', { promised, needed: fullMips(width, height) }, place)
  }
  checkTail(bytes, plan, report)
}

/** Behind the mips: nothing, or exactly one Page chunk (parkan 7.3). */
function checkTail(bytes: Bytes, plan: TexturePlan, report: Report): void {
  const { end, width, height } = plan
  const left = bytes.length - end
  if (left === 0) return
  const page = pageHead(bytes, end)
  if (!page) {
    report.error('texture.trailing', { n: left }, { range: [end, left] })
    return
  }
  const { count } = page
  const found = pageRoom(left)
  if (rectRange(end, count)[0] !== bytes.length)
    report.error(
      'texture.page-size',
      { count, found },
      { path: 'page/0/count', range: rangeOf(end, TexturePage, 'count') },
    )
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
        { path: `page/0/rects/${k}`, range: rectRange(end, k) },
      )
    }
  })
}
