import { toRgba, type Raster, type Size } from './raster'
import { resampled } from './resample'

/**
 * A picture as RGBA with its longer side at most `side` pixels: each pixel is the mean of those that it covers, weighted by
 * their alpha. A smaller picture keeps its size.
 */
export function shrunk(raster: Raster, side: number): Raster {
  const { width, height } = raster
  const scale = Math.max(1, Math.max(width, height) / side)
  const size = { width: Math.max(1, Math.round(width / scale)), height: Math.max(1, Math.round(height / scale)) }
  const rgba = toRgba(raster)
  return { ...size, kind: 'rgba', pixels: scale === 1 ? rgba : shrunkTo(rgba, raster, size) }
}

/** RGBA in a smaller size: each pixel is the mean of those that it covers, weighted by their alpha. */
export function shrunkTo(rgba: Uint8Array, from: Size, size: Size): Uint8Array {
  const weighted = Float32Array.from(rgba, (value, k) => (k % 4 === 3 ? value : value * (rgba[k | 3] ?? 0)))
  const means = resampled(weighted, from, size, 4)
  return Uint8Array.from(means, (value, k) => {
    const alpha = means[k | 3] ?? 0
    return Math.min(255, Math.round(k % 4 === 3 || alpha === 0 ? value : value / alpha))
  })
}
