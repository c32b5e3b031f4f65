import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ray, Vec } from '../camera/camera'
import { posed } from '../scene/mesh-scene'
import { meshItem, moved } from '../scene/mesh.fixture'
import { pickMesh } from './mesh-picker'
import { meet } from './picking'

const item = meshItem()
const down = (x: number, y: number): Ray => ({ origin: [x, y, 100], direction: [0, 0, -1] })

describe('picking a model', () => {
  it('finds the nearest triangle of the drawn pieces, with its node and record', () => {
    expect(pickMesh(item, item.nodes.rest, [0, 1], down(10.2, 0.2))).toMatchObject({ node: 2, record: 2, distance: 95 })
    expect(pickMesh(item, item.nodes.rest, [0], down(10.2, 0.2))).toMatchObject({ node: 1, record: 0, distance: 100 })
    expect(pickMesh(item, item.nodes.rest, [0, 1], down(0.2, 0.2))).toBeUndefined()
    expect(pickMesh(item, item.nodes.rest, [], down(10.2, 0.2))).toBeUndefined()
  })
  it('leaves out nodes whose matrix is flat or no number', () => {
    for (const value of [0, NaN]) {
      const pose = Float32Array.from([...moved(0, 0, 0), ...new Array<number>(24).fill(value)])
      expect(pickMesh(item, pose, [0, 1], down(10.2, 0.2))).toBeUndefined()
    }
  })
  it('finds what a search through the posed triangles finds', () => {
    const number = fc.integer({ min: -48, max: 48 }).map(sixteenths => sixteenths / 16)
    const vec = fc.tuple(number, number, number)
    fc.assert(
      fc.property(fc.array(number, { minLength: 36, maxLength: 36 }), vec, vec, (numbers, origin, to) => {
        const pose = Float32Array.from(numbers)
        const length = Math.hypot(...to)
        fc.pre(length > 0.1 && [0, 1, 2].every(node => volumeOf(pose, node) > 0.1))
        const direction: Vec = [to[0] / length, to[1] / length, to[2] / length]
        const world = Float32Array.from(item.positions)
        for (let vertex = 0; vertex < 6; vertex++) {
          const [x = 0, y = 0, z = 0] = item.positions.subarray(3 * vertex, 3 * vertex + 3)
          world.set(posed(pose, item.pieces.nodes[Math.floor(vertex / 3)] ?? 0, [x, y, z]), 3 * vertex)
        }
        const right = Math.min(...[0, 1].map(triangle => meet(world, item.indices, triangle, origin, direction)))
        const found = pickMesh(item, pose, [0, 1], { origin, direction })?.distance ?? Infinity
        const isClose = found === right || Math.abs(found - right) < 1e-3 * Math.max(1, right)
        // Rounding decides at edges.
        return isClose || isNearEdge(world, origin, direction)
      }),
      { numRuns: 300 },
    )
  })
})

/** Volume that a node makes of a unit cube. */
function volumeOf(pose: Float32Array, node: number): number {
  const from = posed(pose, node, [0, 0, 0])
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map(axis => {
    const to = posed(pose, node, axis)
    return [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const
  })
  const [[a, b, c] = [0, 0, 0], [d, e, f] = [0, 0, 0], [g, h, i] = [0, 0, 0]] = axes
  return Math.abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))
}

/** A little in every direction. */
const STEPS = [-1, 0, 1].flatMap(i =>
  [-1, 0, 1].flatMap(j => [-1, 0, 1].map(k => [i * 1e-3, j * 1e-3, k * 1e-3] as const)),
)

/** Whether the answer changes where the ray is moved a little. */
function isNearEdge(world: Float32Array, [x, y, z]: Vec, direction: Vec): boolean {
  return [0, 1].some(triangle => {
    const results = STEPS.map(([i, j, k]) =>
      Number.isFinite(meet(world, item.indices, triangle, [x + i, y + j, z + k], direction)),
    )
    return new Set(results).size > 1
  })
}
