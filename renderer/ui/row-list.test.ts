import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { drawnRows, isRowSeen, nextSlots, scrolledTo } from './row-list'

const place = fc
  .record({
    count: fc.integer({ min: 1, max: 5000 }),
    height: fc.integer({ min: 12, max: 40 }),
    head: fc.constantFrom(0, 52),
    rows: fc.integer({ min: 1, max: 60 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    top: fc.double({ min: 0, max: 1, noNaN: true }),
    align: fc.constantFrom('auto' as const, 'start' as const),
  })
  .map(({ part, top, rows, ...given }) => {
    const seen = given.head + rows * given.height
    const last = Math.max(0, given.head + given.count * given.height - seen)
    return {
      ...given,
      seen,
      last,
      index: Math.min(given.count - 1, Math.floor(part * given.count)),
      top: Math.floor(top * last),
    }
  })
const isSeen = (of: { index: number; height: number; head: number; seen: number }, top: number): boolean =>
  of.index * of.height >= top && of.head + (of.index + 1) * of.height <= top + of.seen

describe('a row that is to be shown', () => {
  test.prop([place])('is seen whole below the head, and the list never stands beyond its end', of => {
    const top = scrolledTo(of)
    expect(isSeen(of, top)).toBe(true)
    expect([isRowSeen({ ...of, top }), isRowSeen(of)]).toEqual([true, isSeen(of, of.top)])
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThanOrEqual(of.last)
  })

  test.prop([place])('moves nothing where it is seen already', of => {
    const top = scrolledTo({ ...of, align: 'auto' })
    if (isSeen(of, of.top)) expect(top).toBe(of.top)
    expect(scrolledTo({ ...of, align: 'auto', top })).toBe(top)
  })

  test.prop([place])('is the first where that is asked, unless the list ends before', of => {
    expect(scrolledTo({ ...of, align: 'start' })).toBe(Math.min(of.index * of.height, of.last))
  })
})

describe('the rows that are drawn', () => {
  test.prop([place])(
    'hold all that is seen, exist, and are as many at the ends as in the middle',
    ({ count, height, top, seen }) => {
      const most = Math.ceil(seen / height) + 1
      const start = Math.floor(top / height)
      const drawn = drawnRows(start, count, most)
      expect(drawn).toHaveLength(drawnRows(0, count, most).length)
      expect(drawn[0]).toBeLessThanOrEqual(start)
      expect(drawn.at(-1)).toBeGreaterThanOrEqual(Math.min(count, start + most) - 1)
      expect(drawn.every((row, i) => row >= 0 && row < count && row === (drawn[0] ?? 0) + i)).toBe(true)
    },
  )

  test.prop([fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 0, max: 12 })), { minLength: 1, maxLength: 12 })])(
    'keep their elements while the list scrolls, and the order of these where it jumps',
    steps => {
      let slots = { first: 0, count: 0, slot: 0 }
      for (const [first, count] of steps) {
        const next = nextSlots(slots, first, count)
        const slotOf = (of: typeof slots, row: number): number => (of.slot + row - of.first) % of.count
        const both = Array.from({ length: count }, (_, i) => first + i).filter(
          row => row >= slots.first && row < slots.first + slots.count,
        )
        if (count === slots.count) for (const row of both) expect(slotOf(next, row)).toBe(slotOf(slots, row))
        if (count === slots.count && both.length === 0) expect(next.slot).toBe(slots.slot)
        expect(next.slot).toBeLessThan(Math.max(1, count))
        slots = next
      }
    },
  )
})
