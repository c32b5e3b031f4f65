import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Splice } from '../layout'
import { alignedSplices } from './align'
import { apply, sameBytes } from './splices'

const poor = fc.uint8Array({ maxLength: 300, max: 3 })
/** Bytes that do not repeat, the same for the same seed. */
function varied(size: number, seed: number): Uint8Array {
  let state = seed
  return Uint8Array.from({ length: size }, () => (state = Math.imul(state, 1664525) + 1013904223) >>> 24)
}

const bytesOf = (splices: readonly Splice[]): number =>
  splices.reduce((sum, { removed, inserted }) => sum + removed.length + inserted.length, 0)

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

  it('take and give no more bytes than the changes that were made, also where these repeat the bytes beside them', () => {
    const change = fc.record({
      gap: fc.integer({ min: 48, max: 200 }),
      removed: fc.nat(30),
      inserted: fc.oneof(fc.uint8Array({ maxLength: 30 }), fc.integer({ min: -15, max: 15 })),
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), changes => {
        const before = varied(2000, 11)
        let at = 0
        const made = changes.map(({ gap, removed, inserted }) => {
          const offset = at + gap
          at = offset + removed
          const beside = (n: number): Uint8Array =>
            n < 0 ? before.slice(offset + n, offset) : before.slice(at, at + n)
          return {
            offset,
            removed: before.slice(offset, at),
            inserted: typeof inserted === 'number' ? beside(inserted) : inserted,
          }
        })
        const after = apply(before, made)
        fc.pre(after.length !== before.length) // Images of one length are compared place by place.
        const found = alignedSplices(before, after)
        expect(sameBytes(apply(before, found), after)).toBe(true)
        expect(bytesOf(found)).toBeLessThanOrEqual(bytesOf(made))
      }),
      { seed: 12, numRuns: 300 },
    )
  })

  it('say nothing of equal images, and one thing of one change', () => {
    const bytes = varied(200, 3)
    expect(alignedSplices(bytes, bytes.slice())).toEqual([])
    expect(alignedSplices(bytes, bytes.slice(0, 150))).toMatchObject([{ offset: 150 }])
  })
})
