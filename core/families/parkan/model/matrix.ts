import type { Matrix } from '../model/animation'

/** Moves and turns nothing. */
export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** First `second`, then `first`: three rows of four each, as of `poseMatrix`. */
export function product(first: Matrix, second: Matrix): Matrix {
  return Array.from({ length: 12 }, (_, at) => {
    const [row, k] = [at - (at % 4), at % 4]
    const part = (axis: number): number => (first[row + axis] ?? 0) * (second[4 * axis + k] ?? 0)
    return part(0) + part(1) + part(2) + (k === 3 ? (first[row + 3] ?? 0) : 0)
  })
}

/** The matrix that undoes another one; the identity where none does. */
export function inverse(m: Matrix): Matrix {
  const at = (row: number, k: number): number => m[4 * (row % 3) + (k % 3)] ?? 0
  // Of the transposed matrix, with the sign: the rows and columns run in a circle.
  const minor = (row: number, k: number): number =>
    at(row + 1, k + 1) * at(row + 2, k + 2) - at(row + 1, k + 2) * at(row + 2, k + 1)
  const determinant = at(0, 0) * minor(0, 0) + at(0, 1) * minor(0, 1) + at(0, 2) * minor(0, 2)
  const found = [0, 1, 2].flatMap(row => {
    const turned = [0, 1, 2].map(k => minor(k, row) / determinant)
    const back = turned.reduce((sum, part, k) => sum - part * (m[4 * k + 3] ?? 0), 0)
    return [...turned, back]
  })
  return found.every(Number.isFinite) ? found : IDENTITY
}
