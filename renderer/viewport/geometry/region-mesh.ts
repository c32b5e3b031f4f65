import type { SceneSizes, SurfaceItem } from '@areal-studio/core/format'
import { subtract, type Vec } from '../camera/camera'
import { pointAt } from '../scene/map-scene'
import type { TriangleGrid } from './picking'
import { wholeTriangles } from './terrain-mesh'

/** The fill. The shader takes the record of a triangle from its last corner; the other two may be corners of any record. */
export interface FillBuffers {
  /** The record of each triangle. */
  readonly records: Uint32Array
  readonly positions: Float32Array
  /** X and Y of the ground's unit normal, how far to lift at most of all records there, the record's number. */
  readonly ground: Float32Array
  readonly indices: Uint32Array
}

/** The outlines: one quad for each edge, however many records share it. */
interface OutlineBuffers {
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

/** At most one vertex for each triangle, where more triangles than places are drawn: three times fewer than with own corners. */
export function fillBuffers(
  item: SurfaceItem,
  lifts: Float32Array,
  normalAt: (x: number, y: number) => readonly [number, number, number],
): FillBuffers {
  const { positions } = item
  const drawn = wholeTriangles(item)
  const vertices = new FillVertices(Math.floor(positions.length / 3), 3 * drawn.length)
  const indices = new Uint32Array(3 * drawn.length)
  const highest = new Float32Array(Math.floor(positions.length / 3))
  drawn.forEach((t, at) => {
    const record = item.records[t] ?? 0
    const corners = [0, 1, 2].map(corner => item.indices[3 * t + corner] ?? 0)
    const last = vertices.lastCorner(corners, record)
    // Corners turn, so that a triangle keeps its winding.
    for (let corner = 0; corner < 3; corner++) {
      const place = corners[(last + 1 + corner) % 3] ?? 0
      indices[3 * at + corner] = corner < 2 ? vertices.any(place) : vertices.own(place, record)
      highest[place] = Math.max(highest[place] ?? 0, lifts[record] ?? 0)
    }
  })
  const { count, places, records } = vertices
  const ground = new Float32Array(4 * count)
  const points = new Float32Array(3 * count)
  const normals = new Map<number, readonly [number, number, number]>()
  for (let vertex = 0; vertex < count; vertex++) {
    const place = places[vertex] ?? 0
    const point = positions.subarray(3 * place, 3 * place + 3)
    points.set(point, 3 * vertex)
    const normal = normals.get(place) ?? normalAt(point[0] ?? 0, point[1] ?? 0)
    normals.set(place, normal)
    ground.set([normal[0], normal[1], highest[place] ?? 0, Math.max(0, records[vertex] ?? 0)], 4 * vertex)
  }
  return { positions: points, ground, indices, records: drawn.map(t => item.records[t] ?? 0) }
}

const FREE = -1

/** Vertices of a fill: copies of places, each of one record at most. */
class FillVertices {
  count = 0
  /** The place and the record of each vertex; `FREE`: no record needs it yet. */
  readonly places: Uint32Array
  readonly records: Int32Array
  /** The last copy of each place; -1: none. */
  private readonly copies: Int32Array

  constructor(placeCount: number, most: number) {
    this.places = new Uint32Array(most)
    this.records = new Int32Array(most)
    this.copies = new Int32Array(placeCount).fill(-1)
  }

  /** Which corner gives a triangle its record: one that has it already, else one that no record needs yet. */
  lastCorner(corners: readonly number[], record: number): number {
    const owners = corners.map(place => this.records[this.copies[place] ?? -1] ?? FREE)
    const own = owners.indexOf(record)
    return own >= 0 ? own : Math.max(0, owners.indexOf(FREE))
  }

  any(place: number): number {
    const copy = this.copies[place] ?? -1
    return copy >= 0 ? copy : this.copy(place, FREE)
  }

  own(place: number, record: number): number {
    const copy = this.copies[place] ?? -1
    if (copy < 0 || (this.records[copy] !== record && this.records[copy] !== FREE)) return this.copy(place, record)
    this.records[copy] = record
    return copy
  }

  private copy(place: number, record: number): number {
    this.places[this.count] = place
    this.records[this.count] = record
    this.copies[place] = this.count
    return this.count++
  }
}

/** The triangles of those records that are seen. */
export function seenIndices(
  { indices, records }: Pick<FillBuffers, 'indices' | 'records'>,
  isSeen: (record: number) => boolean,
): Uint32Array {
  const seen = new Uint32Array(indices.length)
  let count = 0
  records.forEach((record, t) => {
    if (!isSeen(record)) return
    for (let corner = 0; corner < 3; corner++) seen[count++] = indices[3 * t + corner] ?? 0
  })
  return seen.slice(0, count)
}

/** Numbers the places that vertices lie in: vertices in one place have one number, that of the first of them. */
function placeNumbers(positions: Float32Array): Uint32Array {
  const count = Math.floor(positions.length / 3)
  const numbers = new Uint32Array(count)
  // Both zeros are one place.
  const bits = new Uint32Array(positions.map(value => value + 0).buffer)
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2))).fill(-1)
  for (let index = 0; index < count; index++) {
    const [x, y, z] = [bits[3 * index] ?? 0, bits[3 * index + 1] ?? 0, bits[3 * index + 2] ?? 0]
    let hash = Math.imul(Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca6b) ^ z, 0xc2b2ae35)
    hash ^= hash >>> 15
    for (; ; hash++) {
      const at = hash & (slots.length - 1)
      const first = slots[at] ?? -1
      if (first >= 0 && (bits[3 * first] !== x || bits[3 * first + 1] !== y || bits[3 * first + 2] !== z)) continue
      slots[at] = numbers[index] = first < 0 ? index : first
      break
    }
  }
  return numbers
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
    QUAD.forEach((corner, at) => {
      indices[n * 6 + at] = n * 4 + corner
    })
  })
  return { edgeCount: edges.length, sides, corners, from, to, indices }
}

const QUAD = [0, 1, 2, 2, 1, 3] as const

/** The quads of those edges that have a record of these on a side. */
export function markedIndices(sides: Int32Array, isMarked: (record: number) => boolean): Uint32Array {
  const edges: number[] = []
  for (let edge = 0; 2 * edge < sides.length; edge++) {
    const [one, other] = [sides[2 * edge] ?? -1, sides[2 * edge + 1] ?? -1]
    if ((one >= 0 && isMarked(one)) || (other >= 0 && isMarked(other))) edges.push(edge)
  }
  const found = new Uint32Array(edges.length * QUAD.length)
  edges.forEach((edge, n) => {
    for (const [at, corner] of QUAD.entries()) found[n * QUAD.length + at] = edge * 4 + corner
  })
  return found
}

interface Edge {
  readonly a: number
  readonly b: number
  readonly record: number
  other: number
  /** Of the numbers of its ends' places the higher, and the edge before it whose lower one is the same; -1: none. */
  readonly high: number
  readonly next: number
}

function sharedEdges(item: SurfaceItem): Edge[] {
  const { rings, ringStarts, positions, recordCount } = item
  if (!rings || !ringStarts) return []
  const places = placeNumbers(positions)
  const lasts = new Int32Array(places.length).fill(-1)
  const edges: Edge[] = []
  for (let record = 0; record < recordCount; record++) {
    const start = ringStarts[record] ?? 0
    const length = (ringStarts[record + 1] ?? 0) - start
    for (let k = 0; k < length; k++) {
      const a = rings[start + k] ?? 0
      const b = rings[start + ((k + 1) % length)] ?? 0
      if (!isPlace(positions, a) || !isPlace(positions, b)) continue
      const [one, two] = [places[a] ?? 0, places[b] ?? 0]
      const [low, high] = one < two ? [one, two] : [two, one]
      let twin = edges[lasts[low] ?? -1]
      while (twin && twin.high !== high) twin = edges[twin.next]
      if (twin && twin.other < 0 && twin.record !== record) {
        twin.other = record
        continue
      }
      edges.push({ a, b, record, other: -1, high, next: lasts[low] ?? -1 })
      lasts[low] = edges.length - 1
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

/** Where each triangle is compared with the ground: middle, edges, and between them. */
const PROBES = [
  [1 / 3, 1 / 3],
  [0.5, 0],
  [0, 0.5],
  [0.5, 0.5],
  [0.66, 0.17],
  [0.17, 0.66],
  [0.17, 0.17],
] as const

/** How far each record must be drawn above itself so that the ground between its corners does not cover it. */
export function liftsOver(
  item: SurfaceItem,
  [least, most]: SceneSizes['lift'],
  heightAt: (x: number, y: number) => number | undefined,
): Float32Array {
  const lifts = new Float32Array(item.recordCount).fill(least)
  const { positions: p, indices } = item
  for (let t = 0; 3 * t + 2 < indices.length; t++) {
    const [a, b, c] = [3 * (indices[3 * t] ?? 0), 3 * (indices[3 * t + 1] ?? 0), 3 * (indices[3 * t + 2] ?? 0)]
    const record = item.records[t] ?? 0
    for (const [u, v] of PROBES) {
      const w = 1 - u - v
      const x = (p[a] ?? NaN) * w + (p[b] ?? NaN) * u + (p[c] ?? NaN) * v
      const y = (p[a + 1] ?? NaN) * w + (p[b + 1] ?? NaN) * u + (p[c + 1] ?? NaN) * v
      const gap = (heightAt(x, y) ?? NaN) - ((p[a + 2] ?? NaN) * w + (p[b + 2] ?? NaN) * u + (p[c + 2] ?? NaN) * v)
      if (gap > 0) lifts[record] = Math.min(most, Math.max(lifts[record] ?? 0, gap * 1.8 + least))
    }
  }
  return lifts
}

/** Side length of a region of average size: how much detail fits into it decides what is drawn of it. */
export function averageSide(item: SurfaceItem): number {
  let area = 0
  for (let t = 0; t + 2 < item.indices.length; t += 3) {
    const [a, b, c] = [item.indices[t] ?? 0, item.indices[t + 1] ?? 0, item.indices[t + 2] ?? 0]
    const p = item.positions
    const cross =
      ((p[3 * b] ?? 0) - (p[3 * a] ?? 0)) * ((p[3 * c + 1] ?? 0) - (p[3 * a + 1] ?? 0)) -
      ((p[3 * b + 1] ?? 0) - (p[3 * a + 1] ?? 0)) * ((p[3 * c] ?? 0) - (p[3 * a] ?? 0))
    if (Number.isFinite(cross)) area += Math.abs(cross) / 2
  }
  return Math.sqrt(area / Math.max(1, item.recordCount)) || 1
}

/** The ground's normal by place: of the triangle there, or straight up where there is none. */
export function groundNormals(
  grid: TriangleGrid | undefined,
  terrain: SurfaceItem | undefined,
  accepts?: (t: number) => boolean,
): (x: number, y: number) => readonly [number, number, number] {
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
