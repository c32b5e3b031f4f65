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

const f32 = Math.fround

/**
 * Rows 0 to 2 of the matrix of an object with these angles (radians) and this scale, in the order of the file: turned
 * about z, then x, then y; each step is rounded to 32 bits (mw3 9.3).
 */
export function objectMatrix(rotate: readonly number[], scale: readonly number[]): readonly number[] {
  const [sx = 0, sy = 0, sz = 0] = rotate.map(angle => f32(Math.sin(angle)))
  const [cx = 1, cy = 1, cz = 1] = rotate.map(angle => f32(Math.cos(angle)))
  const times = (...factors: readonly number[]): number => factors.reduce((product, factor) => f32(product * factor))
  const rows = [
    [f32(times(sy, sx, sz) + times(cy, cz)), times(cx, sz), f32(times(cy, sx, sz) - times(sy, cz))],
    [f32(times(sy, sx, cz) - times(cy, sz)), times(cx, cz), f32(times(cy, sx, cz) + times(sy, sz))],
    [times(sy, cx), -sx, times(cy, cx)],
  ]
  return rows.flatMap((row, axis) => {
    const factor = scale[axis] ?? 1
    return factor === 1 ? row : row.map(cell => f32(cell * factor))
  })
}
