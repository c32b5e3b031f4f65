import { describe, expect, it } from 'vitest'
import { meshItem } from '../scene/mesh.fixture'
import { hasKeys, keysOfTrack, nextKey } from './track-keys'

const item = meshItem()

describe('the key marks of a node', () => {
  it('are all drawn where there is room', () => {
    expect(keysOfTrack(item, 2, 20).map(({ key, time, isLast }) => [key, time, isLast])).toEqual([
      [2, 0, false],
      [3, 1, false],
      [4, 2, false],
      [5, 10, true],
    ])
  })
  it('do not cover each other; the first and the last stay', () => {
    expect(keysOfTrack(item, 2, 4).map(({ key }) => key)).toEqual([2, 4, 5])
    expect(keysOfTrack(item, 2, 0.1).map(({ key }) => key)).toEqual([2, 5])
  })
})

describe('a model has keys', () => {
  it('when one of its nodes has, not by its frames alone', () => {
    expect(hasKeys(item)).toBe(true)
    const { animation } = item
    if (!animation?.keys) throw new Error('no keys')
    expect(
      hasKeys({ ...item, animation: { ...animation, keys: { ...animation.keys, ends: animation.keys.starts } } }),
    ).toBe(false)
    const { keys: _, ...others } = animation
    expect(hasKeys({ ...item, animation: others })).toBe(false)
  })
})

describe('the next key', () => {
  it('is that of the selected node, after the selected one or after the time', () => {
    expect(nextKey(item, { node: 2, key: 3 }, 0, 1)).toBe(4)
    expect(nextKey(item, { node: 2, key: 2 }, 0, -1)).toBeUndefined()
    expect(nextKey(item, { node: 2 }, 1.5, 1)).toBe(4)
    expect(nextKey(item, { node: 2 }, 1.5, -1)).toBe(3)
    expect(nextKey(item, { node: 2, key: 5 }, 0, 1)).toBeUndefined()
    expect(nextKey(item, {}, 0, 1)).toBeUndefined()
  })
})
