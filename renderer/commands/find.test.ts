import { describe, expect, it } from 'vitest'
import { find, namesWith } from './find'

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

describe('names that hold what was typed', () => {
  const names = ['DATA/MAPS/SC_1/Land.map', 'DATA/MAPS/SC_1/Land.msh', 'DATA/MAPS/Landmarks/map.wea'].map(path => ({
    name: path.split('/').at(-1) ?? '',
    words: path,
  }))
  it('takes signs as they are typed', () => {
    expect(namesWith(names, 'land.map')).toEqual([0])
    expect(namesWith(names, 'LAND.M')).toEqual([0, 1])
  })
  it('passes over the signs of a name where none is typed', () => {
    expect(namesWith(names, 'landmap')).toEqual([0])
  })
  it('takes several words in any order, each of them', () => {
    expect(namesWith(names, 'wea maps')).toEqual([2])
    expect(namesWith(names, 'wea msh')).toEqual([])
  })
})
