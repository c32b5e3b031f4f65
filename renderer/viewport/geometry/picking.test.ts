import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ray, Vec } from '../camera/camera'
import { meet, TriangleGrid } from './picking'

const coordinate = fc.double({ min: -100, max: 100, noNaN: true })
const vec = fc.tuple(coordinate, coordinate, coordinate)
const soup = fc.array(fc.tuple(vec, vec, vec), { maxLength: 60 }).map(triangles => ({
  positions: Float32Array.from(triangles.flat(2)),
  indices: Uint32Array.from({ length: triangles.length * 3 }, (_, i) => i),
}))
const ray = fc
  .tuple(vec, vec)
  .filter(([, d]) => Math.hypot(...d) > 1e-3)
  .map(([origin, d]): Ray => {
    const length = Math.hypot(...d)
    return { origin, direction: [d[0] / length, d[1] / length, d[2] / length] }
  })

function bruteForce(
  positions: Float32Array,
  indices: Uint32Array,
  { origin, direction }: Ray,
  accepts: (t: number) => boolean,
) {
  let best = Infinity
  for (let t = 0; t < indices.length / 3; t++) {
    if (accepts(t)) best = Math.min(best, meet(positions, indices, t, origin, direction))
  }
  return best
}

/** A hilly ground of n × n squares of 10 units. */
function ground(n: number) {
  const positions: number[] = []
  const indices: number[] = []
  for (let y = 0; y <= n; y++)
    for (let x = 0; x <= n; x++) positions.push(x * 10, y * 10, 20 * Math.sin(x / 3) * Math.cos(y / 4))
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const a = y * (n + 1) + x
      indices.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1)
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

describe('picking', () => {
  it('finds what trying every triangle finds', () => {
    fc.assert(
      fc.property(soup, ray, fc.nat(3), ({ positions, indices }, aim, skipped) => {
        const accepts = (t: number) => t % 4 !== skipped
        const hit = new TriangleGrid(positions, indices).pick(aim, accepts)
        expect((hit?.distance ?? Infinity) + 0).toBe(bruteForce(positions, indices, aim, accepts) + 0)
        if (hit) expect(accepts(hit.triangle)).toBe(true)
      }),
      { seed: 11, numRuns: 400 },
    )
  })
  it('finds it on ground too, from any side', () => {
    const { positions, indices } = ground(24)
    const grid = new TriangleGrid(positions, indices)
    fc.assert(
      fc.property(
        fc.tuple(
          fc.double({ min: -50, max: 290, noNaN: true }),
          fc.double({ min: -50, max: 290, noNaN: true }),
          fc.double({ min: -40, max: 200, noNaN: true }),
        ),
        ray,
        (origin: Vec, aim) => {
          const from = { origin, direction: aim.direction }
          expect((grid.pick(from)?.distance ?? Infinity) + 0).toBe(bruteForce(positions, indices, from, () => true) + 0)
        },
      ),
      { seed: 12, numRuns: 300 },
    )
  })
  it('answers the height of the ground', () => {
    const { positions, indices } = ground(24)
    const grid = new TriangleGrid(positions, indices)
    expect(grid.heightAt(30, 40)).toBeCloseTo(20 * Math.sin(1) * Math.cos(1), 3)
    expect(grid.heightAt(-5, 40)).toBeUndefined()
  })
  it('says the same of a height as a ray from above', () => {
    const { positions, indices } = ground(24)
    const grid = new TriangleGrid(positions, indices)
    fc.assert(
      fc.property(
        fc.double({ min: -20, max: 260, noNaN: true }),
        fc.double({ min: -20, max: 260, noNaN: true }),
        (x, y) => {
          const hit = grid.pick({ origin: [x, y, 1000], direction: [0, 0, -1] })
          const height = grid.heightAt(x, y)
          expect(height === undefined).toBe(hit === undefined)
          if (height !== undefined) expect(height).toBeCloseTo(hit?.point[2] ?? NaN, 3)
        },
      ),
      { seed: 13 },
    )
  })
  it('takes damaged triangles: not a number, no area, indices beyond the vertices, nothing at all', () => {
    const positions = Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0, NaN, 0, 0, Infinity, 1, 1)
    const indices = Uint32Array.of(0, 1, 2, 0, 1, 3, 0, 4, 2, 1, 1, 1, 0, 1, 900)
    const down: Ray = { origin: [1, 1, 5], direction: [0, 0, -1] }
    expect(new TriangleGrid(positions, indices).pick(down)).toEqual({ triangle: 0, distance: 5, point: [1, 1, 0] })
    expect(new TriangleGrid(new Float32Array(), new Uint32Array()).pick(down)).toBeUndefined()
  })
  it('stays small where every triangle covers everything', () => {
    const n = 3000
    const positions = Float32Array.from(
      { length: n * 9 },
      (_, i) => [0, 0, i / 9, 1000, 0, i / 9, 0, 1000, i / 9][i % 9] ?? 0,
    )
    const grid = new TriangleGrid(
      positions,
      Uint32Array.from({ length: n * 3 }, (_, i) => i),
    )
    expect(grid.pick({ origin: [10, 10, -5], direction: [0, 0, 1] })?.triangle).toBe(0)
  })
})
