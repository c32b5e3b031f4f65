import { describe, expect, it } from 'vitest'
import type { Conflict } from '@areal-studio/core/patch'
import { allFrom, choicesOf } from './merge-choices'

type Found = Pick<Conflict, 'key' | 'canBoth'>
const FIELD: Found = { key: 'a version' }
const RECORDS: Found = { key: 'a refs/1', canBoth: true }

describe('choices for conflicts of two patches', () => {
  it('have both only where both add records at one place', () => {
    expect(choicesOf(FIELD)).toEqual(['a', 'b'])
    expect(choicesOf(RECORDS)).toEqual(['a', 'b', 'both'])
  })

  it('for all leave those that cannot have it as they are', () => {
    expect(allFrom([FIELD, RECORDS], 'both', {})).toEqual({ [RECORDS.key]: 'both' })
    expect(allFrom([FIELD, RECORDS], 'both', { [FIELD.key]: 'a', [RECORDS.key]: 'b' })).toEqual({
      [FIELD.key]: 'a',
      [RECORDS.key]: 'both',
    })
    expect(allFrom([FIELD, RECORDS], 'b', { [FIELD.key]: 'a' })).toEqual({ [FIELD.key]: 'b', [RECORDS.key]: 'b' })
  })
})
