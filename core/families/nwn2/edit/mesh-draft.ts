import type { Mesh } from '../aswm/mesh'
import { rangeOfTile } from '../bake/tile-table'

/** Source of a triangle that is no part of an original one. */
export const ADDED = -1

/** A triangle of a mesh that is changed. */
export interface DraftTriangle {
  /** The original triangle that it is or is a part of, whose tile, flags and island it inherits; `ADDED` for none. */
  readonly source: number
  readonly corners: readonly [number, number, number]
  readonly flags: number
  readonly tile: number
  /** True: corners, position and flags are those of its source; only numbers of other records change in it. */
  readonly isKept: boolean
}

type Point = readonly [x: number, y: number, z: number]

export type Side = readonly [a: number, b: number]

/** More vertices than a mesh can have that is read at all. */
const VERTEX_LIMIT = 2 ** 26

/** A number for the side between two vertices, in either order. */
export const sideKey = (a: number, b: number): number => Math.min(a, b) * VERTEX_LIMIT + Math.max(a, b)

/** Sides of a triangle in the order of its corners. */
export const sidesAround = ([a, b, c]: DraftTriangle['corners']): readonly [Side, Side, Side] => [
  [a, b],
  [b, c],
  [c, a],
]

/** A mesh while its triangles change: original vertices keep their numbers, new ones follow them. */
export class MeshDraft {
  readonly triangles: DraftTriangle[] = []
  private readonly points: Float32Array
  private readonly added: number[] = []
  /** Original vertices that were moved. */
  readonly moved = new Set<number>()
  /** Whether original vertices that no triangle used stay. Vertices that lose their last triangle are always removed. */
  keepsUnused = true

  constructor(readonly mesh: Mesh) {
    const { v0, v1, v2, flags } = mesh.triangles
    this.points = mesh.vertices.slice()
    for (let tile = 0; tile < mesh.tiles.count; tile++) {
      const [from, count] = rangeOfTile(mesh, tile)
      for (let source = from; source < from + count; source++)
        this.triangles.push({
          source,
          corners: [v0[source] ?? 0, v1[source] ?? 0, v2[source] ?? 0],
          flags: flags[source] ?? 0,
          tile,
          isKept: true,
        })
    }
  }

  get vertexCount(): number {
    return (this.points.length + this.added.length) / 3
  }

  point(vertex: number): Point {
    const at = vertex * 3
    const [list, from] = at < this.points.length ? [this.points, at] : [this.added, at - this.points.length]
    return [list[from] ?? 0, list[from + 1] ?? 0, list[from + 2] ?? 0]
  }

  /** Number of a new vertex. */
  add([x, y, z]: Point): number {
    this.added.push(Math.fround(x), Math.fround(y), Math.fround(z))
    return this.vertexCount - 1
  }

  move(vertex: number, point: Point): void {
    this.points.set(point, vertex * 3)
    this.moved.add(vertex)
  }

  /** Replaces triangles by their parts; `parts` returns undefined for a triangle that stays. */
  replace(parts: (triangle: DraftTriangle) => readonly DraftTriangle[] | undefined): void {
    const all = this.triangles.flatMap(triangle => parts(triangle) ?? [triangle])
    this.triangles.length = 0
    for (const triangle of all) this.triangles.push(triangle)
  }

  /** A part of a triangle with other corners in the same winding order. */
  static part(of: DraftTriangle, corners: DraftTriangle['corners']): DraftTriangle {
    return { ...of, corners, isKept: false }
  }
}
