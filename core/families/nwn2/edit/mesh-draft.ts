import type { Mesh } from '../aswm/mesh'
import { rangeOfTile } from '../bake/tile-table'

/** A triangle of a mesh that is changed. */
export interface DraftTriangle {
  /** The triangle that it was, or is a part of: its tile, flags and island. */
  readonly source: number
  readonly corners: readonly [number, number, number]
  readonly flags: number
  readonly tile: number
  /** Its record stays but for numbers of others: corners, place and flags are those of its source. */
  readonly isKept: boolean
}

type Point = readonly [x: number, y: number, z: number]

/** A mesh while its triangles change: original vertices keep their numbers, new ones follow them. */
export class MeshDraft {
  readonly triangles: DraftTriangle[] = []
  private readonly points: Float32Array
  private readonly added: number[] = []
  /** Original vertices that were moved. */
  readonly moved = new Set<number>()
  /** Vertices that unchanged triangles may no longer need are removed. */
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

  /** Puts triangles in the place of others; `parts` returns undefined where one stays as it is. */
  replace(parts: (triangle: DraftTriangle) => readonly DraftTriangle[] | undefined): void {
    const all = this.triangles.flatMap(triangle => parts(triangle) ?? [triangle])
    this.triangles.length = 0
    for (const triangle of all) this.triangles.push(triangle)
  }

  /** A part of a triangle with other corners, which run the same way round. */
  static part(of: DraftTriangle, corners: DraftTriangle['corners']): DraftTriangle {
    return { ...of, corners, isKept: false }
  }
}
