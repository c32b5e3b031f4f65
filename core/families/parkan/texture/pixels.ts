import type { Picture } from '../../../format'
import type { Bytes } from '../../../layout'
import { nearestColour } from '../../../picture'
import { PALETTE_SIZE, bytesPerPixel, texturePlan, type Mip, type PixelFormat, type TexturePlan } from './texture'

// Channels of fewer bits are widened by repeating their upper bits, as Direct3D hardware does: 0 stays 0, all ones 255.
const five = (v: number): number => ((v & 31) << 3) | ((v & 31) >> 2)
const six = (v: number): number => ((v & 63) << 2) | ((v & 63) >> 4)
const four = (v: number): number => (v & 15) * 17

type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

/** Colour of a little-endian 16-bit word (parkan 7.2). In 88 the low byte is the lightness, as in Direct3D's A8L8; not proven. */
export function decodeWord(format: 565 | 556 | 4444 | 88, word: number): Rgba {
  if (format === 565) return [five(word >> 11), six(word >> 5), five(word), 255]
  if (format === 556) return [five(word >> 11), five(word >> 6), six(word), 255]
  if (format === 4444) return [four(word >> 8), four(word >> 4), four(word), four(word >> 12)]
  return [word & 255, word & 255, word & 255, word >> 8]
}

const narrow = (channel: number, top: number): number => Math.round((channel * top) / 255)

/** The nearest word of a colour: of a decoded word that word again. */
export function encodeWord(format: 565 | 556 | 4444 | 88, [r, g, b, a]: Rgba): number {
  if (format === 565) return (narrow(r, 31) << 11) | (narrow(g, 63) << 5) | narrow(b, 31)
  if (format === 556) return (narrow(r, 31) << 11) | (narrow(g, 31) << 6) | narrow(b, 63)
  if (format === 4444) return (narrow(a, 15) << 12) | (narrow(r, 15) << 8) | (narrow(g, 15) << 4) | narrow(b, 15)
  return (a << 8) | (r === g && g === b ? r : Math.round(0.299 * r + 0.587 * g + 0.114 * b))
}

const WORDS = 0x10000
const tables = new Map<PixelFormat, Uint32Array>()

/** RGBA of every word of a format, as in memory. Made once: a word is looked up several times faster than it is computed. */
function wordTable(format: 565 | 556 | 4444 | 88): Uint32Array {
  const known = tables.get(format)
  if (known) return known
  const table = new Uint8Array(4 * WORDS)
  for (let word = 0; word < WORDS; word++) table.set(decodeWord(format, word), 4 * word)
  const whole = new Uint32Array(table.buffer)
  tables.set(format, whole)
  return whole
}

function decodeWords(format: 565 | 556 | 4444 | 88, raw: Bytes): Uint8Array {
  const table = wordTable(format)
  const { buffer, byteOffset, length } = raw.byteOffset % 2 === 0 ? raw : raw.slice()
  const words = new Uint16Array(buffer, byteOffset, length >> 1)
  const rgba = new Uint32Array(words.length)
  for (let at = 0; at < rgba.length; at++) rgba[at] = table[words[at] ?? 0] ?? 0
  return new Uint8Array(rgba.buffer)
}

/** Pixels in a texture's own format to RGBA. `palette`: 256 times B, G, R and a filler, of indexed ones, their own or another entry's. */
export function decodePixels(format: PixelFormat, raw: Bytes, palette?: Bytes): Uint8Array {
  if (format === 565 || format === 556 || format === 4444 || format === 88) return decodeWords(format, raw)
  const size = bytesPerPixel(format)
  const count = Math.floor(raw.length / size)
  const rgba = new Uint8Array(4 * count)
  for (let pixel = 0; pixel < count; pixel++) {
    const [r, g, b, a] = pixelAt(format, raw, pixel * size, palette)
    const to = 4 * pixel
    rgba[to] = r
    rgba[to + 1] = g
    rgba[to + 2] = b
    rgba[to + 3] = a
  }
  return rgba
}

function pixelAt(format: PixelFormat, raw: Bytes, at: number, palette: Bytes | undefined): Rgba {
  const byte = (k: number): number => raw[at + k] ?? 0
  if (format === 8888) return [byte(2), byte(1), byte(0), byte(3)]
  if (format === 888) return [byte(2), byte(1), byte(0), 255]
  if (format === 2 && !palette) return [byte(0), byte(0), byte(0), 255] // its palette is elsewhere: levels of grey (parkan 7.1)
  if (format !== 0 && format !== 2) return decodeWord(format, byte(0) | (byte(1) << 8))
  const entry = 4 * byte(0)
  return [palette?.[entry + 2] ?? 0, palette?.[entry + 1] ?? 0, palette?.[entry] ?? 0, 255]
}

/**
 * RGBA to pixels in a texture's own format. Where `before` already decodes to the given colour its bytes stay: unused
 * bits and the choice among equal palette entries are kept.
 */
export function encodePixels(format: PixelFormat, rgba: Bytes, before?: Bytes, palette?: Bytes): Uint8Array {
  const size = bytesPerPixel(format)
  const count = Math.floor(rgba.length / 4)
  const raw = new Uint8Array(count * size)
  const known = new Map<number, number>()
  for (let pixel = 0; pixel < count; pixel++) {
    const at = pixel * size
    const colour: Rgba = [
      rgba[4 * pixel] ?? 0,
      rgba[4 * pixel + 1] ?? 0,
      rgba[4 * pixel + 2] ?? 0,
      rgba[4 * pixel + 3] ?? 0,
    ]
    const isKept =
      before !== undefined && at + size <= before.length && isSame(pixelAt(format, before, at, palette), colour, format)
    if (isKept) raw.set(before.subarray(at, at + size), at)
    else putPixel(raw, at, format, colour, palette, known)
    if (format === 888 && !isKept) raw[at + 3] = before?.[at + 3] ?? 0
  }
  return raw
}

/** Formats without an alpha of their own. */
export const OPAQUE: readonly PixelFormat[] = [0, 2, 888, 565, 556]

const isSame = (a: Rgba, b: Rgba, format: PixelFormat): boolean =>
  a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && (a[3] === b[3] || OPAQUE.includes(format))

function putPixel(
  raw: Uint8Array,
  at: number,
  format: PixelFormat,
  colour: Rgba,
  palette: Bytes | undefined,
  known: Map<number, number>,
): void {
  const [r, g, b, a] = colour
  if (format === 8888) raw.set([b, g, r, a], at)
  else if (format === 888) raw.set([b, g, r], at)
  else if (format === 2 && !palette) raw[at] = Math.round(0.299 * r + 0.587 * g + 0.114 * b)
  else if (format === 0 || format === 2) raw[at] = nearestColour(palette ?? new Uint8Array(0), [b, g, r], known)
  else {
    const word = encodeWord(format, colour)
    raw.set([word & 255, word >> 8], at)
  }
}

/** The bytes of a mip. */
export const mipBytes = (bytes: Bytes, mip: Mip): Bytes => bytes.subarray(mip.offset, mip.offset + mip.size)

/** The 1024 bytes of a texture's palette, B G R and a filler each; undefined for formats without one (parkan 7.2). */
export const paletteOf = (bytes: Bytes, plan: TexturePlan): Bytes | undefined =>
  plan.palette === undefined ? undefined : bytes.subarray(plan.palette, plan.palette + PALETTE_SIZE)

/** Mip 0 (or another) of a texture as RGBA; undefined where its bytes are not there or its format is not known. */
export function textureImage(bytes: Bytes, level = 0): Picture | undefined {
  const plan = texturePlan(bytes)
  const mip = 'code' in plan ? undefined : plan.mips[level]
  if (!mip || 'code' in plan) return undefined
  return {
    width: mip.width,
    height: mip.height,
    pixels: decodePixels(plan.format, mipBytes(bytes, mip), paletteOf(bytes, plan)),
  }
}
