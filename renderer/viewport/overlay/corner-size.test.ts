import { describe, expect, it } from 'vitest'
import { cornerSize } from './corner-size'

const ring = (radius: number, corners = 6): (readonly [number, number])[] =>
  Array.from({ length: corners }, (_, i) => [
    100 + radius * Math.cos((2 * Math.PI * i) / corners),
    100 + radius * Math.sin((2 * Math.PI * i) / corners),
  ])

describe('the corners of a selected region', () => {
  it('are of their usual size where there is room', () => {
    expect(cornerSize(ring(60))).toEqual({ square: 6, dot: 5.5, line: 5, hasLinks: true })
  })
  it('leave a small region to be seen', () => {
    const [small, tiny] = [cornerSize(ring(8)), cornerSize(ring(4))]
    expect([small.square, small.hasLinks]).toEqual([0, false])
    expect(small.dot).toBeLessThan(3)
    // Half of an outline lies inside the region, on each side.
    for (const [size, width] of [
      [small, 13],
      [tiny, 6],
    ] as const)
      expect(size.line + 2 * size.dot).toBeLessThan(width)
  })
  it('never cover half of the outline, however many there are', () => {
    for (const corners of [3, 5, 8, 20, 60])
      for (const radius of [3, 10, 14, 20, 40, 200]) {
        const outline = ring(radius, corners)
        const side = 2 * radius * Math.sin(Math.PI / corners)
        expect(cornerSize(outline).square).toBeLessThanOrEqual(side / 2)
      }
  })
  it('are none for a region that is behind the eye', () => {
    expect(cornerSize([]).square).toBe(0)
  })
})
