import { describe, expect, it } from 'vitest'
import { seededRandom } from './random'
import { centre, makeTiling, type Point } from './tiling'

const area = (ring: readonly Point[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nx, ny] = ring[(at + 1) % ring.length] ?? [0, 0]
    return sum + (x * ny - nx * y) / 2
  }, 0)

describe('tiling', () => {
  it.each([
    [1, 1500, 1050],
    [2, 1500, 1050],
    [3, 750, 340],
    [4, 750, 380],
    [5, 1500, 900],
    [6, 300, 9],
    [7, 93, 1],
  ])('of seed %i covers its square once, every inner edge with a neighbour', (seed, extent, count) => {
    const tiling = makeTiling(seededRandom(seed), extent, count)
    const polygons = tiling.rings.map(ring => ring.map((point): Point => tiling.points[point] ?? [0, 0]))
    expect(polygons).toHaveLength(count)
    expect(Math.min(...polygons.map(area))).toBeGreaterThan(30)
    expect(Math.abs(polygons.reduce((sum, polygon) => sum + area(polygon), 0) / extent ** 2 - 1)).toBeLessThan(1e-9)
    tiling.rings.forEach((ring, polygon) =>
      ring.forEach((_, edge) => {
        const other = tiling.neighbour(polygon, edge)
        const [a, b] = [polygons[polygon]?.[edge], polygons[polygon]?.[(edge + 1) % ring.length]]
        if (other) expect(tiling.neighbour(other.polygon, other.edge)).toEqual({ polygon, edge })
        else
          expect([0, 1].some(axis => a?.[axis] === b?.[axis] && (a?.[axis] === 0 || a?.[axis] === extent))).toBe(true)
      }),
    )
  })

  it('has cells of the size retail maps have: five to six corners on the average', () => {
    const tiling = makeTiling(seededRandom(1), 1500, 1050)
    const corners = tiling.rings.reduce((sum, ring) => sum + ring.length, 0) / 1050
    expect(corners).toBeGreaterThan(5)
    expect(corners).toBeLessThan(6.1)
  })

  it('finds the centre of mass', () => {
    expect(
      centre([
        [1, 1],
        [3, 1],
        [3, 3],
        [1, 3],
      ]),
    ).toEqual([2, 2])
  })
})
