import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textChange } from './text-change'

describe('change of a text', () => {
  it('put in place makes the new text, and nothing smaller does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 12 })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { start, end, words } = textChange(before, after)
        expect(before.slice(0, start) + words + before.slice(end)).toBe(after)
        if (before === after) expect([start, words]).toEqual([end, ''])
      }),
      { seed: 1 },
    )
  })
})
