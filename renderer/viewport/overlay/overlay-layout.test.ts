import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import {
  insetsBeside,
  insetsOf,
  isRoomy,
  partsSeen,
  roomOfCompass,
  roomOfLegends,
  tagPlace,
  STAGE_PARTS,
  type Box,
  type Stage,
} from './overlay-layout'

const room = (width: number, height: number) =>
  fc.record({ width: fc.integer({ min: 0, max: width }), height: fc.integer({ min: 0, max: height }) })
const words = fc.record({ width: fc.integer({ min: 40, max: 260 }), height: fc.integer({ min: 24, max: 420 }) })
const stage: fc.Arbitrary<Stage> = fc.record({
  size: room(1600, 1200),
  gizmo: fc.constantFrom(1, 1.5, 2),
  legend: words,
  facts: words,
  tool: fc.option(words, { nil: undefined }),
})
const touches = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height
const isIn = (box: Box, size: { readonly width: number; readonly height: number }): boolean =>
  box.left >= 0 && box.top >= 0 && box.left + box.width <= size.width && box.top + box.height <= size.height

const LEGEND = { width: 160, height: 180 }
const FACTS = { width: 160, height: 42 }
const FOLDED = { width: 160, height: 30 }
const seenIn = (width: number, height: number, legend = FOLDED, tool?: { width: number; height: number }): string[] => [
  ...partsSeen({ size: { width, height }, gizmo: 1, legend, facts: FACTS, tool }).keys(),
]

describe('what lies over the map', () => {
  test.prop([stage])('stays in it, and covers nothing else that does', given => {
    const seen = [...partsSeen(given)]
    for (const [i, [part, box]] of seen.entries()) {
      expect(part === 'tool' || isIn(box, given.size)).toBe(true)
      expect(seen.slice(i + 1).some(([, other]) => touches(box, other))).toBe(false)
    }
  })

  it('is all seen in the first layout of a window of 1280 × 720, and gives way in one of 640 × 360', () => {
    expect(seenIn(679, 352, LEGEND)).toEqual(STAGE_PARTS.filter(part => part !== 'tool'))
    expect(seenIn(331, 283)).toEqual(['legend', 'facts', 'compass', 'buttons'])
    expect(seenIn(240, 123)).toEqual(['legend', 'facts'])
    expect(seenIn(240, 80)).toEqual(['legend'])
  })

  it('keeps the facts where they grow: legends have the room below them', () => {
    for (const height of [42, 58, 130]) {
      const [size, facts] = [
        { width: 679, height: 352 },
        { width: 240, height },
      ]
      const legend = { width: 160, height: roomOfLegends(size, undefined, facts).height }
      expect([...partsSeen({ size, gizmo: 1, legend, facts, tool: undefined }).keys()]).toContain('facts')
    }
  })

  it('gives way to the panel of a tool, and the facts stand where that would be', () => {
    expect(seenIn(679, 352, LEGEND, { width: 500, height: 60 })).toEqual([
      'tool',
      'legend',
      'compass',
      'buttons',
      'mini',
    ])
    expect(seenIn(331, 283, FOLDED, { width: 307, height: 120 })).toEqual(['tool', 'legend'])
    expect(roomOfCompass({ width: 679, height: 352 }, 1)).toBe(92)
    expect(roomOfCompass({ width: 331, height: 283 }, 1)).toBe(0)
  })

  it('has its legend folded where that would take the map away', () => {
    expect([
      isRoomy({ width: 679, height: 352 }),
      isRoomy({ width: 331, height: 283 }),
      isRoomy({ width: 679, height: 123 }),
    ]).toEqual([true, false, false])
  })
})

describe('the free part of the map', () => {
  const panel = fc.record({ width: fc.integer({ min: 40, max: 700 }), height: fc.integer({ min: 24, max: 420 }) })
  test.prop([stage, panel])('is never under the panel of a tool', (given, tool) => {
    const seen = partsSeen({ ...given, tool })
    const { left, top } = insetsOf(given.size, seen, true)
    const box = seen.get('tool') ?? expect.unreachable()
    expect(left >= box.left + box.width || top >= box.top + box.height).toBe(true)
  })

  it('is below a wide panel, and beside a narrow one', () => {
    const of = (tool: { width: number; height: number }) => {
      const size = { width: 679, height: 352 }
      const seen = partsSeen({ size, gizmo: 1, legend: FOLDED, facts: FACTS, tool })
      return insetsOf(size, seen, false)
    }
    expect(of({ width: 560, height: 128 })).toMatchObject({ top: 148, left: 16 })
    expect(of({ width: 160, height: 240 })).toMatchObject({ top: 16, left: 180 })
    expect(of({ width: 0, height: 0 })).toMatchObject({ top: 16, left: 16 })
  })
})

describe('the tag of what is selected', () => {
  const named = fc.record({
    left: fc.integer({ min: -200, max: 1600 }),
    top: fc.integer({ min: -200, max: 1200 }),
    width: fc.integer({ min: 0, max: 400 }),
    height: fc.integer({ min: 0, max: 400 }),
  })
  const tag = { width: 90, height: 22 }
  test.prop([stage, named])('covers no part of the frame, and stays in the map', (given, place) => {
    const taken = [...partsSeen(given).values()]
    const at = tagPlace(given.size, tag, place, taken)
    if (!at) return
    expect(isIn(at, given.size)).toBe(true)
    expect(taken.some(box => touches(box, at))).toBe(false)
  })

  it('stands over it, beside what is in its way, or nowhere', () => {
    const size = { width: 400, height: 300 }
    const areal = { left: 200, top: 150, width: 40, height: 40 }
    expect(tagPlace(size, tag, areal, [])).toEqual({ ...tag, left: 175, top: 114 })
    expect(tagPlace(size, tag, areal, [{ left: 150, top: 90, width: 100, height: 50 }])).toEqual({
      ...tag,
      left: 175,
      top: 64,
    })
    expect(tagPlace(size, tag, areal, [{ left: 12, top: 12, width: 376, height: 276 }])).toBeUndefined()
  })
})

describe('the free room beside the card of a model', () => {
  it('is below a wide card and beside a tall one; a card that is not there takes none', () => {
    expect(insetsBeside({ width: 430, height: 330 }, { width: 190, height: 42 })).toEqual({
      top: 58,
      bottom: 24,
      left: 24,
      right: 64,
    })
    expect(insetsBeside({ width: 900, height: 300 }, { width: 190, height: 200 })).toMatchObject({ top: 24, left: 206 })
    expect(insetsBeside({ width: 900, height: 300 }, { width: 0, height: 0 })).toMatchObject({ top: 24, left: 24 })
  })
})
