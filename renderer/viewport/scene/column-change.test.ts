import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { array, count, document, f32, struct, u32, write } from '@areal-studio/core/layout'
import { changedColumns } from './column-change'

const Record_ = struct('record', {
  size: f32(),
  class_id: u32(),
  corner_count: count('corners'),
  corners: array(f32(), 'corner_count'),
})
const layout = struct('map', { record_count: count('records'), records: array(Record_, 'record_count') })
const FIELDS = ['class_id']

const makeMap = (records: readonly { size: number; class_id: number; corners: number[] }[]) =>
  document(
    layout,
    write(layout, {
      record_count: records.length,
      records: records.map(one => ({ ...one, corner_count: one.corners.length })),
    }).bytes,
  )
const records = fc.array(
  fc.record({
    size: fc.nat(100),
    class_id: fc.nat(9),
    corners: fc.array(fc.nat(50), { maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
)

describe('what a change means to the map', () => {
  it('a change of coloured fields alone is new columns', () => {
    fc.assert(
      fc.property(records, fc.array(fc.nat(9), { minLength: 12, maxLength: 12 }), (list, classes) => {
        const before = makeMap(list)
        const after = makeMap(list.map((one, i) => ({ ...one, class_id: classes[i] ?? 0 })))
        expect(
          changedColumns(before.bytes, after, {
            array: 'records',
            fields: { class_id: Uint32Array.from(list, one => one.class_id) },
          }),
        ).toEqual({
          class_id: Uint32Array.from(list, (_, i) => classes[i] ?? 0),
        })
      }),
      { seed: 51 },
    )
  })
  it('any other change is a new scene', () => {
    fc.assert(
      fc.property(records, fc.nat(), (list, pick) => {
        const before = makeMap(list)
        const other = makeMap(
          list.map((one, i) =>
            i === pick % list.length ? { ...one, size: one.size + 1, class_id: one.class_id + 1 } : one,
          ),
        )
        const longer = makeMap(
          list.map((one, i) => (i === pick % list.length ? { ...one, corners: [...one.corners, 1] } : one)),
        )
        expect(
          changedColumns(before.bytes, other, {
            array: 'records',
            fields: Object.fromEntries(FIELDS.map(field => [field, new Uint32Array()])),
          }),
        ).toBeUndefined()
        expect(
          changedColumns(before.bytes, longer, {
            array: 'records',
            fields: Object.fromEntries(FIELDS.map(field => [field, new Uint32Array()])),
          }),
        ).toBeUndefined()
      }),
      { seed: 52 },
    )
  })
})
