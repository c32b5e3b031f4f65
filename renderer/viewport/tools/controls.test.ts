import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wheelFactor } from './controls'

describe('wheel', () => {
  it('a pinch makes the picture as much larger as the fingers part, and a wheel turned the same way comes nearer too', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 5, noNaN: true }), scale => {
        // As Chromium tells of a pinch: fingers that part are a wheel turned away, by 100 · ln(scale).
        const pixels = -100 * Math.log(scale)
        expect(1 / wheelFactor(pixels, true)).toBeCloseTo(scale, 6)
        expect(Math.sign(1 - wheelFactor(pixels, false))).toBe(Math.sign(1 - wheelFactor(pixels, true)))
      }),
      { seed: 30 },
    )
  })
  it('a wheel turned forth and back ends where it began, however far it is thrown', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.boolean(), (pixels, isPinch) => {
        expect(wheelFactor(pixels, isPinch) * wheelFactor(-pixels, isPinch)).toBeCloseTo(1, 9)
        expect(wheelFactor(pixels, isPinch)).toBeGreaterThan(0.05)
      }),
      { seed: 31 },
    )
  })
})
