import { pictureConversions, type Pictured, type Pictures } from '../../../format'
import type { Bytes } from '../../../layout'
import { toRgba, withoutAlpha, type Raster } from '../../../picture'
import { decodeTexture, encodeTexture, levelsOf, textureOf } from './mmp-pixels'

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

/** All levels of a texture. */
export function mmpPictures(bytes: Bytes): Pictures {
  const texture = textureOf(bytes)
  if (!texture) return { levels: [], declared: 0, pixels: '' }
  const places = levelsOf(texture, bytes.length)
  const isInBlocks = texture.kind === 'DXT1' || texture.kind === 'DXT3' || texture.kind === 'PNT3'
  return {
    levels: decodeTexture(bytes).map(({ width, height, rgba }, level) => ({
      ...{ width, height, kind: 'rgba', pixels: rgba },
      ...(places[level] && {
        stored: {
          offset: places[level].offset,
          size: places[level].size,
          ...(!isInBlocks && { stride: texture.bits.bytes }),
        },
      }),
    })),
    declared: texture.levels,
    pixels: texture.kind ?? '',
  }
}

export const MMP_CONVERSIONS = pictureConversions(MMP_PICTURE)
