import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecordLook, SentLook } from './record-look'

const COUNT = 1000
const records = fc.uniqueArray(fc.nat({ max: COUNT - 1 }), { maxLength: 5 })
const step = fc.record({
  values: fc.array(fc.tuple(fc.nat({ max: COUNT - 1 }), fc.nat({ max: 3 })), { maxLength: 5 }),
  hidden: records,
  hiddenValues: fc.subarray([0, 1, 2]),
  selected: records,
  edited: records,
  preview: fc.option(fc.tuple(records, fc.nat({ max: 3 }))),
})

describe('the look of records that is sent', () => {
  it('is the present one after the rows that a change names', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), steps => {
        const look = new RecordLook(COUNT)
        const values = new Uint32Array(COUNT)
        const sent = new SentLook(look)
        const canvas = look.pixels.slice()
        for (const { values: given, hidden, hiddenValues, selected, edited, preview } of steps) {
          const state = () =>
            Array.from({ length: COUNT }, (_, k) => [look.isHidden(k), look.isQuiet(k), look.isMarked(k)])
          const before = state()
          for (const [record, value] of given) values[record] = value
          look.colour(values, 'surface')
          look.mark(
            values,
            { values: new Set(hiddenValues), records: new Set(hidden) },
            new Set(selected),
            new Set(edited),
          )
          if (preview) look.preview(preview[0], preview[1], 'surface')
          const change = sent.change()
          const from = 4 * look.width * change.row
          canvas.set(look.pixels.subarray(from, from + 4 * look.width * change.rows), from)
          expect(canvas).toEqual(look.pixels)
          const after = state()
          const differs = (part: 0 | 1 | 2): boolean => after.some((now, k) => now[part] !== before[k]?.[part])
          if (differs(0)) expect(change.isHidden).toBe(true)
          if (differs(1)) expect(change.isQuiet).toBe(true)
          if (differs(2)) expect(change.isMarked).toBe(true)
          expect(sent.change()).toMatchObject({ rows: 0, isHidden: false, isQuiet: false, isMarked: false })
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is one row where one record has changed', () => {
    const look = new RecordLook(COUNT)
    const sent = new SentLook(look)
    look.preview([700], 1, 'surface')
    expect(sent.change()).toEqual({ row: 2, rows: 1, isHidden: false, isQuiet: true, isMarked: true })
  })
})
