import type { Size } from './raster'

/** Samples of a row or column that one of the resized picture is made of, with their weights; these sum to 1. */
interface Taps {
  readonly first: number
  readonly weights: readonly number[]
}

/** A shorter side takes the mean of what each sample covers, a longer one is interpolated between the centres of two. */
function tapsOf(from: number, to: number): readonly Taps[] {
  const scale = from / to
  return Array.from({ length: to }, (_, at) => {
    if (scale <= 1) {
      const centre = (at + 0.5) * scale - 0.5
      const first = Math.min(Math.max(0, Math.floor(centre)), Math.max(0, from - 2))
      const part = Math.min(1, Math.max(0, centre - first))
      return { first, weights: from === 1 ? [1] : [1 - part, part] }
    }
    const [start, end] = [at * scale, (at + 1) * scale]
    const first = Math.floor(start)
    const last = Math.min(from, Math.ceil(end - 1e-9))
    const weights = Array.from(
      { length: last - first },
      (_, k) => (Math.min(end, first + k + 1) - Math.max(start, first + k)) / scale,
    )
    return { first, weights }
  })
}

/** Pixels of `channels` bytes in another size, rounded; see `resampled`. */
export const resample = (pixels: Uint8Array, from: Size, to: Size, channels: number): Uint8Array =>
  Uint8Array.from(resampled(pixels, from, to, channels), value => Math.min(255, Math.max(0, Math.round(value))))

/**
 * Pixels of `channels` numbers in another size. Channels are independent: in textures alpha often is not opacity, so it does
 * not weigh the colours.
 */
export function resampled(pixels: ArrayLike<number>, from: Size, to: Size, channels: number): Float32Array {
  const across = tapsOf(from.width, to.width)
  const rows = new Float32Array(from.height * to.width * channels)
  for (let y = 0; y < from.height; y++)
    across.forEach(({ first, weights }, x) => {
      for (let c = 0; c < channels; c++) {
        let sum = 0
        for (const [k, weight] of weights.entries())
          sum += weight * (pixels[(y * from.width + first + k) * channels + c] ?? 0)
        rows[(y * to.width + x) * channels + c] = sum
      }
    })
  const out = new Float32Array(to.width * to.height * channels)
  const stride = to.width * channels
  tapsOf(from.height, to.height).forEach(({ first, weights }, y) => {
    for (let x = 0; x < stride; x++) {
      let sum = 0
      for (const [k, weight] of weights.entries()) sum += weight * (rows[(first + k) * stride + x] ?? 0)
      out[y * stride + x] = sum
    }
  })
  return out
}

/** Pixels of `channels` bytes in another size, each that of the sample at its upper left: for numbers of a palette. */
export function resampleNearest(pixels: Uint8Array, from: Size, to: Size, channels: number): Uint8Array {
  const out = new Uint8Array(to.width * to.height * channels)
  for (let y = 0; y < to.height; y++) {
    const row = Math.floor((y * from.height) / to.height) * from.width
    for (let x = 0; x < to.width; x++) {
      const at = (row + Math.floor((x * from.width) / to.width)) * channels
      out.set(pixels.subarray(at, at + channels), (y * to.width + x) * channels)
    }
  }
  return out
}
