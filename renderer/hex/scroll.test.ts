import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampTop,
  isCaretKey,
  maxTop,
  moveCaret,
  parseOffset,
  reveal,
  revealAside,
  ROW_HEIGHT,
  rowOf,
  thumbOf,
  topOfThumb,
} from './scroll'
import type { CaretKey } from './scroll'

const frame = fc.record({ size: fc.integer({ min: 0, max: 2 ** 40 }), height: fc.integer({ min: 20, max: 2000 }) })

describe('own scroll of the hex grid', () => {
  it('reaches the last row of two gigabytes and no further', () => {
    const big = { size: 2 ** 31, height: 600 }
    const end = reveal(big, 0, 2 ** 31 - 1)
    expect(end).toBe(maxTop(big))
    expect(rowOf(2 ** 31 - 1) * ROW_HEIGHT - end).toBe(600 - ROW_HEIGHT)
    expect(clampTop(big, Infinity)).toBe(end)
  })

  it('revealing a byte puts its row into view, and leaves a row that is in view where it is', () => {
    fc.assert(
      fc.property(
        frame,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (f, a, b) => {
          const top = clampTop(f, a * maxTop(f))
          const offset = Math.floor(b * Math.max(0, f.size - 1))
          const next = reveal(f, top, offset)
          const rowTop = rowOf(offset) * ROW_HEIGHT
          expect(rowTop).toBeGreaterThanOrEqual(next - 1e-6)
          expect(rowTop + ROW_HEIGHT).toBeLessThanOrEqual(next + f.height + 1e-6)
          expect(reveal(f, next, offset)).toBe(next)
        },
      ),
      { seed: 1 },
    )
  })

  it('sideways it goes no further than a byte needs, and stays where the byte is seen', () => {
    expect(revealAside(0, 300, 350, 364)).toBe(64)
    expect(revealAside(64, 300, 350, 364)).toBe(64)
    expect(revealAside(200, 300, 50, 64)).toBe(50)
    expect(revealAside(200, 300, 0, 64)).toBe(0)
    expect(revealAside(0, 10, 50, 64)).toBe(50)
  })

  it('from nowhere a byte is revealed at a third of the height', () => {
    expect(reveal({ size: 100_000, height: 300 }, Infinity, 16_000)).toBe(1000 * ROW_HEIGHT - 5 * ROW_HEIGHT)
  })

  it('the thumb stays on the track and is the inverse of its own place', () => {
    fc.assert(
      fc.property(frame, fc.double({ min: 0, max: 1, noNaN: true }), (f, a) => {
        const top = a * maxTop(f)
        const thumb = thumbOf(f, top, 400)
        expect(thumb.start).toBeGreaterThanOrEqual(0)
        expect(thumb.start + thumb.length).toBeLessThanOrEqual(400.001)
        expect(Math.abs(topOfThumb(f, thumb.start, 400) - top)).toBeLessThanOrEqual(1e-6 * (1 + top))
      }),
      { seed: 2 },
    )
  })
})

describe('caret', () => {
  it('never leaves the bytes', () => {
    const keys: CaretKey[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']
    fc.assert(
      fc.property(frame, fc.nat(), fc.array(fc.constantFrom(...keys)), fc.boolean(), (f, start, pressed, isWhole) => {
        const last = Math.max(0, f.size - 1)
        let caret = Math.min(start, last)
        for (const key of pressed) {
          caret = moveCaret(f, caret, key, isWhole)
          expect(caret).toBeGreaterThanOrEqual(0)
          expect(caret).toBeLessThanOrEqual(last)
        }
      }),
      { seed: 3 },
    )
  })

  it('moves by bytes, rows, pages and to the ends', () => {
    const f = { size: 1000, height: 100 }
    expect(moveCaret(f, 20, 'ArrowUp')).toBe(4)
    expect(moveCaret(f, 4, 'ArrowUp')).toBe(4)
    expect(moveCaret(f, 20, 'PageDown')).toBe(100)
    expect(moveCaret(f, 20, 'PageUp')).toBe(4)
    expect(moveCaret(f, 20, 'Home')).toBe(16)
    expect(moveCaret(f, 20, 'End', true)).toBe(999)
    expect(isCaretKey('End')).toBe(true)
    expect(isCaretKey('e')).toBe(false)
  })
})

describe('go to', () => {
  it('reads offsets as people type them', () => {
    const read = (text: string) => parseOffset(text, 100)
    expect(['0x1A', '1Ah', '$1a', '1a', '26', '+10', '-0x10', ' 7 '].map(read)).toEqual([
      26, 26, 26, 26, 26, 110, 84, 7,
    ])
    expect(['', '0x', 'xyz', '1 2', '99999999999999999999'].map(read)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})
