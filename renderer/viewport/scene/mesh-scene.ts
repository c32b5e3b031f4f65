import type { MeshItem, RecordArray } from '@areal-studio/core/format'
import { own } from '@areal-studio/core/layout'
import type { Bounds, Vec } from '../camera/camera'
import { recordOfPath } from './map-scene'

/** The variant that a value of each switch means, see `MeshItem.switches`. */
export const variantOf = ({ switches }: MeshItem, values: readonly number[]): number =>
  switches.reduce(
    (variant, one, at) => variant * one.values.length + Math.min(values[at] ?? 0, one.values.length - 1),
    0,
  )

export const variantCount = ({ switches }: MeshItem): number =>
  switches.reduce((count, one) => count * one.values.length, 1)

/** How many nodes draw something in a variant. */
export function drawnNodes(item: MeshItem, variant: number): number {
  const variants = variantCount(item)
  let count = 0
  for (let at = variant; at < item.drawn.length; at += variants) if ((item.drawn[at] ?? -1) >= 0) count++
  return count
}

/** Pieces that are drawn in a variant, in the order of their nodes. */
export function piecesIn(item: MeshItem, variant: number, isHidden: (node: number) => boolean): number[] {
  const variants = variantCount(item)
  const pieces: number[] = []
  for (let node = 0; node < item.nodes.count; node++) {
    const piece = item.drawn[node * variants + variant] ?? -1
    if (piece >= 0 && !isHidden(node)) pieces.push(piece)
  }
  return pieces
}

/** Whether a node draws nothing in any variant: a socket, or a joint. */
export function isEmptyNode(item: MeshItem, node: number): boolean {
  const variants = variantCount(item)
  return item.drawn.subarray(node * variants, (node + 1) * variants).every(piece => piece < 0)
}

/** A point in the space of a node, in the world of a pose. */
export function posed(pose: Float32Array, node: number, [x, y, z]: Vec): Vec {
  const at = 12 * node
  const row = (r: number): number =>
    (pose[r] ?? 0) * x + (pose[r + 1] ?? 0) * y + (pose[r + 2] ?? 0) * z + (pose[r + 3] ?? 0)
  return [row(at), row(at + 4), row(at + 8)]
}

/** Where a node is. */
export const nodePlace = (pose: Float32Array, node: number): Vec => [
  pose[12 * node + 3] ?? 0,
  pose[12 * node + 7] ?? 0,
  pose[12 * node + 11] ?? 0,
]

/** Vertex numbers of a piece, with repeats. */
export const cornersOfPiece = ({ indices, pieces: { starts } }: MeshItem, piece: number): Uint32Array =>
  indices.subarray(3 * (starts[piece] ?? 0), 3 * (starts[piece + 1] ?? 0))

/** Row of the table of paints of each triangle; -1 where it has none. */
export function paintRowOf({ painting, fields, records }: MeshItem): (triangle: number) => number {
  if (painting?.rows) return triangle => painting.rows[triangle] ?? -1
  const column = painting && own(fields, painting.field)
  return triangle => column?.[records[triangle] ?? 0] ?? -1
}

const UNIT: Bounds = { min: [-1, -1, -1], max: [1, 1, 1] }

/** The box round pieces in a pose; that of the nodes where there are none. */
export function posedBounds(item: MeshItem, pose: Float32Array, pieces: readonly number[]): Bounds {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  const add = (point: Vec): void => {
    if (!point.every(Number.isFinite)) return
    for (const axis of [0, 1, 2] as const) {
      min[axis] = Math.min(min[axis] ?? 0, point[axis])
      max[axis] = Math.max(max[axis] ?? 0, point[axis])
    }
  }
  for (const piece of pieces) {
    const node = item.pieces.nodes[piece] ?? 0
    for (const vertex of cornersOfPiece(item, piece)) {
      const at = 3 * vertex
      add(posed(pose, node, [item.positions[at] ?? 0, item.positions[at + 1] ?? 0, item.positions[at + 2] ?? 0]))
    }
  }
  if (pieces.length === 0) for (let node = 0; node < item.nodes.count; node++) add(nodePlace(pose, node))
  const [x0 = 0, y0 = 0, z0 = 0] = min
  const [x1 = 0, y1 = 0, z1 = 0] = max
  if (!(x1 >= x0)) return UNIT
  return x1 - x0 + y1 - y0 + z1 - z0 > 0
    ? { min: [x0, y0, z0], max: [x1, y1, z1] }
    : { min: [x0 - 1, y0 - 1, z0 - 1], max: [x1 + 1, y1 + 1, z1 + 1] }
}

/** Middle and extent of a model in the ground plane, and half a side of its floor plane. */
export function floorOf({ min, max }: Bounds) {
  const extent = Math.max(max[0] - min[0], max[1] - min[1], (max[2] - min[2]) / 2)
  return { x: (min[0] + max[0]) / 2, y: (min[1] + max[1]) / 2, extent, reach: 4 * extent }
}

/** Bounding box of a model and the floor plane below it. */
export function withFloor(bounds: Bounds): Bounds {
  const { x, y, reach } = floorOf(bounds)
  const { min, max } = bounds
  return {
    min: [x - reach, y - reach, Math.min(0, min[2])],
    max: [x + reach, y + reach, Math.max(0, max[2])],
  }
}

/** Nodes below a node, with it. */
export function branchOf({ nodes }: MeshItem, node: number): ReadonlySet<number> {
  const found = new Set([node])
  for (let other = node + 1; other < nodes.count; other++) if (found.has(nodes.parents[other] ?? -1)) found.add(other)
  return found
}

/** The node that represents the record of a node: the first one of the record. The node itself where nodes have no records. */
export function headOf({ nodes }: MeshItem, node: number): number {
  const record = nodes.records?.[node]
  return record === undefined ? node : (nodes.records?.indexOf(record) ?? node)
}

/** Whether a node represents its record. */
export const isHead = (item: MeshItem, node: number): boolean =>
  item.nodes.records !== undefined && headOf(item, node) === node

/** Pieces that are outlined with a node: its own, or those of all nodes of the record that it represents. */
export function piecesOf(item: MeshItem, pieces: readonly number[], node: number): readonly number[] {
  const { nodes, pieces: all } = item
  const isOne = !isHead(item, node)
  return pieces.filter(piece => {
    const other = all.nodes[piece] ?? -1
    return isOne ? other === node : nodes.records?.[other] === nodes.records?.[node]
  })
}

/** What of a selected record of any of its arrays is meant: a node, a batch, a piece, a key. */
export interface MeshSelection {
  readonly node?: number
  readonly record?: number
  readonly key?: number
}

/** Node whose track a key belongs to. */
export function nodeOfKey({ animation }: MeshItem, key: number): number | undefined {
  const { starts, ends } = animation?.keys ?? {}
  const node = starts?.findIndex((start, at) => key >= start && key < (ends?.[at] ?? 0)) ?? -1
  return node < 0 ? undefined : node
}

/** The part of a model that a selected path names; undefined for records of other arrays. */
export function meshSelection(item: MeshItem, entry: string | null, path: string | null): MeshSelection | undefined {
  const recordIn = (of: RecordArray | undefined): number | undefined =>
    of && of.entry === entry ? recordOfPath(path, of.array) : undefined
  const node = recordIn(item.nodes)
  if (node !== undefined && item.nodes.records) {
    const head = item.nodes.records.indexOf(node)
    return head < 0 ? undefined : { node: head, record: node }
  }
  if (node !== undefined) return node < item.nodes.count ? { node } : undefined
  const record = recordIn(item)
  if (record !== undefined) {
    const triangle = item.records.indexOf(record)
    const piece = item.pieces.starts.findIndex((start, at) => at > 0 && triangle < start) - 1
    return { record, ...(triangle >= 0 && piece >= 0 && { node: item.pieces.nodes[piece] ?? 0 }) }
  }
  const slot = recordIn(item.pieces)
  if (slot !== undefined) {
    const piece = item.pieces.records.indexOf(slot)
    return piece < 0 ? undefined : { node: item.pieces.nodes[piece] ?? 0 }
  }
  const key = recordIn(item.animation?.keys)
  if (key === undefined) return undefined
  const owner = nodeOfKey(item, key)
  return { key, ...(owner !== undefined && { node: owner }) }
}
