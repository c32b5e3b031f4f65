import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { markedIndices } from './region-mesh'
import type { LodMode } from '../scene/map-options'
import { PATTERN_LAYERS, patternPixels, patternSide } from '../layers/pattern-tiles'
import { isDrawn, neededIndices, sharedBuffers, terrainBuffers, terrainLevels, wholeTriangles } from './terrain-mesh'

const surface = (positions: readonly number[], indices: readonly number[], lods: readonly number[]): SurfaceItem => ({
  kind: 'surface',
  id: 'terrain',
  layer: 'terrain',
  noun: 'face',
  colouring: [],
  entry: 'Land.msh',
  array: 'faces',
  positions: Float32Array.from(positions),
  indices: Uint32Array.from(indices),
  records: Uint32Array.from(lods, (_, t) => t),
  recordCount: lods.length,
  lods: Uint8Array.from(lods),
  fields: {},
  shapedBy: [],
})

describe('ground with shared vertices', () => {
  it('draws the same corners as triangles with three vertices of their own, in the same order', () => {
    const place = fc.oneof(fc.float({ min: -500, max: 500, noNaN: true }), fc.constant(NaN))
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 9, maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat({ max: 1 })), { maxLength: 30 }),
        (places, faces) => {
          const count = Math.floor(places.length / 3)
          const item = surface(
            places.slice(0, count * 3),
            faces.flatMap(([a, b, c]) => [a % count, b % count, c % count]),
            faces.map(([, , , lod]) => lod),
          )
          const levels = terrainLevels(item, undefined)
          const own = terrainBuffers(item, levels)
          const shared = sharedBuffers(item, levels, own.triangles)
          expect(wholeTriangles(item)).toEqual(own.triangles)
          for (const part of ['positions', 'normals', 'tiles'] as const) {
            expect([...shared.indices].flatMap(at => [...shared[part].subarray(3 * at, 3 * at + 3)])).toEqual([
              ...own[part],
            ])
          }
        },
      ),
    )
  })

  it('shares what triangles of one level have in common', () => {
    const item = surface([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3], [0, 0])
    const levels = terrainLevels(item, undefined)
    expect(sharedBuffers(item, levels, wholeTriangles(item)).positions).toHaveLength(12)
  })
})

describe('ground that is sent', () => {
  it('is the wanted level of each tile, and by distance all of the far one', () => {
    const mode = fc.constantFrom<LodMode>('auto', 0, 1)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 9 })), { minLength: 1, maxLength: 30 }),
        mode,
        fc.nat({ max: 9 }),
        (faces, lod, x) => {
          const item = surface(
            [0, 0, 0, 1, 0, 0, 1, 1, 0],
            faces.flatMap(() => [0, 1, 2]),
            faces.map(([level]) => level),
          )
          const levels = { ...terrainLevels(item, undefined), tileX: Int16Array.from(faces, ([, tile]) => tile) }
          // The numbers of a triangle's corners stand for the triangle.
          const indices = Uint32Array.from({ length: faces.length * 3 }, (_, at) => at)
          const triangles = Uint32Array.from(faces.keys())
          const needed = faces.flatMap((_, t) =>
            isDrawn(levels, t, lod, [x, 0]) || (lod === 'auto' && levels.lods[t] === 1)
              ? [3 * t, 3 * t + 1, 3 * t + 2]
              : [],
          )
          expect([...neededIndices(levels, triangles, indices, lod, [x, 0])]).toEqual(
            levels.hasFar ? needed : [...indices],
          )
        },
      ),
    )
  })
})

describe('lines that stand out', () => {
  it('are those with a marked record on either side', () => {
    const sides = Int32Array.of(0, 1, 1, 2, 2, -1)
    expect([...markedIndices(sides, record => record === 1)]).toEqual([0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7])
    expect([...markedIndices(sides, record => record === 2)]).toEqual([4, 5, 6, 6, 5, 7, 8, 9, 10, 10, 9, 11])
    expect(markedIndices(sides, () => false)).toHaveLength(0)
  })
})

describe('pattern tiles', () => {
  it.each([1, 1.25, 1.5, 2])('have rows of whole words at %s pixels for each CSS pixel', ratio => {
    expect(patternSide(ratio) % 4).toBe(0)
    expect(patternSide(ratio) / ratio).toBeCloseTo(48, 0)
  })

  it('leave plain fills plain and are told apart from each other', () => {
    const side = patternSide(1)
    const pixels = patternPixels(side)
    const tiles = Array.from({ length: PATTERN_LAYERS }, (_, layer) =>
      pixels.subarray(layer * side * side, (layer + 1) * side * side),
    )
    expect(tiles[0]?.every(pixel => pixel === 0)).toBe(true)
    const drawn = [...tiles.slice(1, 13), ...tiles.slice(17, 29)]
    expect(new Set(drawn.map(tile => tile.join())).size).toBe(24)
    for (const tile of drawn) {
      const share = tile.reduce((sum, pixel) => sum + pixel, 0) / (255 * tile.length)
      expect(share).toBeGreaterThan(0.03)
      expect(share).toBeLessThan(0.6)
    }
  })
})
