import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { styleOf } from '../../palette/palette'
import { LOOKS } from '../scene/map-theme'
import { boundsOf } from '../scene/map-scene'
import { drawDots, groundPicture, heightsFromAbove, topScale } from './top-view'

const SIDE = 24

/** A square of ground, `cells` × `cells` over 0 … 100, with the height of each corner. */
function ground(cells: number, heightAt: (x: number, y: number) => number): SurfaceItem {
  const at = (i: number): number => (100 * i) / cells
  const across = Array.from({ length: cells + 1 }, (_, i) => i)
  const positions = across.flatMap(j => across.flatMap(i => [at(i), at(j), heightAt(at(i), at(j))]))
  const corner = (i: number, j: number): number => j * (cells + 1) + i
  const indices = across
    .slice(1)
    .flatMap((_, j) =>
      across
        .slice(1)
        .flatMap((__, i) => [
          corner(i, j),
          corner(i + 1, j),
          corner(i + 1, j + 1),
          corner(i, j),
          corner(i + 1, j + 1),
          corner(i, j + 1),
        ]),
    )
  return {
    kind: 'surface',
    id: 'terrain',
    layer: 'terrain',
    noun: 'face',
    colouring: [],
    entry: 'Land.msh',
    array: 'faces',
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
    records: Uint32Array.from({ length: indices.length / 3 }, (_, t) => t),
    recordCount: indices.length / 3,
    fields: {},
    shapedBy: [],
  }
}
const heightsOf = (item: SurfaceItem): Float32Array => heightsFromAbove(item, topScale(boundsOf([item]), SIDE), SIDE)
const pictureOf = (item: SurfaceItem): Uint8ClampedArray =>
  groundPicture({ terrain: item, bounds: boundsOf([item]) }, LOOKS.dark, SIDE)
const brightness = (picture: Uint8ClampedArray, column: number, row: number): number =>
  picture.subarray(4 * (row * SIDE + column), 4 * (row * SIDE + column) + 3).reduce((a, b) => a + b, 0)

describe('a map from above', () => {
  it('goes to pixels and back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -5000, max: 5000, noNaN: true }),
        fc.integer({ min: 8, max: 400 }),
        (place, side) => {
          const scale = topScale({ min: [-700, 20, 0], max: [900, 420, 50] }, side)
          expect(scale.worldX(scale.x(place))).toBeCloseTo(place, 6)
          expect(scale.worldY(scale.y(place))).toBeCloseTo(place, 6)
        },
      ),
    )
  })
  it('has on a plane the height of the plane at every pixel, without seams', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (cells, east, north) => {
          const plane = ground(cells, (x, y) => 7 + east * x + north * y)
          const scale = topScale(boundsOf([plane]), SIDE)
          heightsOf(plane).forEach((height, at) => {
            const [x, y] = [scale.worldX((at % SIDE) + 0.5), scale.worldY(Math.floor(at / SIDE) + 0.5)]
            expect(Math.abs(height - (7 + east * x + north * y))).toBeLessThan(1e-2)
          })
        },
      ),
      { numRuns: 40 },
    )
  })
  it('shows the highest of two layers, whichever comes first, and no far triangles', () => {
    const [low, high] = [ground(1, () => 1), ground(1, () => 9)]
    const both: SurfaceItem = {
      ...high,
      positions: Float32Array.of(...high.positions, ...low.positions),
      indices: Uint32Array.of(...high.indices, ...[...low.indices].map(i => i + 4)),
    }
    expect(new Set(heightsOf(both))).toEqual(new Set([9]))
    expect(new Set(heightsOf({ ...both, lods: Uint8Array.of(1, 1, 0, 0) }))).toEqual(new Set([1]))
  })
  it('is light on the side of the sun and dark on the other', () => {
    const hill = pictureOf(ground(SIDE, x => 30 - Math.abs(x - 50)))
    expect(brightness(hill, 6, 12)).toBeGreaterThan(brightness(hill, 17, 12) * 1.2)
  })
  it('leaves clear what is no ground, and draws what is left of damaged ground', () => {
    const whole = ground(4, () => 3)
    const positions = Float32Array.from(whole.positions)
    positions[2] = NaN
    positions[3] = Infinity
    const picture = pictureOf({ ...whole, positions, indices: Uint32Array.of(...whole.indices, 999, 4, 5) })
    const opaque = Array.from({ length: SIDE * SIDE }, (_, at) => picture[4 * at + 3])
    expect(opaque).toContain(0)
    expect(opaque.filter(alpha => alpha === 255).length).toBeGreaterThan((SIDE * SIDE) / 2)
    expect(groundPicture({ terrain: undefined, bounds: boundsOf([]) }, LOOKS.dark, SIDE).some(byte => byte !== 0)).toBe(
      false,
    )
  })
})

describe('records from above', () => {
  it('are dots of the colour of their value where they lie, without the hidden ones', () => {
    const drawn: { colour: unknown; x: number; y: number }[] = []
    const context = {
      fillStyle: '' as CanvasRenderingContext2D['fillStyle'],
      fillRect(x: number, y: number, width: number, height: number) {
        drawn.push({ colour: context.fillStyle, x: x + width / 2, y: y + height / 2 })
      },
    }
    const scale = topScale({ min: [0, 0, 0], max: [100, 100, 0] }, SIDE)
    const positions = Float32Array.from([10, 20, 5, 50, 50, 5, 90, 80, 5])
    drawDots(context, { positions, values: [0, 1, -1], field: 'owner', hidden: new Set([1]) }, scale)
    const shown = drawn.filter((_, at) => at % 2 === 1)
    expect(shown.map(({ colour }) => colour)).toEqual([styleOf(0, 'owner').colour, styleOf(-1, 'owner').colour])
    expect(shown.map(({ x }) => scale.worldX(x))).toEqual([expect.closeTo(10, 4), expect.closeTo(90, 4)])
    expect(shown.map(({ y }) => scale.worldY(y))).toEqual([expect.closeTo(20, 4), expect.closeTo(80, 4)])
  })
})
