import { fc, test } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { freeTags, type Tag } from './free-tags'

const tag: fc.Arbitrary<Tag> = fc.record({
  left: fc.integer({ min: 0, max: 300 }),
  top: fc.integer({ min: 0, max: 300 }),
  width: fc.integer({ min: 1, max: 90 }),
  height: fc.constant(20),
  rank: fc.integer({ min: 0, max: 2 }),
})
const touches = (a: Tag, b: Tag): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height

test.prop([fc.array(tag, { maxLength: 30 })])('tags do not cover each other, and each one left out would', tags => {
  const free = freeTags(tags)
  expect(free.some((a, at) => free.slice(at + 1).some(b => touches(a, b)))).toBe(false)
  for (const one of tags) {
    if (free.includes(one)) continue
    const near = { ...one, left: one.left - 2, top: one.top - 2, width: one.width + 4, height: one.height + 4 }
    expect(free.some(other => other.rank <= one.rank && touches(other, near))).toBe(true)
  }
})

it('the tag of what is selected is shown, whatever comes before it', () => {
  const [plain, marked] = [1, 0].map(rank => ({ left: 10, top: 10, width: 50, height: 20, rank }))
  expect(freeTags([plain, marked].flatMap(one => one ?? []))).toEqual([marked])
})
