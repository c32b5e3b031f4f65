import { CLOCKWISE } from './aswm'
import type { Mesh } from './mesh'

const round = Math.fround
const THIRD = round(1 / 3)

/** Fields of a triangle that follow from its vertices. */
export interface Derived {
  readonly centre_x: number
  readonly centre_y: number
  readonly normal: readonly [number, number, number]
  readonly plane_d: number
}

type Point = readonly [x: number, y: number, z: number]

/**
 * Centre, normal and plane of a triangle as the toolset computes them, to the last bit: each operation rounds to 32 bits
 * (nwn2 4.5). Undefined where it has no area.
 */
export function derivedFrom(
  [ax, ay, az]: Point,
  [bx, by, bz]: Point,
  [cx, cy, cz]: Point,
  isClockwise: boolean,
): Derived | undefined {
  const side: Point = [round(bx - ax), round(by - ay), round(bz - az)]
  const other: Point = [round(cx - bx), round(cy - by), round(cz - bz)]
  const [[ux, uy, uz], [wx, wy, wz]] = isClockwise ? [other, side] : [side, other]
  const nx = round(round(uy * wz) - round(uz * wy))
  const ny = round(round(uz * wx) - round(ux * wz))
  const nz = round(round(ux * wy) - round(uy * wx))
  const length = round(Math.sqrt(round(round(round(nx * nx) + round(ny * ny)) + round(nz * nz))))
  if (!(length > 0)) return undefined
  const inverse = round(1 / length)
  const [x, y, z] = [round(nx * inverse), round(ny * inverse), round(nz * inverse)]
  return {
    centre_x: round(round(round(ax + bx) + cx) * THIRD),
    centre_y: round(round(round(ay + by) + cy) * THIRD),
    normal: [x, y, z],
    plane_d: -round(round(round(y * ay) + round(z * az)) + round(x * ax)),
  }
}

/** The same of a triangle of a mesh, by its flag. */
export function derivedOf({ vertices, triangles }: Mesh, triangle: number): Derived | undefined {
  const { v0, v1, v2, flags } = triangles
  const at = (vertex = 0): Point => [
    vertices[vertex * 3] ?? 0,
    vertices[vertex * 3 + 1] ?? 0,
    vertices[vertex * 3 + 2] ?? 0,
  ]
  const isClockwise = ((flags[triangle] ?? 0) & CLOCKWISE) !== 0
  return derivedFrom(at(v0[triangle]), at(v1[triangle]), at(v2[triangle]), isClockwise)
}

/** Twice the signed area of a triangle seen from above: more than 0 where it runs counter-clockwise. */
export function areaFromAbove({ vertices, triangles: { v0, v1, v2 } }: Mesh, triangle: number): number {
  const [a, b, c] = [(v0[triangle] ?? 0) * 3, (v1[triangle] ?? 0) * 3, (v2[triangle] ?? 0) * 3]
  const [ax, ay] = [vertices[a] ?? 0, vertices[a + 1] ?? 0]
  return (
    ((vertices[b] ?? 0) - ax) * ((vertices[c + 1] ?? 0) - ay) -
    ((vertices[c] ?? 0) - ax) * ((vertices[b + 1] ?? 0) - ay)
  )
}
