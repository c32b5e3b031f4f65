import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedRanges, overlaps } from './ranges'

describe('changed bytes', () => {
  it('of images of one size are exactly those that differ', () => {
    const pair = fc
      .uint8Array({ maxLength: 80 })
      .chain(before =>
        fc.tuple(
          fc.constant(before),
          fc.array(fc.tuple(fc.nat(Math.max(0, before.length - 1)), fc.nat(255)), { maxLength: 8 }),
        ),
      )
    fc.assert(
      fc.property(pair, ([before, edits]) => {
        const after = Uint8Array.from(before)
        for (const [at, byte] of edits) if (at < after.length) after[at] = byte
        const ranges = changedRanges(before, after)
        before.forEach((byte, at) => expect(overlaps(ranges, at, at + 1)).toBe(byte !== after[at]))
        expect(changedRanges(before, after)).toBe(ranges)
      }),
      { seed: 1 },
    )
  })

  it('of images of different sizes are one place', () => {
    expect(changedRanges(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 9, 9, 2, 3))).toEqual([[1, 3]])
    expect(changedRanges(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 3))).toEqual([[1, 2]])
  })
})
