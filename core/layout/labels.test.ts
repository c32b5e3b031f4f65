import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import type { Needle } from '../search'
import { findValues } from '../search/values'
import { openTable, parseQuery, querySplices, runQuery } from '../query'
import {
  array,
  assign,
  assignAll,
  count,
  document,
  lengthPrefixedText,
  locate,
  recursive,
  shownPath,
  struct,
  tagName,
  text,
  u16,
  u8,
  union,
  write,
  type Node,
} from '.'

const Field = struct('field', {
  kind: u8(),
  label: text(6, { labels: 'value' }),
  value: union('kind', {
    1: u8(),
    2: u16(),
    3: lengthPrefixedText(u8()),
    4: recursive('tree'),
    5: struct('list', { n: count('items'), items: array(recursive('tree'), 'n') }),
  }),
})
const Tree = struct('tree', { number: u8(), n: count('fields'), fields: array(Field, 'n') })
const File = struct('file', { top: Tree })

type Made = readonly [label: string, kind: number, value: unknown]
const tree = (number: number, ...fields: readonly Made[]): object => ({
  number,
  n: fields.length,
  fields: fields.map(([label, kind, value]) => ({ kind, label, value })),
})
const list = (...items: readonly object[]): object => ({ n: items.length, items })
const SOME = write(File, {
  top: tree(
    7,
    ['Tag', 3, 'here'],
    ['List', 5, list(tree(1, ['Size', 1, 5], ['Tag', 3, 'a']), tree(2, ['Tag', 3, 'b'], ['Size', 2, 600]), tree(3))],
    ['Inner', 4, tree(4, ['Tag', 3, 'deep'], ['number', 1, 9])],
    ['Tag', 1, 3],
    ['Tag~1', 1, 4],
    ['', 1, 5],
    ['a/b', 1, 6],
  ),
}).bytes
const opened = document(File, SOME)
const all: Node[] = []
const visit = (node: Node): void => {
  all.push(node)
  for (let k = 0; k < node.childCount; k++) visit(node.child(k))
}
visit(opened.root)

describe('values of records with labels', () => {
  it('are found by the label, those in lists by number too', () => {
    const items = 'top/fields/1/value/items'
    const places: Readonly<Record<string, string | undefined>> = {
      Tag: 'top/fields/0/value',
      'Tag~1': 'top/fields/3/value',
      'Tag~1~1': 'top/fields/4/value',
      'Tag~2': undefined,
      List: 'top/fields/1/value',
      'List/0': `${items}/0`,
      'List/0/Size': `${items}/0/fields/0/value`,
      'List/1/Tag': `${items}/1/fields/0/value`,
      'List/1/number': `${items}/1/number`,
      'List/items/1/Tag': `${items}/1/fields/0/value`,
      'List/3': undefined,
      'List/Tag': undefined,
      'Inner/Tag': 'top/fields/2/value/fields/0/value',
      'Inner/number': 'top/fields/2/value/number',
      'Inner/0': undefined,
      'top/Inner': 'top/fields/2/value',
      'Tag/0': undefined,
      number: undefined,
      Size: undefined,
    }
    expect(opened.isWhole).toBe(true)
    expect(Object.keys(places).map(path => [path, locate(opened, path)?.path])).toEqual(Object.entries(places))
  })

  it('are shown by it, and every path shown leads back', () => {
    expect(all.map(node => locate(opened, shownPath(node))?.path)).toEqual(all.map(node => node.path))
    const shown = (path: string): string | undefined => {
      const node = locate(opened, path)
      return node && shownPath(node)
    }
    expect(shown('top/fields/1/value/items/1/fields/0/value')).toBe('List/1/Tag')
    expect(shown('top/fields/1/value/items/1/fields/0/label')).toBe('List/1/fields/0/label')
    expect(shown('top/fields/1/value/items')).toBe('List/items')
    expect(shown('top/fields/2/value/fields/1/value')).toBe('Inner/fields/1/value')
    expect(shown('top/fields/3/value')).toBe('Tag~1')
    expect(shown('top/fields/6/value')).toBe('top/fields/6/value')
    const record = locate(opened, 'top/fields/0')
    expect(record && tagName(record)).toBe('Tag')
  })

  it('are edited by it', () => {
    const after = apply(SOME, assign(opened, 'List/0/Tag', 'more').splices)
    expect(locate(document(File, after), 'List/0/Tag')?.value).toBe('more')
    expect(locate(document(File, after), 'List/1/Size')?.value).toBe(600)
    const both = assignAll(opened, [
      { path: 'List/1/Size', value: 7 },
      { path: 'Inner/Tag', value: 'x' },
    ])
    const changed = document(File, apply(SOME, both.splices))
    expect([locate(changed, 'List/1/Size')?.value, locate(changed, 'Inner/Tag')?.value]).toEqual([7, 'x'])
  })

  it('are columns of the records that have them, read and set by a query', () => {
    const table = openTable(opened, 'List')
    expect(table.fields.filter(({ isOptional }) => isOptional).map(({ name }) => name)).toEqual(['Size', 'Tag'])
    expect(table.texts('Tag')).toEqual(['a', 'b', ''])
    expect(Array.from(table.numbers('Size'))).toEqual([5, 600, Number.NaN])
    const outcome = runQuery(parseQuery("'List' where Tag = 'b' set Size = Size + 1"), table)
    const after = apply(SOME, querySplices(table, outcome.changes))
    expect(outcome.changing).toBe(1)
    expect(locate(document(File, after), 'List/1/Size')?.value).toBe(601)
  })

  it('are found by name and value', () => {
    const find = (field: readonly string[], value: string | number): readonly string[] => {
      const found: string[] = []
      const needle: Needle = { kind: 'value', field, value, comparison: '=', matchCase: true }
      findValues(opened, needle, ({ path }) => found.push(path) > 0)
      return found.map(path => shownPath(locate(opened, path) ?? opened.root))
    }
    expect(find(['tag'], 'b')).toEqual(['List/1/Tag'])
    expect(find(['size'], 600)).toEqual(['List/1/Size'])
    expect(find(['inner', 'tag'], 'deep')).toEqual([])
    expect(find(['fields', 'tag'], 'deep')).toEqual(['Inner/Tag'])
  })
})
