import { NO_TRIANGLE } from '../aswm/aswm'
import type { Mesh } from '../aswm/mesh'
import { sideKey, type DraftTriangle, type MeshDraft } from './mesh-draft'

/** An edge of the new mesh: vertex numbers of the draft, triangle numbers of the new mesh. */
export interface NextEdge {
  readonly low: number
  readonly high: number
  readonly triangles: readonly [first: number, second: number]
}

/** Edges of the new mesh, and the edge of each slot of its triangles. */
export interface EdgeTable {
  readonly edges: readonly NextEdge[]
  readonly ofTriangles: Uint32Array
}

type Pair = readonly [low: number, high: number]

/** Sides of a triangle in the order of its slots: lowest–middle, lowest–highest, middle–highest (nwn2 4.5). */
export function sidesOf(corners: readonly number[]): readonly [Pair, Pair, Pair] {
  const [low = 0, middle = 0, high = 0] = [...corners].sort((a, b) => a - b)
  return [
    [low, middle],
    [low, high],
    [middle, high],
  ]
}

interface Slot {
  readonly triangle: number
  readonly slot: number
}

/**
 * Edges after a change: original edges keep their order and lose deleted triangles, free sides with the same vertices are
 * joined, and new edges follow, sorted by their vertices (nwn2 11.3).
 */
export function edgeTable(draft: MeshDraft): EdgeTable {
  const { mesh, triangles } = draft
  const partsOf = groupBySource(triangles, mesh.triangles.count)
  const ofTriangles = new Uint32Array(triangles.length * 3).fill(NO_TRIANGLE)
  const isTaken = (at: Slot): boolean => ofTriangles[at.triangle * 3 + at.slot] !== NO_TRIANGLE
  const kept: { pair: Pair; sides: Slot[] }[] = []
  const byPair = new Map<number, number[]>()
  const take = (edge: number, side: Slot): void => {
    ofTriangles[side.triangle * 3 + side.slot] = edge
    kept[edge]?.sides.push(side)
  }
  const open = (pair: Pair): number => {
    const edge = kept.push({ pair, sides: [] }) - 1
    const known = byPair.get(sideKey(...pair))
    if (known) known.push(edge)
    else byPair.set(sideKey(...pair), [edge])
    return edge
  }
  const { edges } = mesh
  for (let old = 0; old < edges.count; old++) {
    const [a, b] = [edges.vertex_0[old] ?? 0, edges.vertex_1[old] ?? 0]
    const pair: Pair = [Math.min(a, b), Math.max(a, b)]
    const sides = [edges.triangle_0[old] ?? NO_TRIANGLE, edges.triangle_1[old] ?? NO_TRIANGLE].flatMap(source =>
      source === NO_TRIANGLE ? [] : (sideIn(draft, partsOf(source), old, pair, isTaken) ?? []),
    )
    if (sides.length === 0) continue
    const edge = open(pair)
    for (const side of sides) take(edge, side)
  }
  joinFreeSides(draft, ofTriangles, (pair, sides) => {
    for (const side of sides) {
      const known = byPair.get(sideKey(...pair))?.find(edge => (kept[edge]?.sides.length ?? 2) < 2)
      take(known ?? open(pair), side)
    }
  })
  return sorted(
    kept.map(({ pair: [low, high], sides }) => ({
      low,
      high,
      triangles: [sides[0]?.triangle ?? NO_TRIANGLE, sides[1]?.triangle ?? NO_TRIANGLE],
    })),
    ofTriangles,
    mesh,
  )
}

/** Returns the indexes of the draft's triangles that are parts of an original triangle. */
function groupBySource(triangles: readonly DraftTriangle[], count: number): (source: number) => readonly number[] {
  const groups = new Map<number, number[]>()
  const single = new Int32Array(count).fill(-1)
  for (const [index, { source }] of triangles.entries()) {
    const group = groups.get(source)
    if (group) group.push(index)
    else if ((single[source] ?? -1) >= 0) groups.set(source, [single[source] ?? 0, index])
    else single[source] = index
  }
  return source => groups.get(source) ?? ((single[source] ?? -1) < 0 ? [] : [single[source] ?? 0])
}

/** The side of the first of these triangles that has both vertices and no edge yet. */
function sideIn(
  { mesh, triangles }: MeshDraft,
  indexes: readonly number[],
  old: number,
  [low, high]: Pair,
  isTaken: (at: Slot) => boolean,
): Slot | undefined {
  for (const index of indexes) {
    const triangle = triangles[index]
    if (!triangle) continue
    const slot = triangle.isKept
      ? mesh.triangles.linked_edges.subarray(triangle.source * 3, triangle.source * 3 + 3).indexOf(old)
      : sidesOf(triangle.corners).findIndex(([a, b]) => a === low && b === high)
    if (slot >= 0 && !isTaken({ triangle: index, slot })) return { triangle: index, slot }
  }
  return undefined
}

/** Groups the slots that have no edge yet by their vertices. A kept triangle's slots are those of its own edges. */
function joinFreeSides(
  { triangles, mesh }: MeshDraft,
  ofTriangles: Uint32Array,
  join: (pair: Pair, sides: readonly Slot[]) => void,
): void {
  const free = new Map<number, { readonly pair: Pair; readonly sides: Slot[] }>()
  for (const [triangle, draft] of triangles.entries()) {
    const open = new Set([0, 1, 2].filter(slot => ofTriangles[triangle * 3 + slot] === NO_TRIANGLE))
    if (open.size === 0) continue
    const add = (slot: number, pair: Pair): void => {
      if (!open.delete(slot)) return
      const known = free.get(sideKey(...pair))
      if (known) known.sides.push({ triangle, slot })
      else free.set(sideKey(...pair), { pair, sides: [{ triangle, slot }] })
    }
    const pairs = sidesOf(draft.corners)
    if (draft.isKept) for (const pair of pairs) add(keptSlot(mesh, draft, pair), pair)
    // Also the slots of a damaged triangle, whose edges do not have its corners.
    for (const [slot, pair] of pairs.entries()) add(slot, pair)
  }
  const groups = [...free.values()].sort((a, b) => a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1])
  for (const { pair, sides } of groups) join(pair, sides)
}

/** The slot of a kept triangle whose edge has these vertices; files of other programs order slots differently. */
function keptSlot({ triangles, edges }: Mesh, { source }: DraftTriangle, [low, high]: Pair): number {
  return triangles.linked_edges.subarray(source * 3, source * 3 + 3).findIndex(edge => {
    const [a = 0, b = 0] = [edges.vertex_0[edge], edges.vertex_1[edge]]
    return Math.min(a, b) === low && Math.max(a, b) === high
  })
}

/** Sorts edges by their vertices where the original edges are sorted; otherwise new edges stay at the end. */
function sorted(edges: readonly NextEdge[], ofTriangles: Uint32Array, { edges: old }: Mesh): EdgeTable {
  const isSorted = old.vertex_0.every((a, edge) => {
    const before = old.vertex_0[edge - 1] ?? 0
    return edge === 0 || before < a || (before === a && (old.vertex_1[edge - 1] ?? 0) <= (old.vertex_1[edge] ?? 0))
  })
  if (!isSorted) return { edges, ofTriangles }
  const order = [...edges.keys()].sort((a, b) => {
    const [one, two] = [edges[a], edges[b]]
    return (one?.low ?? 0) - (two?.low ?? 0) || (one?.high ?? 0) - (two?.high ?? 0) || a - b
  })
  const places = new Uint32Array(edges.length)
  for (const [place, edge] of order.entries()) places[edge] = place
  return {
    edges: order.flatMap(edge => edges[edge] ?? []),
    ofTriangles: ofTriangles.map(edge => places[edge] ?? NO_TRIANGLE),
  }
}
