import type { LinesItem, PointsItem, SceneItem } from '../../../format'
import { NO_ISLAND } from './aswm'
import type { Mesh } from './mesh'

/** Fields that determine the graph. */
const SHAPED_BY = ['vertices', 'centre', 'adjacent', 'distances', 'exits', 'triangles_count']

/**
 * Islands as numbered points, and a line from each to each adjacent island through its exit triangle (nwn2 4.10). Stored
 * centres have height 0; they are drawn at the mean height of their triangles.
 */
export function islandGraph({ islands, triangles }: Mesh, entry: string, anchors: Float32Array): readonly SceneItem[] {
  const { count, centre, adjacent, distances, exits } = islands
  if (count === 0) return []
  const positions = centresOf(count, centre, triangles.island, anchors)
  const points: number[] = []
  const starts = [0]
  const records: number[] = []
  const nearest = new Uint32Array(count)
  for (let island = 0; island < count; island++) {
    const first = adjacent.starts[island] ?? 0
    for (let k = first; k < (adjacent.starts[island + 1] ?? 0); k++) {
      const other = adjacent.values[k] ?? count
      const exit = exits.values[(exits.starts[island] ?? 0) + k - first] ?? triangles.count
      if (other >= count || exit >= triangles.count) continue
      for (const [data, record] of [
        [positions, island],
        [anchors, exit],
        [positions, other],
      ] as const)
        for (let axis = 0; axis < 3; axis++) points.push(data[3 * record + axis] ?? NaN)
      starts.push(points.length / 3)
      records.push(island)
      const distance = Math.round(distances.values[(distances.starts[island] ?? 0) + k - first] ?? 0)
      nearest[island] = Math.min(nearest[island] || Infinity, Math.max(0, distance))
    }
  }
  const fields = { triangles_count: Uint32Array.from(islands.triangles_count), distance: nearest }
  const base = {
    noun: 'island',
    entry,
    array: 'islands',
    recordCount: count,
    fields,
    colouring: [],
    shapedBy: SHAPED_BY,
  }
  const graph: LinesItem = {
    ...base,
    kind: 'lines',
    id: `island links ${entry}`,
    layer: 'lines',
    title: 'ui.map-layers.island-links',
    isHiddenAtFirst: true,
    positions: Float32Array.from(points),
    starts: Uint32Array.from(starts),
    records: Uint32Array.from(records),
    isClosed: false,
  }
  const centres: PointsItem = {
    ...base,
    kind: 'points',
    id: `islands ${entry}`,
    layer: 'points',
    title: 'ui.map-layers.islands',
    isHiddenAtFirst: true,
    positions,
    labels: Array.from({ length: count }, (_, island) => String(island)),
  }
  return [graph, centres]
}

/** Stored centres with the mean height of the triangles of each island. */
function centresOf(count: number, centre: Float32Array, island: Uint16Array, anchors: Float32Array): Float32Array {
  const positions = centre.slice()
  const sums = new Float64Array(count)
  const numbers = new Uint32Array(count)
  island.forEach((own, triangle) => {
    const height = anchors[3 * triangle + 2] ?? NaN
    if (own === NO_ISLAND || own >= count || !Number.isFinite(height)) return
    sums[own] = (sums[own] ?? 0) + height
    numbers[own] = (numbers[own] ?? 0) + 1
  })
  for (let own = 0; own < count; own++) positions[3 * own + 2] = (sums[own] ?? 0) / Math.max(1, numbers[own] ?? 0)
  return positions
}
