import Flatbush from 'flatbush'
import { edgeKey, type ArealDraft, type Edge } from './draft'
import { doMeet, endsOf, findMeeting, WELD } from './meet'
import { NO_LINK, type Link } from './record'

interface LinkChanges {
  readonly added: number
  readonly removed: number
  readonly changed: number
  readonly areals: ReadonlySet<number>
}

/**
 * Links from common borders. `broken` touches only links that lead nowhere, halfway or not back, and edges without
 * one; `all` takes also those away whose edges are not one border.
 */
export function rebuildLinks(draft: ArealDraft, which: 'broken' | 'all'): LinkChanges {
  const edges = allEdges(draft)
  const wanted = new Map<number, Edge>()
  const numbers = new Map(edges.map((edge, at) => [edgeKey(edge), at]))
  edges.forEach((edge, at) => {
    const partner = draft.partner(edge.areal, edge.edge)
    if (partner && (which === 'broken' || doMeet(draft, edge, partner))) wanted.set(at, partner)
  })
  pairFree(draft, edges, wanted, numbers)
  let [added, removed, changed] = [0, 0, 0]
  const areals = new Set<number>()
  edges.forEach(({ areal, edge }, at) => {
    const goal = wanted.get(at)
    const link: Link = goal ? { area: goal.areal, edge: goal.edge } : NO_LINK
    const now = draft.link(areal, edge)
    if (now.area === link.area && now.edge === link.edge) return
    if (now.area === -1 && now.edge === -1) added++
    else if (goal) changed++
    else removed++
    areals.add(areal)
    draft.setLink(areal, edge, link)
  })
  return { added, removed, changed, areals }
}

const NOWHERE = 1e38
function allEdges(draft: ArealDraft): Edge[] {
  const edges: Edge[] = []
  for (let areal = 0; areal < draft.count; areal++) {
    if (!draft.has(areal)) continue
    const count = draft.cornerCount(areal)
    for (let edge = 0; edge < count; edge++) edges.push({ areal, edge })
  }
  return edges
}

/** Pairs edges that have no partner yet with others of the same border, those that are the same bit for bit first. */
function pairFree(
  draft: ArealDraft,
  edges: readonly Edge[],
  wanted: Map<number, Edge>,
  numbers: ReadonlyMap<number, number>,
): void {
  const free = Array.from(edges.keys()).filter(at => !wanted.has(at))
  if (free.length < 2) return
  const index = new Flatbush(free.length)
  for (const at of free) {
    const [x, y] = middle(draft, edges[at])
    index.add(x, y, x, y)
  }
  index.finish()
  for (const at of free) {
    const edge = edges[at]
    if (!edge || wanted.has(at)) continue
    const [x, y] = middle(draft, edge)
    const near = index
      .search(x - WELD, y - WELD, x + WELD, y + WELD)
      .flatMap(k => free[k] ?? [])
      .filter(other => other !== at && !wanted.has(other))
      .sort((a, b) => a - b)
    const found = near
      .flatMap(other => edges[other] ?? [])
      .find(other => other.areal !== edge.areal && doMeet(draft, edge, other))
    if (!found) continue
    wanted.set(at, found)
    wanted.set(numbers.get(edgeKey(found)) ?? -1, edge)
  }
}

/** Middle of an edge in XY; of one that is not finite, a place where nothing is. */
function middle(draft: ArealDraft, edge: Edge | undefined): readonly [number, number] {
  if (!edge) return [NOWHERE, NOWHERE]
  const [a, b] = endsOf(draft, edge)
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : [NOWHERE, NOWHERE]
}

/** Mends one link: with the edge of the same border where that is free or leads here, else it leads nowhere. */
export function relink(draft: ArealDraft, { areal, edge }: Edge): void {
  if (draft.partner(areal, edge)) return
  draft.setLink(areal, edge, NO_LINK)
  const goal = edge < draft.cornerCount(areal) ? findMeeting(draft, { areal, edge }) : undefined
  if (goal) draft.join({ areal, edge }, goal)
}
