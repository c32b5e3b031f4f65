import { describe, expect, it } from 'vitest'
import type { MeshAnimation, MeshItem } from '@areal-studio/core/format'
import { meshItem } from '../scene/mesh.fixture'
import { copiedKey, newKey, removableKey } from './key-adding'
import { nodePath } from './node-path'

/** Two nodes: one of one key, one of keys at frames 0, 4 and 9. */
function moving(also: Partial<NonNullable<MeshAnimation['keys']>> = {}): MeshItem {
  const item = meshItem()
  const keys = {
    entry: 'm!#8',
    array: 'keys',
    noun: 'key',
    starts: Uint32Array.of(0, 1),
    ends: Uint32Array.of(1, 4),
    times: Float32Array.of(0, 0, 4, 9),
    adding: { entry: 'm!#0', operation: 'add', parameter: 'time' },
    duplicating: { entry: 'm!#8', operation: 'duplicate', parameter: 'time' },
    removal: 'remove',
    ...also,
  }
  const nodes = { ...item.nodes, count: 2, names: ['root', 'arm'] }
  return { ...item, nodes, animation: { sampler: 'pose', frames: 10, columns: {}, keys } }
}

const codeOf = (one: ReturnType<typeof newKey>): unknown => ('code' in one ? one.code : one.key)

describe('a key that is added', () => {
  it('comes behind the last key before its frame, also behind the last of all', () => {
    expect(newKey(moving(), { node: 1 }, 5)).toMatchObject({ node: 1, frame: 5, key: 3 })
    expect([1, 4, 8, 9, 12].map(frame => codeOf(newKey(moving(), { node: 1 }, frame)))).toEqual([
      2,
      'ui.model.add-key.there',
      3,
      'ui.model.add-key.there',
      4,
    ])
    expect(codeOf(newKey(moving(), { node: 0 }, 3))).toBe(1)
  })

  it('is not there without a node, without keys, and where the format does not add any', () => {
    const { adding: _, ...keys } = moving().animation?.keys ?? {}
    const fixed = moving()
    expect(codeOf(newKey(moving(), {}, 5))).toBe('ui.model.add-key.node')
    const assembled = { sampler: 'pose', frames: 10, columns: {} }
    expect(codeOf(newKey({ ...fixed, animation: assembled }, { node: 0 }, 5))).toBe('ui.model.add-key.none')
    const animation = { ...fixed.animation, keys } as MeshAnimation
    expect(codeOf(newKey({ ...fixed, animation }, { node: 1 }, 5))).toBe('ui.model.add-key.fixed')
  })

  it('can be deleted again, but not the first one of a node', () => {
    const item = moving()
    expect([0, 1, 2, 3, 4].map(key => removableKey(item, { node: 1, key }))).toEqual([
      undefined,
      undefined,
      2,
      3,
      undefined,
    ])
    expect(removableKey(item, { node: 1 })).toBeUndefined()
  })
})

describe('a key that is duplicated', () => {
  it('has the place of a new key of its node, by an operation on the selected key', () => {
    expect(copiedKey(moving(), { node: 1, key: 2 }, 6)).toEqual({
      adding: { entry: 'm!#8', operation: 'duplicate', parameter: 'time' },
      node: 1,
      frame: 6,
      key: 3,
    })
  })

  it('is not there without a selected key of the node, where there is a key, and where the format does not duplicate', () => {
    const { duplicating: _, ...keys } = moving().animation?.keys ?? {}
    const fixed = { ...moving(), animation: { ...moving().animation, keys } as MeshAnimation }
    expect(
      [
        copiedKey(moving(), {}, 6),
        copiedKey(moving(), { node: 1 }, 4),
        copiedKey(moving(), { node: 1, key: 0 }, 6),
        copiedKey(moving(), { node: 1, key: 1 }, 4),
        copiedKey(fixed, { node: 1, key: 1 }, 6),
      ].map(codeOf),
    ).toEqual([
      'ui.model.add-key.node',
      'ui.model.duplicate-key.key',
      'ui.model.duplicate-key.key',
      'ui.model.add-key.there',
      'ui.model.add-key.fixed',
    ])
  })
})

describe('the path of a node', () => {
  const sample = (_: MeshAnimation, { time }: { readonly time: number }): Float32Array => {
    const pose = new Float32Array(24)
    pose[12 + 3] = time
    return pose
  }
  const animation = (item: MeshItem): MeshAnimation => item.animation ?? { sampler: '', frames: 1, columns: {} }

  it('has a place for each frame and a mark for each key; what does not move has none', () => {
    const item = moving()
    const path = nodePath(item, 1, animation(item), sample)
    expect(path?.places.map(([x]) => x)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(path?.keys.map(([x]) => x)).toEqual([0, 4, 9])
    expect(nodePath(item, 0, animation(item), sample)).toBeUndefined()
    expect(nodePath(item, 2, animation(item), sample)).toBeUndefined()
  })

  it('of a long animation has no more places than can be drawn, from the first frame to the last', () => {
    const item = moving()
    const places = nodePath(item, 1, { ...animation(item), frames: 5001 }, sample)?.places ?? []
    expect([places.length, places[0]?.[0], places.at(-1)?.[0]]).toEqual([401, 0, 5000])
  })

  it('of a large model has fewer places, and of the largest none, since each place poses all nodes', () => {
    const item = moving()
    const long = { ...animation(item), frames: 5001 }
    const placesOf = (count: number) => nodePath({ nodes: { ...item.nodes, count } }, 1, long, sample)?.places.length
    expect([placesOf(1000), placesOf(65_535)]).toEqual([51, undefined])
  })
})
