import { orient2d } from 'robust-predicates'
import type { PlanPoint, SpacePoint } from '../../../format'

type Corners = readonly (PlanPoint | SpacePoint)[]

/** Which side of the line from `a` to `b` a point lies on, exactly: 1 left, -1 right, 0 on it. */
export function side(a: PlanPoint | SpacePoint, b: PlanPoint | SpacePoint, p: PlanPoint | SpacePoint): number {
  // The predicate is positive to the right of the line.
  return -Math.sign(orient2d(a[0], a[1], b[0], b[1], p[0], p[1]))
}

/** Whether every coordinate is a finite number. */
export const isFinitePoint = (point: readonly number[]): boolean => point.every(Number.isFinite)

/** Whether two edges of a ring touch where they are no neighbours, or neighbours fold back. Not for numbers that are not finite. */
export function crossesItself(corners: Corners): boolean {
  const n = corners.length
  if (n < 3 || !corners.every(isFinitePoint)) return false
  for (let e = 0; e < n; e++) {
    for (let f = e + 1; f < n; f++) {
      const [a, b, c, d] = [corners[e], corners[(e + 1) % n], corners[f], corners[(f + 1) % n]]
      if (!a || !b || !c || !d) continue
      const isNext = f === e + 1
      const isBefore = e === 0 && f === n - 1
      if (isNext || isBefore) {
        if (isNext && isBefore) continue
        const [from, at, to] = isNext ? [a, b, d] : [c, d, b]
        if (side(from, at, to) === 0 && dot(from, at, to) < 0) return true
      } else if (meet(a, b, c, d)) return true
    }
  }
  return false
}

/** Negative where the way from `a` over `b` to `c` turns back. */
const dot = (a: Corners[0], b: Corners[0], c: Corners[0]): number =>
  (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])

/** Whether two closed edges have a point in common. */
function meet(a: Corners[0], b: Corners[0], c: Corners[0], d: Corners[0]): boolean {
  const [c1, d1, a1, b1] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (c1 * d1 < 0 && a1 * b1 < 0) return true
  return (
    (c1 === 0 && within(a, b, c)) ||
    (d1 === 0 && within(a, b, d)) ||
    (a1 === 0 && within(c, d, a)) ||
    (b1 === 0 && within(c, d, b))
  )
}

const within = (a: Corners[0], b: Corners[0], p: Corners[0]): boolean =>
  p[0] >= Math.min(a[0], b[0]) &&
  p[0] <= Math.max(a[0], b[0]) &&
  p[1] >= Math.min(a[1], b[1]) &&
  p[1] <= Math.max(a[1], b[1])

/** A place where a line cuts a ring: at a corner, or within an edge at share `t` of its length. */
export interface Cut {
  readonly edge: number
  /** 0: at the first corner of the edge. */
  readonly t: number
  /** Along the line: 0 at its first point, 1 at its second. */
  readonly u: number
}

/** Corners nearer than this to a cut take its place. */
const SNAP = 0.01

/** Where the endless line through two points meets a ring, in the order along the line; two equal points meet nothing. */
export function cutsOf(corners: Corners, from: PlanPoint, to: PlanPoint): Cut[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const long = dx * dx + dy * dy
  if (!(long > 0)) return []
  const along = (x: number, y: number): number => ((x - from[0]) * dx + (y - from[1]) * dy) / long
  const sides = corners.map(corner => side(from, to, corner))
  const cuts = new Map<string, Cut>()
  corners.forEach((corner, edge) => {
    const next = corners[(edge + 1) % corners.length] ?? corner
    const [here, there] = [sides[edge] ?? 0, sides[(edge + 1) % corners.length] ?? 0]
    if (here === 0) cuts.set(`${edge}`, { edge, t: 0, u: along(corner[0], corner[1]) })
    if (here * there >= 0) return
    const [a, b] = [distance(corner, from, dx, dy), distance(next, from, dx, dy)]
    const t = a / (a - b)
    const length = Math.hypot(next[0] - corner[0], next[1] - corner[1])
    const snapped = t * length < SNAP ? edge : (1 - t) * length < SNAP ? (edge + 1) % corners.length : undefined
    const at = snapped === undefined ? undefined : corners[snapped]
    if (at && snapped !== undefined) cuts.set(`${snapped}`, { edge: snapped, t: 0, u: along(at[0], at[1]) })
    else
      cuts.set(`${edge}+`, {
        edge,
        t,
        u: along(corner[0] + t * (next[0] - corner[0]), corner[1] + t * (next[1] - corner[1])),
      })
  })
  return [...cuts.values()].sort((a, b) => a.u - b.u)
}

const distance = (p: Corners[0], from: PlanPoint, dx: number, dy: number): number =>
  dx * (p[1] - from[1]) - dy * (p[0] - from[0])
