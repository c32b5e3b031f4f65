import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { byColumns, boxOnScreen, fitted } from './on-screen'

const size = fc.integer({ min: 100, max: 5000 })
const distance = fc.integer({ min: -5000, max: 5000 })
const room = fc.record({ width: size, height: size })

test.prop([fc.record({ left: distance, top: distance, width: size, height: size }), room])(
  'a box is seen whole, and stays as it was where it already is',
  (box, room) => {
    const now = boxOnScreen(box, room)
    if (!('left' in now && 'top' in now)) throw new Error('it hangs on other edges')
    expect(Math.min(now.left, now.top)).toBeGreaterThanOrEqual(0)
    expect(now.left + now.width).toBeLessThanOrEqual(room.width)
    expect(now.top + now.height).toBeLessThanOrEqual(room.height)
    expect(boxOnScreen(now, room)).toEqual(now)
  },
)

test('a box keeps the edges it hangs on', () => {
  expect(boxOnScreen({ right: 900, bottom: 8, width: 640, height: 400 }, { width: 1280, height: 300 })).toEqual({
    right: 640,
    bottom: 0,
    width: 640,
    height: 300,
  })
})

test('the first sizes of panes go with the window, and stay as designed in a usual one', () => {
  const designed = { initialWidth: 340, initialHeight: 240, inactive: true }
  expect(fitted(designed, { width: 1280, height: 660 })).toEqual(designed)
  expect(fitted(designed, { width: 1440, height: 840 })).toEqual(designed)
  expect(fitted(designed, { width: 1728, height: 1260 })).toEqual({
    initialWidth: 408,
    initialHeight: 360,
    inactive: true,
  })
  expect(fitted(designed, { width: 640, height: 330 })).toEqual({
    initialWidth: 170,
    initialHeight: 120,
    inactive: true,
  })
  expect(fitted({ initialHeight: 200 }, { width: 1024, height: 516 })).toEqual({ initialHeight: 196 })
  expect(fitted({ initialHeight: 200 }, { width: 7680, height: 4320 })).toEqual({ initialHeight: 340 })
})

test('going from pane to pane follows the columns as they are read, whatever order the panes were made in', () => {
  const places = {
    form: { left: 940, top: 36 },
    problems: { left: 260, top: 456 },
    window: undefined,
    struct: { left: 940.4, top: 366 },
    map: { left: 260.4, top: 36 },
    tree: { left: 0, top: 36 },
  }
  const names = Object.keys(places).filter((name): name is keyof typeof places => name in places)
  expect(byColumns(names, name => places[name])).toEqual(['tree', 'map', 'problems', 'form', 'struct', 'window'])
})
