import { expect, it } from 'vitest'
import { drawable, IDENTITY, inverse, product, type Matrix } from './matrix'

it('the inverse of a matrix undoes it; one that is flat has none', () => {
  const m: Matrix = [0.2, -1, 3, 4, 5, 0.6, 7, -8, 9, 1, -1.1, 2]
  const back = product(inverse(m), m)
  ;[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0].forEach((value, at) => expect(back[at]).toBeCloseTo(value, 9))
  expect(inverse([0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3])).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
})

it('a matrix with numbers that are too large or not finite is replaced', () => {
  const m = [...IDENTITY]
  expect(drawable(m, [])).toBe(m)
  for (const value of [NaN, -Infinity, 1e19]) expect(drawable(m.with(7, value), IDENTITY)).toBe(IDENTITY)
})
