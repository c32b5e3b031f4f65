import { pictureConversions, type Pictured } from '../../../format'
import type { Bytes } from '../../../layout'
import { toRgba, withoutAlpha, type Raster } from '../../../picture'
import { decodeTexture, encodeTexture } from './mmp-pixels'

/**
 * The largest level of a texture as a picture, with an alpha where a pixel is not opaque. Smaller levels stay as they
 * are.
 */
export const MMP_PICTURE = {
  raster(bytes: Bytes): Raster | undefined {
    const [level] = decodeTexture(bytes)
    if (!level) return undefined
    const { width, height, rgba } = level
    const isOpaque = rgba.every((byte, k) => k % 4 !== 3 || byte === 255)
    return isOpaque
      ? { width, height, kind: 'rgb', pixels: withoutAlpha(rgba) }
      : { width, height, kind: 'rgba', pixels: rgba }
  },
  redrawn: (bytes: Bytes, raster: Raster): Bytes => encodeTexture(bytes, [toRgba(raster)]),
} satisfies Pictured

export const MMP_CONVERSIONS = pictureConversions(MMP_PICTURE)
