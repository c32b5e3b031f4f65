import { expect, it } from 'vitest'
import {
  array,
  count,
  counted,
  document,
  matchedRecords,
  parallelTo,
  struct,
  u16,
  u8,
  union,
  write,
  type Document,
  type Layout,
  type Value,
} from '.'

/** Records of two kinds, data that belong to them, and numbers of some of them. */
const File = struct('cased', {
  slot_count: count('slots', { as: 'u8' }),
  slots: array(struct('cased-slot', { kind: u8(), word: u8() }), 'slot_count'),
  data: array(
    struct('cased-data', { body: union('^.kind', { 0: struct('free', {}), 1: struct('used', { size: u16() }) }) }),
    parallelTo('slots'),
  ),
  refs: counted(u8(), u8({ refers: 'slots' })),
})

/** `u`: a used slot, `f`: a free one. */
function opened(kinds: string, word: number, refs: readonly number[]): Document {
  const value: Value = {
    slot_count: kinds.length,
    slots: [...kinds].map(kind => ({ kind: Number(kind === 'u'), word })),
    data: [...kinds].map(kind => (kind === 'u' ? { body: { size: 300 } } : {})),
    refs: [...refs],
  }
  return document(File, write(File as Layout<Value>, value).bytes)
}

const replaced = [
  { from: 0, count: 1 },
  { from: -1, count: 1 },
  { from: 2, count: 1 },
]

it('a record of another case is another record, with what is parallel to it', () => {
  const { arrays } = matchedRecords(opened('uff', 1, []), opened('uuf', 2, [1]), [], { isByCase: true })
  expect(Object.fromEntries(arrays)).toEqual({ slots: replaced, data: replaced, refs: [{ from: -1, count: 1 }] })
})

it.each<readonly [string, Document, Document, boolean]>([
  ['where the first image refers to it', opened('uff', 1, [1]), opened('uuf', 1, [1]), true],
  ['where the case is the same', opened('uff', 1, []), opened('uff', 2, []), true],
  ['where cases do not matter', opened('uff', 1, []), opened('uuf', 1, []), false],
])('a record stays the same %s', (_, before, after, isByCase) => {
  expect([...matchedRecords(before, after, [], { isByCase }).arrays]).toEqual([])
})

it('a record of another case is found behind one that was removed', () => {
  const move = { array: 'slots', at: 0, removed: 1, inserted: 0 }
  const { arrays } = matchedRecords(opened('uff', 1, []), opened('uf', 1, []), [move], { isByCase: true })
  expect(arrays.get('data')).toEqual([
    { from: -1, count: 1 },
    { from: 2, count: 1 },
  ])
})
