import { expect, it } from 'vitest'
import { array, count, document, struct, toJson, u32, write } from '@areal-studio/core/layout'
import { editedSpans } from './edited-spans'
import { treeOf } from './json-place'

const ROW = struct('row', { n: count('items'), same: u32(), items: array(u32(), 'n') })
const opened = (items: readonly number[]) =>
  document(ROW, write(ROW, { n: items.length, same: 7, items: [...items] }).bytes)

it('names the fields that differ, and none that only stands between them', () => {
  const [before, now] = [opened([1, 2]), opened([1, 2, 3])]
  const text = toJson(now.root)
  const spans = editedSpans(treeOf(text), now, before, now.root, [[0, now.bytes.length]], was => `was ${was}`)
  expect(spans.map(({ start, end, note }) => [text.slice(start, end), note])).toEqual([
    ['"n": 3', 'was 2'],
    ['3', ''],
  ])
})
