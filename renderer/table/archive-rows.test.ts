import { expect, it } from 'vitest'
import { RSLI_CODEC } from '@areal-studio/core/families/parkan'
import type { TreeItem } from '@areal-studio/core/studio'
import { nextSorting, rowColumns, sortedRows, type RowSorting } from './archive-rows'

const item = (name: string, size: number, method: number, storedSize?: number): TreeItem => ({
  path: `x.lib!#${name}`,
  kind: 'entry',
  name,
  size,
  attributes: { name, method, flags: 0 },
  hasChildren: false,
  state: 'pristine',
  edits: 0,
  unpacked: 0,
  ...(storedSize !== undefined && { storedSize }),
})

const ITEMS = [item('B', 30, 0x100, 9), item('a', 20, 0), item('C', 10, 0x40, 40)]
const COLUMNS = rowColumns(RSLI_CODEC, ITEMS)

it('has columns for name, sizes and the attributes that people know', () => {
  expect(COLUMNS.map(({ id }) => id)).toEqual(['name', 'size', 'stored', 'method', 'flags'])
  expect(COLUMNS.map(column => ITEMS.map(one => column.called?.(one) ?? column.value(one)))).toEqual([
    ['B', 'a', 'C'],
    [30, 20, 10],
    [9, 20, 40],
    ['Deflate', 'stored', 'LZSS'],
    ['0x0', '0x0', '0x0'],
  ])
  expect(rowColumns({}, [item('a', 1, 0)]).map(({ id }) => id)).toEqual(['name', 'size'])
})

it('says nothing of the stored size of a row that is encoded when it is packed', () => {
  const stored = COLUMNS.find(({ id }) => id === 'stored')
  const rows = [item('new', 5, 0x100), item('plain', 5, 0), ...ITEMS]
  expect(rows.map(row => stored?.value(row))).toEqual([undefined, 5, 9, 20, 40])
  expect(sortedRows(rows, COLUMNS, { column: 'stored', isDown: false }).map(({ name }) => name)).toEqual([
    'new',
    'plain',
    'B',
    'a',
    'C',
  ])
})

it('sorts by what a column shows: up, down, as the directory has them', () => {
  const names = (sorting: RowSorting | undefined): string =>
    sortedRows(ITEMS, COLUMNS, sorting)
      .map(({ name }) => name)
      .join('')
  let sorting = nextSorting(undefined, 'name')
  expect(names(sorting)).toBe('aBC')
  sorting = nextSorting(sorting, 'name')
  expect(names(sorting)).toBe('CBa')
  expect(names(nextSorting(sorting, 'name'))).toBe('BaC')
  expect(names(nextSorting(sorting, 'stored'))).toBe('BaC')
  expect(names({ column: 'size', isDown: false })).toBe('CaB')
  expect(names({ column: 'method', isDown: false })).toBe('BCa')
  expect(names({ column: 'flags', isDown: true })).toBe('BaC')
})
