import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { averageSide, fillBuffers, groundNormals, liftsOver, outlineBuffers, raised, seenIndices } from './region-mesh'
import { lensOf } from '../camera/camera'
import { MapPicker } from './map-picker'
import { mapSceneOf } from '../scene/map-scene'
import { neighbourTowards, NeighbourWalk, nearestToMiddle } from './neighbours'
import { TriangleGrid } from './picking'
import { cameraTile, isDrawn, smoothNormals, terrainBuffers, terrainLevels } from './terrain-mesh'
import { cellsItem, regionsItem } from '../scene/items.fixture'

/** n × n squares of 10 units, each a record of two triangles and four corners of its own, linked to those beside it. */
function squares(n: number, height: (x: number, y: number) => number = () => 0): SurfaceItem {
  const positions: number[] = [],
    indices: number[] = [],
    records: number[] = [],
    rings: number[] = [],
    anchors: number[] = [],
    links: number[] = []
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) {
      const base = positions.length / 3
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const) {
        positions.push((x + dx) * 10, (y + dy) * 10, height((x + dx) * 10, (y + dy) * 10))
        rings.push(rings.length)
      }
      anchors.push(x * 10 + 5, y * 10 + 5, height(x * 10 + 5, y * 10 + 5))
      indices.push(base, base + 1, base + 2, base, base + 2, base + 3)
      records.push(y * n + x, y * n + x)
      links.push(
        y > 0 ? (y - 1) * n + x : -1,
        x + 1 < n ? y * n + x + 1 : -1,
        y + 1 < n ? (y + 1) * n + x : -1,
        x > 0 ? y * n + x - 1 : -1,
      )
    }
  }
  const starts = Uint32Array.from({ length: n * n + 1 }, (_, i) => i * 4)
  return regionsItem({
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
    records: Uint32Array.from(records),
    recordCount: n * n,
    rings: Uint32Array.from(rings),
    ringStarts: starts,
    anchors: Float32Array.from(anchors),
    links: Int32Array.from(links),
    linkStarts: starts,
    fields: { class_id: new Uint32Array(n * n) },
  })
}

describe('areal mesh', () => {
  it('gives each triangle its places in their order, and its record to the last corner', () => {
    const grid = fc.integer({ min: 1, max: 5 }).chain(n =>
      fc.tuple(
        fc.constant(squares(n)),
        fc.array(fc.nat({ max: 4 }), { minLength: 2 * n * n, maxLength: 2 * n * n }),
        // Squares that name the corners of their neighbours.
        fc.array(fc.nat({ max: 4 * n * n - 1 }), { minLength: 6 * n * n, maxLength: 6 * n * n }),
      ),
    )
    fc.assert(
      fc.property(grid, ([squared, records, indices]) => {
        const item = {
          ...squared,
          recordCount: 5,
          records: Uint32Array.from(records),
          indices: Uint32Array.from(indices),
        }
        const lifts = Float32Array.of(1, 5, 2, 4, 3)
        const fill = fillBuffers(item, lifts, x => [x / 100, 0, 1])
        expect(fill.records).toEqual(item.records)
        fill.records.forEach((record, t) => {
          const drawn = [...fill.indices.subarray(3 * t, 3 * t + 3)]
          expect(fill.ground[4 * (drawn[2] ?? 0) + 3]).toBe(record)
          const point = (points: Float32Array, at: number): string => points.slice(3 * at, 3 * at + 3).join()
          const places = drawn.map(at => point(fill.positions, at))
          const stored = [...item.indices.subarray(3 * t, 3 * t + 3)].map(at => point(item.positions, at))
          expect([0, 1, 2].map(turn => [...stored.slice(turn), ...stored.slice(0, turn)].join(' '))).toContain(
            places.join(' '),
          )
          for (const at of drawn) {
            expect(fill.ground[4 * at]).toBeCloseTo((fill.positions[3 * at] ?? NaN) / 100)
            expect(fill.ground[4 * at + 2]).toBeGreaterThanOrEqual(lifts[record] ?? NaN)
          }
        })
        expect(fill.positions.length / 3).toBeLessThanOrEqual(records.length + item.positions.length / 3)
      }),
    )
  })
  it('needs one vertex for each place of a record, and one for each record of a place', () => {
    const one = squares(3)
    expect(fillBuffers(one, new Float32Array(9), () => [0, 0, 1]).positions).toHaveLength(9 * 4 * 3)
    const shared = { ...squares(1), recordCount: 2, records: Uint32Array.of(0, 1) }
    const fill = fillBuffers(shared, new Float32Array(2), () => [0, 0, 1])
    expect(fill.positions).toHaveLength(4 * 3)
    expect([...seenIndices(fill, record => record === 1)]).toEqual([...fill.indices.subarray(3)])
    expect(seenIndices(fill, () => false)).toHaveLength(0)
  })
  it('draws an edge between two areals once and knows both', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), n => {
        const outline = outlineBuffers(squares(n), new Float32Array(n * n))
        expect(outline.edgeCount).toBe(2 * n * (n + 1))
        const outer = Array.from({ length: outline.edgeCount }, (_, edge) => outline.to[edge * 16 + 3]).filter(
          other => other === -1,
        )
        expect(outer).toHaveLength(4 * n)
        expect(Math.max(...outline.indices)).toBe(outline.edgeCount * 4 - 1)
      }),
      { seed: 41 },
    )
  })
  it('leaves out what is no place and draws the rest', () => {
    const item = squares(2)
    item.positions[0] = NaN
    const fill = fillBuffers(item, new Float32Array(4), () => [0, 0, 1])
    expect(fill.indices).toHaveLength(6 * 3)
    expect([...fill.records]).toEqual([1, 1, 2, 2, 3, 3])
    expect(fill.positions.every(Number.isFinite)).toBe(true)
    expect(outlineBuffers(item, new Float32Array(4)).edgeCount).toBe(12 - 2)
    expect(averageSide(squares(4))).toBeCloseTo(10)
  })
  it('raises what lies under the ground, lifts what the ground would cover, and leaves the rest', () => {
    const item = squares(2)
    const up = raised(item, (x, y) => (x > 10 ? 7 : y > 10 ? -5 : undefined))
    expect([up.positions[2], up.positions[3 * 5 + 2], up.anchors?.[2], up.anchors?.[3 + 2]]).toEqual([0, 7, 0, 7])
    const lifts = liftsOver(item, [1, 40], x => (x > 10 && x < 20 ? 3 : -1))
    expect([...lifts].map(lift => lift > 3)).toEqual([false, true, false, true])
    expect(Math.min(...lifts)).toBeGreaterThan(0)
  })
  it('takes the normal of the ground, upwards', () => {
    const slope = squares(2, x => x)
    const normal = groundNormals(new TriangleGrid(slope.positions, slope.indices), slope)(5, 4)
    expect(normal.map(part => Math.round(part * 1000))).toEqual([-707, 0, 707])
    expect(groundNormals(undefined, undefined)(1, 1)).toEqual([0, 0, 1])
  })
})

describe('terrain mesh', () => {
  const tiles = cellsItem({
    id: 'detail',
    counts: [8, 8],
  })
  const ground: SurfaceItem = {
    ...squares(8),
    layer: 'terrain',
    lods: Uint8Array.from({ length: 128 }, (_, t) => t & 1),
  }

  it('shows near tiles up to a squared distance of 8, others far, as the engine does', () => {
    const levels = terrainLevels(ground, tiles)
    const camera = cameraTile(tiles, 35, 35)
    expect(camera).toEqual([3, 3])
    for (let t = 0; t < 128; t++) {
      const [x, y] = [Math.floor(t / 2) % 8, Math.floor(t / 16)]
      const isFar = (x - 3) ** 2 + (y - 3) ** 2 > 8
      expect(isDrawn(levels, t, 'auto', camera)).toBe((t & 1) === Number(isFar))
      expect(isDrawn(levels, t, 1, camera)).toBe((t & 1) === 1)
    }
    expect(cameraTile(tiles, -500, 900)).toEqual([0, 7])
  })
  it('shows everything where there is one level only', () => {
    const levels = terrainLevels({ ...ground, lods: new Uint8Array(128) }, tiles)
    expect(isDrawn(levels, 5, 1, [0, 0])).toBe(true)
  })
  it('lays out three vertices for each triangle, with tile, level and value', () => {
    const buffers = terrainBuffers(ground, terrainLevels(ground, tiles))
    expect(buffers.vertexCount).toBe(128 * 3)
    expect([...buffers.tiles.subarray(3 * 3 * 19, 3 * 3 * 19 + 3)]).toEqual([1, 1, 1])
    expect([...smoothNormals(ground.positions, ground.indices).subarray(0, 3)]).toEqual([0, 0, 1])
  })
})

describe('map picker', () => {
  const areals = squares(6)
  const scene = mapSceneOf([
    areals,
    { ...squares(6, (x, y) => (x > 25 && x < 35 && y < 60 ? 40 : -1)), layer: 'terrain' },
  ])
  const view = {
    pivot: [30, 30, 0] as const,
    yaw: Math.PI / 2,
    pitch: -Math.PI / 2 + 1e-4,
    distance: 100,
    fov: 0.8,
    isOrtho: true,
  }
  const lens = lensOf(view, { width: 600, height: 600 })

  it('finds the areal and the place under a pixel, and lets hidden ones through', () => {
    if (!scene) throw new Error('no scene')
    const picker = new MapPicker(scene)
    const units = (2 * Math.tan(0.4) * 100) / 600
    const at = (x: number, y: number) =>
      picker.at(lens, 300 + (x - 30) / units, 300 - (y - 30) / units, 'auto', record => record === 0)
    expect(at(15, 45)?.record).toBe(4 * 6 + 1)
    expect(at(5, 5)?.record).toBeUndefined()
    expect(at(5, 5)?.point[0]).toBeCloseTo(5, 1)
    expect(at(-50, 5)).toBeUndefined()
  })
  it('finds in a frame what is seen, in order', () => {
    const picker = new MapPicker(mapSceneOf([areals]) ?? fail())
    expect(
      picker.inside(
        lens,
        () => true,
        'auto',
        record => record === 3,
      ),
    ).toHaveLength(35)
    expect(
      picker.inside(
        lens,
        (x, y) => x < 5 && y < 5,
        'auto',
        () => false,
      ),
    ).toEqual([])
    expect(picker.through(lens, 290, 290, () => false)).toHaveLength(1)
  })
})
const fail = (): never => {
  throw new Error('no scene')
}

describe('walking', () => {
  it('walks round the neighbours of one areal and comes back', () => {
    const item = squares(3)
    const walk = new NeighbourWalk()
    const seen: (number | undefined)[] = []
    let present = 4
    for (let i = 0; i < 5; i++) seen.push((present = walk.step(item, present, 1) ?? -1))
    expect(seen).toEqual([1, 5, 7, 3, 1])
    expect(walk.step(item, 1, -1)).toBe(3)
    expect(new NeighbourWalk().step({ ...item, links: new Int32Array(36).fill(-1) }, 4, 1)).toBeUndefined()
  })
  it('goes to the neighbour in a direction of the screen', () => {
    const item = squares(3)
    const lens = lensOf(
      { pivot: [15, 15, 0], yaw: Math.PI / 2, pitch: -1.5, distance: 100, fov: 0.8, isOrtho: false },
      { width: 400, height: 400 },
    )
    const go = (direction: 'left' | 'right' | 'up' | 'down') => neighbourTowards(item, lens, 4, direction, () => false)
    expect([go('left'), go('right'), go('up'), go('down')]).toEqual([3, 5, 7, 1])
    expect(neighbourTowards(item, lens, 4, 'left', record => record === 3)).toBeUndefined()
    expect(nearestToMiddle(item, lens, () => false)).toBe(4)
  })
})
