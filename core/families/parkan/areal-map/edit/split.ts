import { StudioError, type PlanPoint, type SpacePoint } from '../../../../format'
import type { ArealDraft } from './draft'
import { ArealRecord, NO_LINK, type Corner, type Link } from './record'
import { insertVertex } from './vertices'
import { contains, type Ring } from '../polygon'
import { cutsOf, isFinitePoint, type Cut } from '../ring-exact'

/**
 * Cuts an areal along a line; neighbours behind the cut edges get the new corners too. Returns the number of the new
 * part.
 */
export function splitAreal(draft: ArealDraft, areal: number, from: PlanPoint, to: PlanPoint): number {
  const record = draft.shapely(areal)
  const places = record.corners.map(corner => corner.at)
  if (![from, to, ...places].every(isFinitePoint)) throw new StudioError('areal.no-place', {})
  const chord = chordOf(record.ring, cutsOf(places, from, to))
  if (!chord) throw new StudioError('areal.split-misses', { areal })
  const [low, high] = chord[0].edge < chord[1].edge ? chord : [chord[1], chord[0]]
  // The later edge first: corners before it keep their numbers.
  const later = openCut(draft, areal, high, places)
  const first = openCut(draft, areal, low, places)
  return cutAt(draft, areal, first, later + (low.t > 0 ? 1 : 0))
}

/** Two cuts that follow each other with ground of the areal between them: the pair that the drawn line covers most. */
function chordOf(ring: Ring, cuts: readonly Cut[]): readonly [Cut, Cut] | undefined {
  let best: readonly [Cut, Cut] | undefined
  let most = -Infinity
  cuts.forEach((cut, at) => {
    const next = cuts[at + 1]
    if (!next || areBeside(cut, next, ring.count)) return
    const [x, y] = [0, 1].map(axis => (place(ring, cut, axis) + place(ring, next, axis)) / 2)
    if (!contains(ring, x ?? NaN, y ?? NaN)) return
    // Drawn part first; where the line was drawn beside it, the longest.
    const covered = Math.min(1, next.u) - Math.max(0, cut.u)
    const score = covered > 0 ? covered + 1 : covered
    if (score > most) [best, most] = [[cut, next], score]
  })
  return best
}

const corner = (ring: Ring, v: number, axis: number): number =>
  ring.values[3 * (ring.start + (v % ring.count)) + axis] ?? NaN
const place = (ring: Ring, { edge, t }: Cut, axis: number): number =>
  corner(ring, edge, axis) + t * (corner(ring, edge + 1, axis) - corner(ring, edge, axis))

/** Whether both cuts lie on one edge: a line along it divides nothing. */
function areBeside(a: Cut, b: Cut, count: number): boolean {
  const touches = (cut: Cut): readonly number[] => (cut.t > 0 ? [cut.edge] : [cut.edge, (cut.edge + count - 1) % count])
  return touches(a).some(edge => touches(b).includes(edge))
}

/** Number of the corner at a cut, made where there is none. */
function openCut(draft: ArealDraft, areal: number, { edge, t }: Cut, places: readonly SpacePoint[]): number {
  if (t === 0) return edge
  const [from, to] = [places[edge], places[(edge + 1) % places.length]]
  if (from && to)
    insertVertex(draft, areal, edge, [
      from[0] + t * (to[0] - from[0]),
      from[1] + t * (to[1] - from[1]),
      from[2] + t * (to[2] - from[2]),
    ])
  return edge + 1
}

/** Divides an areal between two of its corners, `low` before `high`. */
function cutAt(draft: ArealDraft, areal: number, low: number, high: number): number {
  const record = draft.shapely(areal)
  const count = record.corners.length
  const span = high - low
  const inMiddle = (edge: number): boolean => edge >= low && edge < high
  const parts = [
    record.corners.slice(low, high + 1),
    [...record.corners.slice(0, low + 1), ...record.corners.slice(high)],
  ] as const
  const made = ArealRecord.like(record, [], [])
  const keepsMiddle = keepsAnchor(record, parts[0]) && !keepsAnchor(record, parts[1])
  const other = draft.add(made)
  const [middleId, outerId] = keepsMiddle ? [areal, other] : [other, areal]
  draft.redirect(
    areal,
    (edge): Link =>
      inMiddle(edge)
        ? { area: middleId, edge: edge - low }
        : { area: outerId, edge: edge < low ? edge : edge - span + 1 },
  )
  const middle = { corners: parts[0], links: [...record.links.slice(low, high), NO_LINK] }
  const outer = { corners: parts[1], links: [...record.links.slice(0, low), NO_LINK, ...record.links.slice(high)] }
  const [kept, cut] = keepsMiddle ? [middle, outer] : [outer, middle]
  record.corners = [...kept.corners]
  record.links = kept.links
  record.isReshaped = true
  made.corners = [...cut.corners]
  made.links = cut.links
  made.placeAnchor()
  draft.join({ areal: middleId, edge: span }, { areal: outerId, edge: low })
  if (keepsMiddle) {
    draft.moved(areal, high + 1, count - high - 1, 0)
    draft.moved(areal, 0, low, 0)
  } else draft.moved(areal, low + 1, span - 1, 0)
  return other
}

function keepsAnchor(record: ArealRecord, corners: readonly Corner[]): boolean {
  const [x, y] = record.anchor
  return contains(ArealRecord.like(record, [...corners], []).ring, x, y)
}
