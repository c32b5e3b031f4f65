import { zlibSync } from 'fflate'
import { crc32, inflateExactly } from '../compress'
import { filtered, paeth } from './png-filter'
import { faultOf, sizeFault, type PictureFault, type Raster, type Size } from './raster'

// PNG as the W3C recommendation "Portable Network Graphics (Third Edition)" describes it.

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Bytes of a chunk around its data: length and type before, checksum behind. */
const CHUNK_FRAME = 12
const HEADER_SIZE = 13
/** Of 9: files are a few percent larger than with 4, in half of the time. */
const DEFLATE_LEVEL = 2

/** Colour types: the channels of a pixel, and the depths that are allowed. */
const COLOUR_TYPES: Readonly<Record<number, { readonly channels: number; readonly depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8] },
  2: { channels: 3, depths: [8] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8] },
  6: { channels: 4, depths: [8] },
}
const COLOUR_TYPE_OF = { grey: 0, rgb: 2, palette: 3, rgba: 6 } as const

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly type: number
  readonly channels: number
  readonly isInterlaced: boolean
}

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Whether a file begins as PNG files do. */
export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.every((byte, k) => bytes[k] === byte)

/** Chunks up to the end chunk; the fault where one is cut or its checksum is wrong. */
function chunksOf(bytes: Uint8Array): readonly Chunk[] | PictureFault {
  const view = viewOf(bytes)
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; ; ) {
    if (at + CHUNK_FRAME > bytes.length) return faultOf('picture.cut')
    const length = view.getUint32(at)
    const end = at + CHUNK_FRAME + length
    if (end > bytes.length) return faultOf('picture.cut')
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return faultOf('picture.damaged')
    if (type === 'IEND') return chunks
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) })
    at = end
  }
}

function headerOf(chunk: Chunk | undefined, wanted: Size | undefined): Header | PictureFault {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== HEADER_SIZE) return faultOf('picture.damaged')
  const view = viewOf(chunk.data)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth = 0, type = 0, , , interlace = 0] = chunk.data.subarray(8)
  if (depth === 16) return faultOf('picture.deep', { bits: 16 })
  const known = COLOUR_TYPES[type]
  if (!known?.depths.includes(depth) || interlace > 1) return faultOf('picture.damaged')
  return (
    sizeFault({ width, height }, wanted) ?? {
      width,
      height,
      depth,
      type,
      channels: known.channels,
      isInterlaced: interlace === 1,
    }
  )
}

/** One of the pictures that an interlaced file consists of: every `dx`-th column from `x`, every `dy`-th row from `y`. */
interface Pass {
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
  readonly width: number
  readonly height: number
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function passesOf({ width, height, isInterlaced }: Header): readonly Pass[] {
  if (!isInterlaced) return [{ x: 0, y: 0, dx: 1, dy: 1, width, height }]
  return ADAM7.map(([x, y, dx, dy]) => ({
    x,
    y,
    dx,
    dy,
    width: Math.ceil((width - x) / dx),
    height: Math.ceil((height - y) / dy),
  })).filter(pass => pass.width > 0 && pass.height > 0)
}

const rowSize = ({ depth, channels }: Header, width: number): number => Math.ceil((width * depth * channels) / 8)

/** What filter `kind` predicts of a byte from the one before, the one above and the one before that. */
function predicted(kind: number, left: number, above: number, corner: number): number {
  if (kind === 1) return left
  if (kind === 2) return above
  if (kind === 3) return (left + above) >> 1
  return kind === 4 ? paeth(left, above, corner) : 0
}

/** Undoes the filters of the rows of a pass, in place; false for a filter that does not exist. */
function unfilter(rows: Uint8Array, stride: number, step: number): boolean {
  for (let start = 0; start < rows.length; start += stride + 1) {
    const kind = rows[start] ?? 0
    if (kind > 4) return false
    if (kind === 0) continue
    const above = start - stride - 1
    for (let k = 1; k <= stride; k++) {
      const left = k > step ? (rows[start + k - step] ?? 0) : 0
      const up = above >= 0 ? (rows[above + k] ?? 0) : 0
      const corner = above >= 0 && k > step ? (rows[above + k - step] ?? 0) : 0
      rows[start + k] = (rows[start + k] ?? 0) + predicted(kind, left, up, corner)
    }
  }
  return true
}

/** Channels of all pixels, one byte each; smaller ones as stored. */
function samplesOf(header: Header, stored: Uint8Array): Uint8Array | PictureFault {
  const { width, height, channels, depth } = header
  const passes = passesOf(header)
  const sizes = passes.map(pass => pass.height * (1 + rowSize(header, pass.width)))
  const raw = inflateExactly(
    stored,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  if (!(raw instanceof Uint8Array)) return faultOf(raw === 'size' ? 'picture.cut' : 'picture.damaged')
  const samples = new Uint8Array(width * height * channels)
  const mask = 2 ** depth - 1
  let at = 0
  for (const [k, pass] of passes.entries()) {
    const stride = rowSize(header, pass.width)
    const rows = raw.subarray(at, (at += sizes[k] ?? 0))
    if (!unfilter(rows, stride, Math.max(1, (depth * channels) / 8))) return faultOf('picture.damaged')
    for (let y = 0; y < pass.height; y++) {
      for (let x = 0; x < pass.width; x++) {
        const to = ((pass.y + y * pass.dy) * width + pass.x + x * pass.dx) * channels
        for (let c = 0; c < channels; c++) {
          const bit = (x * channels + c) * depth
          const byte = rows[y * (stride + 1) + 1 + (bit >> 3)] ?? 0
          samples[to + c] = (byte >> (8 - depth - (bit & 7))) & mask
        }
      }
    }
  }
  return samples
}

/** Colours of a palette with their transparency, as RGBA. */
function paletteOf(colours: Uint8Array, alphas: Uint8Array): Uint8Array {
  const palette = new Uint8Array((colours.length / 3) * 4)
  for (let k = 0; 3 * k < colours.length; k++)
    palette.set([...colours.subarray(3 * k, 3 * k + 3), alphas[k] ?? 255], 4 * k)
  return palette
}

/** Pixels as RGBA where one colour is transparent, or grey has an alpha. `clear`: the channels of that colour. */
function withAlpha(samples: Uint8Array, channels: number, clear: readonly number[] | undefined): Uint8Array {
  const colours = channels === 2 ? 1 : channels
  const rgba = new Uint8Array((samples.length / channels) * 4)
  for (let from = 0, to = 0; from < samples.length; from += channels, to += 4) {
    const isClear = clear?.every((value, c) => samples[from + c] === value) ?? false
    for (let c = 0; c < 3; c++) rgba[to + c] = samples[from + (colours === 1 ? 0 : c)] ?? 0
    rgba[to + 3] = channels === 2 ? (samples[from + 1] ?? 0) : isClear ? 0 : 255
  }
  return rgba
}

/** Reads a PNG of up to 8 bits a channel, interlaced or not. Chunks that do not change the pixels are passed over. */
export function decodePng(bytes: Uint8Array, wanted?: Size): Raster | PictureFault {
  if (!isPng(bytes)) return faultOf('picture.other')
  const chunks = chunksOf(bytes)
  if ('code' in chunks) return chunks
  const header = headerOf(chunks[0], wanted)
  if ('code' in header) return header
  const first = (type: string): Uint8Array | undefined => chunks.find(chunk => chunk.type === type)?.data
  const stored = joined(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const samples = samplesOf(header, stored)
  if (!(samples instanceof Uint8Array)) return samples
  return rasterOf(header, samples, first('PLTE'), first('tRNS'))
}

function rasterOf(
  { width, height, type, depth, channels }: Header,
  samples: Uint8Array,
  colours: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): Raster | PictureFault {
  if (type === 3) {
    if (!colours || colours.length % 3 !== 0 || colours.length > 768) return faultOf('picture.damaged')
    return {
      width,
      height,
      kind: 'palette',
      pixels: samples,
      palette: paletteOf(colours, transparency ?? new Uint8Array()),
    }
  }
  // One colour of pixels without alpha is transparent: two bytes a channel, in the depth of the file.
  const isKeyed = transparency && channels % 2 === 1 && transparency.length === 2 * channels
  const key = isKeyed ? Array.from({ length: channels }, (_, c) => viewOf(transparency).getUint16(2 * c)) : undefined
  const scale = type === 0 ? 255 / (2 ** depth - 1) : 1
  const whole = scale === 1 ? samples : samples.map(sample => sample * scale)
  if (channels === 2 || key)
    return {
      width,
      height,
      kind: 'rgba',
      pixels: withAlpha(
        whole,
        channels,
        key?.map(value => value * scale),
      ),
    }
  return { width, height, kind: channels === 1 ? 'grey' : channels === 3 ? 'rgb' : 'rgba', pixels: whole }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(CHUNK_FRAME + data.length)
  const view = viewOf(bytes)
  view.setUint32(0, data.length)
  bytes.set(
    Array.from(type, letter => letter.charCodeAt(0)),
    4,
  )
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** Packs bytes as a zlib stream. */
export type Deflate = (data: Uint8Array) => Uint8Array

const deflateHere: Deflate = data => zlibSync(data, { level: DEFLATE_LEVEL })

/** Writes a PNG of 8 bits a channel; the same raster always gives the same bytes, by one way to deflate. */
export function encodePng(raster: Raster, deflate = deflateHere): Uint8Array {
  const { width, height, kind, palette = new Uint8Array(0) } = raster
  const header = new Uint8Array(HEADER_SIZE)
  viewOf(header).setUint32(0, width)
  viewOf(header).setUint32(4, height)
  header.set([8, COLOUR_TYPE_OF[kind], 0, 0, 0], 8)
  const parts = [SIGNATURE, chunk('IHDR', header)]
  if (kind === 'palette') {
    const colours = palette.filter((_, k) => k % 4 !== 3)
    const alphas = palette.filter((_, k) => k % 4 === 3)
    parts.push(chunk('PLTE', colours))
    if (alphas.some(alpha => alpha !== 255)) parts.push(chunk('tRNS', alphas))
  }
  return joined([...parts, chunk('IDAT', deflate(filtered(raster))), chunk('IEND', new Uint8Array(0))])
}
