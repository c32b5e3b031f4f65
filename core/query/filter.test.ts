import { describe, expect, it } from 'vitest'
import { chipText, numberFilter, textFilter } from './filter'

describe('boxes over columns', () => {
  it('hold for the values they should', () => {
    const pass = (words: string): number[] => [0, 1, 2, 3, 4, 5, 6, 7].filter(value => numberFilter(words)?.(value))
    expect([pass('3'), pass('=3'), pass('>5'), pass('> 5'), pass('<=1'), pass('!=0 <3'), pass('2..4'), pass('1,6'), pass('&4'), pass('&6'), pass('!&6'), pass('0x3')])
      .toEqual([[3], [3], [6, 7], [6, 7], [0, 1], [1, 2], [2, 3, 4], [1, 6], [4, 5, 6, 7], [6, 7], [0, 1], [3]])
    expect(numberFilter('0.1', true)?.(Math.fround(0.1))).toBe(true)
    for (const words of ['x', '>', '3..', '1,,x', '= =', '']) expect(numberFilter(words), words).toBeUndefined()
  })
  it('find text without case', () => {
    const pass = (words: string): string[] => ['ford', 'Ridge', 'ford gate'].filter(textFilter(words))
    expect([pass('ford'), pass('=ford'), pass('!=ford'), pass('gate FO')]).toEqual([['ford', 'ford gate'], ['ford'], ['Ridge', 'ford gate'], ['ford gate']])
  })
  it('are said on chips', () => {
    expect([chipText('class_id', '3'), chipText('size', '<2000'), chipText('size', '>= 3')]).toEqual(['class_id = 3', 'size < 2000', 'size >= 3'])
  })
})
