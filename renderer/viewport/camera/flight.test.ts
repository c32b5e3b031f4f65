import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axesOf, dot, HOME, subtract, type Vec, type View } from './camera'
import { flown } from './flight'

const view = fc.record({
  pivot: fc.constant<Vec>([10, 20, 30]),
  yaw: fc.double({ min: 0, max: 6.28, noNaN: true }),
  pitch: fc.double({ min: -1.5, max: 1.2, noNaN: true }),
  distance: fc.double({ min: 5, max: 2000, noNaN: true }),
  fov: fc.double({ min: 0.3, max: 1.2, noNaN: true }),
  isOrtho: fc.boolean(),
})
const went = (from: View, ...keys: string[]): Vec => subtract(flown(from, keys, 0.05, 1).pivot, from.pivot)
const length = (way: Vec): number => Math.hypot(...way)

describe('flying', () => {
  it('goes forward, sideways and up, and back by the opposite key', () => {
    fc.assert(
      fc.property(view, from => {
        const { right, forward } = axesOf(from)
        expect(dot(went(from, 'KeyW'), forward) / length(went(from, 'KeyW'))).toBeCloseTo(1, 9)
        expect(dot(went(from, 'KeyD'), right) / length(went(from, 'KeyD'))).toBeCloseTo(1, 9)
        expect(went(from, 'KeyE').map(Math.sign)).toEqual([0, 0, 1])
        for (const [there, back] of [
          ['KeyW', 'KeyS'],
          ['KeyD', 'KeyA'],
          ['KeyE', 'KeyQ'],
        ] as const) {
          expect(length(went(from, there, back))).toBe(0)
          const returned = flown(flown(from, [there], 0.05, 1), [back], 0.05, 1)
          expect(length(subtract(returned.pivot, from.pivot))).toBeCloseTo(0, 9)
        }
      }),
      { seed: 50 },
    )
  })
  it('is as long as its time and its speed, and no faster with two keys of one way', () => {
    fc.assert(
      fc.property(view, fc.integer({ min: 1, max: 9 }), (from, times) => {
        const once = length(went(from, 'KeyW'))
        expect(length(subtract(flown(from, ['KeyW'], 0.05, times).pivot, from.pivot)) / once).toBeCloseTo(times, 6)
        expect(length(subtract(flown(from, ['KeyW'], 0.05 * times, 1).pivot, from.pivot)) / once).toBeCloseTo(times, 6)
        expect(went(from, 'KeyW', 'ArrowUp', 'Numpad8')).toEqual(went(from, 'KeyW'))
      }),
      { seed: 51 },
    )
  })
  it('rolls one way and the other, and not by the keys that move', () => {
    expect(flown(HOME, ['KeyC'], 0.5, 1)).toEqual({ ...HOME, roll: 0.6 })
    expect(flown(flown(HOME, ['KeyC'], 0.5, 1), ['KeyZ'], 0.5, 1).roll).toBe(0)
    expect(flown(HOME, ['KeyW'], 0.5, 1).roll).toBeUndefined()
    expect(flown(HOME, ['KeyP'], 0.5, 1)).toEqual(HOME)
  })
})
