import { describe, expect, it } from 'vitest'
import { StructChoice } from './choose-many'

const one = { path: 'areals/5', paths: ['areals/5'] }

describe('several records in the struct tree', () => {
  it('are all up to the pressed one with Shift, from the one chosen first, both ways', () => {
    const choice = new StructChoice()
    const down = choice.press(one, 'areals/7', 'range')
    expect(down).toEqual({ path: 'areals/7', paths: ['areals/5', 'areals/6', 'areals/7'] })
    expect(down && choice.press(down, 'areals/4', 'range')?.paths).toEqual(['areals/4', 'areals/5'])
  })
  it('are one more or one less with Ctrl; the last one stays', () => {
    const choice = new StructChoice()
    const two = choice.press(one, 'areals/9', 'toggle')
    expect(two).toEqual({ path: 'areals/9', paths: ['areals/5', 'areals/9'] })
    const three = two && choice.press(two, 'areals/2', 'toggle')
    expect(three && choice.press(three, 'areals/9', 'toggle')?.paths).toEqual(['areals/5', 'areals/2'])
    expect(two && choice.press(two, 'areals/9', 'toggle')).toEqual(one)
    expect(choice.press(one, 'areals/5', 'toggle')).toBeUndefined()
  })
  it('are of one array: a field or a record elsewhere is chosen alone', () => {
    const choice = new StructChoice()
    expect(choice.press(one, 'areals/7/class_id', 'range')).toBeUndefined()
    expect(choice.press(one, 'areals/5/links/7', 'toggle')).toBeUndefined()
    expect(choice.press({ path: null, paths: [] }, 'areals/7', 'range')).toBeUndefined()
  })
})
