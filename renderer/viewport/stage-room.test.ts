import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { partsSeen, STAGE_PARTS, type Box } from './stage-room'

const stage = fc.record({ width: fc.integer({ min: 0, max: 1600 }), height: fc.integer({ min: 0, max: 1200 }) })
const gizmo = fc.constantFrom(1, 1.5, 2)
const touches = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

describe('what lies over the map', () => {
  test.prop([stage, gizmo, fc.boolean()])('stays in it, and covers nothing else that does', (size, large, isOpen) => {
    const seen = [...partsSeen(size, large, isOpen).values()]
    for (const [i, box] of seen.entries()) {
      expect(box.left >= 0 && box.top >= 0 && box.left + box.width <= size.width && box.top + box.height <= size.height).toBe(true)
      expect(seen.slice(i + 1).some(other => touches(box, other))).toBe(false)
    }
  })

  it('is all seen in the first layout of a window of 1280 × 720, and gives way in one of 640 × 360', () => {
    expect([...partsSeen({ width: 679, height: 352 }, 1, true).keys()]).toEqual(STAGE_PARTS)
    expect([...partsSeen({ width: 240, height: 123 }, 1, true).keys()]).toEqual(['facts'])
    expect([...partsSeen({ width: 320, height: 200 }, 1, true).keys()]).toEqual(['legend', 'facts', 'compass'])
  })
})
