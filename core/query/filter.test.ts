import { describe, expect, it } from 'vitest'
import { chipText, numberFilter, textFilter, wideFilter } from './filter'

describe('boxes over columns', () => {
  it('hold for the values they should', () => {
    const pass = (words: string): number[] => [0, 1, 2, 3, 4, 5, 6, 7].filter(value => numberFilter(words)?.(value))
    expect([
      pass('3'),
      pass('=3'),
      pass('>5'),
      pass('> 5'),
      pass('<=1'),
      pass('!=0 <3'),
      pass('2..4'),
      pass('1,6'),
      pass('&4'),
      pass('&6'),
      pass('!&6'),
      pass('0x3'),
    ]).toEqual([[3], [3], [6, 7], [6, 7], [0, 1], [1, 2], [2, 3, 4], [1, 6], [4, 5, 6, 7], [6, 7], [0, 1], [3]])
    expect(numberFilter('0.1', true)?.(Math.fround(0.1))).toBe(true)
    for (const words of ['x', '>', '3..', '1,,x', '= =', '']) expect(numberFilter(words), words).toBeUndefined()
  })
  it('take what numbers and bits are called, or a part of it, without case', () => {
    const called = { values: { 3: 'Stone bridge', 5: 'брод', 6: 'Bridgehead' }, bits: { 1: 'water', 2: 'no_wall' } }
    const pass = (words: string): number[] =>
      [0, 1, 2, 3, 4, 5, 6, 7].filter(value => numberFilter(words, false, called)?.(value))
    expect([
      pass('BRIDGE'),
      pass('stone bridge'),
      pass('=stone bridge'),
      pass('= bridgehead'),
      pass('БРОД,0'),
      pass('!=bridge >1'),
      pass('bridge <5'),
    ]).toEqual([[3, 6], [3], [3], [6], [0, 5], [2, 4, 5, 7], [3]])
    expect([pass('water'), pass('&water no_'), pass('!&water'), pass('!=wall,3')]).toEqual([
      [2, 3, 6, 7],
      [6, 7],
      [0, 1, 4, 5],
      [0, 1, 2, 3],
    ])
    expect(wideFilter('stone', called)?.(3n)).toBe(true)
    expect(wideFilter('water', { values: {}, bits: { 40: 'water' } })?.(1n << 40n)).toBe(true)
    for (const words of ['ferry', '=bridge', '&bridge', '>bridge', '!='])
      expect(numberFilter(words, false, called), words).toBeUndefined()
  })
  it('find text without case', () => {
    const pass = (words: string): string[] => ['ford', 'Ridge', 'ford gate'].filter(textFilter(words))
    expect([pass('ford'), pass('=ford'), pass('!=ford'), pass('gate FO')]).toEqual([
      ['ford', 'ford gate'],
      ['ford'],
      ['Ridge', 'ford gate'],
      ['ford gate'],
    ])
  })
  it('are said on chips', () => {
    expect([chipText('class_id', '3'), chipText('size', '<2000'), chipText('size', '>= 3')]).toEqual([
      'class_id = 3',
      'size < 2000',
      'size >= 3',
    ])
  })
})
