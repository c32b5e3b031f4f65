import type { Bytes } from '../../../layout'
import { writeArchive } from '../nres/nres-pack'
import { byteWriter, type ByteWriter } from './byte-writer'

type Vec3 = readonly [number, number, number]
const NONE = 0xffff

/** Flat faces of a shape, counter-clockwise seen from outside, each with the row of its wear table. */
interface Face {
  readonly corners: readonly Vec3[]
  readonly material: number
}

/** A house: four walls and a roof of two slopes. Walls are material 0, the roof is material 1. */
export function houseModel(width: number, depth: number, high: number): Bytes {
  const [x, y, roof] = [width / 2, depth / 2, high * 1.45]
  const wall = (...corners: Vec3[]): Face => ({ corners, material: 0 })
  const slope = (...corners: Vec3[]): Face => ({ corners, material: 1 })
  return modelOf([
    wall([-x, -y, 0], [x, -y, 0], [x, -y, high], [-x, -y, high]),
    wall([x, y, 0], [-x, y, 0], [-x, y, high], [x, y, high]),
    wall([x, -y, 0], [x, y, 0], [x, y, high], [x, 0, roof], [x, -y, high]),
    wall([-x, y, 0], [-x, -y, 0], [-x, -y, high], [-x, 0, roof], [-x, y, high]),
    slope([-x, -y, high], [x, -y, high], [x, 0, roof], [-x, 0, roof]),
    slope([x, y, high], [-x, y, high], [-x, 0, roof], [x, 0, roof]),
  ])
}

/** A rock or a tree top: a pyramid above and a shallow one below. */
export function rockModel(radius: number, high: number): Bytes {
  const ring: Vec3[] = [
    [radius, 0, 0],
    [0, radius, 0],
    [-radius, 0, 0],
    [0, -radius, 0],
  ]
  return modelOf(
    ring.map((corner, at) => ({ corners: [corner, ring[(at + 1) % 4] ?? corner, [0, 0, high]], material: 0 })),
  )
}

/** A still model of one node and one slot as a complete NRes image, chunks in the retail order (parkan 6.1, 6.2). */
function modelOf(faces: readonly Face[]): Bytes {
  const points = faces.flatMap(face => face.corners)
  const normals = faces.flatMap(face => face.corners.map(() => normalOf(face)))
  const triangles: { readonly corners: Vec3; readonly face: Face }[] = []
  let first = 0
  for (const face of faces) {
    for (let corner = 2; corner < face.corners.length; corner++) {
      triangles.push({ corners: [first, first + corner - 1, first + corner], face })
    }
    first += face.corners.length
  }
  const materials = [...new Set(faces.map(face => face.material))]
  const ordered = materials.flatMap(material => triangles.filter(triangle => triangle.face.material === material))
  const chunk = (type_id: number, attr1: number, attr2: number, attr3: number, payload: ByteWriter) => ({
    attributes: { name: `Res${type_id}`, type_id, attr1, attr2, attr3 },
    payload: payload.done(),
  })
  const batches = byteWriter()
  let start = 0
  for (const material of materials) {
    const size = triangles.filter(triangle => triangle.face.material === material).length * 3
    batches.u16(0, 0, material, 0, size).u32(start).u16(0).u32(0)
    start += size
  }
  return writeArchive([
    chunk(1, 1, 0, 38, byteWriter().u16(0, NONE, NONE, 0, 0, ...Array.from({ length: 14 }, () => NONE))),
    chunk(2, 1, 0, 68, boundsOf(points, ordered.length, materials.length)),
    chunk(3, points.length, 0, 12, byteWriter().f32(...points.flat())),
    chunk(
      4,
      points.length,
      0,
      4,
      byteWriter().i8(...normals.flatMap(normal => [...normal.map(part => Math.round(part * 127)), 0])),
    ),
    chunk(
      5,
      points.length,
      0,
      4,
      byteWriter().u16(...points.flatMap(([x, y, z]) => [((x + y) * 64) & NONE, (-z * 64) & NONE])),
    ),
    chunk(15, points.length, 0, 8, byteWriter().bytes(new Uint8Array(points.length * 8))),
    chunk(13, materials.length, 0, 20, batches),
    chunk(6, ordered.length * 3, 0, 2, byteWriter().u16(...ordered.flatMap(triangle => triangle.corners))),
    chunk(
      7,
      ordered.length,
      0,
      16,
      ordered.reduce(
        (writer, triangle) =>
          writer.u16(
            0,
            NONE,
            NONE,
            NONE,
            ...normalOf(triangle.face).map(part => Math.round(part * 32767) & NONE),
            0x3f,
          ),
        byteWriter(),
      ),
    ),
    chunk(8, 1, 0, 4, byteWriter().f32(0, 0, 0, 0).u16(0, 0, 0, 32767)),
    chunk(19, 0, 1, 2, byteWriter()),
    chunk(9, 0, 0, 0, byteWriter()),
    chunk(10, 1, 0, 0, byteWriter().u32(4).text('root', 5)),
    chunk(17, 0, 0, 0, byteWriter()),
  ])
}

function normalOf({ corners }: Face): Vec3 {
  const [a = [0, 0, 0], b = [0, 0, 0], c = [0, 0, 0]] = corners
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const long = Math.sqrt(nx * nx + ny * ny + nz * nz)
  return [nx / long, ny / long, nz / long]
}

/** Header and the one slot of a model. */
function boundsOf(points: readonly Vec3[], triangles: number, batches: number): ByteWriter {
  const axis = (at: 0 | 1 | 2): readonly [number, number] => {
    const values = points.map(point => point[at])
    return [Math.min(...values), Math.max(...values)]
  }
  const [[x0, x1], [y0, y1], [z0, z1]] = [axis(0), axis(1), axis(2)]
  const centre = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2] as const
  const [dx, dy, dz] = [x1 - x0, y1 - y0, z1 - z0]
  const radius = Math.sqrt(dx * dx + dy * dy + dz * dz) / 2
  const ring = (z: number): number[] => [x0, y0, z, x1, y0, z, x1, y1, z, x0, y1, z]
  return byteWriter()
    .f32(
      ...ring(z0),
      ...ring(z1),
      ...centre,
      radius,
      centre[0],
      centre[1],
      z0,
      centre[0],
      centre[1],
      z1,
      Math.sqrt(dx * dx + dy * dy) / 2,
    )
    .u16(0, triangles, 0, batches)
    .f32(x0, y0, z0, x1, y1, z1, ...centre, radius, dx * dy, dx * dy * dz)
    .u32(0, 0, 0)
}
