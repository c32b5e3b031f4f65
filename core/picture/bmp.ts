import { decodeMasked, type ChannelBits, type PixelBits } from './masked'
import { faultOf, PIXEL_SIZES, sizeFault, withoutAlpha, type PictureFault, type Raster, type Size } from './raster'

// BMP as Microsoft's documentation of BITMAPFILEHEADER, BITMAPINFOHEADER and BITMAPV4HEADER describes it.

const FILE_HEADER = 14
const INFO_HEADER = 40
const V4_HEADER = 108
const MASKS_AT = FILE_HEADER + INFO_HEADER
/** Compression: none, and pixels of masked channels. */
const PLAIN = 0
const MASKED = 3
const MASKED_WITH_ALPHA = 6
const DEPTHS = [1, 4, 8, 16, 24, 32]
/** Channels of 16 bits without masks: five each. */
const FIVE_EACH = [0x7c00, 0x3e0, 0x1f, 0] as const

interface Header {
  readonly width: number
  readonly height: number
  readonly isFromTop: boolean
  readonly bits: number
  readonly coding: number
  readonly colours: number
  /** Where the header ends and a palette begins. */
  readonly end: number
  readonly pixelsAt: number
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether a file begins as BMP files do. */
export const isBmp = (bytes: Uint8Array): boolean => bytes[0] === 0x42 && bytes[1] === 0x4d

function headerOf(bytes: Uint8Array, wanted: Size | undefined): Header | PictureFault {
  if (!isBmp(bytes)) return faultOf('picture.other')
  if (bytes.length < MASKS_AT) return faultOf('picture.cut')
  const view = viewOf(bytes)
  const [size, signed, bits] = [view.getUint32(14, true), view.getInt32(22, true), view.getUint16(28, true)]
  const coding = view.getUint32(30, true)
  if (size < INFO_HEADER || !DEPTHS.includes(bits)) return faultOf('picture.coding', { coding: `${String(bits)} bit` })
  const hasMasks = coding === MASKED || coding === MASKED_WITH_ALPHA
  if (coding !== PLAIN && !(hasMasks && bits >= 16 && bits !== 24))
    return faultOf('picture.coding', { coding: coding === 1 || coding === 2 ? 'RLE' : String(coding) })
  const given = view.getUint32(46, true)
  const width = view.getInt32(18, true)
  const header = {
    width,
    height: Math.abs(signed),
    isFromTop: signed < 0,
    bits,
    coding,
    colours: bits > 8 ? 0 : given === 0 ? 2 ** bits : Math.min(given, 256),
    end: FILE_HEADER + size,
    pixelsAt: view.getUint32(10, true),
  }
  return sizeFault(header, wanted) ?? header
}

/** A channel from the bits of its mask; undefined where they do not lie together. */
function channelOf(mask: number): ChannelBits | undefined {
  let [shift, bits] = [0, 0]
  while (shift < 32 && Math.floor(mask / 2 ** shift) % 2 === 0) shift++
  if (shift === 32) return { shift: 0, bits: 0 }
  while (shift + bits < 32 && Math.floor(mask / 2 ** (shift + bits)) % 2 === 1) bits++
  return mask === (2 ** bits - 1) * 2 ** shift && bits <= 8 ? { shift, bits } : undefined
}

/** Where the channels of a pixel of 16 or 32 bits lie; undefined for masks that are none. */
function pixelBits(bytes: Uint8Array, { bits, coding, end }: Header): PixelBits | undefined {
  const view = viewOf(bytes)
  const mask = (k: number): number =>
    MASKS_AT + 4 * k + 4 <= bytes.length ? view.getUint32(MASKS_AT + 4 * k, true) : 0
  // Alpha has a mask only in the longer headers, or where the coding says so.
  const hasAlpha = coding === MASKED_WITH_ALPHA || end >= MASKS_AT + 16
  const plain = bits === 16 ? FIVE_EACH : [0xff0000, 0xff00, 0xff, 0]
  const masks = coding === PLAIN ? plain : [mask(0), mask(1), mask(2), hasAlpha ? mask(3) : 0]
  const [red, green, blue, alpha] = masks.map(channelOf)
  return red && green && blue && alpha && { bytes: bits === 16 ? 2 : 4, channels: [red, green, blue, alpha] }
}

/** Reads a BMP of 1, 4, 8 (palette), 16, 24 or 32 bits without runs. */
export function decodeBmp(bytes: Uint8Array, wanted?: Size): Raster | PictureFault {
  const header = headerOf(bytes, wanted)
  if ('code' in header) return header
  const { width, height, bits, isFromTop, pixelsAt } = header
  const stride = Math.ceil((width * bits) / 32) * 4
  if (pixelsAt + stride * height > bytes.length) return faultOf('picture.cut')
  const row = (y: number): Uint8Array => {
    const at = pixelsAt + stride * (isFromTop ? y : height - 1 - y)
    return bytes.subarray(at, at + stride)
  }
  if (bits <= 8) return mapped(bytes, header, row)
  return bits === 24 ? plain(header, row) : masked(bytes, header, row)
}

type Row = (y: number) => Uint8Array

function mapped(bytes: Uint8Array, { width, height, bits, end, colours }: Header, row: Row): Raster | PictureFault {
  if (end + 4 * colours > bytes.length) return faultOf('picture.cut')
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const stored = row(y)
    for (let x = 0; x < width; x++) {
      const bit = x * bits
      pixels[y * width + x] = ((stored[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & (2 ** bits - 1)
    }
  }
  const palette = new Uint8Array(4 * colours)
  for (let k = 0; k < colours; k++) {
    const [blue = 0, green = 0, red = 0] = bytes.subarray(end + 4 * k)
    palette.set([red, green, blue, 255], 4 * k)
  }
  return { width, height, kind: 'palette', pixels, palette }
}

function plain({ width, height }: Header, row: Row): Raster {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const stored = row(y)
    for (let x = 0; x < width; x++) {
      const [blue = 0, green = 0, red = 0] = stored.subarray(3 * x, 3 * x + 3)
      pixels.set([red, green, blue], (y * width + x) * 3)
    }
  }
  return { width, height, kind: 'rgb', pixels }
}

function masked(bytes: Uint8Array, header: Header, row: Row): Raster | PictureFault {
  const { width, height } = header
  const bits = pixelBits(bytes, header)
  if (!bits) return faultOf('picture.damaged')
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) rgba.set(decodeMasked(bits, row(y), width) ?? [], y * width * 4)
  if (bits.channels[3].bits > 0) return { width, height, kind: 'rgba', pixels: rgba }
  return { width, height, kind: 'rgb', pixels: withoutAlpha(rgba) }
}

/**
 * Writes a BMP, the bottom row first: 8 bits with a palette (grey with one of its levels; the palette has no alpha), 24
 * bits, or 32 with masks.
 */
export function encodeBmp({ width, height, kind, pixels, palette }: Raster): Uint8Array {
  const each = PIXEL_SIZES[kind]
  const colours = each > 1 ? new Uint8Array(0) : (palette ?? greys())
  const size = kind === 'rgba' ? V4_HEADER : INFO_HEADER
  const pixelsAt = FILE_HEADER + size + colours.length
  const stride = Math.ceil((width * each) / 4) * 4
  const bytes = new Uint8Array(pixelsAt + stride * height)
  const view = viewOf(bytes)
  bytes.set([0x42, 0x4d])
  view.setUint32(2, bytes.length, true)
  view.setUint32(10, pixelsAt, true)
  view.setUint32(14, size, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, each * 8, true)
  view.setUint32(30, kind === 'rgba' ? MASKED : PLAIN, true)
  view.setUint32(34, stride * height, true)
  view.setUint32(46, colours.length / 4, true)
  if (kind === 'rgba')
    for (const [k, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) view.setUint32(MASKS_AT + 4 * k, mask, true)
  for (let at = 0; at < colours.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = colours.subarray(at, at + 3)
    bytes.set([blue, green, red, 0], FILE_HEADER + size + at)
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = pixels.subarray((y * width + x) * each, (y * width + x + 1) * each)
      const to = pixelsAt + stride * (height - 1 - y) + x * each
      bytes.set(colour, to)
      if (each >= 3) bytes.set([colour[2] ?? 0, colour[1] ?? 0, colour[0] ?? 0], to)
    }
  }
  return bytes
}

const greys = (): Uint8Array => Uint8Array.from({ length: 1024 }, (_, k) => (k % 4 === 3 ? 255 : k >> 2))
