import { sameBytes } from '../../../edit'
import { pictureConversions, type Pictured } from '../../../format'
import type { Bytes } from '../../../layout'
import { toRgba, withoutAlpha, type Raster } from '../../../picture'
import { decodePixels, encodePixels, mipBytes, OPAQUE, paletteOf } from './pixels'
import { texturePlan, type Mip, type TexturePlan } from './texture'

interface Largest {
  readonly plan: TexturePlan
  readonly mip: Mip
  readonly stored: Bytes
  /** As stored: B, G, R and a filler. */
  readonly palette: Bytes | undefined
}

function largestOf(bytes: Bytes): Largest | undefined {
  const plan = texturePlan(bytes)
  if ('code' in plan) return undefined
  const [mip] = plan.mips
  return mip && { plan, mip, stored: mipBytes(bytes, mip), palette: paletteOf(bytes, plan) }
}

/** RGBA of a palette of B, G, R and a filler. */
const rgbaPalette = (palette: Bytes): Bytes =>
  Uint8Array.from(palette, (_, k) => (k % 4 === 3 ? 255 : (palette[k - (k % 4) + 2 - (k % 4)] ?? 0)))

function rasterOf({ plan: { format }, mip: { width, height }, stored, palette }: Largest): Raster {
  if (palette) return { width, height, kind: 'palette', pixels: stored, palette: rgbaPalette(palette) }
  // The palette of these is in another file: numbers are shown as levels (parkan 7.1).
  if (format === 2) return { width, height, kind: 'grey', pixels: stored }
  const rgba = decodePixels(format, stored)
  return OPAQUE.includes(format)
    ? { width, height, kind: 'rgb', pixels: withoutAlpha(rgba) }
    : { width, height, kind: 'rgba', pixels: rgba }
}

/** Numbers of the file's palette, where its colours are those of the texture in the same order. */
function numbersIn(raster: Raster, palette: Bytes | undefined): Bytes | undefined {
  const given = raster.kind === 'palette' ? raster.palette : undefined
  if (!given || !palette) return undefined
  return sameBytes(given, rgbaPalette(palette).subarray(0, given.length)) ? raster.pixels : undefined
}

/**
 * The largest level of a texture as a picture. With a palette pixels are its numbers, so that a picture with the same
 * palette keeps them; other colours get the nearest of the texture's own palette, which is never changed. Smaller levels
 * stay as they are.
 */
export const TEXTURE_PICTURE = {
  raster(bytes: Bytes): Raster | undefined {
    const largest = largestOf(bytes)
    return largest && rasterOf(largest)
  },
  redrawn(bytes: Bytes, raster: Raster): Bytes {
    const largest = largestOf(bytes)
    if (!largest) return bytes
    const { plan, mip, stored, palette } = largest
    const pixels = numbersIn(raster, palette) ?? encodePixels(plan.format, toRgba(raster), stored, palette)
    const after = bytes.slice()
    after.set(pixels, mip.offset)
    return after
  },
} satisfies Pictured

export const TEXTURE_CONVERSIONS = pictureConversions(TEXTURE_PICTURE)
