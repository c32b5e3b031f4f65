import { expect, it } from 'vitest'
import { byteRows } from './byte-rows'

const bytes = (length: number, changed: Readonly<Record<number, number>> = {}): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => changed[i] ?? i)
const changedIn = (cells: readonly { readonly hex: string; readonly isChanged: boolean }[] = []): string[] =>
  cells.filter(cell => cell.isChanged).map(cell => cell.hex)

it('lists each row of sixteen with a changed byte once, before and after', () => {
  const { rows, more } = byteRows(bytes(80), bytes(80, { 3: 255, 5: 254, 33: 253, 79: 252 }), 10)
  expect(rows.map(row => row.offset)).toEqual([0, 32, 64])
  expect(rows.map(row => [changedIn(row.before), changedIn(row.after)])).toEqual([
    [
      ['03', '05'],
      ['FF', 'FE'],
    ],
    [['21'], ['FD']],
    [['4F'], ['FC']],
  ])
  expect([rows[0]?.before.length, more]).toEqual([16, 0])
})

it('lists what a longer image removes and inserts, and counts what is left out', () => {
  const after = Uint8Array.from([...bytes(4), 200, 201, ...bytes(40).subarray(5)])
  const one = byteRows(bytes(40), after, 10)
  expect(one.rows).toMatchObject([{ offset: 4 }])
  expect([changedIn(one.rows[0]?.before), changedIn(one.rows[0]?.after)]).toEqual([['04'], ['C8', 'C9']])
  expect(byteRows(new Uint8Array(0), bytes(100), 2)).toMatchObject({ rows: [{ offset: 0 }, { offset: 16 }], more: 5 })
  expect(byteRows(bytes(9), bytes(9), 2)).toEqual({ rows: [], more: 0 })
})
