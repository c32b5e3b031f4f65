import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RowOrder } from './row-order'

it('is the list that array splices make, whatever is added and removed', () => {
  const act = fc.record({ isRemoval: fc.boolean(), part: fc.double({ min: 0, max: 1, noNaN: true }) })
  fc.assert(
    fc.property(fc.nat(1500), fc.array(act, { maxLength: 900 }), (size, acts) => {
      const list = Array.from({ length: size }, (_, i) => String(i))
      const order = new RowOrder([...list])
      for (const [i, { isRemoval, part }] of acts.entries()) {
        const place = Math.floor(part * list.length)
        const id = list[place]
        if (isRemoval && id !== undefined) {
          expect(order.placeOf(id)).toBe(place)
          list.splice(place, 1)
          order.remove(id)
        } else {
          list.splice(place, 0, `+${i}`)
          order.insert(`+${i}`, place)
        }
        expect(order.length).toBe(list.length)
      }
      expect(order.list).toEqual(list)
      expect(order.placeOf('none')).toBeUndefined()
    }),
    { numRuns: 60 },
  )
})
