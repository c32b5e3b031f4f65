import { describe, expect, it } from 'vitest'
import { find } from './find'

const words = [
  'Pack Упаковать',
  'Deploy to the game Развернуть в игру',
  'DATA/MAPS/SC_1/Land.map',
  'DATA/MAPS/SC_2/Land.map',
]

describe('find', () => {
  it('finds names in both languages', () => {
    expect(find(words, 'pack')).toEqual([0])
    expect(find(words, 'упак')).toEqual([0])
    expect(find(words, 'игру')).toEqual([1])
  })
  it('finds parts of a path in any order', () => {
    expect(find(words, 'land sc_2')).toEqual([3])
    expect([...find(words, 'land.map')].sort()).toEqual([2, 3])
  })
  it('answers all for nothing and nothing for nonsense', () => {
    expect(find(words, ' ')).toHaveLength(4)
    expect(find(words, 'zzz')).toEqual([])
  })
})
