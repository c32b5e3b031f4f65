import { expect, test } from 'vitest'
import { LAYOUTS } from '../state/panes.store'
import { groupsOf, isAsPlaced, placesFor } from './ready-layouts'

const LOW = { width: 731, height: 351 }
const HIGH = { width: 1280, height: 660 }
const groups = (layout: (typeof LAYOUTS)[number], room: typeof LOW): readonly (readonly string[])[] => {
  const places = placesFor(layout, room)
  return [...groupsOf(places, new Set(places.map(([pane]) => pane))).values()]
}

test.each(LAYOUTS)('%s has the same panes in a low window, none above another', layout => {
  const [low, high] = [groups(layout, LOW), groups(layout, HIGH)]
  expect(low.flat().toSorted()).toEqual(high.flat().toSorted())
  expect(placesFor(layout, LOW).every(([, where]) => where.beside?.direction !== 'below')).toBe(true)
  if (layout !== 'hex') expect(low.length).toBeLessThan(high.length)
})

test('a layout is known as ready until a pane is taken elsewhere, whatever else is open and what was closed', () => {
  const places = placesFor('areals', HIGH)
  expect(isAsPlaced([['viewport'], ['history', 'table', 'problems'], ['tree', 'form']], places)).toBe(true)
  expect(isAsPlaced([['viewport', 'help'], ['table'], ['form']], places)).toBe(true)
  expect(
    isAsPlaced(
      [
        ['viewport', 'table', 'problems', 'history'],
        ['form', 'tree'],
      ],
      places,
    ),
  ).toBe(false)
  expect(
    isAsPlaced(
      [
        ['viewport', 'table', 'problems', 'history'],
        ['form', 'tree'],
      ],
      placesFor('areals', LOW),
    ),
  ).toBe(true)
})

test('bytes have their fields on one side and JSON on the other, the table its form, and the rest of the width', () => {
  const together = (layout: (typeof LAYOUTS)[number], pane: string): readonly string[] | undefined =>
    groups(layout, HIGH).find(group => group.some(one => one === pane))
  expect(together('hex', 'struct')).toEqual(['struct', 'tree', 'find'])
  expect(together('hex', 'json')).toEqual(['json', 'form'])
  expect(groups('table', HIGH)[0]).toEqual(['table', 'viewport'])
  expect(together('table', 'form')).toEqual(['form', 'tree'])
})

test('nothing is below the bytes, where the inspector is', () => {
  expect(placesFor('hex', HIGH).filter(([, { beside }]) => beside?.direction === 'below')).toEqual([])
})
