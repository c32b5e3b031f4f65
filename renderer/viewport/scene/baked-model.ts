import type { InstancesItem, MeshItem } from '@areal-studio/core/format'
import type { Vec } from '../camera/camera'
import { cornersOfPiece, paintRowOf, piecesIn, posed } from './mesh-scene'

/** A model as its instances show it: one variant at rest, in its own space. */
export interface BakedModel {
  readonly positions: Float32Array
  /** Unit normal per vertex; zero where the format has none. */
  readonly normals: Float32Array
  readonly uvs: Float32Array
  /** Row of its table of paints per vertex; -1: none. */
  readonly rows: Int32Array
  readonly indices: Uint32Array
  /** Sphere round all of it. */
  readonly middle: Vec
  readonly radius: number
}

const baked = new WeakMap<MeshItem, Map<number, BakedModel>>()

/** The model of an instance; the box where it has none. */
export const modelOf = ({ which, models, variants }: InstancesItem, instance: number): BakedModel => {
  const number = which[instance] ?? -1
  const model = models[number]
  return model ? bakedModel(model, variants[number] ?? 0) : BOX
}

/** Computed once for each model and variant. */
export function bakedModel(item: MeshItem, variant: number): BakedModel {
  const known = baked.get(item) ?? new Map<number, BakedModel>()
  baked.set(item, known)
  const found = known.get(variant) ?? bake(item, variant)
  known.set(variant, found)
  return found
}

function bake(item: MeshItem, variant: number): BakedModel {
  const pieces = piecesIn(item, variant, () => false)
  const corners = pieces.map(piece => cornersOfPiece(item, piece))
  const count = corners.reduce((sum, part) => sum + part.length, 0)
  const [positions, normals, uvs] = [
    new Float32Array(3 * count),
    new Float32Array(3 * count),
    new Float32Array(2 * count),
  ]
  const rows = new Int32Array(count).fill(-1)
  const rowOf = paintRowOf(item)
  const { rest } = item.nodes
  let at = 0
  pieces.forEach((piece, k) => {
    const node = item.pieces.nodes[piece] ?? 0
    const first = item.pieces.starts[piece] ?? 0
    corners[k]?.forEach((vertex, corner) => {
      const of = (values: Float32Array): Vec => [
        values[3 * vertex] ?? 0,
        values[3 * vertex + 1] ?? 0,
        values[3 * vertex + 2] ?? 0,
      ]
      positions.set(posed(rest, node, of(item.positions)), 3 * at)
      if (item.normals) normals.set(turned(rest, node, of(item.normals)), 3 * at)
      if (item.painting) uvs.set(item.painting.uvs.subarray(2 * vertex, 2 * vertex + 2), 2 * at)
      rows[at++] = rowOf(first + Math.floor(corner / 3))
    })
  })
  return {
    positions,
    normals,
    uvs,
    rows,
    indices: Uint32Array.from({ length: count }, (_, k) => k),
    ...sphereOf(positions),
  }
}

/** A direction in the space of a node, in that of the model. */
function turned(pose: Float32Array, node: number, way: Vec): Vec {
  const [x, y, z] = posed(pose, node, way)
  return [x - (pose[12 * node + 3] ?? 0), y - (pose[12 * node + 7] ?? 0), z - (pose[12 * node + 11] ?? 0)]
}

function sphereOf(positions: Float32Array): Pick<BakedModel, 'middle' | 'radius'> {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  positions.forEach((value, at) => {
    min[at % 3] = Math.min(min[at % 3] ?? value, value)
    max[at % 3] = Math.max(max[at % 3] ?? value, value)
  })
  if (positions.length === 0) return { middle: [0, 0, 0], radius: 0 }
  const middle = [0, 1, 2].map(axis => ((min[axis] ?? 0) + (max[axis] ?? 0)) / 2) as unknown as Vec
  let radius = 0
  for (let at = 0; at < positions.length; at += 3)
    radius = Math.max(radius, Math.hypot(...middle.map((value, axis) => (positions[at + axis] ?? 0) - value)))
  return { middle, radius }
}

/** Half a side of the box, world units: about that of a small building. */
const HALF = 4
const FACES: readonly (readonly [axis: 0 | 1 | 2, side: 1 | -1])[] = [
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [2, 1],
  [2, -1],
]

const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const

function boxModel(): BakedModel {
  const corners = FACES.flatMap(([axis, side]) =>
    CORNERS.map(([u, v]) => {
      const corner = [0, 0, 0]
      corner[axis] = side
      corner[(axis + 1) % 3] = u
      corner[(axis + 2) % 3] = v
      return {
        at: corner.map((value, k) => HALF * (k === 2 ? value + 1 : value)),
        normal: [0, 1, 2].map(k => (k === axis ? side : 0)),
      }
    }),
  )
  const positions = Float32Array.from(corners.flatMap(({ at }) => at))
  return {
    positions,
    normals: Float32Array.from(corners.flatMap(({ normal }) => normal)),
    uvs: new Float32Array(2 * corners.length),
    rows: new Int32Array(corners.length).fill(-1),
    indices: Uint32Array.from(FACES.flatMap((_, face) => [0, 1, 2, 0, 2, 3].map(k => 4 * face + k))),
    ...sphereOf(positions),
  }
}

/** What is shown where something is missing: a box on its place. */
export const BOX: BakedModel = boxModel()

/** World matrix of an instance, three rows of four: its record is turned round the vertical, then moved. */
export function instanceMatrix(
  item: InstancesItem,
  instance: number,
  out: Float32Array = new Float32Array(12),
): Float32Array {
  const record = item.records[instance] ?? 0
  const turn = item.turns[record] ?? 0
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const at = 12 * instance
  for (let column = 0; column < 4; column++) {
    const [x, y, z] = [
      item.locals[at + column] ?? 0,
      item.locals[at + 4 + column] ?? 0,
      item.locals[at + 8 + column] ?? 0,
    ]
    out[column] = cos * x - sin * y
    out[4 + column] = sin * x + cos * y
    out[8 + column] = z
  }
  for (const axis of [0, 1, 2]) out[4 * axis + 3] = (out[4 * axis + 3] ?? 0) + (item.positions[3 * record + axis] ?? 0)
  return out
}
