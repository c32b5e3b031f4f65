import { expect } from 'vitest'
import type { MeshItem } from '../../../format'

/** Every triangle is inside its piece, its vertices belong to one piece and record, its record exists. */
export function checkMesh(item: MeshItem): void {
  const vertices = item.positions.length / 3
  expect(item.sources.length).toBe(vertices)
  expect(item.indices.length).toBe(3 * item.records.length)
  expect(item.pieces.starts.at(-1)).toBe(item.records.length)
  expect(item.indices.every(index => index < vertices)).toBe(true)
  expect(item.records.every(record => record < item.recordCount)).toBe(true)
  expect(item.positions.every(Number.isFinite)).toBe(true)
  expect(item.drawn.every(piece => piece >= -1 && piece < item.pieces.count)).toBe(true)
  expect(item.nodes.parents.every((parent, node) => parent < node)).toBe(true)
  expect(item.nodes.rest.every(Number.isFinite)).toBe(true)
  const owners = new Map<number, number>()
  let strangers = 0
  for (let piece = 0; piece < item.pieces.count; piece++) {
    for (let t = item.pieces.starts[piece] ?? 0; t < (item.pieces.starts[piece + 1] ?? 0); t++) {
      const owner = piece * item.recordCount + (item.records[t] ?? 0)
      for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
        const vertex = item.indices[corner] ?? 0
        if ((owners.get(vertex) ?? owner) !== owner) strangers++
        owners.set(vertex, owner)
      }
    }
  }
  expect(strangers).toBe(0)
}
