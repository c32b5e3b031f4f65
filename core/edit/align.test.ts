import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignedSplices } from './align'
import { apply } from './splices'

const poor = fc.uint8Array({ maxLength: 300, max: 3 })
/** Bytes that do not repeat, the same for the same seed. */
function varied(size: number, seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from({ length: size }, () => (state = Math.imul(state, 1664525) + 1013904223) >>> 24)
}

describe('aligned splices', () => {
  it('make the one image of the other, whatever the bytes', () => {
    fc.assert(
      fc.property(poor, poor, (before, after) => {
        expect(apply(before, alignedSplices(before, after))).toEqual(after)
      }),
      { seed: 5, numRuns: 1000 },
    )
  })

  it('make it of pieces that were moved, left out and repeated', () => {
    const piece = fc.tuple(fc.nat({ max: 900 }), fc.integer({ min: 1, max: 200 }))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const before = varied(1000, 1)
        const after = Uint8Array.from(pieces.flatMap(([at, size]) => [...before.subarray(at, at + size)]))
        expect(apply(before, alignedSplices(before, after))).toEqual(after)
      }),
      { seed: 6, numRuns: 300 },
    )
  })

  it('find each insertion and deletion where it was made', () => {
    const before = varied(5000, 7)
    const made = [
      { offset: 100, removed: before.slice(100, 100), inserted: varied(3, 8) },
      { offset: 2000, removed: before.slice(2000, 2040), inserted: new Uint8Array() },
      { offset: 4000, removed: before.slice(4000, 4001), inserted: varied(300, 9) },
    ]
    const found = alignedSplices(before, apply(before, made))
    expect(found.map(({ removed, inserted }) => inserted.length - removed.length)).toEqual([3, -40, 299])
    for (const [i, { offset }] of found.entries()) expect(Math.abs(offset - (made[i]?.offset ?? 0))).toBeLessThan(4)
  })

  it('say nothing of equal images, and one thing of one change', () => {
    const bytes = varied(200, 3)
    expect(alignedSplices(bytes, bytes.slice())).toEqual([])
    expect(alignedSplices(bytes, bytes.slice(0, 150))).toMatchObject([{ offset: 150 }])
  })
})
