import { StudioError, type AnchorTarget, type SpacePoint, type VertexTarget } from '../../../../format'
import { edgeKey, type ArealDraft, type Edge } from './draft'
import { cornerOf, cornersAt, doMeet, joinMeeting } from './meet'
import { cornerAt, NO_LINK, type Link } from './record'
import { isFinitePoint } from '../ring-exact'

function needFinite(point: SpacePoint): void {
  if (!isFinitePoint(point) || !isFinitePoint(point.map(Math.fround))) throw new StudioError('areal.no-place', {})
}

/** Puts the anchors of areals at places of the map. Throws StudioError where a place is not finite. */
export function moveAnchors(draft: ArealDraft, targets: readonly AnchorTarget[]): void {
  for (const { record, to } of targets) {
    needFinite(to)
    draft.record(record).anchor = to
  }
}

/**
 * Puts corners elsewhere, together with corners of other areals at the same place. A link whose edges were one border
 * and are not any more goes; free edges that become one border are linked.
 */
export function moveVertices(
  draft: ArealDraft,
  targets: readonly VertexTarget[],
  isTogether: boolean,
): { readonly joined: number; readonly parted: number } {
  const places = allPlaces(draft, targets, isTogether)
  const edges = edgesRound(draft, [...places.values()])
  const met = edges.flatMap(edge => {
    const partner = draft.partner(edge.areal, edge.edge)
    return partner && doMeet(draft, edge, partner) ? [{ edge, partner }] : []
  })
  for (const { record, vertex, to } of places.values()) {
    const areal = draft.record(record)
    areal.corners[vertex] = cornerAt(to)
    areal.isReshaped = true
  }
  const apart = met.filter(({ edge, partner }) => draft.partner(edge.areal, edge.edge) && !doMeet(draft, edge, partner))
  const parted = new Set<number>()
  for (const { edge, partner } of apart) {
    if (parted.has(edgeKey(partner))) continue
    draft.part(edge.areal, edge.edge)
    parted.add(edgeKey(edge))
  }
  return { joined: joinMeeting(draft, edges), parted: parted.size }
}

/** Every corner that moves, with its goal; corners that lie above or below the one that was taken keep their distance. */
function allPlaces(
  draft: ArealDraft,
  targets: readonly VertexTarget[],
  isTogether: boolean,
): ReadonlyMap<string, VertexTarget> {
  const places = new Map<string, VertexTarget>()
  const isTaken = new Set(targets.map(({ record, vertex }) => `${record}/${vertex}`))
  for (const target of targets) {
    needFinite(target.to)
    const record = draft.has(target.record) ? target.record : -1
    if (record < 0) throw new StudioError('areal.no-record', { areal: target.record })
    if (!(target.vertex >= 0 && target.vertex < draft.cornerCount(record))) {
      throw new StudioError('areal.no-vertex', { areal: record, vertex: target.vertex })
    }
    places.set(`${record}/${target.vertex}`, target)
    const from = cornerOf(draft, record, target.vertex)
    if (!isTogether || !isFinitePoint(from)) continue
    for (const { areal, vertex } of cornersAt(draft, from)) {
      if (isTaken.has(`${areal}/${vertex}`)) continue
      const over = cornerOf(draft, areal, vertex)[2] - from[2]
      places.set(`${areal}/${vertex}`, { record: areal, vertex, to: [target.to[0], target.to[1], target.to[2] + over] })
    }
  }
  return places
}

/** The edges on both sides of these corners. */
function edgesRound(draft: ArealDraft, corners: readonly VertexTarget[]): Edge[] {
  const edges = new Map<number, Edge>()
  for (const { record: areal, vertex } of corners) {
    const count = draft.cornerCount(areal)
    for (const edge of [
      { areal, edge: vertex },
      { areal, edge: (vertex + count - 1) % count },
    ])
      edges.set(edgeKey(edge), edge)
  }
  return [...edges.values()]
}

/**
 * A corner on an edge and on the edge that leads back to it; each half is linked with its other side. Returns the
 * touched areals.
 */
export function insertVertex(draft: ArealDraft, areal: number, edge: number, point?: SpacePoint): readonly number[] {
  const record = draft.shapely(areal)
  if (!(Number.isInteger(edge) && edge >= 0 && edge < record.corners.length))
    throw new StudioError('areal.no-edge', { areal, edge })
  const [from, to] = [cornerOf(draft, areal, edge), cornerOf(draft, areal, (edge + 1) % record.corners.length)]
  const at: SpacePoint = point ?? [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2]
  needFinite(at)
  const partner = draft.partner(areal, edge)
  const other = partner && partner.areal !== areal && !draft.record(partner.areal).hasPolygons ? partner : undefined
  openEdge(draft, areal, edge, at)
  if (!other) return [areal]
  openEdge(draft, other.areal, other.edge, at)
  draft.join({ areal, edge }, { areal: other.areal, edge: other.edge + 1 })
  draft.join({ areal, edge: edge + 1 }, { areal: other.areal, edge: other.edge })
  return [areal, other.areal]
}

/** Makes two edges of one; both lead where it led. */
function openEdge(draft: ArealDraft, areal: number, edge: number, at: SpacePoint): void {
  const record = draft.record(areal)
  draft.redirect(areal, (old): Link => ({ area: areal, edge: old > edge ? old + 1 : old }))
  record.corners.splice(edge + 1, 0, cornerAt(at))
  record.links.splice(edge + 1, 0, record.links[edge] ?? NO_LINK)
  record.isReshaped = true
  draft.moved(areal, edge + 1, 0, 1)
}

/**
 * Takes a corner away. Where it lies inside the border with one neighbour, that neighbour loses it too and the border
 * stays one; where neighbours meet at it, the edges beside it lose their links. Returns the touched areals.
 */
export function deleteVertex(draft: ArealDraft, areal: number, vertex: number): readonly number[] {
  const record = draft.shapely(areal)
  const count = record.corners.length
  if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < count))
    throw new StudioError('areal.no-vertex', { areal, vertex })
  const before = (vertex + count - 1) % count
  const [behind, ahead] = [draft.partner(areal, before), draft.partner(areal, vertex)]
  const isShared =
    behind !== undefined &&
    ahead !== undefined &&
    behind.areal === ahead.areal &&
    behind.areal !== areal &&
    behind.edge === (ahead.edge + 1) % draft.cornerCount(ahead.areal)
  needCorner(draft, areal)
  if (isShared) {
    draft.shapely(behind.areal)
    needCorner(draft, behind.areal)
  }
  const touched = new Set([areal, ...(behind ? [behind.areal] : []), ...(ahead ? [ahead.areal] : [])])
  draft.part(areal, before)
  draft.part(areal, vertex)
  const merged = closeCorner(draft, areal, vertex)
  if (isShared) draft.join(merged, closeCorner(draft, behind.areal, behind.edge))
  else joinMeeting(draft, [merged])
  return [...touched]
}

function needCorner(draft: ArealDraft, areal: number): void {
  if (draft.cornerCount(areal) <= 3) throw new StudioError('areal.few-vertices', { areal })
}

/** Makes one edge of the two beside a corner; it has no link. */
function closeCorner(draft: ArealDraft, areal: number, vertex: number): Edge {
  const record = draft.record(areal)
  const edge = vertex === 0 ? record.corners.length - 2 : vertex - 1
  draft.redirect(areal, (old): Link => ({ area: areal, edge: old === vertex ? edge : old > vertex ? old - 1 : old }))
  record.corners.splice(vertex, 1)
  record.links.splice(vertex, 1)
  record.links[edge] = NO_LINK
  record.isReshaped = true
  draft.moved(areal, vertex, 1, 0)
  return { areal, edge }
}
