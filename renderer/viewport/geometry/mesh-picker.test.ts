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
    const number = fc.double({ min: -3, max: 3, noNaN: true })
    const vec = fc.tuple(number, number, number)
    fc.assert(
      fc.property(fc.array(number, { minLength: 36, maxLength: 36 }), vec, vec, (numbers, origin, to) => {
        const pose = Float32Array.from(numbers)
        const length = Math.hypot(...to)
        fc.pre(length > 0.1)
        const direction: Vec = [to[0] / length, to[1] / length, to[2] / length]
        const world = Float32Array.from(item.positions)
        for (let vertex = 0; vertex < 6; vertex++) {
          const [x = 0, y = 0, z = 0] = item.positions.subarray(3 * vertex, 3 * vertex + 3)
          world.set(posed(pose, item.pieces.nodes[Math.floor(vertex / 3)] ?? 0, [x, y, z]), 3 * vertex)
        }
        const right = Math.min(...[0, 1].map(triangle => meet(world, item.indices, triangle, origin, direction)))
        const found = pickMesh(item, pose, [0, 1], { origin, direction })?.distance ?? Infinity
        // Rounding decides at edges and where a matrix is nearly flat.
        return found === right ||
          Math.abs(found - right) < 1e-3 * Math.max(1, right) ||
          !isFinite(found) ||
          !isFinite(right)
          ? Number.isFinite(found) === Number.isFinite(right) || isNearEdge(world, origin, direction)
          : false
      }),
      { numRuns: 300 },
    )
  })
})

/** Whether the answer changes where the ray is moved a little. */
function isNearEdge(world: Float32Array, [x, y, z]: Vec, direction: Vec): boolean {
  const results = [-1e-3, 0, 1e-3].flatMap(by =>
    [0, 1].map(triangle => Number.isFinite(meet(world, item.indices, triangle, [x + by, y - by, z + by], direction))),
  )
  return new Set(results).size > 1
}
