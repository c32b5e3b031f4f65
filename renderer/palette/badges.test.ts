import { describe, expect, it } from 'vitest'
import { badgesOf } from './badges'

describe('badges of values', () => {
  const badge = badgesOf({ 0: 'Nature', 1: 'Player', 2: 'Pirates', 3: 'Player' })
  it('have the letters of the map, by number', () => {
    expect([0, 1, 2].map(value => badge(value)?.letter)).toEqual(['N', 'P', 'I'])
    expect(badge(2)).toEqual({ value: 2, letter: 'I', name: 'Pirates' })
  })
  it('are those of the first record of a name for a text', () => {
    expect(badge('Player')).toEqual({ value: 1, letter: 'P', name: 'Player' })
  })
  it('are not there of what names no record', () => {
    expect([-1, 4, 'player', ''].map(value => badge(value))).toEqual([undefined, undefined, undefined, undefined])
    expect(badgesOf(undefined)(0)).toBeUndefined()
  })
})
