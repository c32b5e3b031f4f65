import { describe, expect, it } from 'vitest'
import { array, assign, count, document, insertRecords, removeRecords, struct, u16, u8, type Value } from '.'
import { apply } from '../edit'
import { hex, refusalOf } from './bytes.fixture'

/** Rows, a table of as many records that the program derives from them, and a list that is neither. */
const Hashed = struct('hashed', {
  n: count('rows', { as: 'u8' }),
  rows: array(u8(), 'n'),
  table: array(u16(), 'n', { role: 'derived' }),
  others: array(u8(), 'n + 0', { role: 'derived' }),
})
const Tabled = struct('tabled', {
  n: count('rows', { as: 'u8' }),
  rows: array(u8(), 'n'),
  table: array(u16(), 'n', { role: 'derived' }),
  tail: u8(),
})
const bytes = hex('02 0a0b 01000200 ff')

describe('a derived table that has the length of the array beside it', () => {
  const after = (change: (opened: ReturnType<typeof document>) => ReturnType<typeof assign>): Uint8Array =>
    apply(bytes, change(document(Tabled, bytes)).splices)

  it('gets a record of zeros at its end for each one that is inserted', () => {
    expect(after(opened => insertRecords(opened, 'rows', 0, [7, 8]))).toEqual(hex('04 07080a0b 0100020000000000 ff'))
  })
  it('loses its last records where some are removed', () => {
    expect(after(opened => removeRecords(opened, 'rows', 0, 1))).toEqual(hex('01 0b 0100 ff'))
  })
  it('follows an array that is replaced, and stays where its length does', () => {
    expect(after(opened => assign(opened, 'rows', [1, 2, 3]))).toEqual(hex('03 010203 010002000000 ff'))
    expect(after(opened => assign(opened, 'rows', [1, 2]))).toEqual(hex('02 0102 01000200 ff'))
  })
  it('is not resized by its own records', () => {
    expect(refusalOf(() => insertRecords(document(Tabled, bytes), 'table', 0, [3 as Value]))).toBe(
      'layout.formula table',
    )
  })
  it('is one only by the same formula', () => {
    const opened = document(Hashed, hex('02 0a0b 01000200 0505'))
    expect(refusalOf(() => insertRecords(opened, 'rows', 0, [7]))).toBe('layout.formula others')
  })
})
