import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import {
  array,
  document,
  f32,
  i32,
  optional,
  struct,
  text,
  toEnd,
  u16,
  u32,
  u8,
  union,
  vec3,
  type AnyLayout,
} from '../layout'
import { openTable, parseQuery, querySplices, runQuery, shownRows } from '.'

const fileOf = (row: AnyLayout): AnyLayout => struct('file', { rows: array(row, toEnd) })
const tableOf = (row: AnyLayout, ...bytes: readonly number[]) =>
  openTable(document(fileOf(row), Uint8Array.from(bytes)), 'rows')
const column = (table: ReturnType<typeof tableOf>, name: string): readonly string[] => table.texts(name)
const after = (table: ReturnType<typeof tableOf>, words: string): readonly number[] => {
  const outcome = runQuery(parseQuery(words), table)
  return [...apply(table.document.bytes, querySplices(table, outcome.changes))]
}

describe('columns of a union', () => {
  const Value = struct('row', { tag: u8(), x: union('tag', { 0: f32(), 1: i32() }) })
  const values = tableOf(Value, 0, 0, 0, 0x80, 0x3e, 1, 3, 0, 0, 0)

  it('are one of mixed numbers, each read, printed and set as its own type', () => {
    expect(column(values, 'x')).toEqual(['0.25', '3'])
    expect(after(values, 'rows set x = x * 2')).toEqual([0, 0, 0, 0, 0x3f, 1, 6, 0, 0, 0])
    expect(() => after(values, 'rows set x = 0.5')).toThrow('query.not-whole')
    expect(after(values, 'rows where tag = 0 set x = -0.25')).toEqual([0, 0, 0, 0x80, 0xbe, 1, 3, 0, 0, 0])
  })

  it('compare a fraction as the 32-bit float that it is in the file, a large whole number exactly', () => {
    const table = tableOf(Value, 0, 0xcd, 0xcc, 0xcc, 0x3d, 1, 1, 0, 0, 1)
    expect(column(table, 'x')).toEqual(['0.1', '16777217'])
    const found = (words: string): readonly number[] => [...runQuery(parseQuery(words), table).matching]
    expect(found('rows where x = 0.1')).toEqual([0])
    expect(found('rows where x = 16777216')).toEqual([])
    expect(found('rows where x = 16777217')).toEqual([1])
    expect([...shownRows(table, { x: '0.1' }, undefined)]).toEqual([0])
    expect([...shownRows(table, { x: '16777216' }, undefined)]).toEqual([])
  })

  it('are those of every case by name; cells of a record of another case are empty and stay as they are', () => {
    const Body = struct('row', {
      tag: u8(),
      body: union('tag', { 1: struct('one', { a: u8(), b: u16() }), 2: struct('two', { c: u8(), a: u8() }) }),
    })
    const table = tableOf(Body, 1, 5, 6, 0, 2, 7, 8)
    const names = table.fields.filter(field => field.computed === undefined).map(field => field.name)
    expect(names).toEqual(['tag', 'body.a', 'body.b', 'body.c'])
    expect(column(table, 'body.a')).toEqual(['5', '8'])
    expect(column(table, 'body.b')).toEqual(['6', ''])
    expect(column(table, 'body.c')).toEqual(['', '7'])
    expect(after(table, 'rows set body.b = 9')).toEqual([1, 5, 9, 0, 2, 7, 8])
    expect(after(table, 'rows set body.a = 3')).toEqual([1, 3, 6, 0, 2, 7, 3])
  })

  it('show a list of records in one case by its length', () => {
    const pair = struct('pair', { a: u8(), b: u8() })
    const Listed = struct('row', { tag: u8(), x: union('tag', { 1: array(pair, 2), 2: text(4) }) })
    expect(column(tableOf(Listed, 1, 1, 2, 3, 4, 2, 0x61, 0x62, 0, 0), 'x')).toEqual(['[2]', 'ab'])
  })

  it('keep their place where every case has the same number there', () => {
    const Same = struct('row', { tag: u8(), x: union('tag', { 1: u32() }, u32({ hex: true })) })
    expect(tableOf(Same).field('x')).toMatchObject({ at: 1, scalar: 'u32' })
  })

  it('show numbers and texts of one name, and are not set', () => {
    const Both = struct('row', { tag: u8(), x: union('tag', { 1: u8(), 2: text(2) }) })
    const table = tableOf(Both, 1, 5, 2, 0x61, 0x62)
    expect(column(table, 'x')).toEqual(['5', 'ab'])
    expect(() => after(table, 'rows set x = 3')).toThrow('query.fixed-mixed')
  })
})

it('an optional field has its columns, empty where it is absent', () => {
  const Row = struct('row', { has: u8(), scale: optional('has != 0', vec3()), name: optional('has == 2', text(1)) })
  const one = [0, 0, 0x80, 0x3f]
  const table = tableOf(Row, 0, 1, ...one, ...one, ...one, 2, ...one, ...one, ...one, 0x61)
  expect(column(table, 'scale.x')).toEqual(['', '1', '1'])
  expect(column(table, 'name')).toEqual(['', '', 'a'])
  expect(after(table, "rows set name = 'b'").at(-1)).toBe(0x62)
  expect(after(table, 'rows set scale.z = 2').slice(10, 14)).toEqual([0, 0, 0, 0x40])
})
