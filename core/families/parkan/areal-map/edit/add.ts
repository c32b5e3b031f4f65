import polygonClipping from 'polygon-clipping'
import { StudioError, type SpacePoint } from '../../../../format'
import type { ArealDraft } from './draft'
import { cornerOf, isNear, isOpen, joinMeeting, WELD } from './meet'
import { ArealRecord, cornerAt, NO_LINK } from './record'
import { insertVertex } from './vertices'
import { signedArea, type Ring } from '../polygon'
import { crossesItself, isFinitePoint } from '../ring-exact'

/** Shortest way of a new areal across, and least ground that it may cover, world units. */
const LEAST_AREA = 1e-3

/** A new areal over a polygon; its edges are linked where they meet free ones. Returns its number. */
export function addAreal(draft: ArealDraft, ring: readonly SpacePoint[], like: number | undefined): number {
  const outline = fitted(draft, tidy(ring))
  const corners = outline.map(cornerAt)
  const links = corners.map(() => NO_LINK)
  const record =
    like === undefined ? ArealRecord.blank(corners, links) : ArealRecord.like(draft.record(like), corners, links)
  record.placeAnchor()
  const areal = draft.add(record)
  openNeighbours(draft, areal)
  joinMeeting(
    draft,
    corners.map((_, edge) => ({ areal, edge })),
  )
  return areal
}

const ringOf = (points: readonly SpacePoint[]): Ring => ({
  values: Float32Array.from(points.flat()),
  start: 0,
  count: points.length,
})

/** Anticlockwise, in single precision, no corner twice; refuses what is no polygon. */
function tidy(ring: readonly SpacePoint[]): readonly SpacePoint[] {
  const rounded = ring.map(([x, y, z]): SpacePoint => [Math.fround(x), Math.fround(y), Math.fround(z)])
  if (!rounded.every(isFinitePoint)) throw new StudioError('areal.no-place', {})
  const distinct = rounded.filter((point, at) => {
    const next = rounded[(at + 1) % rounded.length]
    return !next || rounded.length === 1 || point[0] !== next[0] || point[1] !== next[1]
  })
  if (distinct.length < 3) throw new StudioError('areal.ring-short', { n: distinct.length })
  if (crossesItself(distinct)) throw new StudioError('areal.ring-crosses', {})
  const area = signedArea(ringOf(distinct))
  if (!(Math.abs(area) > LEAST_AREA)) throw new StudioError('areal.ring-flat', {})
  return area > 0 ? distinct : distinct.toReversed()
}

/** The outline drawn onto corners of others that are at hand, with those that lie on its edges as corners of its own. */
function fitted(draft: ArealDraft, ring: readonly SpacePoint[]): readonly SpacePoint[] {
  const corners = cornersOf(draft, ring)
  const snapped = ring.map(point => corners.find(corner => isNear(corner, point)) ?? point)
  const outline = snapped.flatMap((from, at) => {
    const to = snapped[(at + 1) % snapped.length] ?? from
    const between = corners.flatMap(corner => {
      const t = shareOf(from, to, corner)
      return t === undefined || snapped.some(point => isNear(point, corner)) ? [] : [{ t, corner }]
    })
    between.sort((a, b) => a.t - b.t)
    return [from, ...between.map(({ corner }) => corner)].filter(
      (point, k, list) => k === 0 || !isNear(point, list[k - 1] ?? from),
    )
  })
  return crossesItself(outline) ? ring : outline
}

/** Corners of all areals in the bounds of a ring. */
function cornersOf({ table, touched, gone }: ArealDraft, ring: readonly SpacePoint[]): readonly SpacePoint[] {
  const [xs, ys] = [ring.map(point => point[0]), ring.map(point => point[1])]
  const [minX, maxX, minY, maxY] = [
    Math.min(...xs) - WELD,
    Math.max(...xs) + WELD,
    Math.min(...ys) - WELD,
    Math.max(...ys) + WELD,
  ]
  const isIn = (x: number, y: number): boolean => x >= minX && x <= maxX && y >= minY && y <= maxY
  const found = new Map<string, SpacePoint>()
  for (let areal = 0; areal < table.count; areal++) {
    if (touched.has(areal) || gone.has(areal)) continue
    for (let at = 3 * (table.vertexStarts[areal] ?? 0); at < 3 * (table.vertexStarts[areal + 1] ?? 0); at += 3) {
      const [x = NaN, y = NaN, z = NaN] = [table.vertices[at], table.vertices[at + 1], table.vertices[at + 2]]
      if (isIn(x, y)) found.set(`${x},${y},${z}`, [x, y, z])
    }
  }
  for (const [areal, record] of touched) {
    if (gone.has(areal)) continue
    for (const { at } of record.corners) if (isIn(at[0], at[1])) found.set(at.join(), at)
  }
  return [...found.values()]
}

/** Where on the edge a point lies, ends excluded; undefined beside it. */
function shareOf(from: SpacePoint, to: SpacePoint, point: SpacePoint): number | undefined {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const long = dx * dx + dy * dy
  if (!(long > 0)) return undefined
  const t = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / long
  if (!(t > 0 && t < 1)) return undefined
  const on: SpacePoint = [from[0] + t * dx, from[1] + t * dy, from[2] + t * (to[2] - from[2])]
  return isNear(on, point) && !isNear(from, point) && !isNear(to, point) ? t : undefined
}

/** Free edges of others on which a corner of the new areal lies get that corner too. */
function openNeighbours(draft: ArealDraft, made: number): void {
  for (const { at: point } of [...draft.record(made).corners]) {
    for (const { areal, edge } of freeEdgesAt(draft, made, point)) insertVertex(draft, areal, edge, point)
  }
}

function freeEdgesAt(
  draft: ArealDraft,
  made: number,
  point: SpacePoint,
): readonly { readonly areal: number; readonly edge: number }[] {
  const found: { areal: number; edge: number }[] = []
  for (let areal = 0; areal < draft.count; areal++) {
    if (areal === made || !draft.has(areal)) continue
    const count = draft.cornerCount(areal)
    for (let edge = count - 1; edge >= 0; edge--) {
      const isFree = isOpen(draft, { areal, edge })
      if (
        isFree &&
        shareOf(cornerOf(draft, areal, edge), cornerOf(draft, areal, (edge + 1) % count), point) !== undefined
      )
        found.push({ areal, edge })
    }
  }
  return found
}

/** What others leave of a ring: its largest part. Heights are those of the ring's plane, or of the others' corners. */
export function clipRing(
  ring: readonly SpacePoint[],
  others: readonly (readonly SpacePoint[])[],
): readonly SpacePoint[] {
  const subject = tidy(ring)
  const flat = (points: readonly SpacePoint[]): [number, number][] => points.map(([x, y]): [number, number] => [x, y])
  const clips = others.filter(other => other.length >= 3 && other.every(isFinitePoint)).map(other => [flat(other)])
  if (clips.length === 0) return subject
  let parts: readonly (readonly (readonly (readonly [number, number])[])[])[]
  try {
    parts = polygonClipping.difference([flat(subject)], ...clips)
  } catch {
    // The library gives up on some outlines that cross or touch themselves.
    throw new StudioError('areal.clip-failed', {})
  }
  const height = planeOf(subject)
  const known = [...subject, ...others.flat()]
  const outlines = parts.flatMap(part => (part.length === 1 && part[0] ? [part[0].slice(0, -1)] : []))
  const lifted = outlines.map(outline =>
    outline.map(
      ([x, y]): SpacePoint =>
        known.find(point => Math.abs(point[0] - x) <= WELD && Math.abs(point[1] - y) <= WELD) ?? [x, y, height(x, y)],
    ),
  )
  const sizes = lifted.map(points => Math.abs(signedArea(ringOf(points))))
  const best = lifted[sizes.indexOf(Math.max(...sizes))]
  if (!best || Math.max(...sizes) <= LEAST_AREA) throw new StudioError('areal.covered', {})
  return best
}

/** Height of the plane that a ring lies in, by its mean and normal. */
function planeOf(ring: readonly SpacePoint[]): (x: number, y: number) => number {
  let [nx, ny, nz] = [0, 0, 0]
  ring.forEach((a, at) => {
    const b = ring[(at + 1) % ring.length] ?? a
    nx += (a[1] - b[1]) * (a[2] + b[2])
    ny += (a[2] - b[2]) * (a[0] + b[0])
    nz += (a[0] - b[0]) * (a[1] + b[1])
  })
  const mean = [0, 1, 2].map(axis => ring.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / ring.length)
  const [mx = 0, my = 0, mz = 0] = mean
  return (x, y) => (Math.abs(nz) < 1e-9 ? mz : mz - (nx * (x - mx) + ny * (y - my)) / nz)
}
