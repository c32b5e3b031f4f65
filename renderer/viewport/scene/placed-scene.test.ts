import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOX, instanceMatrix, modelOf } from './baked-model'
import { posed } from './mesh-scene'
import {
  cornersOfPlaced,
  instanceSpheres,
  partsIn,
  linePoints,
  movedItem,
  pathOfPlaced,
  placedAt,
  placeOf,
  reachOf,
  spheresOf,
} from './placed-scene'
import { objects, paths, places } from './placed.fixture'

const near = (got: readonly number[], wanted: readonly number[]): void =>
  wanted.forEach((value, at) => expect(got[at]).toBeCloseTo(value, 4))

describe('a bounding sphere', () => {
  it('holds every vertex of its instance', () => {
    const item = objects()
    const spheres = instanceSpheres(item)
    for (let instance = 0; instance < item.which.length; instance++) {
      const [x = NaN, y = NaN, z = NaN, radius = NaN] = spheres.subarray(4 * instance)
      const { positions } = modelOf(item, instance)
      for (let at = 0; at < positions.length; at += 3) {
        const local = [positions[at] ?? NaN, positions[at + 1] ?? NaN, positions[at + 2] ?? NaN] as const
        const [px, py, pz] = posed(instanceMatrix(item, instance), 0, local)
        expect(Math.hypot(px - x, py - y, pz - z)).toBeLessThanOrEqual(radius + 1e-3)
      }
    }
  })

  it('follows a record that is moved', () => {
    const item = objects()
    instanceSpheres(item)
    const moved = movedItem(item, new Map([[1, { at: [70, 0, 2] }]]))
    if (moved.kind !== 'instances') expect.unreachable()
    near(
      [...instanceSpheres(moved).subarray(8, 12)],
      [...instanceSpheres(item).subarray(8, 12)].map((value, k) => value + (k === 0 ? 100 : 0)),
    )
  })
})

describe('a placed record', () => {
  it('is found by a path below it, and names its own', () => {
    const items = [objects(), paths(), places()]
    const found = placedAt(items, 'm!', 'objects/1/position/x')
    expect(found && [found.item.id, found.record, pathOfPlaced(found)]).toEqual(['objects', 1, 'objects/1'])
    expect(placedAt(items, 'm!', 'paths/1')?.item.id).toBe('paths')
    expect(placedAt(items, 'm!', 'objects/3')).toBeUndefined()
    expect(placedAt(items, 'other', 'objects/1')).toBeUndefined()
    expect(placedAt(items, 'm!', null)).toBeUndefined()
  })

  it('is where its position says; a line in the middle of its points', () => {
    expect(placeOf({ item: objects(), record: 1 })).toEqual([-30, 0, 2])
    near(placeOf({ item: paths(), record: 0 }), [100 / 3, 50 / 3, 0])
    expect(linePoints(paths(), 1)).toEqual([
      [
        [-50, -50, 0],
        [-20, -50, 0],
        [-20, -20, 0],
      ],
    ])
  })

  it('has the instances of its parts, each with its own matrix', () => {
    const item = objects()
    expect([0, 1, 2].map(record => partsIn(item, record))).toEqual([[0, 1], [2], [3]])
    near(posed(instanceMatrix(item, 1), 0, [1, 0, 0]), [11, 20, 5])
    // A turn of 90° takes x towards y.
    near(posed(instanceMatrix(item, 2), 0, [1, 0, 0]), [-30, 1, 2])
  })

  it('is a box where its model is missing, else what its variant draws', () => {
    const item = objects()
    expect(modelOf(item, 3)).toBe(BOX)
    const model = modelOf(item, 0)
    expect(model.indices.length / 3).toBe(2)
    expect(modelOf(item, 2)).toBe(model)
    near([...model.positions.slice(0, 3)], [10, 0, 0])
  })

  it('lies within the spheres and corners that frame it', () => {
    const item = objects()
    for (const record of [0, 1, 2]) {
      const spheres = spheresOf(item, record)
      partsIn(item, record).forEach((instance, at) => {
        const { positions } = modelOf(item, instance)
        const { middle, radius } = spheres[at] ?? expect.unreachable()
        for (let k = 0; k < positions.length; k += 3) {
          const point = [positions[k] ?? 0, positions[k + 1] ?? 0, positions[k + 2] ?? 0] as const
          const at = posed(instanceMatrix(item, instance), 0, point)
          expect(Math.hypot(at[0] - middle[0], at[1] - middle[1], at[2] - middle[2])).toBeLessThan(radius + 1e-3)
        }
      })
      expect(cornersOfPlaced({ item, record })).toHaveLength(2 * spheres.length)
      expect(reachOf({ item, record })).toBeGreaterThanOrEqual(1)
    }
    near(cornersOfPlaced({ item: places(), record: 1 })[0] ?? [], [40, -80, -20])
  })
})

describe('records at other places', () => {
  it('change their columns and nothing else, and not those of the item before', () => {
    fc.assert(
      fc.property(fc.nat(2), fc.tuple(fc.float(), fc.float(), fc.float()), fc.float(), (record, at, turn) => {
        const before = objects()
        const after = movedItem(before, new Map([[record, { at, turn }]]))
        if (after.kind !== 'instances') return expect.unreachable()
        expect([...after.positions.slice(3 * record, 3 * record + 3)]).toEqual(at)
        expect(after.turns[record]).toBe(turn)
        expect(before).toEqual(objects())
        expect({ ...after, positions: before.positions, turns: before.turns }).toEqual(before)
      }),
      { numRuns: 50 },
    )
  })

  it('are none of a line', () => {
    const item = paths()
    expect(movedItem(item, new Map([[0, { at: [1, 2, 3] as const }]]))).toBe(item)
  })
})
