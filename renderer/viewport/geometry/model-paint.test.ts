import { describe, expect, it } from 'vitest'
import type { Paint } from '@areal-studio/core/format'
import { meshItem } from '../scene/mesh.fixture'
import { farFirst, rowPaints, translucentParts } from './model-paint'
import { paintSet } from './terrain-paint'

const plain = (value: number) => ({ width: 1, height: 1, pixels: Uint8Array.of(value, value, value, 255) })
const table: readonly Paint[] = [
  { material: 'wall', texture: 'W.0', picture: plain(1) },
  { material: 'fence', texture: 'F.0', picture: plain(2), hasHoles: true },
  { material: 'glass', texture: 'G.0', picture: plain(3), hasHoles: true, blend: 'alpha', opacity: 0.5 },
  { material: 'flare', texture: 'L.0', picture: plain(1), hasHoles: true, blend: 'additive' },
]
const set = paintSet(table, () => new Uint8Array(0))

describe('paints of models', () => {
  it('name a layer, which equal pictures share, and how it is laid over what is behind', () => {
    const of = rowPaints(table, set)
    expect([0, 1, 2, 3, -1].map(row => of(row).paint)).toEqual([0, 5, 10, 3, -1])
    expect([0, 1, 2, 3].map(row => of(row).isTranslucent)).toEqual([false, false, true, true])
    expect([2, 3].map(row => of(row).tint[3])).toEqual([0.5, 1])
    const second = rowPaints(table.slice(2), set, 2)
    expect([second(0).paint, second(1).paint]).toEqual([10, 3])
    expect(rowPaints(table, undefined)(2)).toMatchObject({ paint: -1, isTranslucent: false })
  })
  it('divide off translucent triangles by piece and record; the farthest are drawn first, hidden pieces not at all', () => {
    const item = meshItem()
    const of = rowPaints(table, set)
    expect(translucentParts(item, () => of(0))).toEqual([])
    const parts = translucentParts(item, () => of(2))
    expect(parts.flatMap(part => part.indices).toSorted()).toEqual([...item.indices].toSorted())
    const all = new Set(parts.map(part => part.piece))
    const order = farFirst(parts, all, item.nodes.rest, [0, 0, 1000])
    const back = farFirst(parts, all, item.nodes.rest, [0, 0, -1000])
    expect([order[0]?.node, back[0]?.node]).toEqual([1, 2])
    expect(farFirst(parts, new Set(), item.nodes.rest, [0, 0, 0])).toEqual([])
  })
})
