import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Splice } from '../layout'
import { difference } from './difference'
import { sameAttribute } from './edit'
import { apply, applyInPlace, canonicalSplices, EditError, sameBytes } from './splices'

it('bytes are the same where every byte and the length are', () => {
  const bytes = Uint8Array.of(1, 2, 3)
  expect(sameBytes(bytes, bytes)).toBe(true)
  expect(sameBytes(bytes, Uint8Array.of(1, 2, 3))).toBe(true)
  expect(sameBytes(bytes, Uint8Array.of(1, 2, 4))).toBe(false)
  expect(sameBytes(bytes, Uint8Array.of(1, 2))).toBe(false)
  expect(sameBytes(Uint8Array.of(1, 2), bytes)).toBe(false)
})

it('attributes are the same where value, or text and tail are', () => {
  const name = { text: 'a', tail: '01' }
  expect([sameAttribute(1, 1), sameAttribute('a', 'a'), sameAttribute(name, { ...name })]).toEqual([true, true, true])
  expect(sameAttribute(undefined, undefined)).toBe(true)
  for (const other of [{ ...name, text: 'b' }, { ...name, tail: '02' }, 'a', 1, undefined])
    expect([sameAttribute(name, other), sameAttribute(other, name)]).toEqual([false, false])
  expect([sameAttribute(1, 2), sameAttribute('1', 1)]).toEqual([false, false])
})

it('a splice that does not fit is refused with the place of the first byte that differs', () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, at) => at)
  for (const [size, wrong] of [
    [4, 2],
    [80, 70],
  ] as const) {
    const removed = bytes.slice(10, 10 + size).with(wrong, 255)
    for (const use of [apply, applyInPlace])
      expect(() => use(bytes, [{ offset: 10, removed, inserted: removed }])).toThrow(
        new EditError('edit.mismatch', 10 + wrong),
      )
  }
})

describe('the one form of a change', () => {
  const DISTANCE = 16
  const before = Uint8Array.from({ length: 120 }, (_, at) => (at * 7) % 5)
  const cut = fc.record({
    gap: fc.integer({ min: 1, max: 24 }),
    size: fc.nat(9),
    inserted: fc.oneof(fc.uint8Array({ max: 4, maxLength: 20 }), fc.constant(undefined)),
  })
  /** Sorted, disjoint splices; `inserted: undefined` keeps the length and changes the first byte. */
  const changes = fc.array(cut, { maxLength: 4 }).map(cuts => {
    let at = 0
    return cuts.map(({ gap, size, inserted }): Splice => {
      const offset = Math.min(at + gap, before.length)
      const removed = before.slice(offset, offset + size)
      at = offset + removed.length
      return { offset, removed, inserted: inserted ?? removed.map((byte, i) => (i === 0 ? 4 - byte : byte)) }
    })
  })

  it('has the effect of the change, no byte that stays, no neighbours, and memory of its own', () => {
    fc.assert(
      fc.property(changes, splices => {
        const made = canonicalSplices(before, splices)
        expect(apply(before, made)).toEqual(apply(before, splices))
        let end = -DISTANCE
        for (const { offset, removed, inserted } of made) {
          expect(removed.length + inserted.length).toBeGreaterThan(0)
          const isPlain = removed.length > 0 && inserted.length > 0
          expect(isPlain && (removed[0] === inserted[0] || removed.at(-1) === inserted.at(-1))).toBe(false)
          expect(offset - end).toBeGreaterThanOrEqual(DISTANCE)
          end = offset + removed.length
        }
        expect(canonicalSplices(before, made)).toEqual(made)
        expect(canonicalSplices(before, [...splices].reverse())).toEqual(made)
      }),
      { seed: 20_001_124, numRuns: 500 },
    )
  })
  it('is the same however a change that keeps lengths was made', () => {
    fc.assert(
      fc.property(changes, splices => {
        const kept = splices.filter(({ removed, inserted }) => removed.length === inserted.length)
        const whole = difference(before, apply(before, kept))
        expect(canonicalSplices(before, kept)).toEqual(canonicalSplices(before, whole))
      }),
      { seed: 20_001_124, numRuns: 300 },
    )
  })
  it('holds no view of a larger buffer, which the history would keep in memory', () => {
    const large = new Uint8Array(1000).fill(9)
    const splice = { offset: 3, removed: before.subarray(3, 5), inserted: large.subarray(0, 2) }
    const [made] = canonicalSplices(before, [splice])
    expect([made?.removed.buffer.byteLength, made?.inserted.buffer.byteLength]).toEqual([2, 2])
    const own = [{ offset: 3, removed: before.slice(3, 5), inserted: Uint8Array.of(9, 9) }]
    expect(canonicalSplices(before, own)).toBe(own)
  })
})
