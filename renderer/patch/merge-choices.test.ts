import { describe, expect, it } from 'vitest'
import type { Conflict } from '@areal-studio/core/patch'
import { CATALOGUES, createText } from '@areal-studio/core/messages'
import { allFrom, choicesOf, sideWords } from './merge-choices'

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

  it('say in words what happens to records, and a value of a field as it is', () => {
    const [en, ru] = [createText('en', CATALOGUES), createText('ru', CATALOGUES)]
    const records = { path: 'lines/7', a: 'lines/7 -0 +1', b: 'lines/7 -2 +0, refs/3 -1 +1' }
    expect(sideWords(en, records, 'a')).toBe('0 removed, 1 added')
    expect(sideWords(ru, records, 'b')).toBe('удалено 2, добавлено 0, refs/3: удалено 1, добавлено 1')
    expect(sideWords(en, { path: 'name', a: '"x -1 +1"', b: '2' }, 'a')).toBe('"x -1 +1"')
  })
})
