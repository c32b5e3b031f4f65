import { shallowRef } from 'vue'
import { expect, it } from 'vitest'
import { array, document, locate, struct, u16, u32, type Document } from '@areal-studio/core/layout'
import { useOpenRows } from './use-open-rows'

const Item = struct('item', { a: u16(), b: u16() })
const whole = (): Document => document(struct('file', { head: u32(), items: array(Item, 3) }), new Uint8Array(16))

function open() {
  const shown = shallowRef<Document | undefined>(whole())
  const tree = useOpenRows(shown)
  const row = (key: string) => tree.rows.value.find(one => one.key === key) ?? expect.unreachable()
  return { shown, tree, row, keys: () => tree.rows.value.map(one => one.key) }
}
const CLOSED = ['head', 'items']

it('opens and closes lines; one that was opened for the selection closes too', () => {
  const { tree, row, keys } = open()
  expect(keys()).toEqual(CLOSED)
  tree.toggle(row('items'), true)
  expect(keys()).toEqual([...CLOSED, 'items/0', 'items/1', 'items/2'])
  tree.toggle(row('items'), false)
  expect(keys()).toEqual(CLOSED)
  tree.openTo(locate(whole(), 'items/1/b') ?? expect.unreachable())
  expect(keys()).toContain('items/1/b')
  expect(tree.places.value.get('items/1/b')).toBe(keys().indexOf('items/1/b'))
  tree.toggle(row('items'), false)
  expect(keys()).toEqual(CLOSED)
})

it('another entry of the same layout begins with closed lines', () => {
  const { shown, tree, row, keys } = open()
  tree.toggle(row('items'), true)
  tree.openTo(locate(whole(), 'items/1/b') ?? expect.unreachable())
  tree.closeAll()
  shown.value = whole()
  expect(keys()).toEqual(CLOSED)
})
