import { MeshDraft, sideKey, sidesAround, type DraftTriangle, type Side } from './mesh-draft'

/** Triangles of a draft while their sides are divided; `of` returns the parts of each. */
export class DraftPieces {
  /** Undefined for a divided piece. */
  protected readonly pieces: (DraftTriangle | undefined)[] = []
  private readonly roots = new Map<DraftTriangle, number>()
  private readonly parts: (readonly number[])[] = []
  /** Present pieces by their sides. */
  private readonly bySide = new Map<number, Set<number>>()

  constructor(
    protected readonly draft: MeshDraft,
    triangles: readonly DraftTriangle[],
  ) {
    for (const triangle of triangles) this.roots.set(triangle, this.put(triangle))
  }

  /** The parts of a triangle in a fixed order: itself where it was not divided. */
  of(triangle: DraftTriangle): readonly DraftTriangle[] {
    const root = this.roots.get(triangle)
    return root === undefined ? [] : this.leaves(root)
  }

  /** Number of pieces that have a side. */
  countAt([a, b]: Side): number {
    return this.bySide.get(sideKey(a, b))?.size ?? 0
  }

  /** Divides all pieces that have a side at a vertex on it. */
  splitSide([a, b]: Side, vertex: number): void {
    for (const at of [...(this.bySide.get(sideKey(a, b)) ?? [])]) {
      const corners = this.pieces[at]?.corners
      if (!corners) continue
      const swapped = (old: number): DraftTriangle['corners'] => {
        const [p, q, r] = corners
        return [p === old ? vertex : p, q === old ? vertex : q, r === old ? vertex : r]
      }
      this.replace(at, [swapped(b), swapped(a)])
    }
  }

  /** Replaces a piece by parts. */
  protected replace(at: number, corners: readonly DraftTriangle['corners'][]): void {
    const piece = this.pieces[at]
    if (!piece) return
    for (const [a, b] of sidesAround(piece.corners)) this.bySide.get(sideKey(a, b))?.delete(at)
    this.pieces[at] = undefined
    this.parts[at] = corners.map(own => this.put(MeshDraft.part(piece, own)))
  }

  private leaves(at: number): readonly DraftTriangle[] {
    const own = this.pieces[at]
    return own ? [own] : (this.parts[at] ?? []).flatMap(part => this.leaves(part))
  }

  private put(piece: DraftTriangle): number {
    const at = this.pieces.push(piece) - 1
    for (const [a, b] of sidesAround(piece.corners)) {
      const known = this.bySide.get(sideKey(a, b))
      if (known) known.add(at)
      else this.bySide.set(sideKey(a, b), new Set([at]))
    }
    return at
  }
}
