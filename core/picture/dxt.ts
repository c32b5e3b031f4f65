/*
 * S3TC blocks of 4 × 4 pixels. Pictures are RGBA, 8 bits each, row after row; a picture whose sides are no multiple of 4 has
 * blocks that reach beyond it.
 */

const SIDE = 4
const PIXELS = SIDE * SIDE

/** Formats of compressed blocks of 4 × 4 pixels. */
export type BlockKind = 'DXT1' | 'DXT3' | 'DXT5'

/** Bytes of a block. */
export const blockSize = (kind: BlockKind): number => (kind === 'DXT1' ? 8 : 16)

const blocksAlong = (side: number): number => Math.ceil(side / SIDE)

/** Bytes of a picture in blocks. */
export const blockBytes = (kind: BlockKind, width: number, height: number): number =>
  blocksAlong(width) * blocksAlong(height) * blockSize(kind)

/** A channel of `bits` bits, scaled to 8 bits. */
export const widened = (value: number, bits: number): number =>
  bits === 0 ? 0 : Math.round((value * 255) / (2 ** bits - 1))

const narrowed = (value: number, bits: number): number => Math.round((value * (2 ** bits - 1)) / 255)

const red = (color: number): number => widened(color >> 11, 5)
const green = (color: number): number => widened((color >> 5) & 63, 6)
const blue = (color: number): number => widened(color & 31, 5)

const packed565 = (r: number, g: number, b: number): number =>
  (narrowed(r, 5) << 11) | (narrowed(g, 6) << 5) | narrowed(b, 5)

/** The four colours of a block, RGBA each. Thirds are cut to whole numbers. */
function palette(c0: number, c1: number, isOpaque: boolean): Uint8Array {
  const [r0, g0, b0, r1, g1, b1] = [red(c0), green(c0), blue(c0), red(c1), green(c1), blue(c1)]
  const mix = (a: number, b: number, x: number, y: number): number => Math.floor((a * x + b * y) / (x + y))
  const colors =
    isOpaque || c0 > c1
      ? [
          mix(r0, r1, 2, 1),
          mix(g0, g1, 2, 1),
          mix(b0, b1, 2, 1),
          255,
          mix(r0, r1, 1, 2),
          mix(g0, g1, 1, 2),
          mix(b0, b1, 1, 2),
          255,
        ]
      : [mix(r0, r1, 1, 1), mix(g0, g1, 1, 1), mix(b0, b1, 1, 1), 255, 0, 0, 0, 0]
  return Uint8Array.of(r0, g0, b0, 255, r1, g1, b1, 255, ...colors)
}

/** The 16 pixels of the block at `at`. */
function decodeBlock(kind: BlockKind, view: DataView, at: number, out: Uint8Array): void {
  const color = kind === 'DXT1' ? at : at + 8
  const colors = palette(view.getUint16(color, true), view.getUint16(color + 2, true), kind !== 'DXT1')
  const indices = view.getUint32(color + 4, true)
  for (let k = 0; k < PIXELS; k++) {
    const index = (indices >>> (2 * k)) & 3
    out.set(colors.subarray(4 * index, 4 * index + 4), 4 * k)
    if (kind === 'DXT3') out[4 * k + 3] = ((view.getUint8(at + (k >> 1)) >> (4 * (k & 1))) & 15) * 17
  }
  if (kind === 'DXT5') decodeLevels(view, at, out)
}

/** The alpha of a DXT5 block: two levels, those between them, and for each pixel three bits that name one. */
function decodeLevels(view: DataView, at: number, out: Uint8Array): void {
  const [a, b] = [view.getUint8(at), view.getUint8(at + 1)]
  const between = a > b ? 7 : 5
  const levels = Array.from({ length: 8 }, (_, k) => {
    if (k === 0) return a
    if (k === 1) return b
    if (k > between) return k === 6 ? 0 : 255
    return Math.floor(((between + 1 - k) * a + (k - 1) * b) / between)
  })
  // 48 bits, lowest first: two pixels may share a byte.
  for (let k = 0; k < PIXELS; k++) {
    const bit = 3 * k
    const byte = at + 2 + (bit >> 3)
    const word = view.getUint8(byte) | (bit >> 3 < 5 ? view.getUint8(byte + 1) << 8 : 0)
    out[4 * k + 3] = levels[(word >> (bit & 7)) & 7] ?? 0
  }
}

/** Calls `visit` for each block: its place in the bytes and its first pixel. */
function eachBlock(
  kind: BlockKind,
  width: number,
  height: number,
  visit: (at: number, x: number, y: number) => void,
): void {
  let at = 0
  for (let y = 0; y < height; y += SIDE)
    for (let x = 0; x < width; x += SIDE) {
      visit(at, x, y)
      at += blockSize(kind)
    }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Pixels of a picture in blocks; undefined where there are too few bytes. */
export function decodeBlocks(
  kind: BlockKind,
  bytes: Uint8Array,
  width: number,
  height: number,
): Uint8Array | undefined {
  if (bytes.length < blockBytes(kind, width, height)) return undefined
  const view = viewOf(bytes)
  const rgba = new Uint8Array(4 * width * height)
  const block = new Uint8Array(4 * PIXELS)
  eachBlock(kind, width, height, (at, x, y) => {
    decodeBlock(kind, view, at, block)
    for (let row = 0; row < SIDE && y + row < height; row++) {
      const length = 4 * Math.min(SIDE, width - x)
      rgba.set(block.subarray(16 * row, 16 * row + length), 4 * ((y + row) * width + x))
    }
  })
  return rgba
}

/** Pixels of a block of a picture; what lies beyond its sides repeats the last column and row. */
function pixelsAt(rgba: Uint8Array, width: number, height: number, x: number, y: number): Uint8Array {
  const block = new Uint8Array(4 * PIXELS)
  for (let k = 0; k < PIXELS; k++) {
    const from = 4 * (Math.min(height - 1, y + (k >> 2)) * width + Math.min(width - 1, x + (k & 3)))
    block.set(rgba.subarray(from, from + 4), 4 * k)
  }
  return block
}

/** Blocks that are encoded, too. */
export type EncodedKind = Exclude<BlockKind, 'DXT5'>

/**
 * A picture in blocks. Blocks of `previous`, the same picture before, whose pixels are the same keep their bytes.
 * Blocks of one or two colours that the format can represent are encoded without loss.
 */
export function encodeBlocks(
  kind: EncodedKind,
  rgba: Uint8Array,
  width: number,
  height: number,
  previous?: Uint8Array,
): Uint8Array {
  const bytes = new Uint8Array(blockBytes(kind, width, height))
  const view = viewOf(bytes)
  const old = previous && previous.length >= bytes.length ? viewOf(previous) : undefined
  const before = new Uint8Array(4 * PIXELS)
  eachBlock(kind, width, height, (at, x, y) => {
    const pixels = pixelsAt(rgba, width, height, x, y)
    if (old && previous) {
      decodeBlock(kind, old, at, before)
      const columns = Math.min(SIDE, width - x)
      const isSame = before.every(
        (byte, k) => (k >> 2) % SIDE >= columns || y + (k >> 4) >= height || byte === pixels[k],
      )
      if (isSame) {
        bytes.set(previous.subarray(at, at + blockSize(kind)), at)
        return
      }
    }
    if (kind === 'DXT3') encodeAlpha(pixels, view, at)
    encodeColors(pixels, kind === 'DXT1' && pixels.some((byte, k) => k % 4 === 3 && byte < 128), kind, view, at)
  })
  return bytes
}

function encodeAlpha(pixels: Uint8Array, view: DataView, at: number): void {
  for (let k = 0; k < PIXELS; k += 2)
    view.setUint8(at + (k >> 1), narrowed(pixels[4 * k + 3] ?? 0, 4) | (narrowed(pixels[4 * k + 7] ?? 0, 4) << 4))
}

function encodeColors(pixels: Uint8Array, hasHoles: boolean, kind: BlockKind, view: DataView, at: number): void {
  const color = kind === 'DXT1' ? at : at + 8
  const [first, second] = endpoints(pixels, hasHoles)
  const [high, low] = first >= second ? [first, second] : [second, first]
  const [c0, c1] = hasHoles ? [low, high] : [high, low]
  const colors = palette(c0, c1, kind === 'DXT3')
  let indices = 0
  for (let k = PIXELS - 1; k >= 0; k--) indices = (indices * 4 + nearest(pixels, k, colors, hasHoles)) >>> 0
  view.setUint16(color, c0, true)
  view.setUint16(color + 2, c1, true)
  view.setUint32(color + 4, indices, true)
}

const distance = (a: Uint8Array, i: number, b: Uint8Array, j: number): number => {
  const part = (k: number): number => ((a[4 * i + k] ?? 0) - (b[4 * j + k] ?? 0)) ** 2
  return part(0) + part(1) + part(2)
}

/** The colour of the palette that is nearest to a pixel; the hole for one that is not seen. */
function nearest(pixels: Uint8Array, k: number, colors: Uint8Array, hasHoles: boolean): number {
  if (hasHoles && (pixels[4 * k + 3] ?? 0) < 128) return 3
  let best = 0
  for (let index = 1; index < 4; index++) {
    if (colors[4 * index + 3] === 0) continue
    if (distance(pixels, k, colors, index) < distance(pixels, k, colors, best)) best = index
  }
  return best
}

/** The two colours of a block that are furthest from each other. */
function endpoints(pixels: Uint8Array, hasHoles: boolean): readonly [number, number] {
  const seen = Array.from({ length: PIXELS }, (_, k) => k).filter(k => !hasHoles || (pixels[4 * k + 3] ?? 0) >= 128)
  let pair: readonly [number, number] = [seen[0] ?? 0, seen[0] ?? 0]
  let furthest = 0
  for (const a of seen)
    for (const b of seen) {
      const found = a < b ? distance(pixels, a, pixels, b) : 0
      if (found > furthest) {
        furthest = found
        pair = [a, b]
      }
    }
  const colorOf = (k: number): number => packed565(pixels[4 * k] ?? 0, pixels[4 * k + 1] ?? 0, pixels[4 * k + 2] ?? 0)
  return [colorOf(pair[0]), colorOf(pair[1])]
}
