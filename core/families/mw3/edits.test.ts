import { expect, it } from 'vitest'
import { apply, invertSplices } from '../../edit'
import { describeReference, fixture } from './reference.fixture'
import { removeNode } from './structural/remove-node.fixture'
import {
  addMaterial,
  addNode,
  addTexture,
  append,
  edited,
  removePolygon,
  rename,
  reparent,
  worldOf,
  type Step,
} from './structural/steps.fixture'

describeReference('structural edits of golden files', () => {
  it.each<readonly [string, string, readonly Step[]]>([
    ['plain', 'vertex', [append('model_data/1/vertices', [1, 2, 3])]],
    ['harsh', 'vertex', [append('model_data/0/vertices', [1, 2, 3])]],
    ['plain', 'texture', [addTexture('sky')]],
    ['harsh', 'texture', [addTexture('sky')]],
    ['plain', 'polygon', [removePolygon(1, 0)]],
    ['harsh', 'polygon', [removePolygon(0, 0)]],
    ['plain', 'material', [addMaterial([10, 20, 30])]],
    ['harsh', 'material', [addMaterial([10, 20, 30])]],
    ['plain', 'reparent', [reparent(11, 6)]],
    ['plain', 'node', [addNode(15, 'rock01', 1)]],
    ['harsh', 'node', [addNode(22, 'rock01', 0)]],
    ['plain', 'delete', [removeNode(13)]],
    ['plain', 'rename', [rename(11, 'pool')]],
  ])('%s: %s gives the expected file', (base, edit, steps) => {
    const before = fixture(`golden/${base}.zbd`)
    const splices = edited(worldOf(before), steps)
    const after = apply(before, splices)
    const expected = fixture(`edits/${base}_${edit}.zbd`)
    expect(after.length).toBe(expected.length)
    const wrong = after.findIndex((byte, at) => byte !== expected[at])
    expect(wrong < 0 ? [] : [wrong, after[wrong], expected[wrong]]).toEqual([])
    expect(Buffer.compare(apply(after, invertSplices(splices)), before), 'undone').toBe(0)
  })
})
