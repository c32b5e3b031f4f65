import { expect, it } from 'vitest'
import type { GltfScene } from '../gltf'
import { modelOfScene } from './gltf-model'

const HALF = Math.SQRT1_2
/** A triangle at a node that is turned by 90° round z below one that is moved, and one at a node of another scene. */
const SCENE: GltfScene = {
  name: 'a',
  positions: Float32Array.from([1, 0, 0, 0, 2, 0, 0, 0, 3]),
  nodes: [
    { name: 'root', parent: -1, translation: [10, 20, 30] },
    { name: 'arm', parent: 0, rotation: [0, 0, HALF, HALF] },
    { name: 'other', parent: -1, scene: 1, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1] },
  ],
  parts: [
    { node: 2, material: 'b', indices: Uint32Array.from([0, 1, 2]) },
    { node: 1, material: 'a', indices: Uint32Array.from([0, 1, 2, 0, 0, 0]) },
    { node: 1, material: 'b', indices: Uint32Array.from([2, 1, 0]) },
  ],
}

/** World places of a node for the three vertices. */
function placesAt(scene: GltfScene, node: number) {
  const { item } = modelOfScene({ path: 'e' }, scene)
  const m = item.nodes.rest.subarray(12 * node, 12 * node + 12)
  return [0, 1, 2].map(vertex =>
    [0, 4, 8].map(row => {
      const [x = 0, y = 0, z = 0] = scene.positions.subarray(3 * vertex, 3 * vertex + 3)
      return Math.round((m[row] ?? 0) * x + (m[row + 1] ?? 0) * y + (m[row + 2] ?? 0) * z + (m[row + 3] ?? 0))
    }),
  )
}

it('places each node below its parent, with Z up', () => {
  expect(placesAt(SCENE, 1)).toEqual([
    [10, 21, 30],
    [8, 20, 30],
    [10, 20, 33],
  ])
  expect(placesAt(SCENE, 2)[0]).toEqual([8, 8, 9])
  expect(placesAt({ ...SCENE, isYUp: true }, 1)[0]).toEqual([10, -30, 21])
})

it('has a paint of each triangle by the material of its part, and normals', () => {
  const uvs = Float32Array.of(0, 0, 1, 0, 0, 1)
  const normals = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1)
  const paints = ['b', 'a'].map(material => ({ material, texture: '' }))
  const { item, paints: table } = modelOfScene({ path: 'e' }, { ...SCENE, uvs, normals }, paints)
  expect(table).toBe(paints)
  expect([item.painting?.uvs, item.painting?.rows, item.normals]).toEqual([uvs, Uint32Array.of(1, 1, 0, 0), normals])
  expect(modelOfScene({ path: 'e' }, { ...SCENE, uvs }).item.painting).toBeUndefined()
})

it('draws vertices that are not finite or too far away at 0, and counts them', () => {
  const positions = Float32Array.of(NaN, 0, 0, 0, 2, 0, 0, 0, 3e38)
  const { item } = modelOfScene({ path: 'e' }, { ...SCENE, positions })
  expect([...item.positions]).toEqual([0, 0, 0, 0, 2, 0, 0, 0, 0])
  expect(item.notes).toEqual([{ code: 'ui.model.unplaced', params: { n: 2 } }])
})

it('draws the first scene, each triangle with the record of its part', () => {
  const { item } = modelOfScene({ path: 'e' }, SCENE)
  expect([...item.drawn]).toEqual([0, 1, -1])
  expect([[...item.pieces.starts], [...item.records]]).toEqual([
    [0, 0, 3, 4],
    [1, 1, 2, 0],
  ])
  expect([...item.indices]).toEqual([0, 1, 2, 0, 0, 0, 2, 1, 0, 0, 1, 2])
})
