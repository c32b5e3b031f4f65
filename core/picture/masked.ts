import { widened } from './dxt'

/** Where a channel lies in a pixel. */
export interface ChannelBits {
  readonly shift: number
  readonly bits: number
}

/**
 * Pixels stored as one number each: its bytes, and the bits of each channel. An alpha of 0 bits: all pixels are opaque.
 */
export interface PixelBits {
  readonly bytes: 2 | 4
  readonly channels: readonly [red: ChannelBits, green: ChannelBits, blue: ChannelBits, alpha: ChannelBits]
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const partOf = (pixel: number, { shift, bits }: ChannelBits): number => Math.floor(pixel / 2 ** shift) % 2 ** bits

/** RGBA of `count` pixels; undefined where there are too few bytes. */
export function decodeMasked(
  { bytes: size, channels }: PixelBits,
  bytes: Uint8Array,
  count: number,
): Uint8Array | undefined {
  if (bytes.length < size * count) return undefined
  const view = viewOf(bytes)
  const rgba = new Uint8Array(4 * count)
  for (let k = 0; k < count; k++) {
    const pixel = size === 2 ? view.getUint16(2 * k, true) : view.getUint32(4 * k, true)
    channels.forEach((channel, c) => {
      rgba[4 * k + c] = c === 3 && channel.bits === 0 ? 255 : widened(partOf(pixel, channel), channel.bits)
    })
  }
  return rgba
}

/** Encodes RGBA. Pixels that decode equal in `previous` keep its bits, unused ones included. */
export function encodeMasked(format: PixelBits, rgba: Uint8Array, previous?: Uint8Array): Uint8Array {
  const { bytes: size, channels } = format
  const count = rgba.length / 4
  const bytes = new Uint8Array(size * count)
  const view = viewOf(bytes)
  const before = previous && decodeMasked(format, previous, count)
  for (let k = 0; k < count; k++) {
    if (before && previous && [0, 1, 2, 3].every(c => before[4 * k + c] === rgba[4 * k + c])) {
      bytes.set(previous.subarray(size * k, size * (k + 1)), size * k)
      continue
    }
    let pixel = 0
    channels.forEach(({ shift, bits }, c) => {
      pixel += Math.round(((rgba[4 * k + c] ?? 0) * (2 ** bits - 1)) / 255) * 2 ** shift
    })
    if (size === 2) view.setUint16(2 * k, pixel, true)
    else view.setUint32(4 * k, pixel, true)
  }
  return bytes
}
