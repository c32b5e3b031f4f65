import { PIXEL_SIZES, type Raster } from './raster'

/** The size of a difference that is stored in a byte. */
const SIZES = Uint8Array.from({ length: 256 }, (_, difference) => Math.min(difference, 256 - difference))

/** What filter 4 predicts of a byte from the one before, the one above and the one before that (W3C PNG 9.4). */
export function paeth(left: number, above: number, corner: number): number {
  // Distances of the estimate `left + above - corner` from each of the three.
  const a = Math.abs(above - corner)
  const b = Math.abs(left - corner)
  const c = Math.abs(left + above - 2 * corner)
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

/** Rows with the filter that leaves the smallest differences; numbers of a palette are not filtered (W3C PNG 12.7). */
export function filtered({ width, height, kind, pixels }: Raster): Uint8Array {
  const step = PIXEL_SIZES[kind]
  const stride = width * step
  const out = new Uint8Array(height * (stride + 1))
  // Rows begin with a pixel of zeros, which the filters read before the first one.
  let above = new Uint8Array(step + stride)
  let row = new Uint8Array(step + stride)
  for (let y = 0; y < height; y++) {
    row.set(pixels.subarray(y * stride, (y + 1) * stride), step)
    const to = out.subarray(y * (stride + 1), (y + 1) * (stride + 1))
    const filter = kind === 'palette' ? 0 : bestFilter(row, above, step)
    to[0] = filter
    filterRow(filter, row, above, step, to)
    ;[row, above] = [above, row]
  }
  return out
}

/** The one of filters 0, 1, 2 and 4 with the least sum of differences, the first of equal ones. */
function bestFilter(row: Uint8Array, above: Uint8Array, step: number): number {
  let [none, sub, up, path] = [0, 0, 0, 0]
  for (let at = step; at < row.length; at++) {
    const value = row[at] ?? 0
    const left = row[at - step] ?? 0
    const over = above[at] ?? 0
    none += SIZES[value] ?? 0
    sub += SIZES[(value - left) & 255] ?? 0
    up += SIZES[(value - over) & 255] ?? 0
    path += SIZES[(value - paeth(left, over, above[at - step] ?? 0)) & 255] ?? 0
  }
  const least = Math.min(none, sub, up, path)
  return least === none ? 0 : least === sub ? 1 : least === up ? 2 : 4
}

/** A loop for each filter: one with a choice in it takes twice the time. */
function filterRow(filter: number, row: Uint8Array, above: Uint8Array, step: number, to: Uint8Array): void {
  const shift = 1 - step
  if (filter === 0) to.set(row.subarray(step), 1)
  if (filter === 1) for (let at = step; at < row.length; at++) to[at + shift] = (row[at] ?? 0) - (row[at - step] ?? 0)
  if (filter === 2) for (let at = step; at < row.length; at++) to[at + shift] = (row[at] ?? 0) - (above[at] ?? 0)
  if (filter === 4)
    for (let at = step; at < row.length; at++)
      to[at + shift] = (row[at] ?? 0) - paeth(row[at - step] ?? 0, above[at] ?? 0, above[at - step] ?? 0)
}
