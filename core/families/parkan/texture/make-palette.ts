import { difference } from '../../../edit'
import type { Operation } from '../../../format'
import type { Bytes } from '../../../layout'
import { quantize } from '../../../picture'
import { lostColours } from './lost-colours'
import { decodePixels, encodePixels, mipBytes } from './pixels'
import { PALETTE_SIZE, type TexturePlan } from './texture'
import { wholePlan } from './whole-texture'
import { withLevels } from './with-levels'

const COLOURS = 256

/**
 * A palette of 256 colours made from the largest level, and pixels of one byte in all levels: a quarter of 8888. A texture
 * with a palette, its own or in another file, is left as it is (parkan 7.2).
 */
export const MAKE_PALETTE: Operation = {
  id: 'make-palette',
  isHeavy: true,
  run(entry) {
    const { path, name, bytes } = entry
    const plan = wholePlan(entry)
    const label = { code: 'label.make-palette', params: { name } }
    if (plan.format === 0 || plan.format === 2)
      return { label, edits: [], records: [], notices: [], counts: { levels: 0 } }
    const pixels = plan.mips.map(mip => decodePixels(plan.format, mipBytes(bytes, mip)))
    const [largest = new Uint8Array(0)] = pixels
    const palette = storedPalette(quantize(largest, COLOURS))
    return {
      label,
      edits: [{ entry: path, base: 0, splices: difference(bytes, indexed(bytes, plan, pixels, palette)) }],
      records: [],
      notices: lostColours(largest, 0, palette),
      counts: { levels: plan.mips.length },
    }
  },
}

/** B, G, R and a filler of each colour; black behind the last. */
function storedPalette(rgba: Uint8Array): Bytes {
  const palette = new Uint8Array(PALETTE_SIZE)
  for (let at = 0; at < rgba.length; at += 4) palette.set([rgba[at + 2] ?? 0, rgba[at + 1] ?? 0, rgba[at] ?? 0], at)
  return palette
}

const indexed = (bytes: Bytes, plan: TexturePlan, pixels: readonly Uint8Array[], palette: Bytes): Bytes =>
  withLevels(bytes, plan, {
    format: 0,
    palette,
    levels: pixels.map(rgba => encodePixels(0, rgba, undefined, palette)),
  })
