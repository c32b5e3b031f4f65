import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LinesItem } from '@areal-studio/core/format'
import { HOME, lensOf, project, rayAt, type Vec } from '../camera/camera'
import { paths } from '../scene/placed.fixture'
import { lineGridOf } from './line-grid'
import { drawnSegments, recordOfSegment, SEGMENT, segmentsOf } from './line-segments'

const SIZE = { width: 640, height: 480 }
const MOST = 6

const linesOf = (ends: readonly number[]): LinesItem => {
  const count = Math.floor(ends.length / 6)
  return {
    ...paths(),
    recordCount: count,
    positions: Float32Array.from(ends.slice(0, 6 * count)),
    starts: Uint32Array.from({ length: count + 1 }, (_, line) => 2 * line),
    records: Uint32Array.from({ length: count }, (_, line) => line),
  }
}

const place = fc.tuple(
  fc.double({ min: -50, max: 50, noNaN: true }),
  fc.double({ min: -50, max: 50, noNaN: true }),
  fc.double({ min: -4, max: 4, noNaN: true }),
)
/** Short lines, as edges are, and now and then one across the whole. */
const segment = fc
  .tuple(
    place,
    fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: -3, max: 3, noNaN: true })),
    fc.nat(20),
    place,
  )
  .map(([from, [dx, dy], kind, to]) =>
    kind === 0 ? [...from, ...to] : [...from, from[0] + dx, from[1] + dy, from[2] + dx / 4],
  )
const view = fc.record({
  yaw: fc.double({ min: 0, max: 6.2, noNaN: true }),
  pitch: fc.double({ min: -1.57, max: -0.05, noNaN: true }),
  distance: fc.double({ min: 5, max: 150, noNaN: true }),
  isOrtho: fc.boolean(),
  pivot: place,
})

/** The nearest of all lines, each looked at. */
function nearestOfAll(item: LinesItem, lens: ReturnType<typeof lensOf>, x: number, y: number): number {
  let best = MOST
  for (let line = 0; line < item.recordCount; line++) {
    const [a, b] = [6 * line, 6 * line + 3].map(from =>
      project(lens, [...item.positions.slice(from, from + 3)] as unknown as Vec),
    )
    if (!a || !b) continue
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const square = dx * dx + dy * dy
    const t = square > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / square)) : 0
    best = Math.min(best, Math.hypot(a.x + t * dx - x, a.y + t * dy - y))
  }
  return best
}

describe('the line near a pixel', () => {
  it('is found by cells as by looking at all, from every side', () => {
    let hits = 0
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 120 }), view, fc.nat(119), (ends, seen, aimed) => {
        const item = linesOf(ends.flat())
        const lens = lensOf({ ...HOME, ...seen }, SIZE)
        const line = aimed % item.recordCount
        const aim = project(lens, [...item.positions.slice(6 * line, 6 * line + 3)] as unknown as Vec)
        const [x, y] = [(aim?.x ?? 320) + 3, (aim?.y ?? 240) - 2]
        const hit = lineGridOf(item).nearest(lens, rayAt(lens, x, y), x, y, MOST, () => false)
        const wanted = nearestOfAll(item, lens, x, y)
        if (hit) hits++
        expect(hit?.off ?? MOST).toBeCloseTo(wanted, 6)
      }),
      { seed: 5, numRuns: 300 },
    )
    expect(hits).toBeGreaterThan(150)
  })

  it('is none of the hidden ones, and none of a line whose end is no number', () => {
    const item = linesOf([0, 0, 0, 10, 0, 0, NaN, 0, 0, 0, 10, 0])
    const lens = lensOf({ ...HOME, distance: 50, pitch: -1.5 }, SIZE)
    const at = project(lens, [5, 0, 0]) ?? expect.unreachable()
    const grid = lineGridOf(item)
    const ray = rayAt(lens, at.x, at.y)
    expect(grid.nearest(lens, ray, at.x, at.y, MOST, () => false)?.record).toBe(0)
    expect(grid.nearest(lens, ray, at.x, at.y, MOST, record => record === 0)).toBeUndefined()
  })
})

describe('segments of lines', () => {
  it('are the sides of each line, the last one only where it is closed', () => {
    expect([segmentsOf(paths()).count, segmentsOf(paths(true)).count]).toEqual([4, 6])
    const { data } = segmentsOf(paths(true))
    expect([...data.slice(2 * SEGMENT, 3 * SEGMENT)]).toEqual([50, 50, 0, 0, 0, 0, 0])
    expect(segmentsOf(linesOf([0, 0, 0, NaN, 0, 0])).count).toBe(0)
  })

  it('are drawn loud ones first, without the hidden ones, each once', () => {
    const all = segmentsOf(paths(true))
    const drawn = drawnSegments(
      all,
      () => false,
      record => record === 0,
    )
    expect([drawn.loud, drawn.count]).toEqual([3, 6])
    const records = Array.from({ length: 6 }, (_, at) => recordOfSegment({ ...drawn, length: 0 }, at))
    expect(records).toEqual([1, 1, 1, 0, 0, 0])
    const some = drawnSegments(
      all,
      record => record === 1,
      () => false,
    )
    expect([some.loud, some.count]).toEqual([3, 3])
  })
})
