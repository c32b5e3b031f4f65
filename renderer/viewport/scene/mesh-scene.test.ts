import { describe, expect, it } from 'vitest'
import {
  branchOf,
  drawnNodes,
  floorOf,
  headOf,
  isEmptyNode,
  isHead,
  meshSelection,
  nodeOfKey,
  piecesIn,
  piecesOf,
  posed,
  posedBounds,
  variantCount,
  variantOf,
  withFloor,
} from './mesh-scene'
import { meshItem } from './mesh.fixture'

const item = meshItem()
const none = (): boolean => false

describe('the variants of a model', () => {
  it('are numbered by the values of the switches', () => {
    expect(variantCount(item)).toBe(4)
    expect([[], [0, 1], [1, 0], [1, 1], [7, 9]].map(values => variantOf(item, values))).toEqual([0, 1, 2, 3, 3])
  })
  it('draw the pieces of their nodes, without hidden ones', () => {
    expect([0, 1, 2].map(variant => piecesIn(item, variant, none))).toEqual([[0, 1], [2], []])
    expect(piecesIn(item, 0, node => node === 2)).toEqual([0])
    expect([0, 1, 2].map(variant => drawnNodes(item, variant))).toEqual([2, 1, 0])
    expect([0, 1, 2].map(node => isEmptyNode(item, node))).toEqual([true, false, false])
  })
})

describe('a pose', () => {
  it('puts points and boxes where its matrices say', () => {
    expect(posed(item.nodes.rest, 2, [1, 2, 3])).toEqual([11, 2, 8])
    expect(posedBounds(item, item.nodes.rest, [0, 1])).toEqual({ min: [10, 0, 0], max: [11, 1, 5] })
  })
  it('has the box of its nodes where nothing is drawn, and a unit box round one point', () => {
    expect(posedBounds(item, item.nodes.rest, [])).toEqual({ min: [0, 0, 0], max: [10, 0, 5] })
    expect(posedBounds(item, new Float32Array(36), [])).toEqual({ min: [-1, -1, -1], max: [1, 1, 1] })
    expect(posedBounds(item, new Float32Array(36).fill(NaN), [0])).toEqual({ min: [-1, -1, -1], max: [1, 1, 1] })
  })
})

it('the plane below a model is in the box of what is drawn, so that none of it is cut off', () => {
  const bounds = { min: [2, 0, 3], max: [6, 2, 5] } as const
  expect(floorOf(bounds)).toEqual({ x: 4, y: 1, extent: 4, reach: 16 })
  expect(withFloor(bounds)).toEqual({ min: [-12, -15, 0], max: [20, 17, 5] })
})

describe('a selected record', () => {
  it.each([
    ['a!#0', 'nodes/2/parent', { node: 2 }],
    ['a!#0', 'nodes/3', undefined],
    ['a!#1', 'batches/2', { record: 2, node: 2 }],
    ['a!#1', 'batches/0/flags', { record: 0, node: 1 }],
    ['a!#2', 'slots/6', { node: 2 }],
    ['a!#2', 'slots/0', undefined],
    ['a!#3', 'keys/4', { key: 4, node: 2 }],
    ['a!#9', 'nodes/1', undefined],
    ['a!#0', null, undefined],
  ])('%s %s', (entry, path, right) => expect(meshSelection(item, entry, path)).toEqual(right))
  it('belongs to the node whose track holds it', () => {
    expect([0, 1, 2, 5, 6].map(key => nodeOfKey(item, key))).toEqual([0, 1, 2, 2, undefined])
  })
  it('is hidden with what is below it', () => {
    expect([0, 1, 2].map(node => [...branchOf(item, node)])).toEqual([[0, 1, 2], [1, 2], [2]])
  })
})

describe('nodes of which one represents the record of several', () => {
  const item = meshItem()
  const grouped = { ...item, nodes: { ...item.nodes, records: Uint32Array.of(4, 7, 7) } }
  it('are selected and outlined together by their record, or one by one', () => {
    expect(meshSelection(grouped, 'a!#0', 'nodes/7/attach')).toEqual({ node: 1, record: 7 })
    expect(meshSelection(grouped, 'a!#0', 'nodes/5')).toBeUndefined()
    expect([0, 1, 2].map(node => [headOf(grouped, node), isHead(grouped, node)])).toEqual([
      [0, true],
      [1, true],
      [1, false],
    ])
    expect([0, 1, 2].map(node => piecesOf(grouped, [0, 1], node))).toEqual([[], [0, 1], [1]])
  })
  it('elsewhere stand for themselves', () => {
    expect([headOf(item, 2), isHead(item, 2), piecesOf(item, [0, 1, 2], 2)]).toEqual([2, false, [1, 2]])
  })
})
