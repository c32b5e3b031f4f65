import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insideLasso, rectOf, within } from './lasso'

const place = fc.integer({ min: -50, max: 50 })

describe('lasso', () => {
  it('is, drawn along a frame, that frame, from whichever corner it was pulled', () => {
    fc.assert(
      fc.property(place, place, place, place, place, place, (x0, y0, x1, y1, px, py) => {
        const frame = rectOf(x0, y0, x1, y1)
        expect(rectOf(x1, y0, x0, y1)).toEqual(frame)
        const [right, bottom] = [frame.x + frame.width, frame.y + frame.height]
        fc.pre(![frame.x, right].includes(px) && ![frame.y, bottom].includes(py))
        expect(
          insideLasso([
            [frame.x, frame.y],
            [right, frame.y],
            [right, bottom],
            [frame.x, bottom],
          ])(px, py),
        ).toBe(within(frame)(px, py))
      }),
      { seed: 60 },
    )
  })
  it('leaves out what it goes round twice, and what a line without width encloses', () => {
    const ring = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 9],
    ] as const
    expect(insideLasso([...ring, ...ring])(4, 4)).toBe(false)
    expect(
      insideLasso([
        [0, 0],
        [9, 9],
      ])(4, 5),
    ).toBe(false)
    expect(insideLasso([])(0, 0)).toBe(false)
  })
  it('has its border in the frame', () => {
    expect(
      [
        [4, 2],
        [9, 8],
        [10, 8],
      ].map(([x = 0, y = 0]) => within(rectOf(9, 2, 4, 8))(x, y)),
    ).toEqual([true, true, false])
  })
})
