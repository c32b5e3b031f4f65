import type { ObjMesh } from '../../../format/obj-read'
import { CLOCKWISE, SURFACES, WALKABLE } from '../aswm/aswm'
import { MATERIALS, materialOf } from '../aswm/walkmesh-mesh'
import { ADDED, MeshDraft, type DraftTriangle } from './mesh-draft'
import type { Mesh } from '../aswm/mesh'

/** What an OBJ makes of a mesh. */
export interface TakenObj {
  readonly draft: MeshDraft
  /** Faces without three different corners, which are left out. */
  readonly skipped: number
}

const WRITTEN = WALKABLE | SURFACES

/**
 * A mesh with the triangles of an OBJ, Y up as our own is written. Triangles that the mesh has at the same places with the
 * same material keep their numbers and bytes; others take walkability and surface from the material, else those of the
 * triangle that was there, else stone.
 */
export function takenObj(mesh: Mesh, obj: ObjMesh): TakenObj {
  const draft = new MeshDraft(mesh)
  const known = new KnownTriangles(draft)
  const vertexAt = vertices(draft, obj)
  const kept = new Set<number>()
  const made: DraftTriangle[] = []
  let skipped = 0
  for (let face = 0; face < obj.materialOf.length; face++) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map(corner => vertexAt(obj.corners[3 * face + corner] ?? 0))
    const old = known.take([a, b, c])
    if (!old && (a === b || b === c || c === a)) {
      skipped++
      continue
    }
    const given = MATERIALS.get((obj.materials[obj.materialOf[face] ?? 0] ?? '').toLowerCase())
    if (old && (given === undefined || materialOf(old.flags) === materialOf(given))) kept.add(old.source)
    else made.push(known.changed([a, b, c], old, given))
  }
  const all = [...draft.triangles.filter(({ source }) => kept.has(source)), ...made]
  draft.triangles.length = 0
  for (const triangle of all) draft.triangles.push(triangle)
  return { draft, skipped }
}

/** Returns the vertex of the draft at the place of a vertex of the OBJ; vertices at one place are one. */
function vertices(draft: MeshDraft, { positions }: ObjMesh): (vertex: number) => number {
  const places = new Map<string, number>()
  for (let vertex = draft.vertexCount - 1; vertex >= 0; vertex--) places.set(draft.point(vertex).join(), vertex)
  const numbers = new Int32Array(positions.length / 3).fill(-1)
  return vertex => {
    const known = numbers[vertex] ?? -1
    if (known >= 0) return known
    const [x = 0, up = 0, back = 0] = positions.subarray(3 * vertex, 3 * vertex + 3)
    // 0 must not become -0, which has other bytes.
    const point = [x, back === 0 ? 0 : -back, up] as const
    const found = places.get(point.join()) ?? draft.add(point)
    places.set(point.join(), found)
    numbers[vertex] = found
    return found
  }
}

/** Triangles of a mesh by the places of their corners. */
class KnownTriangles {
  /** Last ones first. */
  private readonly byCorners = new Map<string, DraftTriangle[]>()
  private readonly place: (vertex: number) => string

  constructor(private readonly draft: MeshDraft) {
    this.place = vertex => draft.point(vertex).join()
    for (const triangle of draft.triangles.toReversed()) {
      const key = this.keyOf(triangle.corners)
      const same = this.byCorners.get(key)
      if (same) same.push(triangle)
      else this.byCorners.set(key, [triangle])
    }
  }

  /** The first triangle at these places that was not taken yet. */
  take(corners: DraftTriangle['corners']): DraftTriangle | undefined {
    return this.byCorners.get(this.keyOf(corners))?.pop()
  }

  /** A new triangle, or an old one with other flags. */
  changed(corners: DraftTriangle['corners'], old: DraftTriangle | undefined, given: number | undefined): DraftTriangle {
    if (old) return { ...old, flags: (old.flags & ~WRITTEN) | (given ?? 0), isKept: false }
    const clockwise = this.isClockwise(corners) ? CLOCKWISE : 0
    return { source: ADDED, corners, tile: 0, flags: (given ?? DEFAULT) | clockwise, isKept: false }
  }

  private keyOf(corners: DraftTriangle['corners']): string {
    return corners.map(this.place).sort().join(';')
  }

  private isClockwise([a, b, c]: DraftTriangle['corners']): boolean {
    const [[ax, ay], [bx, by], [cx, cy]] = [this.draft.point(a), this.draft.point(b), this.draft.point(c)]
    return (bx - ax) * (cy - ay) - (cx - ax) * (by - ay) < 0
  }
}

const DEFAULT = MATERIALS.get('stone') ?? WALKABLE
