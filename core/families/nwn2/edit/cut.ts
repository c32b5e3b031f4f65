import { orient2d } from 'robust-predicates'
import { DraftPieces } from './draft-pieces'
import { sideKey, sidesAround, type DraftTriangle, type MeshDraft, type Side } from './mesh-draft'

export type Corner = readonly [x: number, y: number]

/** Metres: a vertex within this distance of an outline lies on it. */
const NEAR = 1e-3

/** Whether a point is inside an outline by the nonzero rule: an outline that crosses itself encloses all of its loops. */
export function isWithin(outline: readonly Corner[], x: number, y: number): boolean {
  let turns = 0
  for (const [k, [ax, ay]] of outline.entries()) {
    const [bx, by] = outline[(k + 1) % outline.length] ?? [0, 0]
    const side = orient2d(ax, ay, bx, by, x, y)
    // `orient2d` is negative to the left.
    if (ay <= y && by > y && side < 0) turns++
    if (ay > y && by <= y && side > 0) turns--
  }
  return turns !== 0
}

/** Whether two sides of an outline cross. */
export function crossesItself(outline: readonly Corner[]): boolean {
  const n = outline.length
  const side = (a: number, b: number): boolean => {
    const [p, q, r, s] = [a, (a + 1) % n, b, (b + 1) % n].map((k): Corner => outline[k] ?? [0, 0])
    if (!p || !q || !r || !s) return false
    const turn = (u: Corner, v: Corner, w: Corner): number => Math.sign(orient2d(...u, ...v, ...w))
    return turn(p, q, r) * turn(p, q, s) < 0 && turn(r, s, p) * turn(r, s, q) < 0
  }
  return outline.some((_, a) => outline.some((__, b) => b > a && side(a, b)))
}

/**
 * Cuts an outline out of a draft, vertically through all storeys (nwn2 11.4): divides triangles along it and removes those
 * whose centre is inside. Each storey gets its own vertices; a side that triangles share is divided in all of them.
 * Returns how many triangles were removed.
 */
export function cutOut(draft: MeshDraft, outline: readonly Corner[]): number {
  const rounded = outline.map(([x, y]): Corner => [Math.fround(x), Math.fround(y)])
  const [xs, ys] = [rounded.map(([x]) => x), rounded.map(([, y]) => y)]
  const box = [Math.min(...xs) - NEAR, Math.min(...ys) - NEAR, Math.max(...xs) + NEAR, Math.max(...ys) + NEAR] as const
  const near: DraftTriangle[] = []
  for (const triangle of draft.triangles) if (meets(draft, triangle, box)) near.push(triangle)
  const pieces = new CutPieces(draft, near)
  for (const corner of rounded) pieces.insert(corner)
  for (const [k, from] of rounded.entries()) pieces.divide(from, rounded[(k + 1) % rounded.length] ?? from)
  let removed = 0
  const isRemoved = (triangle: DraftTriangle): boolean => {
    const points = triangle.corners.map(corner => draft.point(corner))
    const [x = 0, y = 0] = [0, 1].map(axis => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / 3)
    return isWithin(rounded, x, y)
  }
  const isNear = new Set(near)
  draft.replace(triangle => {
    if (!isNear.has(triangle)) return undefined
    const all = pieces.of(triangle)
    const left = all.filter(piece => !isRemoved(piece))
    removed += all.length - left.length
    return left.length === all.length && all.length === 1 ? undefined : left
  })
  return removed
}

type Box = readonly [left: number, bottom: number, right: number, top: number]

function meets(draft: MeshDraft, { corners }: DraftTriangle, [left, bottom, right, top]: Box): boolean {
  const [a, b, c] = corners.map(corner => draft.point(corner))
  if (!a || !b || !c) return false
  return (
    Math.max(a[0], b[0], c[0]) >= left &&
    Math.min(a[0], b[0], c[0]) <= right &&
    Math.max(a[1], b[1], c[1]) >= bottom &&
    Math.min(a[1], b[1], c[1]) <= top
  )
}

/** Triangles of a draft that are divided along an outline. */
class CutPieces extends DraftPieces {
  /** Adds a vertex at a corner of the outline to each storey. */
  insert([x, y]: Corner): void {
    for (let at = 0; at < this.pieces.length; at++) {
      const piece = this.pieces[at]
      if (!piece || !this.contains(piece, x, y)) continue
      const points = piece.corners.map(corner => this.draft.point(corner))
      if (points.some(([px, py]) => Math.hypot(px - x, py - y) < NEAR)) continue
      const edge = sidesAround(piece.corners).find(([a, b]) => this.distance(a, b, x, y) < NEAR)
      if (edge) this.splitSide(edge, this.between(edge, x, y))
      else this.splitInside(at, piece, x, y)
    }
  }

  private contains({ corners }: DraftTriangle, x: number, y: number): boolean {
    const turns = [0, 1, 2].map(k => {
      const [a, b] = [this.draft.point(corners[k] ?? 0), this.draft.point(corners[(k + 1) % 3] ?? 0)]
      return orient2d(a[0], a[1], b[0], b[1], x, y)
    })
    if (turns.every(turn => turn === 0)) return false
    return turns.every(turn => turn >= 0) || turns.every(turn => turn <= 0)
  }

  /** Distance of a point to a side, seen from above. */
  private distance(a: number, b: number, x: number, y: number): number {
    const [ax, ay] = this.draft.point(a)
    const share = Math.max(0, Math.min(1, this.shareOf(a, b, x, y)))
    const [bx, by] = this.draft.point(b)
    return Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y)
  }

  private shareOf(a: number, b: number, x: number, y: number): number {
    const [[ax, ay], [bx, by]] = [this.draft.point(a), this.draft.point(b)]
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    return length === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
  }

  /** A new vertex at a place of a side, at the height of the side there. */
  private between([a, b]: Side, x: number, y: number): number {
    const [[, , low], [, , high]] = [this.draft.point(a), this.draft.point(b)]
    return this.draft.add([x, y, low + this.shareOf(a, b, x, y) * (high - low)])
  }

  private splitInside(at: number, { corners: [a, b, c] }: DraftTriangle, x: number, y: number): void {
    const [p, q, r] = [this.draft.point(a), this.draft.point(b), this.draft.point(c)]
    const whole = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1])
    const second = ((x - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (y - p[1])) / whole
    const third = ((q[0] - p[0]) * (y - p[1]) - (x - p[0]) * (q[1] - p[1])) / whole
    const vertex = this.draft.add([x, y, p[2] + second * (q[2] - p[2]) + third * (r[2] - p[2])])
    this.replace(at, [
      [a, b, vertex],
      [b, c, vertex],
      [c, a, vertex],
    ])
  }

  /** Divides sides where a side of the outline crosses them. A vertex that lies on it is not crossed. */
  divide(from: Corner, to: Corner): void {
    const on = this.verticesNear(from, to)
    const turn = (vertex: number): number => {
      const [x, y] = this.draft.point(vertex)
      return orient2d(from[0], from[1], to[0], to[1], x, y)
    }
    for (const side of this.presentSides()) {
      const [a, b] = side
      if (on.has(a) || on.has(b)) continue
      const [before, after] = [turn(a), turn(b)]
      const [[ax, ay], [bx, by]] = [this.draft.point(a), this.draft.point(b)]
      const ends = [from, to].map(([x, y]) => Math.sign(orient2d(ax, ay, bx, by, x, y)))
      const isCrossed = Math.sign(before) * Math.sign(after) < 0 && (ends[0] ?? 0) * (ends[1] ?? 0) < 0
      if (!isCrossed) continue
      const share = before / (before - after)
      const vertex = this.between(side, Math.fround(ax + share * (bx - ax)), Math.fround(ay + share * (by - ay)))
      on.add(vertex)
      this.splitSide(side, vertex)
    }
  }

  private presentSides(): readonly Side[] {
    const found = new Map<number, Side>()
    for (const piece of this.pieces)
      if (piece) for (const side of sidesAround(piece.corners)) found.set(sideKey(...side), side)
    return [...found.values()]
  }

  private verticesNear(from: Corner, to: Corner): Set<number> {
    const found = new Set<number>()
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const length = dx * dx + dy * dy
    for (const piece of this.pieces)
      for (const vertex of piece?.corners ?? []) {
        const [x, y] = this.draft.point(vertex)
        const share = length === 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / length
        const at = Math.max(0, Math.min(1, share))
        if (Math.hypot(from[0] + at * dx - x, from[1] + at * dy - y) < NEAR) found.add(vertex)
      }
    return found
  }
}
