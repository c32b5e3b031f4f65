import { expect, it } from 'vitest'
import { apply } from '../edit'
import { array, document, recursive, sized, struct, text, toEnd, u16, u8, union } from '../layout'
import { openTable, parseQuery, querySplices, runQuery } from '.'

const Chunk = struct('chunk', {
  id: u8({ values: { 1: 'NAME', 2: 'LIST', 3: 'COUNT' } }),
  body: sized(
    u8(),
    union('id', { 1: text(1), 2: struct('list', { children: array(recursive('chunk'), toEnd) }), 3: u16() }),
  ),
})
const File = struct('file', { chunks: array(Chunk, toEnd) })
/** A list of a name and two counts, a list of a count, a name. */
const SOME = Uint8Array.of(2, 11, 1, 1, 0x61, 3, 2, 5, 0, 3, 2, 6, 0, 2, 4, 3, 2, 7, 0, 1, 1, 0x62)
const table = openTable(document(File, SOME), 'chunks')

it('columns by tag are empty where a record has no such record', () => {
  expect(table.fields.filter(field => field.isOptional).map(({ name }) => name)).toEqual(['body', 'NAME', 'COUNT'])
  expect(table.texts('NAME')).toEqual(['a', '', ''])
  expect(Array.from(table.numbers('COUNT'))).toEqual([5, 7, Number.NaN])
  const count = table.field('COUNT')
  expect(count && [table.pathOf(1, count), table.pathOf(2, count)]).toEqual([
    'chunks/1/body/body/children/0/body/body',
    'chunks/2',
  ])
})

it('a query reads and sets them, where they are', () => {
  const run = (words: string) => {
    const query = parseQuery(words)
    const outcome = runQuery(query, table)
    return [outcome, Array.from(apply(SOME, querySplices(table, outcome.changes)))] as const
  }
  expect(Array.from(run("chunks where NAME = 'a'")[0].matching)).toEqual([0])
  expect(Array.from(run('chunks where COUNT > 4')[0].matching)).toEqual([0, 1])
  const [outcome, bytes] = run('chunks set COUNT = 9')
  expect(outcome.changing).toBe(2)
  expect(bytes).toEqual([...SOME.with(7, 9).with(17, 9)])
  expect(run('chunks/LIST/children where COUNT = 1')[0].looked).toBe(3)
  expect(openTable(document(File, SOME), 'LIST').array).toBe('chunks/0/body/body/children')
  expect(() => openTable(document(File, SOME), 'NAME')).toThrow('query.no-array')
})
