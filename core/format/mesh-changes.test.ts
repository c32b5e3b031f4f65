import { expect, it } from 'vitest'
import { unitNormals, writeGlb, type GltfScene } from '../gltf'
import { meshChanges } from './mesh-changes'

const SCENE: GltfScene = {
  name: 'triangle',
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
  uvs: Float32Array.of(0, 0, 1, 0, 0, 1),
  nodes: [{ name: 'triangle', parent: -1 }],
  parts: [{ node: 0, material: 'material', indices: Uint32Array.of(0, 1, 2) }],
}

it.each(['positions', 'normals', 'uvs'] as const)('a file whose %s are not finite is refused', name => {
  for (const value of [NaN, Infinity]) {
    const values = SCENE[name]?.slice() ?? new Float32Array(0)
    values[1] = value
    expect(meshChanges(SCENE, writeGlb({ ...SCENE, [name]: values }))).toEqual({ code: 'mesh.not-finite', params: {} })
  }
})

it('normals and texture coordinates that the mesh does not have are not looked at', () => {
  const { normals: _normals, uvs: _uvs, ...bare } = SCENE
  const file = writeGlb({ ...SCENE, normals: new Float32Array(9).fill(NaN), uvs: new Float32Array(6).fill(NaN) })
  expect(meshChanges(bare, file)).toMatchObject({ changed: { moved: [], turned: [], mapped: [] } })
})

it.each([
  [[0, 0, 1, 0.6, 0, 0.8], true],
  [[0, 0, 1, 0, 0, 0], false],
  [[0, 0, 1, NaN, 0, 1], false],
])('normals %j are those of a file: %s', (numbers, isUnit) => {
  const normals = Float32Array.from(numbers)
  expect(unitNormals(normals)).toEqual(isUnit ? { normals } : {})
})
