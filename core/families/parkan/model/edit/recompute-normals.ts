import type { Operation } from '../../../../format'
import { RecordView, strideOf, type Bytes } from '../../../../layout'
import { crossOf, dot, packNormal } from '../../mesh/normals'
import type { Vec } from '../../mesh/slot-bounds'
import { ModelNormal, ModelTriangle } from '../model-chunks'
import { modelPositions } from '../model-table'
import { batchesOfSlot, damaged, modelOf, trianglesOfSlot, verticesOfBatch, type Model } from './model-edit'
import { chunkEdits, outcomeOf } from './model-operation'

type Corners = readonly [number, number, number]

/** Triangles of a batch, by their vertices. */
function cornersOfBatch(model: Model, batch: number): readonly Corners[] {
  const vertices = verticesOfBatch(model, batch)
  if (vertices.length % 3 !== 0) throw damaged(model, 13)
  return Array.from(
    { length: vertices.length / 3 },
    (_, k): Corners => [vertices[3 * k] ?? 0, vertices[3 * k + 1] ?? 0, vertices[3 * k + 2] ?? 0],
  )
}

/** The mean direction of the triangles at each vertex, weighted by area; of none where no triangle uses it. */
function directionsOf(model: Model, positions: Float32Array): ReadonlyMap<number, Vec> {
  const sums = new Map<number, Vec>()
  for (let batch = 0; batch < model.batches.count; batch++) {
    for (const corners of cornersOfBatch(model, batch)) {
      const [x, y, z] = crossOf(positions, corners)
      if (!Number.isFinite(x + y + z)) continue
      for (const vertex of corners) {
        const [sx, sy, sz] = sums.get(vertex) ?? [0, 0, 0]
        sums.set(vertex, [sx + x, sy + y, sz + z])
      }
    }
  }
  return sums
}

const vecOf = ([x = 0, y = 0, z = 0]: readonly number[]): Vec => [x, y, z]

/** Whether most normals point to the other side of their triangles than the order of the corners. */
const isTurned = (pairs: readonly (readonly [before: Vec, direction: Vec])[]): boolean =>
  pairs.reduce((sum, [before, direction]) => sum + Math.sign(dot(before, direction)), 0) < 0

/** Normals of chunk 4 in 1/127; the fourth byte stays (parkan 3.5). */
function vertexNormals(bytes: Bytes, directions: ReadonlyMap<number, Vec>): Bytes {
  const after = bytes.slice()
  const view = new RecordView(ModelNormal, after)
  const place = (vertex: number): number => strideOf(ModelNormal) * vertex
  const before = (vertex: number): Vec =>
    vecOf((['nx', 'ny', 'nz'] as const).map(part => view.number(place(vertex), part)))
  const turned = isTurned([...directions].map(([vertex, direction]) => [before(vertex), direction]))
  for (const [vertex, direction] of directions) {
    const packed = packNormal(direction, turned, 127)
    if (packed) view.write(place(vertex), { nx: packed[0], ny: packed[1], nz: packed[2] })
  }
  return after
}

/** Normals of chunk 7 in 1/32767, of slots that have a triangle for each one that they draw (parkan 6.5). */
function triangleNormals(model: Model, bytes: Bytes, positions: Float32Array): Bytes {
  const after = bytes.slice()
  const view = new RecordView(ModelTriangle, after)
  const pairs = Array.from({ length: model.slots.count }, (_, slot) => {
    const triangles = trianglesOfSlot(model, slot)
    const corners = batchesOfSlot(model, slot).flatMap(batch => cornersOfBatch(model, batch))
    return triangles.length === corners.length ? triangles.map((triangle, k) => [triangle, corners[k]] as const) : []
  })
  const directions = pairs.flat().flatMap(([triangle, corners]) => {
    if (!corners) return []
    const at = strideOf(ModelTriangle) * triangle
    return [{ at, before: vecOf(view.numbers(at, 'normal')), direction: crossOf(positions, corners) }]
  })
  const turned = isTurned(directions.map(({ before, direction }) => [before, direction]))
  for (const { at, direction } of directions) {
    const normal = packNormal(direction, turned, 32767)
    if (normal) view.write(at, { normal })
  }
  return after
}

/** Number of records that differ. */
function differing(before: Bytes, after: Bytes, stride: number): number {
  let count = 0
  for (let at = 0; at < before.length; at += stride)
    if (before.subarray(at, at + stride).some((byte, k) => byte !== after[at + k])) count++
  return count
}

/** Normals of vertices and triangles from the triangles that are drawn, to the side to which most of them pointed. */
export const RECOMPUTE_NORMALS: Operation = {
  id: 'recompute-normals',
  async run(entry) {
    const model = await modelOf(entry)
    const positions = modelPositions(model.chunks.get(3)?.entry.bytes ?? new Uint8Array(0))
    const [normals, triangles] = [model.chunks.get(4)?.entry.bytes, model.chunks.get(7)?.entry.bytes]
    const changed = new Map<number, Bytes>()
    if (normals) changed.set(4, vertexNormals(normals, directionsOf(model, positions)))
    if (triangles) changed.set(7, triangleNormals(model, triangles, positions))
    const count = (type: number, before: Bytes | undefined, stride: number): number =>
      before ? differing(before, changed.get(type) ?? before, stride) : 0
    return outcomeOf(model, 'label.normals-recomputed', chunkEdits(model, changed), {
      records: [],
      counts: {
        normals: count(4, normals, strideOf(ModelNormal)) + count(7, triangles, strideOf(ModelTriangle)),
      },
    })
  },
}
