import { expect, it } from 'vitest'
import { regionsItem } from '../scene/items.fixture'
import { waterBuffers } from './water-mesh'

it('water has three vertices for each triangle in the colour of its record, without those that are no places', () => {
  const item = regionsItem({
    layer: 'water',
    positions: Float32Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1, NaN, 0, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 1, 3, 2, 1, 0),
    records: Uint32Array.of(1, 0, 0),
    recordCount: 2,
    colours: Float32Array.of(0.25, 0.5, 0.75, 1, 0, 0),
  })
  const { positions, colours } = waterBuffers(item)
  expect([...positions]).toEqual([0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1])
  expect([...colours]).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 0.25, 0.5, 0.75, 0.25, 0.5, 0.75, 0.25, 0.5, 0.75])
})
