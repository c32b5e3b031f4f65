import { expect, it } from 'vitest'
import { planPlaces, planSize, recordsOf } from './record-plan'

it('finds the records that changed fields belong to, by array', () => {
  const paths = ['areals/637/class_id', 'areals/637/links/4/areal', 'areals/12', '@name', '', 'head/count', 'a/b/3/x']
  expect(recordsOf(paths)).toEqual(
    new Map([
      ['areals', [12, 637]],
      ['a/b', [3]],
    ]),
  )
})

it('places records within the square, north up, in one scale for both axes', () => {
  const placeOf = planPlaces({ x: [0, 100, Number.NaN], y: [0, 50, 3], count: 3 }, 112)
  expect([placeOf(0), placeOf(1), placeOf(2), placeOf(9)]).toEqual([[6, 106], [106, 56], undefined, undefined])
})

it('draws a plan as large as its pane has room for, with the words beside it where the pane is low', () => {
  expect(planSize(1, 430, 160)).toEqual({ side: 160, isBeside: true })
  expect(planSize(1, 900, 640)).toEqual({ side: 640, isBeside: true })
  expect(planSize(1, 500, 640)).toEqual({ side: 500, isBeside: false })
  expect(planSize(1, 2000, 2000)).toEqual({ side: 720, isBeside: false })
  expect(planSize(4, 1000, 1000)).toEqual({ side: 416, isBeside: false })
  expect(planSize(24, 430, 160)).toEqual({ side: 160, isBeside: false })
  expect(planSize(1, 100, 100)).toEqual({ side: 100, isBeside: false })
})
