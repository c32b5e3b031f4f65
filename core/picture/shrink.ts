import { toRgba, type Raster } from './raster'

/**
 * A picture as RGBA with its longer side at most `side` pixels: each pixel is the average of those that it covers, by
 * their alpha. A smaller picture keeps its size.
 */
export function shrunk(raster: Raster, side: number): Raster {
  const { width, height } = raster
  const scale = Math.max(1, Math.max(width, height) / side)
  const [across, down] = [Math.max(1, Math.round(width / scale)), Math.max(1, Math.round(height / scale))]
  const rgba = toRgba(raster)
  if (across === width && down === height) return { width, height, kind: 'rgba', pixels: rgba }
  const pixels = new Uint8Array(across * down * 4)
  for (let y = 0; y < down; y++) {
    const rows = covered(y, down, height)
    for (let x = 0; x < across; x++) average(rgba, width, rows, covered(x, across, width), pixels, (y * across + x) * 4)
  }
  return { width: across, height: down, kind: 'rgba', pixels }
}

type Range = readonly [from: number, to: number]

/** The pixels of `size` that pixel `at` of `count` covers. */
const covered = (at: number, count: number, size: number): Range => [
  Math.floor((at * size) / count),
  Math.max(Math.floor((at * size) / count) + 1, Math.floor(((at + 1) * size) / count)),
]

function average(rgba: Uint8Array, width: number, rows: Range, columns: Range, into: Uint8Array, to: number): void {
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let y = rows[0]; y < rows[1]; y++)
    for (let x = columns[0]; x < columns[1]; x++) {
      const from = (y * width + x) * 4
      const weight = rgba[from + 3] ?? 0
      red += (rgba[from] ?? 0) * weight
      green += (rgba[from + 1] ?? 0) * weight
      blue += (rgba[from + 2] ?? 0) * weight
      alpha += weight
    }
  const total = Math.max(1, alpha)
  const count = (rows[1] - rows[0]) * (columns[1] - columns[0])
  into[to] = Math.round(red / total)
  into[to + 1] = Math.round(green / total)
  into[to + 2] = Math.round(blue / total)
  into[to + 3] = Math.round(alpha / count)
}
