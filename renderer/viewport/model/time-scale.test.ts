import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { EDGE, useTimeScale } from './time-scale'

describe('scale of a timeline', () => {
  it('finds the frame of a place where that frame is drawn', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 2 * EDGE + 1, max: 4000, noNaN: true }),
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (width, last, part) => {
          const scale = useTimeScale(ref(width), ref(last))
          expect(scale.frameAt(scale.at(part * last))).toBeCloseTo(part * last, 6)
        },
      ),
    )
  })
  it('has all frames at its start where there is one, and no negative room', () => {
    const scale = useTimeScale(ref(0), ref(0))
    expect([scale.at(0), scale.at(7), scale.room.value]).toEqual([EDGE, EDGE, 1])
  })
})
