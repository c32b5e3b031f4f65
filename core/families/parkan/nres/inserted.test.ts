import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inserted } from './inserted'

it('is the list that array splices make, whatever the places', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { maxLength: 12 }),
      fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 12 }),
      (kept, places) => {
        const names = kept.map((_, i) => `kept ${i}`)
        const insertions = places.map((part, i) => ({
          item: `new ${i}`,
          at: Math.floor(part * (names.length + i + 1)),
        }))
        const spliced = [...names]
        for (const { item, at } of insertions) spliced.splice(at, 0, item)
        expect(inserted(names, insertions)).toEqual(spliced)
      },
    ),
  )
})
