import { describe, expect, it } from 'vitest'
import {
  array,
  assign,
  assignAll,
  bitfield,
  brokenLaws,
  count,
  document,
  encoded,
  fromJson,
  insertRecords,
  LayoutError,
  locate,
  parallelTo,
  read,
  removeRecords,
  restText,
  sized,
  struct,
  toJson,
  u16,
  u32,
  u8,
  write,
  type Assignment,
  type Document,
  type Value,
} from '.'
import { applied } from './random.fixture'

const Polygon = struct('outer-polygon', {
  flags: bitfield(u16(), {
    corners: [0, 8, { counts: ['arrays/corners', 'arrays/normals'], parallel: true }],
    on: [8, 8],
  }),
  has_normals: u8(),
  class: u8(),
  child_count: count('arrays/children', { as: 'i16', parallel: true }),
})
const Arrays = struct('outer-arrays', {
  corners: array(u8(), '^.flags.corners'),
  normals: array(u8(), '^.flags.corners * (^.has_normals != 0)'),
  children: array(u16(), '^.child_count * (^.class != 0)'),
})
const File = struct('outer-file', {
  n: count('polygons', { as: 'u8' }),
  polygons: array(Polygon, 'n'),
  arrays: array(Arrays, parallelTo('polygons')),
})
const FILE: Value = {
  polygons: [
    { flags: { corners: 2, on: 7 }, has_normals: 1, class: 0, child_count: 3 },
    { flags: { corners: 1, on: 0 }, has_normals: 0, class: 2, child_count: 1 },
  ],
  arrays: [
    { corners: [1, 2], normals: [3, 4], children: [] },
    { corners: [5], normals: [], children: [9] },
  ],
}
const bytes = write(File, FILE as never).bytes
const opened = document(File, bytes)

function after(made: Assignment): Document {
  const then = document(File, applied(bytes, made.splices))
  expect(then.isWhole).toBe(true)
  expect(brokenLaws(File, then.bytes)).toEqual([])
  return then
}
const code = (act: () => unknown): string => {
  try {
    act()
    return 'accepted'
  } catch (error) {
    return error instanceof LayoutError ? error.code : String(error)
  }
}

describe('counts in the record beside', () => {
  it('follow a record that is given whole, in ranges of bits and signed, whatever else the number has', () => {
    const then = after(assign(opened, 'arrays/0', { corners: [1, 2, 3], normals: [4, 5, 6], children: [] }))
    expect(locate(then, 'polygons/0')?.value).toEqual({
      flags: { corners: 3, on: 7 },
      has_normals: 1,
      class: 0,
      child_count: 3,
    })
    const other = after(assign(opened, 'arrays/1', { corners: [], normals: [], children: [1, 2, 3] }))
    expect(locate(other, 'polygons/1')?.value).toMatchObject({ flags: { corners: 0, on: 0 }, child_count: 3 })
    const both = after(
      assign(opened, 'arrays', [
        { corners: [1], normals: [1], children: [] },
        { corners: [5, 6], normals: [], children: [] },
      ]),
    )
    expect(read(File, both.bytes).polygons).toMatchObject([
      { flags: { corners: 1 }, child_count: 3 },
      { flags: { corners: 2 }, child_count: 0 },
    ])
  })

  it('follow records that are inserted or removed, while the condition of their array holds', () => {
    const then = after(insertRecords(opened, 'arrays/1/children', 0, [4, 4]))
    expect(locate(then, 'polygons/1/child_count')?.value).toBe(3)
    expect(locate(after(removeRecords(opened, 'arrays/1/corners', 0, 1)), 'polygons/1/flags/corners')?.value).toBe(0)
    expect(code(() => insertRecords(opened, 'arrays/0/children', 0, [4]))).toBe('layout.formula')
    expect(code(() => insertRecords(opened, 'arrays/0/corners', 0, [4]))).toBe('layout.formula')
  })

  it('may be given beside the record, and are refused where they or two arrays disagree', () => {
    const value = { corners: [1, 2, 3], normals: [4, 5, 6], children: [] }
    const given = after(
      assignAll(opened, [
        { path: 'arrays/0', value },
        { path: 'polygons/0/flags/corners', value: 3 },
        { path: 'polygons/0/flags/on', value: 9 },
      ]),
    )
    expect(locate(given, 'polygons/0/flags')?.value).toEqual({ corners: 3, on: 9 })
    const counted = after(
      assignAll(opened, [
        { path: 'arrays/1/children', value: [1, 2] },
        { path: 'polygons/1/child_count', value: 2 },
      ]),
    )
    expect(locate(counted, 'polygons/1/child_count')?.value).toBe(2)
    const wrong = (): Assignment =>
      assignAll(opened, [
        { path: 'arrays/1/children', value: [1, 2] },
        { path: 'polygons/1/child_count', value: 3 },
      ])
    expect(code(wrong)).toBe('layout.derived')
    expect(code(() => assign(opened, 'arrays/0', { ...value, normals: [4] }))).toBe('layout.formula')
    expect(code(() => assign(opened, 'arrays/0', { ...value, children: [1] }))).toBe('layout.formula')
  })

  it('may be left out of JSON of the whole, or be as they were', () => {
    const text = toJson(opened.root)
    const longer = text.replace(/"children": \[\s*9\s*\]/, '"children": [9, 8]')
    expect(longer).not.toBe(text)
    const value = fromJson(File, longer, opened.root) as Value
    expect(locate(after(assign(opened, '', value)), 'polygons/1/child_count')?.value).toBe(2)
    expect(() => struct('x', { polygons: array(Polygon, 1), arrays: array(Polygon, parallelTo('polygons')) })).toThrow(
      'no array of that count',
    )
  })
})

describe('a text stored by a key', () => {
  const Script = struct('outer-script', {
    key: u32(),
    words: sized(u16(), encoded('ei.script', restText(), { key: 'key' })),
  })

  it('has the same words and other bytes under another key', () => {
    const { bytes: file } = write(Script, { key: 5, words: 'print' } as never)
    const script = document(Script, file)
    const then = document(Script, applied(file, assign(script, 'key', 77).splices))
    expect(then.root.value).toEqual({ key: 77, words: 'print' })
    const given = assignAll(script, [
      { path: 'words', value: 'other' },
      { path: 'key', value: 8 },
    ])
    expect(document(Script, applied(file, given.splices)).root.value).toEqual({ key: 8, words: 'other' })
  })
})
