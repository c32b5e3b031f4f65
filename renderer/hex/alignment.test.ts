import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignedSplices } from '@areal-studio/core/edit'
import { Alignment, alone, differences } from './alignment'

const bytes = fc.uint8Array({ maxLength: 120, max: 5 })

describe('an alignment', () => {
  it('gives every byte of both images one place, in order, equal bytes opposite each other', () => {
    fc.assert(
      fc.property(bytes, bytes, (theirs, mine) => {
        const alignment = new Alignment(mine.length, theirs.length, alignedSplices(theirs, mine))
        const places = Array.from(
          { length: alignment.size },
          (_, place) => [alignment.mineAt(place), alignment.theirsAt(place)] as const,
        )
        expect(places.map(([at]) => at).filter(at => at >= 0)).toEqual([...mine.keys()])
        expect(places.map(([, at]) => at).filter(at => at >= 0)).toEqual([...theirs.keys()])
        expect(places.every(([a, b]) => a >= 0 || b >= 0)).toBe(true)
        for (const at of mine.keys()) expect(alignment.mineAt(alignment.placeOf(at))).toBe(at)
        expect(alignment.placeOf(mine.length)).toBe(alignment.size)
        const changed = differences(alignedSplices(theirs, mine), mine.length)
        for (const [a, b] of places)
          if (a >= 0 && (b < 0 || mine[a] !== theirs[b]))
            expect(changed.some(([from, to]) => a >= from && a < to)).toBe(true)
      }),
      { seed: 2, numRuns: 500 },
    )
  })

  it('leaves places where mine lacks bytes, and goes past them', () => {
    const alignment = new Alignment(4, 7, [{ offset: 2, removed: new Uint8Array(3), inserted: new Uint8Array() }])
    expect([0, 1, 2, 3, 4, 5, 6].map(place => alignment.mineAt(place))).toEqual([0, 1, -1, -1, -1, 2, 3])
    expect([alignment.nearest(3, false), alignment.nearest(3, true), alignment.nearest(5, true)]).toEqual([2, 1, 2])
  })

  it('is the plain offsets where nothing is compared', () => {
    const plain = alone(2 ** 41)
    expect([plain.size, plain.placeOf(2 ** 40), plain.mineAt(2 ** 40), plain.mineAt(2 ** 41)]).toEqual([
      2 ** 41,
      2 ** 40,
      2 ** 40,
      -1,
    ])
  })
})
