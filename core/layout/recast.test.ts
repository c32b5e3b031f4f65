import { expect, it } from 'vitest'
import { array, count, derived, document, parallelTo, struct, u16, u8, union, type AnyLayout } from '.'
import { TreeNode } from './document/tree'
import type { Bytes } from './model/splice'
import { recastIn } from './recast'
import { hex } from './bytes.fixture'

/** Whether the only record of `rows`, and what is parallel to it, has another case in the second image. */
function isRecast(layout: AnyLayout, before: Bytes, after: Bytes): boolean {
  const [old, now] = [document(layout, before).root, document(layout, after).root]
  const arrays = ['rows', 'more'].flatMap(name => {
    const [a, b] = [old.childNamed(name), now.childNamed(name)]
    return a instanceof TreeNode && b instanceof TreeNode ? [[a, b] as const] : []
  })
  return recastIn(before, after, arrays)(0, 0)
}

const rows = (element: AnyLayout): AnyLayout =>
  struct('recast', { n: count('rows', { as: 'u8' }), rows: array(element, 'n') })
const row = (fields: Readonly<Record<string, AnyLayout>>): AnyLayout => rows(struct('recast-row', fields))

const Small = struct('recast-small', { power: u8() })
const Large = struct('recast-large', { power: u16() })
const cases = row({ tag: u8(), word: u8(), body: union('tag', { 0: Small, 1: Small, 2: Large }) })
const deep = row({
  tag: u8(),
  inner: struct('recast-inner', { word: u8(), body: union('..tag', { 0: Small, 1: Large }) }),
})
const list = row({
  tag: u8(),
  items: array(struct('recast-item', { kind: u8(), body: union('kind', { 0: Small, 1: Large }) }), 'tag'),
})
const linked = row({ tag: u8(), to: union('tag', { 0: u8(), 1: u8({ refers: 'rows' }), 2: u8({ refers: 'rows' }) }) })
const computed = row({ word: u8(), tag: u8(), is: union('tag', { 0: u8(), 1: derived(u8(), 'word + 1') }) })
const byRange = row({ tag: u8(), word: u8(), body: union('tag & 1', { 0: Small, 1: Large }) })
const beside = struct('recast-beside', {
  n: count('rows', { as: 'u8' }),
  rows: array(struct('recast-tagged', { tag: u8(), word: u8() }), 'n'),
  more: array(struct('recast-more', { body: union('^.tag', { 0: Small, 1: Large }) }), parallelTo('rows')),
})

it.each<readonly [string, AnyLayout, string, string, boolean]>([
  ['has other fields', cases, '01 00 05 07', '01 02 05 0700', true],
  ['has the same fields by another tag', cases, '01 00 05 07', '01 01 05 07', false],
  ['has another number beside its tag', cases, '01 00 05 07', '01 00 06 08', false],
  ['has other fields further inside', deep, '01 00 05 07', '01 01 05 0700', true],
  ['has other numbers further inside', deep, '01 00 05 07', '01 00 06 07', false],
  ['has an array of which a record has another case', list, '01 01 00 07', '01 01 01 0700', false],
  ['has a number of a record where it had a plain one', linked, '01 00 00', '01 01 00', true],
  ['has another number of a record', linked, '01 01 00', '01 02 00', false],
  ['has a computed number where it had a plain one', computed, '01 04 00 05', '01 04 01 05', true],
  ['has a plain number where it had a computed one', computed, '01 04 01 05', '01 04 00 05', true],
  ['computes from another number', computed, '01 04 01 05', '01 06 01 07', false],
  ['has other bits than those that decide', byRange, '01 00 05 07', '01 02 05 07', false],
  ['has other bits of those that decide', byRange, '01 00 05 07', '01 01 05 0700', true],
  ['has other fields in a parallel array', beside, '01 00 05 07', '01 01 05 0700', true],
  ['has other numbers in parallel arrays', beside, '01 00 05 07', '01 00 06 08', false],
])('a record that %s: %#', (_, layout, before, after, expected) => {
  expect(isRecast(layout, hex(before), hex(after))).toBe(expected)
})
