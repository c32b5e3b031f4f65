import { blockBytes, decodeBlocks, encodeBlocks, widened, type BlockKind, type EncodedKind } from './dxt'
import { sizeFault, type Raster, type Size } from './raster'

/** Bytes before the pixels: `DDS ` and the header. */
const HEAD_SIZE = 128
const MAGIC = 0x20534444
/** Bits of the flags of the pixel format: alpha, named blocks, colours, one level of grey. */
const [ALPHA, FOUR_CC, LUMINANCE] = [0x1, 0x4, 0x20000] as const

/** Blocks by their name as a little-endian number. DXT2 and DXT4 are DXT3 and DXT5 with colours times alpha. */
const BLOCKS: Readonly<Record<number, BlockKind>> = {
  0x31545844: 'DXT1',
  0x32545844: 'DXT3',
  0x33545844: 'DXT3',
  0x34545844: 'DXT5',
  0x35545844: 'DXT5',
}

/** How the pixels of a level are stored. */
interface Coding {
  bytesOf(width: number, height: number): number
  decode(bytes: Uint8Array, width: number, height: number): Uint8Array | undefined
}

/** Whether bytes begin as a DDS file does. */
export const isDds = (bytes: Uint8Array): boolean =>
  bytes.length >= HEAD_SIZE && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC

/**
 * The picture of a DDS file: blocks DXT1 to DXT5, or pixels of 8 to 32 bits under masks. Of its levels the largest whose
 * longer side has at most `most` pixels, or the smallest one that is whole. Undefined where it is none, is damaged, or is
 * coded otherwise.
 */
export function decodeDds(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Raster | undefined {
  if (!isDds(bytes)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let [height, width] = [view.getUint32(12, true), view.getUint32(16, true)]
  const coding = codingOf(view)
  if (!coding || sizeFault({ width, height })) return undefined
  const levels = view.getUint32(28, true)
  let at = HEAD_SIZE
  for (let level = 1; level < levels && Math.max(width, height) > most; level++) {
    const next = at + coding.bytesOf(width, height)
    const [w, h] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
    if (next + coding.bytesOf(w, h) > bytes.length) break
    ;[at, width, height] = [next, w, h]
  }
  if (at + coding.bytesOf(width, height) > bytes.length) return undefined
  const pixels = coding.decode(bytes.subarray(at), width, height)
  return pixels && { width, height, kind: 'rgba', pixels }
}

/** A DDS file of one level in blocks. `rgba`: 4 bytes per pixel; both sides are multiples of 4. */
export function encodeDds(kind: EncodedKind, rgba: Uint8Array, { width, height }: Size): Uint8Array<ArrayBuffer> {
  const blocks = encodeBlocks(kind, rgba, width, height)
  const bytes = new Uint8Array(HEAD_SIZE + blocks.length)
  const view = new DataView(bytes.buffer)
  const words = [
    [0, MAGIC],
    [4, 124], // size of the header
    [8, 0x81007], // caps, both sides, pixel format, size of the pixels
    [12, height],
    [16, width],
    [20, blocks.length],
    [76, 32], // size of the pixel format
    [80, FOUR_CC],
    [108, 0x1000], // a texture
  ] as const
  for (const [offset, value] of words) view.setUint32(offset, value, true)
  bytes.set(
    Uint8Array.from(kind, letter => letter.charCodeAt(0)),
    84,
  )
  bytes.set(blocks, HEAD_SIZE)
  return bytes
}

function codingOf(view: DataView): Coding | undefined {
  const flags = view.getUint32(80, true)
  if ((flags & FOUR_CC) !== 0) {
    const kind = BLOCKS[view.getUint32(84, true)]
    return (
      kind && {
        bytesOf: (width, height) => blockBytes(kind, width, height),
        decode: (bytes, width, height) => decodeBlocks(kind, bytes, width, height),
      }
    )
  }
  const bits = view.getUint32(88, true)
  if (![8, 16, 24, 32].includes(bits)) return undefined
  const masks = [92, 96, 100, 104].map(offset => view.getUint32(offset, true))
  // A level of grey has one mask, that of red.
  const [red = 0, green = 0, blue = 0] = (flags & LUMINANCE) === 0 ? masks : [masks[0], masks[0], masks[0]]
  const channels = [red, green, blue, (flags & ALPHA) === 0 ? 0 : (masks[3] ?? 0)].map(channelOf)
  const size = bits / 8
  return {
    bytesOf: (width, height) => size * width * height,
    decode: (bytes, width, height) => unmasked(bytes, size, width * height, channels),
  }
}

interface Channel {
  readonly shift: number
  readonly bits: number
}

function channelOf(mask: number): Channel {
  let shift = 0
  while (shift < 32 && ((mask >>> shift) & 1) === 0) shift++
  let bits = 0
  while (shift + bits < 32 && ((mask >>> (shift + bits)) & 1) === 1) bits++
  return mask === 0 ? { shift: 0, bits: 0 } : { shift, bits }
}

/** RGBA of `count` pixels; opaque where there is no mask of alpha. */
function unmasked(bytes: Uint8Array, size: number, count: number, channels: readonly Channel[]): Uint8Array {
  const rgba = new Uint8Array(4 * count)
  for (let k = 0; k < count; k++) {
    let pixel = 0
    for (let byte = 0; byte < size; byte++) pixel += (bytes[size * k + byte] ?? 0) * 2 ** (8 * byte)
    for (const [c, { shift, bits }] of channels.entries())
      rgba[4 * k + c] = c === 3 && bits === 0 ? 255 : widened(Math.floor(pixel / 2 ** shift) % 2 ** bits, bits)
  }
  return rgba
}
