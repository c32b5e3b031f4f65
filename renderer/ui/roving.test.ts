import { expect, it } from 'vitest'
import { isAtEdge, nextStop } from './roving'

it.each([
  ['ArrowRight', 0, 5, 1, 1],
  ['ArrowLeft', 3, 5, 1, 2],
  ['ArrowRight', 4, 5, 1, undefined],
  ['ArrowLeft', 0, 5, 1, undefined],
  ['ArrowDown', 3, 32, 8, 11],
  ['ArrowUp', 11, 32, 8, 3],
  ['ArrowUp', 3, 32, 8, undefined],
  ['ArrowDown', 2, 5, 1, 3],
  ['Home', 4, 5, 1, 0],
  ['End', 1, 5, 1, 4],
  ['End', 4, 5, 1, undefined],
  ['KeyA', 1, 5, 1, undefined],
] as const)('%s at %i of %i in rows of %i leads to %s', (key, at, count, columns, to) => {
  expect(nextStop(key, at, count, columns)).toBe(to)
})

it.each([
  ['ArrowRight', 'abc', 3, 3, true],
  ['ArrowRight', 'abc', 2, 2, false],
  ['ArrowRight', 'abc', 0, 3, false],
  ['ArrowLeft', 'abc', 0, 0, true],
  ['ArrowLeft', 'abc', 1, 1, false],
  ['ArrowLeft', '', 0, 0, true],
  ['End', 'abc', 3, 3, false],
] as const)('%s in the line %s from %i to %i leaves it: %s', (key, value, selectionStart, selectionEnd, leaves) => {
  expect(isAtEdge({ value, selectionStart, selectionEnd }, key)).toBe(leaves)
})
it('a choice of a list is changed by its arrows', () => {
  expect(isAtEdge({ value: 'abc' }, 'ArrowRight')).toBe(false)
})
