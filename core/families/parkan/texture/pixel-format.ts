import { difference } from '../../../edit'
import { StudioError, type Operation } from '../../../format'
import type { Bytes } from '../../../layout'
import { lostColours } from './lost-colours'
import { decodePixels, encodePixels, mipBytes, paletteOf } from './pixels'
import type { PixelFormat, TexturePlan } from './texture'
import { wholePlan } from './whole-texture'
import { withLevels } from './with-levels'

/** Formats whose pixels hold their colours themselves, by their numbers in the header (parkan 7.2). */
const TARGETS = new Map<string, PixelFormat>([
  ['565', 565],
  ['556', 556],
  ['4444', 4444],
  ['888', 888],
  ['8888', 8888],
])

/**
 * The pixels of all levels in another format, each the nearest that it holds; a palette is left out. Number and size of
 * the levels, flags and atlas stay. A texture whose palette is in another file, or that is cut, is refused.
 */
export const PIXEL_FORMAT: Operation = {
  id: 'pixel-format',
  isHeavy: true,
  parameters: [{ name: 'to', kind: 'choice', choices: [...TARGETS.keys()], initial: '8888' }],
  run({ path, name, bytes }, { parameters: { to } }) {
    const [plan, format] = [wholePlan({ path, name, bytes }), TARGETS.get(String(to))]
    if (plan.format === 2 || format === undefined) throw new StudioError('operation.texture', { name }, path)
    const isSame = format === plan.format
    const after = isSame ? bytes : converted(bytes, plan, format)
    return {
      label: { code: 'label.pixel-format', params: { name, to: String(to) } },
      edits: isSame ? [] : [{ entry: path, base: 0, splices: difference(bytes, after) }],
      records: [],
      notices: isSame ? [] : lostColours(rgbaOf(bytes, plan, 0), format),
      counts: { levels: isSame ? 0 : plan.mips.length },
    }
  },
}

const rgbaOf = (bytes: Bytes, plan: TexturePlan, level: number): Uint8Array => {
  const mip = plan.mips[level]
  return mip ? decodePixels(plan.format, mipBytes(bytes, mip), paletteOf(bytes, plan)) : new Uint8Array(0)
}

const converted = (bytes: Bytes, plan: TexturePlan, format: PixelFormat): Bytes =>
  withLevels(bytes, plan, {
    format,
    levels: plan.mips.map((_, level) => encodePixels(format, rgbaOf(bytes, plan, level))),
  })
