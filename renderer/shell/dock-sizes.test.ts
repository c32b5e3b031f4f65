import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { stepsTo, type Cell, type Step } from './dock-sizes'

const group = (name: string, width: number, height: number): Cell => ({
  group: name,
  wanted: { width, height },
  least: { width: name === 'map' ? 240 : 160, height: 80 },
})
/** The first screen: tree, map over problems, form over struct. */
const BROWSE: Cell = {
  along: 'width',
  cells: [
    group('tree', 260, 660),
    { along: 'height', cells: [group('map', 680, 420), group('problems', 680, 240)] },
    { along: 'height', cells: [group('form', 340, 330), group('struct', 340, 330)] },
  ],
}
const lengthOf = (steps: readonly Step[], name: string): number | undefined =>
  steps.find(step => step.group === name)?.length

test.each([
  [
    { width: 1280, height: 660 },
    { tree: 260, map: 680, above: 420 },
  ],
  [
    { width: 2560, height: 1380 },
    { tree: 260, map: 1960, above: 1140 },
  ],
])('side panes keep their size in a window of %o, the map takes the rest', (room, { tree, map, above }) => {
  const steps = stepsTo(BROWSE, room, 'map')
  expect(lengthOf(steps, 'tree')).toBe(tree)
  expect(steps.filter(step => step.group === 'map').map(step => [step.axis, step.length])).toEqual([
    ['width', map],
    ['height', above],
  ])
})

test('in a window smaller than designed for every pane gives its part, none more than it can', () => {
  const steps = stepsTo(BROWSE, { width: 853, height: 500 }, 'map')
  expect(lengthOf(steps, 'tree')).toBeGreaterThanOrEqual(160)
  expect(lengthOf(steps, 'tree')).toBeLessThan(200)
  expect(lengthOf(stepsTo(BROWSE, { width: 560, height: 500 }, 'map'), 'tree')).toBe(160)
})

test('without the middle all keep their part of the room', () => {
  const row: Cell = {
    along: 'width',
    cells: [group('tree', 200, 100), group('form', 400, 100), group('hex', 200, 100)],
  }
  expect(stepsTo(row, { width: 1600, height: 700 }, undefined).map(step => step.length)).toEqual([400, 800])
})

const side = fc.integer({ min: 160, max: 600 })
test.prop([side, side, side, fc.integer({ min: 900, max: 5000 })])(
  'cells fill the room and none is less than it can be',
  (tree, form, problems, width) => {
    const row: Cell = {
      along: 'width',
      cells: [
        group('tree', tree, 500),
        group('map', 400, 500),
        group('form', form, 500),
        group('problems', problems, 500),
      ],
    }
    const found = stepsTo(row, { width, height: 700 }, 'map').map(step => step.length)
    const last = width - found.reduce((all, one) => all + one, 0)
    for (const [i, length] of [...found, last].entries()) expect(length).toBeGreaterThanOrEqual(i === 1 ? 240 : 160)
    if (width >= Math.max(1280, tree + form + problems + 240))
      expect([found[0], found[2], last]).toEqual([tree, form, problems])
  },
)
