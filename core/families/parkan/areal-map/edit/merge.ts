import { StudioError } from '../../../../format'
import { edgeKey, type ArealDraft, type Edge } from './draft'
import { NO_LINK, type Link } from './record'

/**
 * Makes one areal of neighbours. The outline is found by walking along the links, whatever the coordinates are: an
 * edge whose link leads to another of them and back is inside and goes.
 */
export function mergeAreals(draft: ArealDraft, areals: readonly number[]): void {
  const all = [...new Set(areals)]
  const [first] = all
  if (first === undefined || all.length < 2) throw new StudioError('areal.merge-one', {})
  for (const areal of all) draft.shapely(areal)
  const inside = innerEdges(draft, new Set(all))
  if (!doHangTogether(all, inside, draft)) throw new StudioError('areal.merge-apart', { n: all.length })
  const outline = walk(draft, all, inside)
  const record = draft.record(first)
  const numbers = new Map(outline.map((edge, at) => [edgeKey(edge), at]))
  const corners = outline.flatMap(({ areal, edge }) => draft.record(areal).corners[edge] ?? [])
  if (corners.length < 3) throw new StudioError('areal.merge-hole', { n: all.length })
  const same = corners.findIndex((corner, at) => corner !== record.corners[at])
  for (const areal of all) {
    draft.redirect(areal, (edge): Link => {
      const number = numbers.get(edgeKey({ areal, edge }))
      return number === undefined ? NO_LINK : { area: first, edge: number }
    })
  }
  // Links between them were told to go above; those of the outline are read after that.
  const links = outline.map(({ areal, edge }) => draft.record(areal).links[edge] ?? NO_LINK)
  const kept = same < 0 ? corners.length : same
  draft.moved(first, kept, record.corners.length - kept, corners.length - kept)
  record.corners = corners
  record.links = links
  record.isReshaped = true
  for (const areal of all) if (areal !== first) draft.gone.add(areal)
}

/** Edges between two of these areals, with the edge on their other side. */
function innerEdges(draft: ArealDraft, areals: ReadonlySet<number>): ReadonlyMap<number, Edge> {
  const inside = new Map<number, Edge>()
  for (const areal of areals) {
    for (let edge = 0; edge < draft.cornerCount(areal); edge++) {
      const partner = draft.partner(areal, edge)
      if (partner && partner.areal !== areal && areals.has(partner.areal)) inside.set(edgeKey({ areal, edge }), partner)
    }
  }
  return inside
}

function doHangTogether(areals: readonly number[], inside: ReadonlyMap<number, Edge>, draft: ArealDraft): boolean {
  const seen = new Set(areals.slice(0, 1))
  for (const areal of seen) {
    for (let edge = 0; edge < draft.cornerCount(areal); edge++) {
      const partner = inside.get(edgeKey({ areal, edge }))
      if (partner) seen.add(partner.areal)
    }
  }
  return seen.size === areals.length
}

/** The one outline, from the first outer edge of the first areal on; refuses where there are several: they enclose a hole. */
function walk(draft: ArealDraft, areals: readonly number[], inside: ReadonlyMap<number, Edge>): readonly Edge[] {
  const outer = areals.reduce((sum, areal) => sum + draft.cornerCount(areal), 0) - inside.size
  const areal = areals[0] ?? 0
  const edges = Array.from({ length: draft.cornerCount(areal) }, (_, edge): Edge => ({ areal, edge }))
  const start = edges.find(edge => !inside.has(edgeKey(edge)))
  if (!start) throw new StudioError('areal.merge-hole', { n: areals.length })
  const outline: Edge[] = []
  let now = start
  do {
    outline.push(now)
    let next = after(draft, now)
    for (let turn = 0; turn <= inside.size; turn++) {
      const across = inside.get(edgeKey(next))
      if (!across) break
      next = after(draft, across)
    }
    now = next
  } while (edgeKey(now) !== edgeKey(start) && outline.length <= outer)
  if (outline.length !== outer) throw new StudioError('areal.merge-hole', { n: areals.length })
  return outline
}

const after = (draft: ArealDraft, { areal, edge }: Edge): Edge => ({
  areal,
  edge: (edge + 1) % draft.cornerCount(areal),
})
