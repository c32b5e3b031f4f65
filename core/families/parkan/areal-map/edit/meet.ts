import type { SpacePoint } from '../../../../format'
import { ownerOf, type ArealDraft, type Edge } from './draft'

/** Corners closer than this are the same place (world units; neighbours of the game's maps have them bit for bit). */
export const WELD = 0.01
/** Areals may lie above each other; edges further apart in height than this do not meet. */
const STOREY = 1

/** Corner of an areal of the draft. */
export function cornerOf(draft: ArealDraft, areal: number, vertex: number): SpacePoint {
  const record = draft.touched.get(areal)
  if (record) return record.corners[vertex]?.at ?? [NaN, NaN, NaN]
  const { vertices, vertexStarts } = draft.table
  const at = 3 * ((vertexStarts[areal] ?? 0) + vertex)
  return [vertices[at] ?? NaN, vertices[at + 1] ?? NaN, vertices[at + 2] ?? NaN]
}

/** Whether two corners count as one place: XY within the weld, Z within `height`, in units of the map. */
export const isNear = (a: SpacePoint, b: SpacePoint, height = STOREY): boolean =>
  Math.abs(a[0] - b[0]) <= WELD && Math.abs(a[1] - b[1]) <= WELD && Math.abs(a[2] - b[2]) <= height

/** The two corners of an edge, in the order of its ring. */
export function endsOf(draft: ArealDraft, { areal, edge }: Edge): readonly [SpacePoint, SpacePoint] {
  return [cornerOf(draft, areal, edge), cornerOf(draft, areal, (edge + 1) % Math.max(1, draft.cornerCount(areal)))]
}

/** Whether two edges are the same border, seen from both sides. */
export function doMeet(draft: ArealDraft, a: Edge, b: Edge): boolean {
  const [from, to] = endsOf(draft, a)
  const [otherFrom, otherTo] = endsOf(draft, b)
  return isNear(from, otherTo) && isNear(to, otherFrom)
}

/** Every corner of the draft at a place, in ascending order of areals. */
export function cornersAt(
  draft: ArealDraft,
  place: SpacePoint,
): readonly { readonly areal: number; readonly vertex: number }[] {
  const { table, touched, gone } = draft
  const found: { areal: number; vertex: number }[] = []
  const { vertices, vertexStarts } = table
  const [x, y] = place
  for (let at = 0; at < vertices.length; at += 3) {
    if (!(Math.abs((vertices[at] ?? NaN) - x) <= WELD) || !(Math.abs((vertices[at + 1] ?? NaN) - y) <= WELD)) continue
    const areal = ownerOf(vertexStarts, at / 3)
    if (touched.has(areal) || gone.has(areal)) continue
    const vertex = at / 3 - (vertexStarts[areal] ?? 0)
    if (isNear(cornerOf(draft, areal, vertex), place)) found.push({ areal, vertex })
  }
  for (const [areal, record] of touched) {
    if (gone.has(areal)) continue
    record.corners.forEach((corner, vertex) => {
      if (isNear(corner.at, place)) found.push({ areal, vertex })
    })
  }
  return found.sort((a, b) => a.areal - b.areal || a.vertex - b.vertex)
}

/** An edge of another areal that is the same border, and free or leading here already; undefined where there is none. */
export function findMeeting(draft: ArealDraft, edge: Edge): Edge | undefined {
  const [, to] = endsOf(draft, edge)
  return cornersAt(draft, to)
    .map(({ areal, vertex }): Edge => ({ areal, edge: vertex }))
    .find(
      other =>
        other.areal !== edge.areal &&
        (isOpen(draft, other) || leadsTo(draft, other, edge)) &&
        doMeet(draft, edge, other),
    )
}

const leadsTo = (draft: ArealDraft, from: Edge, to: Edge): boolean => {
  const link = draft.link(from.areal, from.edge)
  return link.area === to.areal && link.edge === to.edge
}

/** Whether an edge has no link. */
export const isOpen = (draft: ArealDraft, { areal, edge }: Edge): boolean => {
  const link = draft.link(areal, edge)
  return link.area === -1 && link.edge === -1
}

/** Links every one of these edges that is free with a free edge that it meets; returns how many found one. */
export function joinMeeting(draft: ArealDraft, edges: Iterable<Edge>): number {
  let joined = 0
  for (const edge of edges) {
    if (!draft.has(edge.areal) || !isOpen(draft, edge)) continue
    const other = findMeeting(draft, edge)
    if (!other) continue
    draft.join(edge, other)
    joined++
  }
  return joined
}
