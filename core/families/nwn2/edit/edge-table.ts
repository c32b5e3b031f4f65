import { NO_TRIANGLE } from '../aswm/aswm'
import type { Mesh } from '../aswm/mesh'
import type { DraftTriangle, MeshDraft } from './mesh-draft'

/** An edge of the next mesh: its vertices as the draft numbers them, its triangles as the next mesh does. */
export interface NextEdge {
  readonly low: number
  readonly high: number
  readonly triangles: readonly [first: number, second: number]
}

/** Edges of the next mesh, and those of each of its triangles, by slot. */
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
 * Edges after a change: those of the original stay in their order with what is left of their triangles, free sides that
 * meet are joined, new ones follow in the order of their vertices (nwn2 11.3).
 */
export function edgeTable(draft: MeshDraft): EdgeTable {
  const { mesh, triangles } = draft
  const partsOf = groupBySource(triangles, mesh.triangles.count)
  const ofTriangles = new Uint32Array(triangles.length * 3).fill(NO_TRIANGLE)
  const isTaken = (at: Slot): boolean => ofTriangles[at.triangle * 3 + at.slot] !== NO_TRIANGLE
  const kept: { pair: Pair; sides: Slot[] }[] = []
  const byPair = new Map<string, number[]>()
  const take = (edge: number, side: Slot): void => {
    ofTriangles[side.triangle * 3 + side.slot] = edge
    kept[edge]?.sides.push(side)
  }
  const open = (pair: Pair): number => {
    const edge = kept.push({ pair, sides: [] }) - 1
    const known = byPair.get(pair.join())
    if (known) known.push(edge)
    else byPair.set(pair.join(), [edge])
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
      const known = byPair.get(pair.join())?.find(edge => (kept[edge]?.sides.length ?? 2) < 2)
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

/** Indexes of the triangles of the draft that a triangle of the original became. */
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
    const sides = triangle.isKept
      ? mesh.triangles.linked_edges.subarray(triangle.source * 3, triangle.source * 3 + 3).indexOf(old)
      : sidesOf(triangle.corners).findIndex(([a, b]) => a === low && b === high)
    if (sides >= 0 && !isTaken({ triangle: index, slot: sides })) return { triangle: index, slot: sides }
  }
  return undefined
}

function joinFreeSides(
  { triangles, mesh }: MeshDraft,
  ofTriangles: Uint32Array,
  join: (pair: Pair, sides: readonly Slot[]) => void,
): void {
  const free = new Map<string, { readonly pair: Pair; readonly sides: Slot[] }>()
  for (const [triangle, { corners, isKept }] of triangles.entries()) {
    for (const [slot, pair] of sidesOf(corners).entries()) {
      const at = isKept ? keptSlot(mesh, triangles[triangle], pair) : slot
      if (at < 0 || ofTriangles[triangle * 3 + at] !== NO_TRIANGLE) continue
      const known = free.get(pair.join())
      if (known) known.sides.push({ triangle, slot: at })
      else free.set(pair.join(), { pair, sides: [{ triangle, slot: at }] })
    }
  }
  const groups = [...free.values()].sort((a, b) => a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1])
  for (const { pair, sides } of groups) join(pair, sides)
}

/** The slot of a kept triangle whose edge has these vertices: files of other programs have them in another order. */
function keptSlot({ triangles, edges }: Mesh, triangle: DraftTriangle | undefined, [low, high]: Pair): number {
  const source = triangle?.source ?? 0
  return triangles.linked_edges.subarray(source * 3, source * 3 + 3).findIndex(edge => {
    const [a = 0, b = 0] = [edges.vertex_0[edge], edges.vertex_1[edge]]
    return Math.min(a, b) === low && Math.max(a, b) === high
  })
}

/** In the order of their vertices where the original has them so; else new ones stay at the end. */
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
