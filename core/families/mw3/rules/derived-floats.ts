// Floats that follow from others, computed as the game's exporter did (mw3 9). They are values with a rule: no edit of
// another record changes them.

/** Half the exponent of a 32-bit float: the square root that the exporter used (mw3 9.1). */
export function approximateSqrt(value: number): number {
  const floats = Float32Array.of(value)
  const bits = new Int32Array(floats.buffer)
  bits[0] = ((bits[0] ?? 0) >> 1) + 0x1fc00000
  return floats[0] ?? 0
}

/** Half the diagonal of a cell with these heights (mw3 9.2). The difference is taken in 64 bits. */
export function partitionDiagonal(minY: number, maxY: number): number {
  const height = (minY - maxY) * 0.5
  return approximateSqrt(2 * 128 * 128 + height * height)
}
