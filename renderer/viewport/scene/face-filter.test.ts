import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compacted, expanded, pressed, usedBits, wishOf } from './face-filter'

const u32 = fc.integer({ min: 0, max: 0xffffffff })
const bits = fc.integer({ min: 0, max: 31 })
const form = {
  name: 'short',
  bits: [
    [0x1, 0x1],
    [0x80000000, 0x2],
    [0x400, 0x80],
  ],
} as const

describe('filter of faces', () => {
  it('turns a bit from any to required to forbidden and back, and touches no other', () => {
    fc.assert(
      fc.property(u32, bits, (mask, bit) => {
        const start = { required: mask, forbidden: ~mask >>> 0 }
        const wishes = [
          start,
          pressed(start, bit),
          pressed(pressed(start, bit), bit),
          pressed(pressed(pressed(start, bit), bit), bit),
        ]
        expect(new Set(wishes.slice(0, 3).map(filter => wishOf(filter, bit))).size).toBe(3)
        expect(wishes[3]).toEqual(start)
        for (let other = 0; other < 32; other++) {
          if (other !== bit) expect(new Set(wishes.map(filter => wishOf(filter, other))).size).toBe(1)
        }
      }),
      { seed: 4 },
    )
  })

  it('comes back from a shorter form; what that does not hold stays', () => {
    fc.assert(
      fc.property(u32, u32, (mask, before) => {
        expect(expanded(form, compacted(form, mask), mask)).toBe(mask)
        expect(compacted(form, expanded(form, compacted(form, mask), before))).toBe(compacted(form, mask))
      }),
      { seed: 4 },
    )
  })

  it('lists the bits that occur, the topmost too, and those asked for', () => {
    expect(usedBits(Uint32Array.of(0x80000000, 0x5), { required: 0x10, forbidden: 0 })).toEqual([0, 2, 4, 31])
    expect(usedBits(undefined, { required: 0, forbidden: 0 })).toEqual([])
  })
})
