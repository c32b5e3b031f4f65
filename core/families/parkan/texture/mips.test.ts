import { describe, expect, it } from 'vitest'
import { entriesOf } from '../entries.fixture'
import { describeReference } from '../reference.fixture'
import { smallerMips } from './mips'
import { mipBytes } from './pixels'
import { texturePlan } from './texture'

const bytes = (...list: readonly number[]): Uint8Array => Uint8Array.from(list)
const words = (...list: readonly number[]): Uint8Array => Uint8Array.from(list.flatMap(word => [word & 255, word >> 8]))

describe('smaller mips', () => {
  it('are the mean of each component, rounded down', () => {
    const size = { width: 2, height: 2 }
    const [level] = smallerMips(8888, bytes(0, 8, 255, 1, 1, 8, 255, 2, 1, 9, 255, 3, 1, 9, 255, 4), size, 2)
    expect(level).toEqual(bytes(0, 8, 255, 2))
    expect(smallerMips(565, words(0xf800, 0, 0xf81f, 0x07e0), size, 2)).toEqual([words((15 << 11) | (15 << 5) | 7)])
  })
  it('of numbers of a palette are the top left one', () => {
    const picture = bytes(...Array.from({ length: 16 }, (_, at) => at))
    expect(smallerMips(0, picture, { width: 4, height: 4 }, 3)).toEqual([bytes(0, 2, 8, 10), bytes(0)])
  })
  it('come from the largest level, not from one another', () => {
    const picture = bytes(...[1, 0, 1, 0].flatMap(red => [0, 0, red, 0]))
    expect(smallerMips(8888, picture, { width: 4, height: 1 }, 3).map(level => [...level])).toEqual([
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0],
    ])
    const lit = bytes(...[3, 2, 2, 2].flatMap(red => [0, 0, red, 0]))
    expect(smallerMips(8888, lit, { width: 4, height: 1 }, 3)[1]?.[2]).toBe(2)
  })
  it('of odd sides take all pixels, and none is smaller than one pixel', () => {
    const row = bytes(...[10, 20, 30, 40, 50].flatMap(red => [0, 0, red, 0]))
    const levels = smallerMips(8888, row, { width: 5, height: 1 }, 4)
    expect(levels.map(level => level.length / 4)).toEqual([2, 1, 1])
    expect(levels.map(level => level[2])).toEqual([15, 30, 30])
    expect(levels[0]?.[6]).toBe(40)
    expect(smallerMips(8888, row, { width: 5, height: 1 }, 1)).toEqual([])
  })
})

describeReference('mips of the textures of the reference files', () => {
  it.each(entriesOf('parkan.texture'))('%s are made from the largest', (_, entry) => {
    const plan = texturePlan(entry.bytes)
    if ('code' in plan) throw new Error(plan.code)
    const [largest, ...others] = plan.mips.map(mip => mipBytes(entry.bytes, mip))
    expect(largest && smallerMips(plan.format, largest, plan, plan.mips.length)).toEqual(others)
  })
})
