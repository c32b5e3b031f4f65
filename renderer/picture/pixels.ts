import type { PictureLevel, PictureRect } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'

/** What of the pixels is shown: the colours, one channel as grey, numbers of a palette as grey. */
export const CHANNELS = ['rgb', 'r', 'g', 'b', 'a', 'index'] as const
export type Channel = (typeof CHANNELS)[number]

export interface PixelLook {
  readonly channel: Channel
  /** Colours are transparent where their alpha is. */
  readonly hasAlpha: boolean
  /** Number of a palette whose pixels alone are bright; undefined: all are. */
  readonly only?: number | undefined
}

/** Part of its brightness that a pixel keeps while others are pointed out. */
const DIM = 0.22

/** RGBA of one pixel as a little-endian number. */
const packed = (r: number, g: number, b: number, a: number): number => (r | (g << 8) | (b << 16) | (a << 24)) >>> 0

function mixer({ channel, hasAlpha }: PixelLook): (r: number, g: number, b: number, a: number) => number {
  if (channel === 'r') return r => packed(r, r, r, 255)
  if (channel === 'g') return (_, g) => packed(g, g, g, 255)
  if (channel === 'b') return (_, __, b) => packed(b, b, b, 255)
  if (channel === 'a') return (_, __, ___, a) => packed(a, a, a, 255)
  return hasAlpha ? packed : (r, g, b) => packed(r, g, b, 255)
}

const dimmed = (pixel: number): number =>
  packed(
    Math.round((pixel & 255) * DIM),
    Math.round(((pixel >> 8) & 255) * DIM),
    Math.round(((pixel >> 16) & 255) * DIM),
    pixel >>> 24,
  )

/** What each of 256 stored bytes is shown as. */
function tableOf({ kind, palette = new Uint8Array(0) }: PictureLevel, look: PixelLook): Uint32Array {
  const mix = mixer(look)
  return Uint32Array.from({ length: 256 }, (_, n) => {
    if (look.channel === 'index') return packed(n, n, n, 255)
    if (kind === 'grey') return mix(n, n, n, 255)
    const at = 4 * n
    const shown = mix(palette[at] ?? 0, palette[at + 1] ?? 0, palette[at + 2] ?? 0, palette[at + 3] ?? 0)
    return look.only === undefined || look.only === n ? shown : dimmed(shown)
  })
}

/** A level as RGBA, four bytes per pixel, rows from the top; its own memory where they are shown as they are. */
export function shownPixels(level: PictureLevel, look: PixelLook): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, kind, pixels } = level
  const { buffer } = pixels
  const isWhole = pixels.length === 4 * width * height && buffer.byteLength === pixels.length
  if (kind === 'rgba' && look.channel === 'rgb' && look.hasAlpha && isWhole && buffer instanceof ArrayBuffer)
    return new Uint8ClampedArray(buffer)
  const shown = new Uint32Array(width * height)
  if (kind === 'palette' || kind === 'grey') {
    const table = tableOf(level, look)
    for (let at = 0; at < shown.length; at++) shown[at] = table[pixels[at] ?? 0] ?? 0
  } else {
    const mix = mixer(look)
    const size = kind === 'rgb' ? 3 : 4
    for (let at = 0, from = 0; at < shown.length; at++, from += size)
      shown[at] = mix(
        pixels[from] ?? 0,
        pixels[from + 1] ?? 0,
        pixels[from + 2] ?? 0,
        size === 4 ? (pixels[from + 3] ?? 0) : 255,
      )
  }
  return new Uint8ClampedArray(shown.buffer)
}

/** Whether any pixel is not opaque. */
export function hasClear(level: PictureLevel): boolean {
  const { kind, pixels, palette } = level
  if (kind === 'palette') return palette !== undefined && palette.some((byte, at) => at % 4 === 3 && byte < 255)
  if (kind !== 'rgba') return false
  const { buffer, byteOffset, length } = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice()
  const colours = new Uint32Array(buffer, byteOffset, length >> 2)
  for (let at = 0; at < colours.length; at++) if ((colours[at] ?? 0) >>> 24 !== 255) return true
  return false
}

/** One pixel in numbers. */
export interface PixelFacts {
  readonly x: number
  readonly y: number
  /** Number in the palette, of such a level. */
  readonly index?: number
  /** The stored bytes as one number, in hexadecimal; absent where pixels are stored in blocks. */
  readonly stored?: string
  readonly rgba: readonly [number, number, number, number]
}

/** `bytes`: those of the entry, for what is stored. */
export function pixelFacts(level: PictureLevel, x: number, y: number, bytes?: Bytes): PixelFacts {
  const { width, kind, pixels, palette, stored } = level
  const at = y * width + x
  const channels = (from: ArrayLike<number> | undefined, start: number, size: number) =>
    [0, 1, 2, 3].map(k => (k < size ? (from?.[start + k] ?? 0) : 255))
  const rgba =
    kind === 'palette'
      ? channels(palette, 4 * (pixels[at] ?? 0), 4)
      : kind === 'grey'
        ? [pixels[at], pixels[at], pixels[at], 255].map(byte => byte ?? 0)
        : channels(pixels, (kind === 'rgb' ? 3 : 4) * at, kind === 'rgb' ? 3 : 4)
  const { offset = 0, stride } = stored ?? {}
  const raw =
    stride !== undefined && bytes ? bytes.subarray(offset + at * stride, offset + (at + 1) * stride) : undefined
  const [r = 0, g = 0, b = 0, a = 0] = rgba
  return {
    ...{ x, y, rgba: [r, g, b, a] },
    ...(kind === 'palette' && { index: pixels[at] ?? 0 }),
    ...(raw && raw.length > 0 && { stored: hexOf(raw) }),
  }
}

const hexOf = (raw: Bytes): string =>
  Array.from(raw, byte => byte.toString(16).toUpperCase().padStart(2, '0'))
    .reverse()
    .join('')

/** How many pixels have each number of the palette. */
export function indexCounts({ kind, pixels }: PictureLevel): Uint32Array {
  const counts = new Uint32Array(256)
  if (kind === 'palette') for (const index of pixels) counts[index] = (counts[index] ?? 0) + 1
  return counts
}

/** Numbers of the smallest rectangle around a pixel of the largest level; undefined where there is none. */
export function rectAt(rects: readonly PictureRect[], x: number, y: number): number | undefined {
  let found: number | undefined
  let least = Number.POSITIVE_INFINITY
  rects.forEach((rect, k) => {
    const isInside = x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height
    const area = rect.width * rect.height
    if (isInside && area < least) {
      found = k
      least = area
    }
  })
  return found
}

/** Bars of a histogram of brightness. */
export const BARS = 48

/** What a picture has, for a comparison of two. */
export interface PictureSums {
  readonly colours: number
  readonly clear: number
  /** Pixels by brightness, dark first. */
  readonly bars: readonly number[]
}

/** `rgba`: pixels with their alpha. */
export function sumsOf(rgba: Uint8ClampedArray): PictureSums {
  const seen = new Uint8Array(2 ** 21)
  const bars = new Array<number>(BARS).fill(0)
  let [colours, clear] = [0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    const [r, g, b] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
    const colour = r | (g << 8) | (b << 16)
    const bit = 1 << (colour & 7)
    if (((seen[colour >> 3] ?? 0) & bit) === 0) {
      seen[colour >> 3] = (seen[colour >> 3] ?? 0) | bit
      colours++
    }
    if (rgba[at + 3] === 0) clear++
    const bar = Math.floor(((r * 77 + g * 150 + b * 29) / 65281) * BARS)
    bars[Math.min(BARS - 1, bar)] = (bars[Math.min(BARS - 1, bar)] ?? 0) + 1
  }
  return { colours, clear, bars }
}

/** Pixels that differ; undefined where the sizes do. */
export function differingPixels(a: PictureLevel, b: PictureLevel): number | undefined {
  if (a.width !== b.width || a.height !== b.height) return undefined
  const look = { channel: 'rgb', hasAlpha: true } as const
  const [one, other] = [a, b].map(level => new Uint32Array(shownPixels(level, look).buffer))
  let count = 0
  one?.forEach((pixel, at) => {
    if (pixel !== other?.[at]) count++
  })
  return count
}
