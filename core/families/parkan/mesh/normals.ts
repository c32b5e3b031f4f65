import type { Vec } from './slot-bounds'

/** Cross product of two sides of a triangle: its direction, as long as twice its area. */
export function crossOf(positions: Float32Array, [a, b, c]: readonly [number, number, number]): Vec {
  const at = (corner: number, axis: number): number => positions[3 * corner + axis] ?? NaN
  const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)]
  const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** A direction as whole parts of `scale`; undefined where it has no length. */
export function packNormal(vector: Vec, isTurned: boolean, scale: number): Vec | undefined {
  const length = Math.hypot(...vector)
  if (!(length > 0) || !Number.isFinite(length)) return undefined
  const sign = isTurned ? -1 : 1
  const part = (value: number): number =>
    Math.max(-scale - 1, Math.min(scale, Math.round((sign * value * scale) / length))) + 0
  return [part(vector[0]), part(vector[1]), part(vector[2])]
}
