import type { GltfNode, GltfScene } from '../gltf'
import type { Opened } from './format'
import { IDENTITY, isDrawable, isDrawnNumber, product, type Matrix } from './matrix'
import type { PaintedModel } from './mesh-picture'
import type { Paint } from './scene'

/** Y up to Z up. */
const UPRIGHT: Matrix = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0]

/**
 * The first scene of what is written as GLB as a model at rest. A part is a record. `paints`: what its materials look like, by
 * their names.
 */
export function modelOfScene(
  { path: entry }: Pick<Opened, 'path'>,
  scene: GltfScene,
  paints: readonly Paint[] = [],
): PaintedModel {
  const { nodes, positions, normals, uvs } = scene
  let unplaced = 0
  for (let at = 0; at < positions.length; at += 3) if (!isDrawable(positions.subarray(at, at + 3))) unplaced++
  const of = { entry, array: '', noun: 'part' }
  const { rest, isDrawn } = posesOf(scene)
  const { starts, rows, ...built } = trianglesOf(scene, paints)
  return {
    paints,
    item: {
      kind: 'mesh',
      id: 'model',
      layer: 'meshes',
      ...of,
      positions: unplaced === 0 ? positions : positions.map(value => (isDrawnNumber(value) ? value : 0)),
      ...(normals?.every(Number.isFinite) && { normals }),
      ...(uvs && paints.length > 0 && { painting: { uvs, rows } }),
      sources: Uint32Array.from({ length: positions.length / 3 }, (_, at) => at),
      ...built,
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
      notes: unplaced > 0 ? [{ code: 'ui.model.unplaced', params: { n: unplaced } }] : [],
    },
  }
}

/** Triangles by node, with the part of each as its record and the row of its paint. */
function trianglesOf({ parts, nodes }: GltfScene, paints: readonly Paint[]) {
  const rowOf = new Map(paints.map(({ material }, row) => [material, row]))
  const drawn = parts
    .map((part, record) => ({ part, record }))
    .filter(({ part }) => part.node >= 0 && part.node < nodes.length)
    .sort((a, b) => a.part.node - b.part.node)
  const starts = new Uint32Array(nodes.length + 1)
  for (const { part } of drawn)
    starts[part.node + 1] = (starts[part.node + 1] ?? 0) + Math.floor(part.indices.length / 3)
  for (let node = 0; node < nodes.length; node++) starts[node + 1] = (starts[node + 1] ?? 0) + (starts[node] ?? 0)
  const count = starts[nodes.length] ?? 0
  const [indices, records, rows] = [new Uint32Array(3 * count), new Uint32Array(count), new Uint32Array(count)]
  let first = 0
  for (const { part, record } of drawn) {
    const own = Math.floor(part.indices.length / 3)
    indices.set(part.indices.subarray(0, 3 * own), 3 * first)
    records.fill(record, first, first + own)
    rows.fill(rowOf.get(part.material) ?? 0, first, first + own)
    first += own
  }
  return { starts, indices, records, rows }
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
