import { sameBytes } from '../../../edit'
import { pictureConversions, type Opened, type Pictures } from '../../../format'
import { document, type Bytes } from '../../../layout'
import { nearestColour, toRgba, withoutAlpha, type Raster } from '../../../picture'
import { packageOf, PALETTE_SIZE } from './package-rows'
import { TEXTURE } from './texture'

/** Bits of `flags` (mw3 13). */
const [HAS_ALPHA, FULL_ALPHA] = [0x02, 0x08]
/** Alpha from which a pixel of a texture with one transparent colour is opaque. */
const OPAQUE = 128
/** The darkest colour that is not the transparent one. */
const ALMOST_BLACK = 1

/** The parts of a texture (mw3 13). */
interface Planes {
  readonly width: number
  readonly height: number
  readonly pixels: Part
  /** A byte per pixel; absent: there is none. */
  readonly alpha: Part | undefined
  /** RGBA of the colours that pixels number; absent: pixels are colours. */
  readonly palette: Uint8Array | undefined
  readonly hasOwnPalette: boolean
  /** Pixels of the value 0 are transparent. */
  readonly isKeyed: boolean
}

interface Part {
  readonly offset: number
  readonly bytes: Bytes
}

/** Colours of two bytes as RGBA, rounded to the nearest as the sheet says (mw3 13). */
function rgbaOf(stored: Bytes): Uint8Array {
  const rgba = new Uint8Array(2 * stored.length)
  for (let at = 0; at + 1 < stored.length; at += 2) {
    const word = wordAt(stored, at)
    const colour = [
      Math.round(((word >> 11) * 255) / 31),
      Math.round((((word >> 5) & 63) * 255) / 63),
      Math.round(((word & 31) * 255) / 31),
      255,
    ]
    rgba.set(colour, 2 * at)
  }
  return rgba
}

const wordAt = (bytes: Bytes, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

/** The nearest colour of two bytes. */
const wordOf = (red: number, green: number, blue: number): number =>
  (Math.round((red * 31) / 255) << 11) | (Math.round((green * 63) / 255) << 5) | Math.round((blue * 31) / 255)

/** `shared`: the palette of the package that the texture uses, where it has none of its own. */
function planesOf(bytes: Bytes, shared?: Bytes): Planes | undefined {
  const { root, isWhole } = document(TEXTURE, bytes)
  if (!isWhole) return undefined
  const number = (name: string): number => Number(root.childNamed(name)?.value)
  const part = (name: string): Part | undefined => {
    const node = root.childNamed(name)
    return node && node.size > 0
      ? { offset: node.offset, bytes: bytes.subarray(node.offset, node.offset + node.size) }
      : undefined
  }
  const [flags, colours, pixels] = [number('flags'), number('palette_count'), part('pixels')]
  if (!pixels) return undefined
  const own = part('palette')?.bytes
  const stored = own ?? shared ?? new Uint8Array(0)
  return {
    width: number('width'),
    height: number('height'),
    pixels,
    alpha: part('alpha'),
    palette: colours > 0 ? rgbaOf(stored.subarray(0, 2 * colours)) : undefined,
    hasOwnPalette: own !== undefined,
    isKeyed: colours === 0 && (flags & HAS_ALPHA) !== 0 && (flags & FULL_ALPHA) === 0,
  }
}

/** The palette of the package that the row names. */
async function sharedPalette(entry: Opened): Promise<Bytes | undefined> {
  const { container, attributes } = entry
  const image = container ? (await entry.file(container.path))?.base : undefined
  const found = image && packageOf(image)
  const number = attributes['palette_index']
  if (!found || typeof number !== 'number' || number < 0 || number >= found.header.global_palette_count)
    return undefined
  const start = found.palettes + number * PALETTE_SIZE
  return image.subarray(start, start + PALETTE_SIZE)
}

function rasterOf({ width, height, pixels, alpha, palette, isKeyed }: Planes): Raster {
  const size = { width, height }
  if (palette && !alpha)
    return { ...size, kind: 'palette', pixels: pixels.bytes, palette: blackBeyond(palette, pixels) }
  const rgba = palette
    ? toRgba({ ...size, kind: 'palette', pixels: pixels.bytes, palette: blackBeyond(palette, pixels) })
    : rgbaOf(pixels.bytes)
  if (!alpha && !isKeyed) return { ...size, kind: 'rgb', pixels: withoutAlpha(rgba) }
  for (let k = 0; k < width * height; k++)
    rgba[4 * k + 3] = alpha ? (alpha.bytes[k] ?? 255) : wordAt(pixels.bytes, 2 * k) === 0 ? 0 : 255
  return { ...size, kind: 'rgba', pixels: rgba }
}

/** A palette in which numbers that it does not have are black, as they are read (mw3 13). */
function blackBeyond(palette: Uint8Array, { bytes }: Part): Uint8Array {
  const most = bytes.reduce((a, b) => Math.max(a, b), 0)
  if (4 * most < palette.length) return palette
  const whole = Uint8Array.from({ length: 4 * (most + 1) }, (_, k) => (k % 4 === 3 ? 255 : 0))
  whole.set(palette)
  return whole
}

/** Pixels with the colours of a picture; those that have them already keep their bytes. */
function redrawnPixels(planes: Planes, raster: Raster): Bytes {
  const { pixels, palette, isKeyed, alpha } = planes
  const isNumbered =
    palette && raster.palette && sameBytes(raster.palette.subarray(0, palette.length), palette) && !alpha
  if (isNumbered && raster.pixels.every(number => 4 * number < palette.length)) return raster.pixels
  const [before, after] = [toRgba(rasterOf(planes)), toRgba(raster)]
  const stored = pixels.bytes.slice()
  const known = new Map<number, number>()
  for (let at = 0; at < after.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 255] = after.subarray(at, at + 4)
    const isClear = isKeyed && opacity < OPAQUE
    const wasClear = isKeyed && before[at + 3] === 0
    const hasColour = [0, 1, 2].every(k => before[at + k] === after[at + k])
    if (isClear === wasClear && (isClear || hasColour)) continue
    if (palette) stored[at / 4] = nearestColour(palette, [red, green, blue], known)
    else {
      const word = isClear ? 0 : wordOf(red, green, blue)
      const kept = isKeyed && !isClear && word === 0 ? ALMOST_BLACK : word
      stored.set([kept & 255, kept >> 8], at / 2)
    }
  }
  return stored
}

/** For thumbnails: a texture with a shared palette, which its bytes do not have, is left out. */
export function texturePicture(bytes: Bytes): Raster | undefined {
  const planes = planesOf(bytes)
  return planes?.palette?.length === 0 ? undefined : planes && rasterOf(planes)
}

/** The one level of a texture. Only a palette of its own is an array of it. */
export async function texturePictures(bytes: Bytes, entry: Opened): Promise<Pictures> {
  const planes = planesOf(bytes, await sharedPalette(entry))
  if (!planes) return { levels: [], declared: 1, pixels: '' }
  const { pixels, palette, width, height } = planes
  return {
    levels: [
      {
        ...rasterOf(planes),
        stored: { offset: pixels.offset, size: pixels.bytes.length, stride: pixels.bytes.length / (width * height) },
      },
    ],
    declared: 1,
    pixels: palette ? 'palette' : 'r5g6b5',
    ...(planes.hasOwnPalette && { palette: 'palette' }),
  }
}

/** The pixels of a texture; undefined where its bytes are damaged. */
export async function textureRaster(bytes: Bytes, entry: Opened): Promise<Raster | undefined> {
  const planes = planesOf(bytes, await sharedPalette(entry))
  return planes && rasterOf(planes)
}

/**
 * A texture of a package as a picture: numbers of a palette stay numbers, an alpha is the plane that is stored, or the
 * colour 0 where the texture has one transparent colour. A shared palette is that of the package (mw3 13).
 */
export const TEXTURE_CONVERSIONS = pictureConversions({
  raster: textureRaster,
  async redrawn(bytes, raster, entry) {
    const planes = planesOf(bytes, await sharedPalette(entry))
    if (!planes) return bytes
    const after = bytes.slice()
    after.set(redrawnPixels(planes, raster), planes.pixels.offset)
    if (planes.alpha)
      after.set(
        toRgba(raster).filter((_, k) => k % 4 === 3),
        planes.alpha.offset,
      )
    return after
  },
})
