import type { MeshItem } from '@areal-studio/core/format'
import { add, type Ray, type Vec } from '../camera/camera'
import { meet } from './picking'

/** What of a model a ray meets first. */
export interface MeshHit {
  readonly node: number
  /** Record of the triangle, see `MeshItem.records`. */
  readonly record: number
  readonly triangle: number
  readonly point: Vec
  readonly distance: number
}

/** The first triangle of the drawn pieces that a ray meets. Both sides count. */
export function pickMesh(item: MeshItem, pose: Float32Array, pieces: readonly number[], ray: Ray): MeshHit | undefined {
  let best = Infinity
  let [found, owner] = [-1, 0]
  for (const piece of pieces) {
    const node = item.pieces.nodes[piece] ?? 0
    const local = localRay(pose.subarray(12 * node, 12 * node + 12), ray)
    if (!local) continue
    const end = item.pieces.starts[piece + 1] ?? 0
    for (let triangle = item.pieces.starts[piece] ?? 0; triangle < end; triangle++) {
      const distance = meet(item.positions, item.indices, triangle, local.origin, local.direction)
      if (distance >= best) continue
      best = distance
      found = triangle
      owner = node
    }
  }
  if (found < 0) return undefined
  const point = add(ray.origin, ray.direction, best)
  return { node: owner, record: item.records[found] ?? 0, triangle: found, point, distance: best }
}

/**
 * The ray in the space of a node; its direction is as long as the matrix makes it, so that distances stay those of the
 * world. Undefined where the matrix flattens everything.
 */
export function localRay(m: Float32Array, { origin, direction }: Ray): Ray | undefined {
  const [a = 0, b = 0, c = 0, x = 0, d = 0, e = 0, f = 0, y = 0, g = 0, h = 0, i = 0, z = 0] = m
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g]
  const det = a * A + b * B + c * C
  if (!(Math.abs(det) > 1e-12)) return undefined
  const [D, E, F] = [c * h - b * i, a * i - c * g, b * g - a * h]
  const [G, H, I] = [b * f - c * e, c * d - a * f, a * e - b * d]
  const turn = ([u, v, w]: Vec): Vec => [
    (A * u + D * v + G * w) / det,
    (B * u + E * v + H * w) / det,
    (C * u + F * v + I * w) / det,
  ]
  return { origin: turn([origin[0] - x, origin[1] - y, origin[2] - z]), direction: turn(direction) }
}
