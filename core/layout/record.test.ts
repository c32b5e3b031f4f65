import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  array,
  bytes,
  columns,
  columnsOf,
  count,
  document,
  f32,
  i16,
  integers,
  locate,
  newRecord,
  offsetOf,
  rangeOf,
  recordSplice,
  RecordView,
  reserved,
  strideOf,
  struct,
  text,
  toEnd,
  u16,
  u32,
  u8,
  union,
  vec3,
  write,
  writeRecord,
  type AnyLayout,
} from './index'

const Pair = struct('pair', { low: u8(), high: i16() })
const Item = struct('item', {
  id: u16(),
  place: vec3(),
  pair: Pair,
  label: text(5),
  zero: reserved(f32()),
  packed: integers('i16', ['x', 'y', 'z']),
  mark: bytes(2),
  flags: u32(),
})
const Grown = struct('grown', { n: count('items'), items: array(u8(), 'n'), behind: u8() })

const item = (id: number) => ({
  id,
  place: [1.5, -2, 3 * id] as const,
  pair: { low: 7, high: -300 },
  label: 'ab',
  zero: 0,
  packed: [id, -id, 5],
  mark: Uint8Array.of(9, 8),
  flags: 0xfedcba98,
})

describe('a record by its declaration', () => {
  it('has every field where the document has it', () => {
    const { bytes: file } = write(array(Item, 2), [item(1), item(2)])
    const opened = document(array(Item, toEnd), file)
    const fields = [
      'id',
      'place',
      'place/y',
      'pair',
      'pair/high',
      'label',
      'zero',
      'packed/z',
      'mark',
      'flags',
    ] as const
    for (const field of fields)
      expect(strideOf(Item) + offsetOf(Item, field), field).toBe(locate(opened, `1/${field}`)?.offset)
    expect(strideOf(Item)).toBe(file.length / 2)
  })

  it('has places behind a union whose cases have one size', () => {
    const Slot = struct('slot', {
      kind: u8(),
      link: union('kind', { 0: i16(), 1: u16(), 2: u16() }),
      other: union('kind', { 0: i16(), 1: u16() }),
      last: u8(),
    })
    expect(['link', 'other', 'last'].map(field => rangeOf(10, Slot as AnyLayout, field as never))).toEqual([
      [11, 2],
      [13, 2],
      [15, 1],
    ])
    const Uneven = struct('uneven', { kind: u8(), link: union('kind', { 0: i16(), 1: u32() }), last: u8() })
    expect(() => offsetOf(Uneven as AnyLayout, 'last' as never)).toThrow(TypeError)
  })
  it('has no place for what moves, and no stride', () => {
    expect(offsetOf(Grown, 'items')).toBe(4)
    expect(() => offsetOf(Grown, 'behind')).toThrow(TypeError)
    expect(() => offsetOf(Item, 'pair/none')).toThrow(TypeError)
    expect(() => strideOf(Grown)).toThrow(TypeError)
  })

  it('gives columns their declared types', () => {
    const wanted = columnsOf(Item, ['id', 'place', 'packed', 'zero', 'flags'])
    expect(wanted).toEqual({ id: 'u16', place: 'f32', packed: 'i16', zero: 'f32', flags: 'u32' })
    const { bytes: file } = write(array(Item, 2), [item(1), item(2)])
    const read = columns(document(struct('items', { items: array(Item, toEnd) }), file), 'items', wanted)
    expectTypeOf(read.id).toEqualTypeOf<Uint16Array<ArrayBuffer>>()
    expectTypeOf(read.packed).toEqualTypeOf<Int16Array<ArrayBuffer>>()
    expect(Array.from(read.id)).toEqual([1, 2])
    expect(Array.from(read.packed)).toEqual([1, -1, 5, 2, -2, 5])
  })

  it('reads and writes numbers in place and leaves all other bytes', () => {
    const { bytes: file } = write(array(Item, 2), [item(1), item(2)])
    const before = file.slice()
    const at = strideOf(Item)
    const view = new RecordView(Item, file)
    expect([view.number(at, 'id'), view.number(at, 'flags')]).toEqual([2, 0xfedcba98])
    expect(view.numbers(at, 'place')).toEqual([1.5, -2, 6])
    writeRecord(file, at, Item, { id: 3, place: [4, 5, 6], packed: [-1, 0, 1], flags: 1 })
    expect(file.subarray(0, at)).toEqual(before.subarray(0, at))
    const { bytes: right } = write(Item, { ...item(2), id: 3, place: [4, 5, 6], packed: [-1, 0, 1], flags: 1 })
    expect(file.subarray(at)).toEqual(right)
    expect(() => writeRecord(file, at, Item, { place: [1, 2] })).toThrow(TypeError)
    expect(() => writeRecord(file, file.length, Item, { id: 1 })).toThrow(RangeError)
  })

  it('has ranges of one field and of several', () => {
    expect(rangeOf(100, Item, 'place')).toEqual([102, 12])
    expect(rangeOf(100, Item, 'pair/high')).toEqual([100 + offsetOf(Item, 'pair') + 1, 2])
    expect(rangeOf(0, Item, 'id', 'place')).toEqual([0, 14])
    expect(rangeOf(0, struct('row', { zero: u16(), words: array(u16(), 4) }), 'words/3')).toEqual([8, 2])
  })

  it('makes the splice of some fields, which holds the bytes between them as they are', () => {
    const { bytes: file } = write(array(Item, 2), [item(1), item(2)])
    const splice = recordSplice(file, strideOf(Item), Item, { zero: 2, id: 9 })
    const [offset, size] = rangeOf(strideOf(Item), Item, 'id', 'zero')
    expect([splice.offset, splice.removed.length, splice.inserted.length]).toEqual([offset, size, size])
    const after = file.slice()
    after.set(splice.inserted, offset)
    expect(after.subarray(strideOf(Item))).toEqual(write(Item, { ...item(2), id: 9, zero: 2 }).bytes)
    expect(splice.removed).toEqual(file.slice(offset, offset + size))
  })

  it('makes a new one of the numbers that are given', () => {
    expect(newRecord(Pair, { high: -2 })).toEqual(Uint8Array.of(0, 0xfe, 0xff))
  })

  it('reads within a part of a larger buffer', () => {
    const file = Uint8Array.of(1, 2, 3, 4, 5, 6)
    expect(new RecordView(Pair, file.subarray(2)).number(1, 'low')).toBe(4)
  })
})
