import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { lensOf, project, type Vec } from '../camera/camera'
import { mapSceneOf } from '../scene/map-scene'
import { MapPicker } from './map-picker'
import { regionsItem } from '../scene/items.fixture'

const SIZE = { width: 600, height: 600 }
const SEEN = (): boolean => false

/** A ground of 41 × 41 points, 1 unit apart, with a cone of a height and a radius in its middle. */
function hill(height: number, radius: number): SurfaceItem {
  const positions: number[] = []
  const indices: number[] = []
  for (let y = 0; y <= 40; y++)
    for (let x = 0; x <= 40; x++) positions.push(x, y, Math.max(0, height * (1 - Math.hypot(x - 20, y - 20) / radius)))
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 40; x++) {
      const a = y * 41 + x
      indices.push(a, a + 1, a + 42, a, a + 42, a + 41)
    }
  return {
    kind: 'surface',
    id: 'terrain',
    layer: 'terrain',
    noun: 'face',
    colouring: [],
    entry: 'ground',
    array: 'faces',
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
    records: Uint32Array.from({ length: indices.length / 3 }, (_, t) => t),
    recordCount: indices.length / 3,
    fields: {},
    shapedBy: [],
  }
}

/** One square over the whole ground, flat at height 0: a hill inside it reaches through. */
const square = regionsItem({
  entry: 'regions',
  array: 'regions',
  positions: Float32Array.of(0, 0, 0, 40, 0, 0, 40, 40, 0, 0, 40, 0),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  records: Uint32Array.of(0, 0),
  recordCount: 1,
  rings: Uint32Array.of(0, 1, 2, 3),
  ringStarts: Uint32Array.of(0, 4),
  anchors: Float32Array.of(20, 20, 0),
  sizes: { lift: [1, 40], brush: 100, areas: [] },
})

function pickerOver(height: number, radius: number): MapPicker {
  const scene = mapSceneOf([hill(height, radius), square])
  return new MapPicker(scene ?? expect.unreachable())
}

const lensAt = (pitch: number) =>
  lensOf({ pivot: [20, 20, 0], yaw: Math.PI / 2, pitch, distance: 120, fov: 0.8, isOrtho: false }, SIZE)

describe('picking of a record that is drawn above itself', () => {
  it.each([-Math.PI / 2 + 1e-4, -0.9, -0.5])(
    'finds it where the ground inside it reaches through, looking down at %s',
    pitch => {
      const picker = pickerOver(8, 10)
      const lens = lensAt(pitch)
      for (const [x, y] of [
        [20, 20],
        [17, 18],
        [23, 21],
      ] as const) {
        const place: Vec = [x, y, picker.heightAt(x, y) ?? NaN]
        const seen = project(lens, place) ?? expect.unreachable()
        const found = picker.at(lens, seen.x, seen.y, 'auto', SEEN) ?? expect.unreachable()
        expect(found.record).toBe(0)
        // The place is on the ground that is seen, not on the record under it.
        expect(found.point[2]).toBeCloseTo(picker.heightAt(found.point[0], found.point[1]) ?? NaN, 1)
        expect(found.point[2]).toBeGreaterThan(2)
      }
    },
  )

  it('finds only the ground where it reaches higher than a record is ever lifted', () => {
    const picker = pickerOver(80, 10)
    const lens = lensAt(-Math.PI / 2 + 1e-4)
    const seen = project(lens, [20, 20, picker.heightAt(20, 20) ?? NaN]) ?? expect.unreachable()
    expect(picker.at(lens, seen.x, seen.y, 'auto', SEEN)).toMatchObject({ record: undefined })
    const beside = project(lens, [4, 4, 0]) ?? expect.unreachable()
    expect(picker.at(lens, beside.x, beside.y, 'auto', SEEN)?.record).toBe(0)
  })

  it('sees through the lift also in a frame', () => {
    const lens = lensAt(-Math.PI / 2 + 1e-4)
    expect(pickerOver(8, 10).inside(lens, () => true, 'auto', SEEN)).toEqual([0])
    expect(
      pickerOver(8, 10).inside(
        lens,
        () => true,
        'auto',
        () => true,
      ),
    ).toEqual([])
  })
})
