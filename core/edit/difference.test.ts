import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { difference } from './difference'
import { apply, invertSplices } from './splices'

/** Few values, so that starts and ends are often alike. */
const image = fc.uint8Array({ max: 2, maxLength: 12 })

describe('the difference of two images', () => {
  it('turns one into the other, and inverted back', () => {
    fc.assert(
      fc.property(image, image, (before, after) => {
        const splices = difference(before, after)
        expect(apply(before, splices)).toEqual(after)
        expect(apply(after, invertSplices(splices))).toEqual(before)
      }),
      { seed: 20_001_124 },
    )
  })
  it('is one splice without a common start and end where the lengths differ', () => {
    fc.assert(
      fc.property(image, image, (before, after) => {
        fc.pre(before.length !== after.length)
        const [only, ...others] = difference(before, after)
        expect(others).toEqual([])
        const { removed, inserted } = only ?? { removed: before, inserted: before }
        const isShort = removed.length === 0 || inserted.length === 0
        expect(isShort || removed[0] !== inserted[0]).toBe(true)
        expect(isShort || removed.at(-1) !== inserted.at(-1)).toBe(true)
        // Start and end are of both images: they do not overlap in the shorter one.
        expect(Math.abs(removed.length - inserted.length)).toBe(Math.abs(before.length - after.length))
      }),
      { seed: 20_001_124 },
    )
  })
  it('has the place and the bytes of what differs', () => {
    const before = Uint8Array.of(1, 2, 3, 4, 5)
    expect(difference(before, Uint8Array.of(1, 2, 9, 9, 4, 5))).toEqual([
      { offset: 2, removed: Uint8Array.of(3), inserted: Uint8Array.of(9, 9) },
    ])
    expect(difference(before, Uint8Array.of(1, 2, 3, 3, 4, 5))).toEqual([
      { offset: 3, removed: new Uint8Array(0), inserted: Uint8Array.of(3) },
    ])
    expect(difference(before, before.subarray(0, 3))).toEqual([
      { offset: 3, removed: Uint8Array.of(4, 5), inserted: new Uint8Array(0) },
    ])
  })
  it('is empty for the same bytes, the same image or a copy', () => {
    fc.assert(
      fc.property(image, bytes => {
        expect([difference(bytes, bytes), difference(bytes, bytes.slice())]).toEqual([[], []])
      }),
    )
  })
})
