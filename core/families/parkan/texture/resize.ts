import { difference } from '../../../edit'
import type { Operation } from '../../../format'
import type { Bytes } from '../../../layout'
import { resample, resampleNearest, type Size } from '../../../picture'
import { smallerMips } from './mips'
import { decodePixels, encodePixels, mipBytes, paletteOf } from './pixels'
import { fullMips, pageRects, writeRect, type TexturePlan } from './texture'
import { wholePlan } from './whole-texture'
import { withLevels } from './with-levels'

/** Pixels of a side: more than the game's own, few enough for the memory of a machine. */
const MOST = 4096

/**
 * The largest level in another size and the smaller ones made from it (parkan 7.2). A whole chain of levels stays whole;
 * otherwise their number stays as far as there is room. Rectangles of the atlas are resized with the picture. Numbers of a
 * palette are not mixed: each pixel keeps one of them.
 */
export const RESIZE: Operation = {
  id: 'resize',
  isHeavy: true,
  parameters: (['width', 'height'] as const).map(name => ({
    name,
    kind: 'number',
    isWhole: true,
    least: 1,
    most: MOST,
    initial: 256,
  })),
  initial: entry => {
    const { width, height } = wholePlan(entry)
    return { width: Math.min(MOST, width), height: Math.min(MOST, height) }
  },
  run(entry, { parameters }) {
    const { path, name, bytes } = entry
    const plan = wholePlan(entry)
    const [width, height] = [Number(parameters['width']), Number(parameters['height'])]
    const isSame = width === plan.width && height === plan.height
    const { after, rects } = isSame ? { after: bytes, rects: 0 } : resized(bytes, plan, { width, height })
    return {
      label: { code: 'label.resize', params: { name, width, height } },
      edits: isSame ? [] : [{ entry: path, base: 0, splices: difference(bytes, after) }],
      records: [],
      notices: rects > 0 ? [{ code: 'notice.texture-rects', params: { n: rects } }] : [],
      counts: { levels: isSame ? 0 : levelCount(plan, { width, height }) },
    }
  },
}

const wholeChain = ({ width, height }: Size): number => fullMips(width, height)

const levelCount = (plan: TexturePlan, size: Size): number =>
  plan.mips.length === wholeChain(plan) ? wholeChain(size) : Math.min(plan.mips.length, wholeChain(size))

function resized(bytes: Bytes, plan: TexturePlan, size: Size): { readonly after: Bytes; readonly rects: number } {
  const [before] = plan.mips
  const stored = before ? mipBytes(bytes, before) : bytes.subarray(0, 0)
  const palette = paletteOf(bytes, plan)
  const { format } = plan
  const largest =
    format === 0 || format === 2
      ? resampleNearest(stored, plan, size, 1)
      : encodePixels(format, resample(decodePixels(format, stored), plan, size, 4))
  const levels = [largest, ...smallerMips(format, largest, size, levelCount(plan, size))]
  const after = withLevels(bytes, plan, { ...size, levels, ...(palette && { palette }) })
  const rects = pageRects(bytes, plan)
  const end = after.length - (bytes.length - plan.end)
  const [across, down] = [size.width / plan.width, size.height / plan.height]
  rects.forEach((rect, k) => {
    // Corners are rounded, not sizes: rectangles that touch still do.
    const [x, y] = [Math.round(rect.x * across), Math.round(rect.y * down)]
    const width = Math.round((rect.x + rect.width) * across) - x
    const height = Math.round((rect.y + rect.height) * down) - y
    writeRect(after, end, k, { x, y, width, height })
  })
  return { after, rects: rects.length }
}
