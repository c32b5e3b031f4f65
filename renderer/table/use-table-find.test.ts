import { expect, it } from 'vitest'
import { nextCell, useTableFind, type Cell } from './use-table-find'

const CELLS: Readonly<Record<string, readonly string[]>> = {
  name: ['Ford', 'bridge', 'FORD', 'hill'],
  flags: ['0x1', '0x4', '0x12', '0x0'],
}
const table = { text: (name: string, record: number): string => CELLS[name]?.[record] ?? '' }
const columns = [{ name: 'name' }, { name: 'flags' }]
/** As they are shown: sorted, without the hill. */
const rows = Uint32Array.of(2, 0, 1)
const find = (words: string, from: Cell | undefined, step: 1 | -1 = 1): Cell | undefined =>
  nextCell(table, rows, columns, words, from, step)

it('goes from cell to cell in the order that is shown, in any case, and round the end', () => {
  const first = find('ford', undefined)
  expect(first).toEqual({ record: 2, column: 'name' })
  expect(find('ford', first)).toEqual({ record: 0, column: 'name' })
  expect(find('ford', { record: 0, column: 'name' })).toEqual({ record: 2, column: 'name' })
  expect(find('ford', first, -1)).toEqual({ record: 0, column: 'name' })
  expect(find('0x1', first)).toEqual({ record: 2, column: 'flags' })
  expect(find('0x4', undefined, -1)).toEqual({ record: 1, column: 'flags' })
})

it('finds the one cell again, and nothing in rows that are not shown or for no words', () => {
  expect(find('bridge', { record: 1, column: 'name' })).toEqual({ record: 1, column: 'name' })
  expect([find('hill', undefined), find('  ', undefined), nextCell(table, [], columns, 'ford', undefined, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('says when nothing has the words', () => {
  const sought: string[] = []
  const finding = useTableFind(words => sought.push(words) > 1)
  finding.next(1)
  expect([finding.isOpen.value, finding.isMissing.value, sought]).toEqual([true, false, []])
  finding.words.value = 'ford'
  finding.next(1)
  expect(finding.isMissing.value).toBe(true)
  finding.next(1)
  expect(finding.isMissing.value).toBe(false)
})
