import { joinedBytes, offsetOf, RecordView, strideOf, type Bytes } from '../../../layout'
import {
  blockBytes,
  decodeBlocks,
  decodeMasked,
  decodePnt3,
  encodeBlocks,
  encodeMasked,
  encodePnt3,
  type ChannelBits,
  type PixelBits,
} from '../../../picture'
import { Channel, KINDS, MmpHeader } from './mmp'

export type Kind = (typeof KINDS)[keyof typeof KINDS]

/** What the header of a texture states about its pixels. */
export interface Texture {
  readonly kind: Kind | undefined
  readonly width: number
  readonly height: number
  /** One of PNT3, whose header has the size of the pixels there (evil-islands 4.1). */
  readonly levels: number
  readonly bits: PixelBits
}

/** A level of a texture: RGBA, rows as they are stored. */
export interface Level {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

export const HEADER_SIZE = strideOf(MmpHeader)

/** The header of a texture; undefined where there are fewer bytes. */
export function textureOf(bytes: Bytes): Texture | undefined {
  if (bytes.length < HEADER_SIZE) return undefined
  const header = new RecordView(MmpHeader, bytes)
  const channel = (name: 'red' | 'green' | 'blue' | 'alpha'): ChannelBits => {
    const at = offsetOf(MmpHeader, name)
    const view = new RecordView(Channel, bytes)
    return { shift: view.number(at, 'shift'), bits: view.number(at, 'bits') }
  }
  const kind = kindOf(header.number(0, 'format'))
  return {
    kind,
    width: header.number(0, 'width'),
    height: header.number(0, 'height'),
    levels: kind === 'PNT3' ? 1 : header.number(0, 'mip_count'),
    bits: {
      bytes: kind === '8888' ? 4 : 2,
      channels: [channel('red'), channel('green'), channel('blue'), channel('alpha')],
    },
  }
}

const kindOf = (format: number): Kind | undefined =>
  Object.entries(KINDS).find(([value]) => Number(value) === format)?.[1]

/** Sides of a level: each is half the one before, at least 1 (evil-islands 4.2). */
const sideOf = (side: number, level: number): number => Math.max(1, Math.floor(side / 2 ** level))

/** Bytes of a level; of PNT3 as many as there are. */
function levelSize({ kind, bits }: Texture, width: number, height: number, rest: number): number {
  if (kind === 'DXT1' || kind === 'DXT3') return blockBytes(kind, width, height)
  return kind === 'PNT3' ? rest : bits.bytes * width * height
}

interface Stored {
  readonly width: number
  readonly height: number
  readonly offset: number
  readonly size: number
}

/** No picture has more levels than its side has halves. */
const MOST_LEVELS = 32

/** Where each level is, by the header alone. */
export function levelsOf(texture: Texture, size: number): readonly Stored[] {
  const found: Stored[] = []
  let offset = HEADER_SIZE
  for (let level = 0; level < Math.min(texture.levels, MOST_LEVELS); level++) {
    const [width, height] = [sideOf(texture.width, level), sideOf(texture.height, level)]
    const length = levelSize(texture, width, height, Math.max(0, size - offset))
    found.push({ width, height, offset, size: length })
    offset += length
  }
  return found
}

/** Larger pictures are not decoded (evil-islands 4.5). */
export const LARGEST_SIDE = 8192

/** The levels of a texture from the largest on, up to the first that its bytes do not give. */
export function decodeTexture(bytes: Bytes): readonly Level[] {
  const texture = textureOf(bytes)
  if (!texture?.kind || Math.max(texture.width, texture.height) > LARGEST_SIDE) return []
  const levels: Level[] = []
  for (const { width, height, offset, size } of levelsOf(texture, bytes.length)) {
    const rgba = pixelsOf(texture, bytes.subarray(offset, offset + size), width, height)
    if (!rgba) break
    levels.push({ width, height, rgba })
  }
  return levels
}

function pixelsOf({ kind, bits }: Texture, stored: Bytes, width: number, height: number): Uint8Array | undefined {
  if (kind === 'DXT1' || kind === 'DXT3') return decodeBlocks(kind, stored, width, height)
  if (kind !== 'PNT3') return decodeMasked(bits, stored, width * height)
  const pixels = decodePnt3(stored, 4 * width * height)
  return pixels && swapped(pixels)
}

/** B G R A for R G B A, and back. */
function swapped(pixels: Uint8Array): Uint8Array {
  const out = pixels.slice()
  for (let at = 0; at + 3 < out.length; at += 4) {
    out[at] = pixels[at + 2] ?? 0
    out[at + 2] = pixels[at] ?? 0
  }
  return out
}

/**
 * The texture with other pixels in its levels: blocks and pixels that are the same keep their bytes, and so does a PNT3
 * picture whose pixels are the same.
 */
export function encodeTexture(bytes: Bytes, levels: readonly Uint8Array[]): Bytes {
  const texture = textureOf(bytes)
  if (!texture?.kind) return bytes
  const before = decodeTexture(bytes)
  const stored = levelsOf(texture, bytes.length)
  const parts = stored.map(({ width, height, offset, size }, k) => {
    const old = bytes.subarray(offset, offset + size)
    const rgba = levels[k]
    if (!rgba || (before[k] && isSame(before[k].rgba, rgba))) return old
    return encodedLevel(texture, rgba, width, height, old)
  })
  const [first] = parts
  const head = bytes.slice(0, HEADER_SIZE)
  if (texture.kind === 'PNT3' && first) new RecordView(MmpHeader, head).write(0, { mip_count: first.length })
  const end = stored.reduce((at, { offset, size }) => Math.max(at, offset + size), HEADER_SIZE)
  return joinedBytes([head, ...parts, bytes.subarray(end)])
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, k) => byte === b[k])

function encodedLevel(
  { kind, bits }: Texture,
  rgba: Uint8Array,
  width: number,
  height: number,
  old: Bytes,
): Uint8Array {
  if (kind === 'DXT1' || kind === 'DXT3') return encodeBlocks(kind, rgba, width, height, old)
  return kind === 'PNT3' ? encodePnt3(swapped(rgba)) : encodeMasked(bits, rgba, old)
}
