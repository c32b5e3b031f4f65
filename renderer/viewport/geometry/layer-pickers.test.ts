import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { lensOf, type Ray } from '../camera/camera'
import { GroundPicker, RegionPicker, type PickHow } from './layer-pickers'
import { cellsItem, regionsItem } from '../scene/items.fixture'

/** Squares of 10 by 10 units, one record each. */
function squares(...given: readonly (readonly [x: number, y: number, z: number])[]): SurfaceItem {
  return regionsItem({
    id: 'item',
    entry: 'a',
    array: 'records',
    recordCount: given.length,
    positions: Float32Array.from(
      given.flatMap(([x, y, z]) => [x, y, z, x + 10, y, z, x + 10, y + 10, z, x, y + 10, z]),
    ),
    indices: Uint32Array.from(given.flatMap((_, k) => [0, 1, 2, 0, 2, 3].map(corner => 4 * k + corner))),
    records: Uint32Array.from(given.flatMap((_, k) => [k, k])),
  })
}
const down = (x: number, y: number): Ray => ({ origin: [x, y, 100], direction: [0, 0, -1] })
const lens = lensOf(
  { pivot: [5, 5, 0], yaw: 0, pitch: -1, distance: 50, fov: 0.8, isOrtho: false },
  { width: 100, height: 100 },
)
const how = (hidden: readonly number[] = [], lod: PickHow['lod'] = 'auto'): PickHow => ({
  lens,
  lod,
  isHidden: record => hidden.includes(record),
})

describe('picking of regions', () => {
  const picker = new RegionPicker(squares([0, 0, 0], [5, 5, 20], [40, 0, 0]), Float32Array.of(0, 3, 0))

  it('finds the nearest under a ray, and through hidden ones the next', () => {
    expect(picker.pick(down(7, 6), how())).toMatchObject({ record: 1, distance: 80, point: [7, 6, 20] })
    expect(picker.pick(down(7, 6), how([1]))).toMatchObject({ record: 0, distance: 100 })
    expect(picker.pick(down(7, 6), how([0, 1]))).toBeUndefined()
    expect(picker.pick(down(30, 6), how())).toBeUndefined()
  })

  it('finds all under a ray in order, each once', () => {
    expect(picker.through(down(7, 6), () => false)).toEqual([1, 0])
    expect(picker.through(down(7, 6), record => record === 1)).toEqual([0])
    expect(picker.through(down(45, 5), () => false)).toEqual([2])
  })

  it('finds those that a circle touches, or the highest in its middle', () => {
    expect(picker.around([2, 2, 0], 3, () => false)).toEqual([0])
    expect(picker.around([2, 2, 0], 5, () => false)).toEqual([0, 1])
    expect(picker.around([2, 2, 0], 100, record => record === 0)).toEqual([1, 2])
    expect(picker.around([7, 6, 0], 0, () => false)).toEqual([1])
    expect(picker.around([30, 30, 0], 0, () => false)).toEqual([])
  })

  it('reaches further behind the ground the flatter the ray is, and only for what is lifted', () => {
    expect(picker.reach(down(0, 0), 0)).toBeLessThan(0.1)
    expect(picker.reach(down(0, 0), 1)).toBeCloseTo(3, 1)
    expect(picker.reach({ origin: [0, 0, 9], direction: [0.8, 0, -0.6] }, 1)).toBeCloseTo(5, 1)
  })
})

describe('picking of the ground', () => {
  const item = { ...squares([0, 0, 0], [0, 0, 30]), lods: Uint8Array.of(0, 0, 1, 1) }
  const tiles = cellsItem({
    entry: 'a',
  })

  it('finds the faces of the level of detail that is drawn', () => {
    const picker = new GroundPicker(item, tiles)
    expect(picker.pick(down(5, 4), how([], 0))?.record).toBe(0)
    expect(picker.pick(down(5, 4), how([], 1))).toMatchObject({ record: 1, distance: 70 })
  })

  it('has the height of the near faces, and none beside the ground', () => {
    const picker = new GroundPicker(item, tiles)
    expect([picker.heightAt(5, 4), picker.heightAt(50, 4)]).toEqual([0, undefined])
  })

  it('is not let through by a hidden record: those are of other layers', () => {
    expect(new GroundPicker(item, tiles).pick(down(5, 4), how([0, 1], 0))?.record).toBe(0)
  })
})
