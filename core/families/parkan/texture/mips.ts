import type { Bytes } from '../../../layout'
import { bytesPerPixel, type PixelFormat } from './texture'

/** Bits of the components of a pixel, from the lowest of its little-endian number; one alone is a number in a palette (parkan 7.2). */
const COMPONENTS: Readonly<Record<PixelFormat, readonly number[]>> = {
  0: [8],
  2: [8],
  565: [5, 6, 5],
  556: [6, 5, 5],
  4444: [4, 4, 4, 4],
  88: [8, 8],
  888: [8, 8, 8, 8],
  8888: [8, 8, 8, 8],
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Levels 1 to `count` - 1 of a picture, as the game's own tool made them: each from the largest, every stored component
 * the mean of its block, rounded down. Numbers of a palette have no mean: the top left one of the block counts (parkan 7.2).
 */
export function smallerMips(format: PixelFormat, largest: Bytes, size: Size, count: number): readonly Bytes[] {
  const bits = COMPONENTS[format]
  const bytes = bytesPerPixel(format)
  const parts = divided(largest, bytes, bits)
  return Array.from({ length: Math.max(0, count - 1) }, (_, level) => {
    const half = (side: number): number => Math.max(1, side >> (level + 1))
    const smaller = { width: half(size.width), height: half(size.height) }
    return joined(shrunk(parts, size, smaller, bits.length), bytes, bits)
  })
}

/** Components of all pixels, one after another. */
function divided(raw: Bytes, bytes: number, bits: readonly number[]): Uint8Array {
  const parts = new Uint8Array((raw.length / bytes) * bits.length)
  for (let from = 0, to = 0; from < raw.length; from += bytes) {
    let [pixel, room] = [0, 0]
    let byte = from
    for (const width of bits) {
      for (; room < width; room += 8) pixel |= (raw[byte++] ?? 0) << room
      parts[to++] = pixel & ((1 << width) - 1)
      pixel >>= width
      room -= width
    }
  }
  return parts
}

/** Pixels of components: the reverse of `divided`. */
function joined(parts: Uint8Array, bytes: number, bits: readonly number[]): Uint8Array {
  const raw = new Uint8Array((parts.length / bits.length) * bytes)
  for (let from = 0, to = 0; from < parts.length; ) {
    let [pixel, room] = [0, 0]
    for (const width of bits) {
      pixel |= (parts[from++] ?? 0) << room
      room += width
      for (; room >= 8; room -= 8) {
        raw[to++] = pixel & 255
        pixel >>= 8
      }
    }
  }
  return raw
}

function shrunk(parts: Uint8Array, size: Size, { width, height }: Size, each: number): Uint8Array {
  const to = new Uint8Array(width * height * each)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = blockOf(y, height, size.height)
    for (let x = 0; x < width; x++) {
      const [left, right] = blockOf(x, width, size.width)
      const count = each === 1 ? 1 : (right - left) * (bottom - top)
      for (let part = 0; part < each; part++) {
        let sum = 0
        if (each === 1) sum = parts[top * size.width + left] ?? 0
        else
          for (let row = top; row < bottom; row++)
            for (let column = left; column < right; column++)
              sum += parts[(row * size.width + column) * each + part] ?? 0
        to[(y * width + x) * each + part] = Math.floor(sum / count)
      }
    }
  }
  return to
}

/** Rows or columns of the largest level that one of a smaller level covers, at least one. */
function blockOf(at: number, sides: number, of: number): readonly [from: number, to: number] {
  const from = Math.floor((at * of) / sides)
  return [from, Math.max(from + 1, Math.floor(((at + 1) * of) / sides))]
}
