import { difference } from '../../../edit'
import { StudioError, type Operation, type Words } from '../../../format'
import { offsetOf, RecordView, writeRecord, type Bytes } from '../../../layout'
import { decodePixels, encodePixels, mipBytes, OPAQUE, paletteOf } from './pixels'
import { bytesPerPixel, TEXTURE_LAYOUT, texturePlan, type PixelFormat, type TexturePlan } from './texture'

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
  parameters: [{ name: 'to', kind: 'choice', choices: [...TARGETS.keys()], initial: '8888' }],
  run({ path, name, bytes }, { parameters: { to } }) {
    const [plan, format] = [texturePlan(bytes), TARGETS.get(String(to))]
    const isWhole =
      !('code' in plan) && plan.mips.length === new RecordView(TEXTURE_LAYOUT, bytes).number(0, 'mip_count')
    if ('code' in plan || !isWhole || plan.format === 2 || format === undefined)
      throw new StudioError('operation.texture', { name }, path)
    const isSame = format === plan.format
    const after = isSame ? bytes : converted(bytes, plan, format)
    return {
      label: { code: 'label.pixel-format', params: { name, to: String(to) } },
      edits: isSame ? [] : [{ entry: path, base: 0, splices: difference(bytes, after) }],
      records: [],
      notices: isSame ? [] : lost(bytes, plan, format),
      counts: { levels: isSame ? 0 : plan.mips.length },
    }
  },
}

const rgbaOf = (bytes: Bytes, plan: TexturePlan, level: number): Uint8Array => {
  const mip = plan.mips[level]
  return mip ? decodePixels(plan.format, mipBytes(bytes, mip), paletteOf(bytes, plan)) : new Uint8Array(0)
}

function converted(bytes: Bytes, plan: TexturePlan, format: PixelFormat): Bytes {
  const head = offsetOf(TEXTURE_LAYOUT, 'palette')
  const levels = plan.mips.map((_, level) => encodePixels(format, rgbaOf(bytes, plan, level)))
  const pixels = levels.reduce((sum, level) => sum + level.length, 0)
  const after = new Uint8Array(head + pixels + bytes.length - plan.end)
  after.set(bytes.subarray(0, head))
  writeRecord(after, 0, TEXTURE_LAYOUT, { format })
  let at = head
  for (const level of levels) {
    after.set(level, at)
    at += level.length
  }
  after.set(bytes.subarray(plan.end), at)
  return after
}

/** Pixels of the largest level that the format holds with another colour. */
function lost(bytes: Bytes, plan: TexturePlan, format: PixelFormat): readonly Words[] {
  const before = rgbaOf(bytes, plan, 0)
  const after = decodePixels(format, encodePixels(format, before))
  let [colours, alphas] = [0, 0]
  for (let at = 0; at < before.length; at += bytesPerPixel(8888)) {
    if ([0, 1, 2].some(k => before[at + k] !== after[at + k])) colours++
    if (before[at + 3] !== after[at + 3]) alphas++
  }
  const opaque = OPAQUE.includes(format) ? 'notice.picture-opaque' : 'notice.picture-alphas'
  return [
    ...(colours > 0 ? [{ code: 'notice.picture-colours', params: { n: colours } }] : []),
    ...(alphas > 0 ? [{ code: opaque, params: { n: alphas } }] : []),
  ]
}
