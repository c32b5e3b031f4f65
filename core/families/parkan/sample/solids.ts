import { NONE } from '../model/model-chunks'

export type Vec3 = readonly [number, number, number]

/** A flat face of a shape, counter-clockwise seen from outside, with the row of its wear table. */
export interface Face {
  readonly corners: readonly Vec3[]
  readonly material: number
  /** Texture coordinates of the corners in repeats; absent: one repeat in 16 units. */
  readonly uvs?: readonly (readonly [u: number, v: number])[]
}

/** A triangle of a face, by numbers of its slot's points. */
export interface Triangle {
  readonly corners: Vec3
  readonly face: Face
}

export function normalOf({ corners }: Face): Vec3 {
  const [a = [0, 0, 0], b = [0, 0, 0], c = [0, 0, 0]] = corners
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const long = Math.sqrt(nx * nx + ny * ny + nz * nz)
  return [nx / long, ny / long, nz / long]
}

/** Box and sphere around points. */
export function boundsOf(points: readonly Vec3[]) {
  const axis = (at: 0 | 1 | 2): readonly [number, number] => {
    const values = points.map(point => point[at])
    return [Math.min(...values), Math.max(...values)]
  }
  const [[x0, x1], [y0, y1], [z0, z1]] = [axis(0), axis(1), axis(2)]
  const [dx, dy, dz] = [x1 - x0, y1 - y0, z1 - z0]
  return {
    least: [x0, y0, z0] as Vec3,
    most: [x1, y1, z1] as Vec3,
    centre: [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2] as Vec3,
    size: [dx, dy, dz] as Vec3,
    radius: Math.sqrt(dx * dx + dy * dy + dz * dz) / 2,
  }
}

/** Records of chunk 7, the triangles linked over edges that two of them share; `first` is the number of the first one (parkan 6.5). */
export function linked(triangles: readonly Triangle[], points: readonly Vec3[], first: number): object[] {
  const edges = new Map<string, readonly (readonly [triangle: number, edge: number])[]>()
  const place = (corner: number): string => (points[corner] ?? []).join()
  const edge = ({ corners }: Triangle, k: number): readonly [string, string] => [
    place(corners[k] ?? 0),
    place(corners[(k + 1) % 3] ?? 0),
  ]
  triangles.forEach((triangle, number) => {
    for (const k of [0, 1, 2]) {
      const key = edge(triangle, k).join(' ')
      edges.set(key, [...(edges.get(key) ?? []), [number, k]])
    }
  })
  return triangles.map(triangle => {
    const links = [0, 1, 2].map(k => {
      const here = edges.get(edge(triangle, k).join(' '))
      const there = edges.get(edge(triangle, k).toReversed().join(' '))
      return here?.length === 1 && there?.length === 1 ? there[0] : undefined
    })
    const [n0 = NONE, n1 = NONE, n2 = NONE] = links.map(link => (link ? first + link[0] : NONE))
    return {
      flags: 0,
      n0,
      n1,
      n2,
      normal: normalOf(triangle.face).map(part => Math.round(part * 32767) + 0),
      edge_class: links.reduce((bits, link, k) => bits | ((link?.[1] ?? 3) << (2 * k)), 0),
    }
  })
}
