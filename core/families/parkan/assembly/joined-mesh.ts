import type { MeshItem, MeshPoints } from '../../../format'
import { drawable, product, type Matrix } from '../../../format/matrix'
import type { DrawnPart } from './assembly'
import { firstNodes, socketNodes } from './unit-pose'

type Column = Float32Array | Int32Array | Uint32Array

/** The columns of all parts in one, in the order of the parts. */
function joined<C extends Column>(
  parts: readonly DrawnPart[],
  make: (length: number) => C,
  columnOf: (item: MeshItem, part: number) => C,
): C {
  const columns = parts.map(({ model }, at) => columnOf(model.item, at))
  const found = make(columns.reduce((sum, column) => sum + column.length, 0))
  let at = 0
  for (const column of columns) {
    found.set(column, at)
    at += column.length
  }
  return found
}
const floats = (length: number): Float32Array => new Float32Array(length)
const numbers = (length: number): Uint32Array => new Uint32Array(length)
const signed = (length: number): Int32Array => new Int32Array(length)

/** For each part, the sum of a count over the parts before it. */
function before(parts: readonly DrawnPart[], count: (item: MeshItem) => number): readonly number[] {
  let sum = 0
  return parts.map(({ model }) => {
    const first = sum
    sum += count(model.item)
    return first
  })
}

function withEnd(starts: Uint32Array, end: number): Uint32Array {
  const found = numbers(starts.length + 1).fill(end)
  found.set(starts)
  return found
}

/** Triangles of the parts; each belongs to the record of its part. */
export function joinedTriangles(parts: readonly DrawnPart[]) {
  const vertices = before(parts, item => item.positions.length / 3)
  return {
    positions: joined(parts, floats, item => item.positions),
    // A normal of zeros: the vertex is lit by its triangle.
    normals: joined(parts, floats, item => item.normals ?? floats(item.positions.length)),
    sources: joined(parts, numbers, item => item.sources),
    indices: joined(parts, numbers, (item, at) => item.indices.map(index => index + (vertices[at] ?? 0))),
    records: joined(parts, numbers, (item, at) => numbers(item.records.length).fill(parts[at]?.record ?? 0)),
  }
}

/** Texture coordinates of the vertices of all parts; zeros of a part without any. */
export const joinedUvs = (
  parts: readonly DrawnPart[],
  uvsOf: (item: MeshItem) => Float32Array | undefined,
): Float32Array => joined(parts, floats, item => uvsOf(item) ?? floats((2 * item.positions.length) / 3))

/** A row of each triangle by its model and its number there. */
export const joinedRows = <C extends Int32Array | Uint32Array>(
  parts: readonly DrawnPart[],
  Rows: new (length: number) => C,
  rowOf: (item: MeshItem, triangle: number) => number,
): C =>
  joined(
    parts,
    length => new Rows(length),
    item => {
      const rows = new Rows(item.records.length)
      for (let triangle = 0; triangle < rows.length; triangle++) rows[triangle] = rowOf(item, triangle)
      return rows
    },
  )

/** The points of all parts that have any, on the nodes of the unit. */
export function joinedPoints(parts: readonly DrawnPart[]): MeshPoints | undefined {
  const firsts = firstNodes(parts)
  if (!parts.some(({ model }) => model.item.points)) return undefined
  return {
    nodes: joined(parts, numbers, (item, at) =>
      (item.points?.nodes ?? numbers(0)).map(node => node + (firsts[at] ?? 0)),
    ),
    positions: joined(parts, floats, item => item.points?.positions ?? floats(0)),
    vectors: joined(parts, floats, item => item.points?.vectors ?? floats(0)),
    labels: parts.flatMap(({ model }) => model.item.points?.labels ?? []),
  }
}

/** Pieces of the parts, and which of them each variant of each node draws. */
export function joinedPieces(parts: readonly DrawnPart[]) {
  const [nodes, pieces] = [firstNodes(parts), before(parts, item => item.pieces.count)]
  const triangles = before(parts, item => item.records.length)
  const starts = joined(parts, numbers, (item, at) =>
    item.pieces.starts.subarray(0, item.pieces.count).map(start => start + (triangles[at] ?? 0)),
  )
  const end = parts.reduce((sum, { model }) => sum + model.item.records.length, 0)
  const hasBoxes = parts.every(({ model }) => model.item.pieces.boxes)
  return {
    pieces: {
      count: starts.length,
      starts: withEnd(starts, end),
      nodes: joined(parts, numbers, (item, at) => item.pieces.nodes.map(node => node + (nodes[at] ?? 0))),
      records: joined(parts, numbers, (item, at) => numbers(item.pieces.count).fill(parts[at]?.record ?? 0)),
      ...(hasBoxes && { boxes: joined(parts, floats, item => item.pieces.boxes ?? floats(0)) }),
    },
    drawn: joined(parts, signed, (item, at) =>
      item.drawn.map(piece => (piece < 0 ? piece : piece + (pieces[at] ?? 0))),
    ),
  }
}

/** Nodes of the parts: the first of each is named as its part and sits on a node of another one. */
export function joinedNodes(parts: readonly DrawnPart[]) {
  const firsts = firstNodes(parts)
  const sockets = socketNodes(parts, firsts)
  return {
    count: firsts.at(-1) ?? 0,
    records: joined(parts, numbers, (item, at) => numbers(item.nodes.count).fill(parts[at]?.record ?? 0)),
    names: parts.flatMap(({ name, model }) => [name, ...model.item.nodes.names.slice(1)]),
    parents: joined(parts, signed, (item, at) =>
      item.nodes.parents.map((parent, node) =>
        node === 0 ? (sockets[at] ?? -1) : Math.max(0, parent) + (firsts[at] ?? 0),
      ),
    ),
    rest: joined(parts, floats, (item, at) => placed(parts[at]?.matrix ?? [], item.nodes.rest)),
  }
}

/** Matrices of nodes in the space of the unit; `matrix` is that of their model. */
function placed(matrix: Matrix, matrices: Float32Array): Float32Array {
  const found = floats(matrices.length)
  for (let at = 0; at + 12 <= matrices.length; at += 12)
    found.set(drawable(product(matrix, Array.from(matrices.subarray(at, at + 12))), matrix), at)
  return found
}
