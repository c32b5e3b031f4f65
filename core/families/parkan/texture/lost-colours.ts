import type { Words } from '../../../format'
import type { Bytes } from '../../../layout'
import { decodePixels, encodePixels, OPAQUE } from './pixels'
import type { PixelFormat } from './texture'

/** Notices of the pixels (RGBA) that a format stores with another colour or opacity. */
export function lostColours(before: Uint8Array, format: PixelFormat, palette?: Bytes): readonly Words[] {
  const after = decodePixels(format, encodePixels(format, before, undefined, palette), palette)
  let [colours, alphas] = [0, 0]
  for (let at = 0; at < before.length; at += 4) {
    if ([0, 1, 2].some(k => before[at + k] !== after[at + k])) colours++
    if (before[at + 3] !== after[at + 3]) alphas++
  }
  const opaque = OPAQUE.includes(format) ? 'notice.picture-opaque' : 'notice.picture-alphas'
  return [
    ...(colours > 0 ? [{ code: 'notice.picture-colours', params: { n: colours } }] : []),
    ...(alphas > 0 ? [{ code: opaque, params: { n: alphas } }] : []),
  ]
}
