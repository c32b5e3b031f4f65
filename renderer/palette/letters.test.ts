import { describe, expect, it } from 'vitest'
import { inkOn, lettersOf } from './letters'

describe('letters of values', () => {
  it('are the first ones of their names; of equal ones the next that is free, in the end the number', () => {
    expect(lettersOf({ 0: 'Nature', 1: 'Player', 2: 'Pirates', 3: 'игрок' })).toEqual({
      0: 'N',
      1: 'P',
      2: 'I',
      3: 'И',
    })
    expect(lettersOf({ 0: 'A', 1: 'a', 2: '' })).toEqual({ 0: 'A', 1: '1', 2: '2' })
    expect(lettersOf({ 0: '  -x', 1: 'X1' })).toEqual({ 0: 'X', 1: '1' })
  })
  it('are not there for what means none', () => {
    expect(lettersOf({ '-1': 'No clan', 4: 'Miners' })).toEqual({ 4: 'M' })
    expect(lettersOf({})).toEqual({})
  })
  it('are drawn dark on light colours and light on dark ones', () => {
    expect([inkOn([240, 228, 66]), inkOn([0, 114, 178])]).toEqual(['#10151c', '#ffffff'])
  })
})
