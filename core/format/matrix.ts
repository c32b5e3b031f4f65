/** Three rows of four: `m[0] * x + m[1] * y + m[2] * z + m[3]` is the x of a point, and so on (parkan 6.10). */
export type Matrix = readonly number[]

/** Leaves every point where it is. */
export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** Largest number of a matrix or a position that is drawn: products of two such numbers are finite in single precision. */
const LARGEST = 1e18

/** Whether a number of a matrix or a position is finite and not too large. */
export const isDrawnNumber = (value: number): boolean => Math.abs(value) <= LARGEST

/** Whether all numbers of a matrix, or of a position, are finite and not too large. */
export function isDrawable(m: Matrix | Float64Array | Float32Array): boolean {
  for (const value of m) if (!isDrawnNumber(value)) return false
  return true
}

/** A matrix, or another one where it cannot be drawn. */
export const drawable = (m: Matrix, other: Matrix): Matrix => (isDrawable(m) ? m : other)

/** Puts `parent * local` (first the local one) at a place of the matrices; the parent is one of them. */
export function multiplyInto(matrices: Float64Array, parent: number, local: Matrix, at: number): void {
  for (let row = 0; row < 12; row += 4) {
    const x = matrices[parent + row] ?? 0
    const y = matrices[parent + row + 1] ?? 0
    const z = matrices[parent + row + 2] ?? 0
    for (let k = 0; k < 4; k++)
      matrices[at + row + k] = x * (local[k] ?? 0) + y * (local[4 + k] ?? 0) + z * (local[8 + k] ?? 0)
    matrices[at + row + 3] = (matrices[at + row + 3] ?? 0) + (matrices[parent + row + 3] ?? 0)
  }
}

/** First `second`, then `first`. */
export function product(first: Matrix, second: Matrix): Matrix {
  const matrices = new Float64Array(24)
  matrices.set(first)
  multiplyInto(matrices, 0, second, 12)
  return Array.from(matrices.subarray(12))
}

/** The inverse of a matrix; the identity where there is none. */
export function inverse(m: Matrix): Matrix {
  const at = (row: number, k: number): number => m[4 * (row % 3) + (k % 3)] ?? 0
  // Cyclic rows and columns: the sign of the cofactor is included.
  const cofactor = (row: number, k: number): number =>
    at(row + 1, k + 1) * at(row + 2, k + 2) - at(row + 1, k + 2) * at(row + 2, k + 1)
  const determinant = at(0, 0) * cofactor(0, 0) + at(0, 1) * cofactor(0, 1) + at(0, 2) * cofactor(0, 2)
  const found = [0, 1, 2].flatMap(row => {
    const turned = [0, 1, 2].map(k => cofactor(k, row) / determinant)
    const back = turned.reduce((sum, part, k) => sum - part * (m[4 * k + 3] ?? 0), 0)
    return [...turned, back]
  })
  return found.every(Number.isFinite) ? found : IDENTITY
}

/** A point under a matrix. */
export function transform(m: Matrix, x: number, y: number, z: number): readonly [x: number, y: number, z: number] {
  const row = (at: number): number => (m[at] ?? 0) * x + (m[at + 1] ?? 0) * y + (m[at + 2] ?? 0) * z + (m[at + 3] ?? 0)
  return [row(0), row(4), row(8)]
}
