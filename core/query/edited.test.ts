import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat } from '../edit'
import { editedRecords, type Records } from '.'

const pack = (records: readonly Uint8Array[]): Records => {
  let end = 0
  return { bytes: concat(...records), offsets: Uint32Array.from([0, ...records.map(one => (end += one.length))]) }
}
const edited = (before: readonly Uint8Array[], after: readonly Uint8Array[]): number[] =>
  [...editedRecords(pack(before), pack(after)).entries()].flatMap(([k, one]) => (one ? [k] : []))
/** Records of their own each: the number is one of its fields. */
const list = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, k) =>
    Uint8Array.from({ length: 4 + (k % 3) }, (__, i) => (i < 2 ? (k >> (8 * i)) & 255 : 7)),
  )

describe('edited records', () => {
  it('of the same sizes are exactly those with another byte', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 90 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 4 }),
        (sizes, places) => {
          // Numbered, so that none is equal to another one.
          const before = sizes.map((size, k) => Uint8Array.from({ length: size + 1 }, (_, i) => (i === 0 ? k : 7)))
          const after = before.map(record => record.slice())
          const changed = new Set<number>()
          for (const place of places) {
            const k = place % sizes.length
            const record = after[k] ?? new Uint8Array(1)
            record[place % record.length] = 100 + k
            changed.add(k)
          }
          expect(edited(before, after)).toEqual([...changed].sort((a, b) => a - b))
        },
      ),
    )
  })

  it('with as many records as before are exactly those that differ, also where one grew', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.uint8Array({ minLength: 4, maxLength: 6 }), { maxLength: 4 }),
        fc.nat(),
        (before, fresh, at) => {
          const after = [...before]
          const changed = new Set<number>()
          for (const [i, bytes] of fresh.entries()) {
            const k = (at + i * 5) % before.length
            after[k] = bytes
            changed.add(k)
          }
          expect(edited(before, after)).toEqual([...changed].sort((a, b) => a - b))
        },
      ),
      { seed: 31, numRuns: 300 },
    )
  })

  it('after records came and went are the new and the changed ones, nothing between', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5, max: 60 }),
        fc.array(fc.tuple(fc.constantFrom('insert', 'delete', 'change'), fc.nat())),
        (count, acts) => {
          const rows = list(count).map(bytes => ({ bytes, isNew: false }))
          for (const [i, [act, at]] of acts.entries()) {
            const place = at % (rows.length + 1)
            const fresh = { bytes: Uint8Array.of(200, 200, i, 1, 2, 3, 4, 5), isNew: true }
            if (act === 'insert') rows.splice(place, 0, fresh)
            else if (act === 'delete') rows.splice(place, 1)
            else if (place < rows.length) rows[place] = fresh
          }
          expect(
            edited(
              list(count),
              rows.map(row => row.bytes),
            ),
          ).toEqual([...rows.entries()].flatMap(([k, row]) => (row.isNew ? [k] : [])))
        },
      ),
      { seed: 32, numRuns: 300 },
    )
  })

  it('of equal records only as many are new as were added', () => {
    const same = Uint8Array.of(1, 2)
    expect(edited([same, same, same], [same, same, same, same])).toHaveLength(1)
    expect(edited([same, same, same], [same, same])).toEqual([])
    expect(edited([], [])).toEqual([])
  })

  it('one record in the wrong place does not make the others edited', () => {
    const rows = list(10)
    const moved = [...rows.slice(1), ...rows.slice(0, 1)]
    expect(edited(rows, moved)).toEqual([9])
  })
})
