import { fc, test as property } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import { parseBytes, type Pattern } from './pattern'
import { seek, type Seekable } from './seek'

const patternOf = (text: string): Pattern => {
  const pattern = parseBytes(text)
  if ('at' in pattern) throw new Error(text)
  return pattern
}
const few = fc.integer({ min: 0, max: 2 })
const hex = (bytes: readonly number[]): string => bytes.map(byte => byte.toString(16).padStart(2, '0')).join(' ')
const readable = (all: Uint8Array, piece: number, goOn = (): boolean => true): Seekable => ({
  size: all.length,
  piece,
  goOn,
  read: (offset, length) => Promise.resolve(all.subarray(offset, offset + length)),
})

property.prop(
  [
    fc.uint8Array({ max: 60 }).map(all => all.map(byte => byte % 3)),
    fc.array(few, { minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 17 }),
    fc.nat(70),
    fc.boolean(),
  ],
  { seed: 9, numRuns: 1000 },
)('finds over the borders of pieces what a naive scan finds', async (all, wanted, piece, from, isBack) => {
  const places = Array.from(all.keys()).filter(at => wanted.every((byte, k) => all[at + k] === byte))
  const expected = isBack
    ? (places.findLast(at => at < from) ?? places.at(-1))
    : (places.find(at => at > from) ?? places[0])
  expect(await seek(patternOf(hex(wanted)), from, isBack ? -1 : 1, readable(all, piece))).toBe(expected)
})

it('stops when it is told to, and reads no byte more', async () => {
  let reads = 0
  const found = await seek(patternOf('07'), 0, 1, {
    size: 1000,
    piece: 10,
    goOn: looked => looked < 30,
    read: async (_, length) => {
      reads++
      return new Uint8Array(length)
    },
  })
  expect([found, reads]).toEqual([undefined, 3])
})
