import { expect, it } from 'vitest'
import { planPlaces, recordsOf } from './record-plan'

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
