import type { SurfaceItem } from '@areal-studio/core/format'
import { subtract, type Vec } from './camera'
import { pointAt } from './map-scene'
import type { TriangleGrid } from './picking'

/** The fill: triangles of one record share its vertices, each with the ground's normal under it and its record. */
export interface FillBuffers {
  /** The record of each triangle. */
  readonly records: Uint32Array
  readonly positions: Float32Array
  /** X and Y of the ground's unit normal, how far to lift, the record's number. */
  readonly ground: Float32Array
  readonly indices: Uint32Array
}

/** The outlines: one quad for each edge, however many records share it. */
export interface OutlineBuffers {
  readonly edgeCount: number
  /** The records on both sides of each edge, -1 where nothing is. */
  readonly sides: Int32Array
  /** Which end (0, 1), which side (-1, 1), how far to lift: four per edge. */
  readonly corners: Float32Array
  /** Place and record on one side, place and record on the other (-1 where nothing is). */
  readonly from: Float32Array
  readonly to: Float32Array
  readonly indices: Uint32Array
}

export function fillBuffers(item: SurfaceItem, lifts: Float32Array,
  normalAt: (x: number, y: number) => readonly [number, number, number]): FillBuffers {
  const positions = new Float32Array(item.indices.length * 3)
  const ground = new Float32Array(item.indices.length * 4)
  const indices = new Uint32Array(item.indices.length)
  const records = new Uint32Array(item.indices.length / 3)
  const vertices = Math.max(1, item.positions.length / 3)
  const known = new Map<number, number>()
  const normals = new Map<number, readonly [number, number, number]>()
  let drawn = 0
  for (let t = 0; 3 * t < item.indices.length; t++) {
    const record = item.records[t] ?? 0
    const [a, b, c] = [item.indices[3 * t] ?? 0, item.indices[3 * t + 1] ?? 0, item.indices[3 * t + 2] ?? 0]
    if (!isPlace(item.positions, a) || !isPlace(item.positions, b) || !isPlace(item.positions, c)) continue
    records[drawn / 3] = record
    for (const index of [a, b, c]) {
      const at = known.get(record * vertices + index) ?? known.size
      indices[drawn++] = at
      if (at < known.size) continue
      known.set(record * vertices + index, at)
      const [x, y, z] = [item.positions[3 * index] ?? 0, item.positions[3 * index + 1] ?? 0, item.positions[3 * index + 2] ?? 0]
      const normal = normals.get(index) ?? normalAt(x, y)
      normals.set(index, normal)
      positions[at * 3] = x
      positions[at * 3 + 1] = y
      positions[at * 3 + 2] = z
      ground[at * 4] = normal[0]
      ground[at * 4 + 1] = normal[1]
      ground[at * 4 + 2] = lifts[record] ?? 0
      ground[at * 4 + 3] = record
    }
  }
  return { positions: positions.slice(0, known.size * 3), ground: ground.slice(0, known.size * 4), indices: indices.slice(0, drawn), records: records.slice(0, drawn / 3) }
}

/** The triangles of those records that are seen. */
export function seenIndices({ indices, records }: Pick<FillBuffers, 'indices' | 'records'>, isSeen: (record: number) => boolean): Uint32Array {
  const seen = new Uint32Array(indices.length)
  let count = 0
  records.forEach((record, t) => {
    if (!isSeen(record)) return
    for (let corner = 0; corner < 3; corner++) seen[count++] = indices[3 * t + corner] ?? 0
  })
  return seen.slice(0, count)
}

/** Numbers the places that vertices lie in: vertices in one place have one number. */
function placeNumbers(positions: Float32Array): (index: number) => number {
  const order = Uint32Array.from({ length: Math.floor(positions.length / 3) }, (_, i) => i).sort((a, b) =>
    (positions[3 * a] ?? 0) - (positions[3 * b] ?? 0) || (positions[3 * a + 1] ?? 0) - (positions[3 * b + 1] ?? 0)
    || (positions[3 * a + 2] ?? 0) - (positions[3 * b + 2] ?? 0))
  const numbers = new Uint32Array(order.length)
  let last = 0
  order.forEach((index, at) => {
    const before = order[at - 1] ?? 0
    const isSame = positions[3 * index] === positions[3 * before] && positions[3 * index + 1] === positions[3 * before + 1]
      && positions[3 * index + 2] === positions[3 * before + 2]
    if (at > 0 && !isSame) last++
    numbers[index] = last
  })
  return index => numbers[index] ?? 0
}

const isPlace = (positions: Float32Array, index: number): boolean =>
  Number.isFinite((positions[3 * index] ?? NaN) + (positions[3 * index + 1] ?? NaN) + (positions[3 * index + 2] ?? NaN))

/** Each edge once, with the records on both sides of it. Edges match where both ends lie in the same place. */
export function outlineBuffers(item: SurfaceItem, lifts: Float32Array): OutlineBuffers {
  const edges = sharedEdges(item)
  const sides = new Int32Array(edges.length * 2)
  const corners = new Float32Array(edges.length * 12)
  const from = new Float32Array(edges.length * 16)
  const to = new Float32Array(edges.length * 16)
  const indices = new Uint32Array(edges.length * 6)
  const put = (target: Float32Array, at: number, vertex: number, record: number): void => {
    for (let axis = 0; axis < 3; axis++) target[at + axis] = item.positions[3 * vertex + axis] ?? 0
    target[at + 3] = record
  }
  edges.forEach((edge, n) => {
    const lift = Math.max(lifts[edge.record] ?? 0, lifts[edge.other] ?? 0)
    sides[n * 2] = edge.record
    sides[n * 2 + 1] = edge.other
    for (let corner = 0; corner < 4; corner++) {
      const at = n * 4 + corner
      corners[at * 3] = corner >> 1
      corners[at * 3 + 1] = corner & 1 ? 1 : -1
      corners[at * 3 + 2] = lift
      put(from, at * 4, edge.a, edge.record)
      put(to, at * 4, edge.b, edge.other)
    }
    QUAD.forEach((corner, at) => { indices[n * 6 + at] = n * 4 + corner })
  })
  return { edgeCount: edges.length, sides, corners, from, to, indices }
}

const QUAD = [0, 1, 2, 2, 1, 3] as const

/** The quads of those edges that have a record of these on a side. */
export function markedIndices(sides: Int32Array, isMarked: (record: number) => boolean): Uint32Array {
  const found = new Uint32Array(sides.length * 3)
  let count = 0
  for (let edge = 0; 2 * edge < sides.length; edge++) {
    const [one, other] = [sides[2 * edge] ?? -1, sides[2 * edge + 1] ?? -1]
    if ((one >= 0 && isMarked(one)) || (other >= 0 && isMarked(other))) for (const corner of QUAD) found[count++] = edge * 4 + corner
  }
  return found.slice(0, count)
}

interface Edge { readonly a: number; readonly b: number; readonly record: number; other: number }

function sharedEdges(item: SurfaceItem): Edge[] {
  const { rings, ringStarts, positions, recordCount } = item
  if (!rings || !ringStarts) return []
  const placeOf = placeNumbers(positions)
  const known = new Map<number, Edge>()
  const edges: Edge[] = []
  for (let record = 0; record < recordCount; record++) {
    const start = ringStarts[record] ?? 0
    const length = (ringStarts[record + 1] ?? 0) - start
    for (let k = 0; k < length; k++) {
      const a = rings[start + k] ?? 0
      const b = rings[start + ((k + 1) % length)] ?? 0
      if (!isPlace(positions, a) || !isPlace(positions, b)) continue
      const key = Math.min(placeOf(a), placeOf(b)) * 0x4000000 + Math.max(placeOf(a), placeOf(b))
      const twin = known.get(key)
      if (twin && twin.other < 0 && twin.record !== record) {
        twin.other = record
        continue
      }
      const edge: Edge = { a, b, record, other: -1 }
      known.set(key, edge)
      edges.push(edge)
    }
  }
  return edges
}

/** The surface as it is drawn: nothing of it lies under the ground or under water, the rest keeps its own height. */
export function raised(item: SurfaceItem, heightAt: (x: number, y: number) => number | undefined): SurfaceItem {
  const lift = (points: Float32Array): Float32Array => {
    const next = points.slice()
    for (let i = 0; i + 2 < next.length; i += 3) {
      const height = heightAt(next[i] ?? NaN, next[i + 1] ?? NaN)
      if (height !== undefined && height > (next[i + 2] ?? NaN)) next[i + 2] = height
    }
    return next
  }
  return { ...item, positions: lift(item.positions), ...(item.anchors && { anchors: lift(item.anchors) }) }
}

const LEAST_LIFT = 1
const MOST_LIFT = 40
/** Where each triangle is compared with the ground: middle, edges, and between them. */
const PROBES = [[1 / 3, 1 / 3], [0.5, 0], [0, 0.5], [0.5, 0.5], [0.66, 0.17], [0.17, 0.66], [0.17, 0.17]] as const

/** How far each record must be drawn above itself so that the ground between its corners does not cover it. */
export function liftsOver(item: SurfaceItem, heightAt: (x: number, y: number) => number | undefined): Float32Array {
  const lifts = new Float32Array(item.recordCount).fill(LEAST_LIFT)
  for (let t = 0; 3 * t + 2 < item.indices.length; t++) {
    const [a, b, c] = [0, 1, 2].map(corner => pointAt(item.positions, item.indices[3 * t + corner] ?? 0))
    const record = item.records[t] ?? 0
    if (!a || !b || !c) continue
    for (const [u, v] of PROBES) {
      const at = (axis: 0 | 1 | 2): number => a[axis] + (b[axis] - a[axis]) * u + (c[axis] - a[axis]) * v
      const gap = (heightAt(at(0), at(1)) ?? NaN) - at(2)
      if (gap > 0) lifts[record] = Math.min(MOST_LIFT, Math.max(lifts[record] ?? 0, gap * 1.8 + LEAST_LIFT))
    }
  }
  return lifts
}

/** Side length of an areal of average size: how much detail fits into it decides what is drawn of it. */
export function averageSide(item: SurfaceItem): number {
  let area = 0
  for (let t = 0; t + 2 < item.indices.length; t += 3) {
    const [a, b, c] = [item.indices[t] ?? 0, item.indices[t + 1] ?? 0, item.indices[t + 2] ?? 0]
    const p = item.positions
    const cross = ((p[3 * b] ?? 0) - (p[3 * a] ?? 0)) * ((p[3 * c + 1] ?? 0) - (p[3 * a + 1] ?? 0))
      - ((p[3 * b + 1] ?? 0) - (p[3 * a + 1] ?? 0)) * ((p[3 * c] ?? 0) - (p[3 * a] ?? 0))
    if (Number.isFinite(cross)) area += Math.abs(cross) / 2
  }
  return Math.sqrt(area / Math.max(1, item.recordCount)) || 1
}

/** The ground's normal by place: of the triangle there, or straight up where there is none. */
export function groundNormals(grid: TriangleGrid | undefined, terrain: SurfaceItem | undefined,
  accepts?: (t: number) => boolean): (x: number, y: number) => readonly [number, number, number] {
  if (!grid || !terrain) return () => [0, 0, 1]
  const { positions: p, indices } = terrain
  return (x, y) => {
    const triangle = grid.top(x, y, accepts)
    const [a, b, c] = [0, 1, 2].map(corner => pointAt(p, indices[3 * triangle + corner] ?? 0))
    if (triangle < 0 || !a || !b || !c) return [0, 0, 1]
    const u = subtract(b, a)
    const v = subtract(c, a)
    const n: Vec = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    const length = Math.hypot(...n) * Math.sign(n[2] || 1)
    return length === 0 ? [0, 0, 1] : [n[0] / length, n[1] / length, n[2] / length]
  }
}
