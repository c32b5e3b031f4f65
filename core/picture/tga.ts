import { faultOf, PIXEL_SIZES, sizeFault, type PictureFault, type Raster, type Size } from './raster'

// TGA as "Truevision TGA File Format Specification, Version 2.0" describes it.

const HEADER_SIZE = 18
/** Kinds of pictures; the same plus 8 with runs of equal pixels. */
const MAPPED = 1
const TRUE_COLOUR = 2
const GREY = 3
const RUNS = 8
/** Bits of the descriptor: the first pixel is at the right, the first row is at the top. */
const FROM_RIGHT = 0x10
const FROM_TOP = 0x20

interface Header {
  readonly kind: number
  readonly hasRuns: boolean
  readonly hasMap: boolean
  readonly mapFirst: number
  readonly mapLength: number
  readonly mapBits: number
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly descriptor: number
  /** Where the palette begins. */
  readonly mapAt: number
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function headerOf(bytes: Uint8Array, wanted: Size | undefined): Header | PictureFault {
  if (bytes.length < HEADER_SIZE) return faultOf('picture.cut')
  const view = viewOf(bytes)
  const type = view.getUint8(2)
  const header: Header = {
    kind: type & ~RUNS,
    hasRuns: (type & RUNS) !== 0,
    hasMap: view.getUint8(1) === 1,
    mapFirst: view.getUint16(3, true),
    mapLength: view.getUint16(5, true),
    mapBits: view.getUint8(7),
    width: view.getUint16(12, true),
    height: view.getUint16(14, true),
    bits: view.getUint8(16),
    descriptor: view.getUint8(17),
    mapAt: HEADER_SIZE + view.getUint8(0),
  }
  const bits = BITS[header.kind]
  if (view.getUint8(1) > 1 || !bits) return faultOf('picture.other')
  if (!bits.includes(header.bits)) return faultOf('picture.coding', { coding: `${String(header.bits)} bit` })
  if (header.kind === MAPPED && !(header.hasMap && [15, 16, 24, 32].includes(header.mapBits)))
    return faultOf('picture.damaged')
  return sizeFault(header, wanted) ?? header
}

const BITS: Readonly<Record<number, readonly number[]>> = {
  [MAPPED]: [8],
  [TRUE_COLOUR]: [15, 16, 24, 32],
  [GREY]: [8],
}

/** RGBA of a stored colour: blue first; 15 and 16 bits hold five of each channel. */
function colourAt(bytes: Uint8Array, at: number, bits: number): readonly [number, number, number, number] {
  const byte = (k: number): number => bytes[at + k] ?? 0
  if (bits >= 24) return [byte(2), byte(1), byte(0), bits === 32 ? byte(3) : 255]
  const word = byte(0) | (byte(1) << 8)
  const wide = (value: number): number => ((value & 31) << 3) | ((value & 31) >> 2)
  return [wide(word >> 10), wide(word >> 5), wide(word), 255]
}

/** Pixels as stored, runs expanded; undefined where the bytes end early. */
function expanded(
  bytes: Uint8Array,
  from: number,
  size: number,
  count: number,
  hasRuns: boolean,
): Uint8Array | undefined {
  if (!hasRuns) return from + size * count <= bytes.length ? bytes.subarray(from, from + size * count) : undefined
  // A run of two bytes or more gives at most 128 pixels.
  if (count > (bytes.length - from) * 128) return undefined
  const out = new Uint8Array(size * count)
  for (let at = from, to = 0; to < out.length; ) {
    const packet = bytes[at++]
    if (packet === undefined) return undefined
    const length = Math.min(size * ((packet & 127) + 1), out.length - to)
    const stored = packet & 128 ? size : length
    if (at + stored > bytes.length) return undefined
    for (let k = 0; k < length; k++) out[to + k] = bytes[at + (packet & 128 ? k % size : k)] ?? 0
    at += stored
    to += length
  }
  return out
}

/** Reads a TGA of 8 (palette, grey), 15, 16, 24 or 32 bits, with or without runs. */
export function decodeTga(bytes: Uint8Array, wanted?: Size): Raster | PictureFault {
  const header = headerOf(bytes, wanted)
  if ('code' in header) return header
  const { width, height, bits, kind, descriptor, mapAt, mapLength, mapBits } = header
  const size = Math.ceil(bits / 8)
  const mapSize = header.hasMap ? mapLength * Math.ceil(mapBits / 8) : 0
  const stored = expanded(bytes, mapAt + mapSize, size, width * height, header.hasRuns)
  if (!stored || mapAt + mapSize > bytes.length) return faultOf('picture.cut')
  const rasterKind = kind === MAPPED ? 'palette' : kind === GREY ? 'grey' : bits === 32 ? 'rgba' : 'rgb'
  const each = PIXEL_SIZES[rasterKind]
  const pixels = new Uint8Array(width * height * each)
  for (let y = 0; y < height; y++) {
    const row = descriptor & FROM_TOP ? y : height - 1 - y
    for (let x = 0; x < width; x++) {
      const from = (y * width + (descriptor & FROM_RIGHT ? width - 1 - x : x)) * size
      const to = (row * width + x) * each
      if (each === 1) pixels[to] = stored[from] ?? 0
      else pixels.set(colourAt(stored, from, bits).slice(0, each), to)
    }
  }
  const map = bytes.subarray(mapAt, mapAt + mapSize)
  return { width, height, kind: rasterKind, pixels, ...(kind === MAPPED && { palette: paletteOf(map, header) }) }
}

/** RGBA of the colours of the palette, each at its number; colours before the first are transparent black. */
function paletteOf(map: Uint8Array, { mapFirst, mapLength, mapBits }: Header): Uint8Array {
  const count = Math.min(256, mapFirst + mapLength)
  const palette = new Uint8Array(4 * count)
  for (let k = mapFirst; k < count; k++)
    palette.set(colourAt(map, (k - mapFirst) * Math.ceil(mapBits / 8), mapBits), 4 * k)
  return palette
}

/** Writes a TGA without runs, the bottom row first, as most programs do. */
export function encodeTga({ width, height, kind, pixels, palette = new Uint8Array(0) }: Raster): Uint8Array {
  const each = PIXEL_SIZES[kind]
  const colours = kind === 'palette' ? palette.length / 4 : 0
  const bytes = new Uint8Array(HEADER_SIZE + 4 * colours + pixels.length)
  const view = viewOf(bytes)
  view.setUint8(1, colours > 0 ? 1 : 0)
  view.setUint8(2, kind === 'palette' ? MAPPED : kind === 'grey' ? GREY : TRUE_COLOUR)
  view.setUint16(5, colours, true)
  view.setUint8(7, colours > 0 ? 32 : 0)
  view.setUint16(12, width, true)
  view.setUint16(14, height, true)
  view.setUint8(16, each * 8)
  view.setUint8(17, kind === 'rgba' ? 8 : 0)
  for (let k = 0; k < colours; k++) putColour(bytes, HEADER_SIZE + 4 * k, palette.subarray(4 * k, 4 * k + 4))
  const start = HEADER_SIZE + 4 * colours
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * each
      const to = start + ((height - 1 - y) * width + x) * each
      putColour(bytes, to, pixels.subarray(from, from + each))
    }
  }
  return bytes
}

/** Writes a colour blue first, a level or a number as it is. */
function putColour(bytes: Uint8Array, at: number, colour: Uint8Array): void {
  const [red = 0, green = 0, blue = 0] = colour
  bytes.set(colour, at)
  if (colour.length >= 3) bytes.set([blue, green, red], at)
}
