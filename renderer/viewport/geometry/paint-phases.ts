import { phaseAt, type MeshItem, type Paint, type PaintPhase } from '@areal-studio/core/format'
import { paintRowOf } from '../scene/mesh-scene'

/** The phase that each changing paint shows, by its row. */
export type ShownPhases = ReadonlyMap<number, number>

/** Rows of paints that change and that a triangle of a model has. */
export function movingRows(table: readonly Paint[], item: MeshItem): ReadonlySet<number> {
  const rows = new Set<number>()
  const rowOf = paintRowOf(item)
  const known = new Set(table.flatMap((paint, row) => (paint.cycle ? [row] : [])))
  for (let triangle = 0; known.size > rows.size && triangle < item.records.length; triangle++)
    if (known.has(rowOf(triangle))) rows.add(rowOf(triangle))
  return rows
}

/** Milliseconds until all of some paints have shown each of their phases. */
export function longestPeriod(table: readonly Paint[], rows: ReadonlySet<number>): number {
  let longest = 0
  for (const row of rows) {
    const { ends = [], mode } = table[row]?.cycle ?? {}
    longest = Math.max(longest, (mode === 'back_and_forth' ? 2 : 1) * (ends.at(-1) ?? 0))
  }
  return longest
}

/** The phases of some paints at a time in milliseconds; `before` where they are the same. */
export function phasesAt(
  table: readonly Paint[],
  rows: ReadonlySet<number>,
  time: number,
  before?: ShownPhases,
): ShownPhases {
  const phases = new Map<number, number>()
  for (const row of rows) {
    const cycle = table[row]?.cycle
    if (cycle) phases.set(row, phaseAt(cycle, time))
  }
  const isSame = before?.size === phases.size && [...phases].every(([row, phase]) => before.get(row) === phase)
  return isSame ? before : phases
}

/** A table with a row for each phase of its changing paints behind it; `first` has the first one of each. */
export function withPhases(table: readonly Paint[]): {
  readonly paints: readonly Paint[]
  readonly first: ReadonlyMap<number, number>
} {
  const paints = [...table]
  const first = new Map<number, number>()
  table.forEach((paint, row) => {
    if (!paint.cycle || !paint.phases) return
    first.set(row, paints.length)
    for (const phase of paint.phases) paints.push(paintOfPhase(paint, phase))
  })
  return { paints, first }
}

function paintOfPhase({ material, blend, hasHoles }: Paint, { texture, picture, opacity, missing }: PaintPhase): Paint {
  return {
    material,
    texture,
    ...(picture && { picture }),
    ...(missing && { missing }),
    ...(opacity !== undefined && { opacity }),
    ...(blend && { blend }),
    ...(hasHoles && { hasHoles }),
  }
}

/** Vertices of the triangles of some rows, each once. */
export function verticesOfRows(item: MeshItem, rows: ReadonlySet<number>): ReadonlyMap<number, Uint32Array> {
  const found = new Map<number, Set<number>>()
  const rowOf = paintRowOf(item)
  item.records.forEach((_, triangle) => {
    const row = rowOf(triangle)
    if (!rows.has(row)) return
    const own = found.get(row) ?? new Set<number>()
    found.set(row, own)
    for (const vertex of item.indices.subarray(3 * triangle, 3 * triangle + 3)) own.add(vertex)
  })
  return new Map(Array.from(found, ([row, own]) => [row, Uint32Array.from(own)]))
}
