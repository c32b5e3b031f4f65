import type { GltfNode, GltfScene } from '../gltf'
import type { Opened } from './format'
import { IDENTITY, product, type Matrix } from './matrix'
import type { PaintedModel } from './mesh-picture'

/** Y up to Z up. */
const UPRIGHT: Matrix = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0]

/** The first scene of what is written as GLB as a model without paints, for its thumbnail. A part is a record. */
export function modelOfScene({ path: entry }: Pick<Opened, 'path'>, scene: GltfScene): PaintedModel {
  const { nodes, positions } = scene
  const of = { entry, array: '', noun: 'part' }
  const { rest, isDrawn } = posesOf(scene)
  const parts = scene.parts
    .map((part, record) => ({ part, record }))
    .filter(({ part }) => part.node >= 0 && part.node < nodes.length)
    .sort((a, b) => a.part.node - b.part.node)
  const starts = new Uint32Array(nodes.length + 1)
  for (const { part } of parts)
    starts[part.node + 1] = (starts[part.node + 1] ?? 0) + Math.floor(part.indices.length / 3)
  for (let node = 0; node < nodes.length; node++) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0)
  const triangles = starts[nodes.length] ?? 0
  const [indices, records] = [new Uint32Array(3 * triangles), new Uint32Array(triangles)]
  let first = 0
  for (const { part, record } of parts) {
    const count = Math.floor(part.indices.length / 3)
    indices.set(part.indices.subarray(0, 3 * count), 3 * first)
    records.fill(record, first, first + count)
    first += count
  }
  return {
    paints: [],
    item: {
      kind: 'mesh',
      id: 'model',
      layer: 'meshes',
      ...of,
      positions,
      sources: Uint32Array.from({ length: positions.length / 3 }, (_, at) => at),
      indices,
      records,
      recordCount: scene.parts.length,
      fields: {},
      pieces: {
        ...of,
        count: nodes.length,
        starts,
        nodes: Uint32Array.from(nodes.keys()),
        records: new Uint32Array(nodes.length),
      },
      nodes: {
        ...of,
        count: nodes.length,
        names: nodes.map(({ name }) => name),
        parents: Int32Array.from(nodes, ({ parent }) => parent),
        rest,
      },
      switches: [],
      drawn: Int32Array.from(nodes, (_, at) => (isDrawn[at] === true ? at : -1)),
      notes: [],
    },
  }
}

/** World matrices of the nodes, and which of them are in the first scene. */
function posesOf({ nodes, isYUp }: GltfScene) {
  const rest = new Float32Array(12 * nodes.length)
  const isDrawn: boolean[] = []
  nodes.forEach((node, at) => {
    const isRoot = node.parent < 0
    const above = isRoot ? (isYUp ? UPRIGHT : IDENTITY) : rest.subarray(12 * node.parent, 12 * node.parent + 12)
    isDrawn.push(isRoot ? (node.scene ?? 0) === 0 : isDrawn[node.parent] === true)
    rest.set(product(Array.from(above), placeOf(node)), 12 * at)
  })
  return { rest, isDrawn }
}

/** From the space of a node to that of its parent. */
function placeOf({ matrix, translation = [0, 0, 0], rotation = [0, 0, 0, 1] }: GltfNode): Matrix {
  if (matrix) return [0, 1, 2].flatMap(row => [0, 4, 8, 12].map(column => matrix[column + row] ?? 0))
  const [x = 0, y = 0, z = 0, w = 1] = rotation
  const [tx = 0, ty = 0, tz = 0] = translation
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), tx],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), ty],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), tz],
  ]
}
