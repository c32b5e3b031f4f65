import { describe, expect, it } from 'vitest'
import { HOME, lensOf, project, rayAt, type Vec } from '../camera/camera'
import { objects, paths, places } from '../scene/placed.fixture'
import type { PlacedRecord } from '../scene/placed-scene'
import { pickInstance, pickPlaced, placedInside, type PlacedSeen } from './placed-picker'

const lens = lensOf(
  { ...HOME, pivot: [0, 0, 0], distance: 400, yaw: Math.PI / 2, pitch: -Math.PI / 2 + 1e-4, isOrtho: true },
  { width: 800, height: 800 },
)
const pixel = (point: Vec) => project(lens, point) ?? expect.unreachable()
const seenOf = (isHidden: PlacedSeen['isHidden'] = () => false): PlacedSeen => ({
  items: [objects(), paths(), places()],
  isHidden,
})
const told = (one: PlacedRecord | undefined): string | undefined => one && `${one.item.id} ${one.record}`
const at = (point: Vec, seen = seenOf()): string | undefined => {
  const { x, y } = pixel(point)
  return told(pickPlaced(seen, lens, x, y))
}

describe('what is picked', () => {
  it('is the object whose triangle is under the pixel', () => {
    // The triangle of the body has a corner at (10, 0) of the model, whose record is at (10, 20).
    expect(at([20.3, 20.3, 0])).toBe('objects 0')
    expect(at([100, 100, 0])).toBe('objects 2')
    expect(at([30, 80, 0])).toBeUndefined()
  })

  it('is the nearest of several', () => {
    const { x, y } = pixel([20.3, 20.3, 0])
    const hit = pickInstance(seenOf(), rayAt(lens, x, y)) ?? expect.unreachable()
    // Of the two parts the arm of the upper one lies highest: 5 above its body, which is 5 above the other.
    expect(hit.point[2]).toBeCloseTo(10, 2)
  })

  it('is a point or a line near the pixel', () => {
    expect(at([-60, 60, 0])).toBe('places 0')
    expect(at([25, 0, 0])).toBe('paths 0')
    expect(at([-20, -35, 0])).toBe('paths 1')
  })

  it('has its last side only where the line is closed', () => {
    const { x, y } = pixel([-35, -35, 0])
    const closed = { ...seenOf(), items: [paths(true)] }
    expect(told(pickPlaced(seenOf(), lens, x, y))).toBeUndefined()
    expect(told(pickPlaced(closed, lens, x, y))).toBe('paths 1')
  })

  it('is never what is hidden', () => {
    const hidden = seenOf(({ item, record }) => item.id === 'objects' && record === 0)
    expect(at([20.3, 20.3, 0], hidden)).toBeUndefined()
    expect(at([100, 100, 0], hidden)).toBe('objects 2')
  })
})

describe('what lies within an area', () => {
  it('has its place there, and is seen', () => {
    const left = (x: number): boolean => x < pixel([0, 0, 0]).x
    const inside = placedInside(objects(), lens, left, () => false)
    const beyond = placedInside(
      objects(),
      lens,
      x => !left(x),
      () => false,
    )
    expect([...inside, ...beyond].sort()).toEqual([0, 1, 2])
    expect(inside.length).toBeGreaterThan(0)
    expect(beyond.length).toBeGreaterThan(0)
    expect(
      placedInside(
        objects(),
        lens,
        () => true,
        record => record === 1,
      ),
    ).toEqual([0, 2])
  })
})
