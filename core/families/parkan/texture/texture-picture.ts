import { sameBytes } from '../../../edit'
import { pictureConversions, type Pictured, type Pictures } from '../../../format'
import { RecordView, type Bytes } from '../../../layout'
import { toRgba, withoutAlpha, type Raster } from '../../../picture'
import { decodePixels, encodePixels, mipBytes, OPAQUE, paletteOf } from './pixels'
import {
  bytesPerPixel,
  FORMAT_NAMES,
  pageRects,
  TEXTURE_LAYOUT,
  texturePlan,
  type Mip,
  type TexturePlan,
} from './texture'

interface Stored {
  readonly plan: TexturePlan
  readonly mip: Mip
  readonly stored: Bytes
  /** As stored: B, G, R and a filler. */
  readonly palette: Bytes | undefined
}

/** The smallest mip whose longer side has at least `side` pixels; the largest one where none has, or without it. */
function mipOf(bytes: Bytes, side = Number.POSITIVE_INFINITY): Stored | undefined {
  const plan = texturePlan(bytes)
  if ('code' in plan) return undefined
  const mip = plan.mips.findLast(({ width, height }) => Math.max(width, height) >= side) ?? plan.mips[0]
  return mip && { plan, mip, stored: mipBytes(bytes, mip), palette: paletteOf(bytes, plan) }
}

/** RGBA of a palette of B, G, R and a filler. */
const rgbaPalette = (palette: Bytes): Bytes =>
  Uint8Array.from(palette, (_, k) => (k % 4 === 3 ? 255 : (palette[k - (k % 4) + 2 - (k % 4)] ?? 0)))

function rasterOf({ plan: { format }, mip: { width, height }, stored, palette }: Stored): Raster {
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
    const largest = mipOf(bytes)
    return largest && rasterOf(largest)
  },
  redrawn(bytes: Bytes, raster: Raster): Bytes {
    const largest = mipOf(bytes)
    if (!largest) return bytes
    const { plan, mip, stored, palette } = largest
    const pixels = numbersIn(raster, palette) ?? encodePixels(plan.format, toRgba(raster), stored, palette)
    const after = bytes.slice()
    after.set(pixels, mip.offset)
    return after
  },
} satisfies Pictured

/** For thumbnails. */
export function texturePicture(bytes: Bytes, side: number): Raster | undefined {
  const mip = mipOf(bytes, side)
  return mip && rasterOf(mip)
}

/** As `rasterOf`, but opaque colours keep their alpha: to take it out of a large level costs as much as to decode it. */
function levelOf(found: Stored): Raster {
  const { plan, mip, stored, palette } = found
  if (palette || plan.format === 2) return rasterOf(found)
  return { width: mip.width, height: mip.height, kind: 'rgba', pixels: decodePixels(plan.format, stored) }
}

/** Bit of `flags5`: the first colour of the palette is transparent (parkan 7.4). */
const FIRST_IS_CLEAR = 24

/** All levels of a texture, and the rectangles of its atlas. */
export function texturePictures(bytes: Bytes): Pictures {
  const plan = texturePlan(bytes)
  if ('code' in plan) return { levels: [], declared: 0, pixels: '', fault: { code: plan.code, params: plan.params } }
  const header = new RecordView(TEXTURE_LAYOUT, bytes)
  const declared = header.number(0, 'mip_count')
  const palette = paletteOf(bytes, plan)
  const colours = palette && rgbaPalette(palette)
  if (colours && (header.number(0, 'flags5') >>> FIRST_IS_CLEAR) & 1) colours[3] = 0
  const rects = pageRects(bytes, plan)
  return {
    levels: plan.mips.map(mip => ({
      ...levelOf({ plan, mip, stored: mipBytes(bytes, mip), palette }),
      ...(colours && { palette: colours }),
      stored: { offset: mip.offset, size: mip.size, stride: bytesPerPixel(plan.format) },
    })),
    declared,
    ...(declared === 0 && { fault: { code: 'texture.mips-none', params: {} } }),
    pixels: FORMAT_NAMES[plan.format],
    ...(palette && { palette: 'palette' }),
    ...(rects.length > 0 && { rects: { path: 'page/0/rects', list: rects } }),
  }
}

export const TEXTURE_CONVERSIONS = pictureConversions(TEXTURE_PICTURE)
