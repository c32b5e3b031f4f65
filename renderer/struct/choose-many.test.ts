import { describe, expect, it } from 'vitest'
import { chosenMany, manyMode } from './choose-many'

const one = { path: 'areals/5', paths: ['areals/5'] }

describe('several records in the struct tree', () => {
  it('are all up to the pressed one with Shift, from the primary one, both ways', () => {
    expect(chosenMany(one, 'areals/7', 'range')?.paths).toEqual(['areals/5', 'areals/6', 'areals/7'])
    const back = chosenMany(one, 'areals/4', 'range')
    expect(back).toEqual({ path: 'areals/5', paths: ['areals/4', 'areals/5'] })
    expect(back && chosenMany(back, 'areals/6', 'range')?.paths).toEqual(['areals/5', 'areals/6'])
  })
  it('are one more or one less with Ctrl; the last one stays', () => {
    const two = chosenMany(one, 'areals/9', 'toggle')
    expect(two).toEqual({ path: 'areals/9', paths: ['areals/5', 'areals/9'] })
    expect(two && chosenMany(two, 'areals/9', 'toggle')).toEqual({ path: 'areals/5', paths: ['areals/5'] })
    expect(chosenMany(one, 'areals/5', 'toggle')).toBeUndefined()
  })
  it('are of one array: a field or a record elsewhere is chosen alone', () => {
    expect(chosenMany(one, 'areals/7/class_id', 'range')).toBeUndefined()
    expect(chosenMany(one, 'areals/5/links/7', 'toggle')).toBeUndefined()
    expect(chosenMany({ path: null, paths: [] }, 'areals/7', 'range')).toBeUndefined()
  })
  it('follow the keys as every list does', () => {
    const keys = { shiftKey: false, ctrlKey: false, metaKey: false }
    expect([keys, { ...keys, shiftKey: true }, { ...keys, metaKey: true }].map(manyMode)).toEqual([
      undefined,
      'range',
      'toggle',
    ])
  })
})
