import type { MeshItem, Paint } from '@areal-studio/core/format'
import { styleOf } from '../../palette/palette'
import { cornersOfPiece, paintRowOf, posed } from '../scene/mesh-scene'
import type { Vec } from '../camera/camera'
import type { PaintSet } from './terrain-paint'

/** How the pixels of a paint are drawn, as the shader of models reads it. */
const MODES = { opaque: 0, holes: 1, alpha: 2, additive: 3 } as const

/** Paint of one row for the shader of models. */
export interface RowPaint {
  /** `4 * layer + mode`; -1: no picture. */
  readonly paint: number
  /** Colour of the material, and opacity. */
  readonly tint: readonly [red: number, green: number, blue: number, opacity: number]
  readonly isTranslucent: boolean
}

/** The paints of the rows of a table, in layers of a set from row `first` of the set on; without a set their colours alone. */
export function rowPaints(
  table: readonly Paint[] | undefined,
  set: PaintSet | undefined,
  first = 0,
): (row: number) => RowPaint {
  const known = new Map<number, RowPaint>()
  const make = (row: number): RowPaint => {
    const { rgb } = styleOf(Math.max(0, row) + 1, 'material')
    const paint = table?.[row]
    const layer = set && row >= 0 ? set.layer(first + row) : -1
    const mode = MODES[paint?.blend ?? (paint?.hasHoles ? 'holes' : 'opaque')]
    return {
      paint: layer < 0 ? -1 : 4 * layer + mode,
      tint: [rgb[0] / 255, rgb[1] / 255, rgb[2] / 255, paint?.opacity ?? 1],
      isTranslucent: layer >= 0 && mode >= MODES.alpha,
    }
  }
  return row => {
    const found = known.get(row) ?? make(row)
    known.set(row, found)
    return found
  }
}

/** Coordinates and layer of the light map of each vertex, -1 for none; undefined where the model has none. */
export function lightsOf(item: MeshItem, set: PaintSet): Float32Array | undefined {
  const lights = item.painting?.lights
  if (!lights) return undefined
  const found = new Float32Array(item.positions.length)
  item.indices.forEach((vertex, corner) => {
    const row = lights.rows[Math.floor(corner / 3)] ?? -1
    found.set([lights.uvs[2 * vertex] ?? 0, lights.uvs[2 * vertex + 1] ?? 0, row < 0 ? -1 : set.layer(row)], 3 * vertex)
  })
  return found
}

/** Translucent triangles of one piece and one record: what is sorted by distance. */
export interface TranslucentPart {
  readonly piece: number
  readonly node: number
  readonly indices: readonly number[]
  /** In the space of the node. */
  readonly middle: Vec
}

/** Parts of a model whose paints are translucent. */
export function translucentParts(item: MeshItem, of: (row: number) => RowPaint): readonly TranslucentPart[] {
  const rowOf = paintRowOf(item)
  const parts = new Map<string, { piece: number; node: number; indices: number[] }>()
  for (let piece = 0; piece < item.pieces.count; piece++) {
    const corners = cornersOfPiece(item, piece)
    const first = item.pieces.starts[piece] ?? 0
    for (let at = 0; at + 2 < corners.length; at += 3) {
      const triangle = first + at / 3
      if (!of(rowOf(triangle)).isTranslucent) continue
      const key = `${piece} ${item.records[triangle] ?? 0}`
      const part = parts.get(key) ?? { piece, node: item.pieces.nodes[piece] ?? 0, indices: [] }
      parts.set(key, part)
      part.indices.push(corners[at] ?? 0, corners[at + 1] ?? 0, corners[at + 2] ?? 0)
    }
  }
  return Array.from(parts.values(), part => ({ ...part, middle: middleOf(item, part.indices) }))
}

function middleOf({ positions }: MeshItem, indices: readonly number[]): Vec {
  const sum: [number, number, number] = [0, 0, 0]
  for (const vertex of indices) for (const axis of [0, 1, 2] as const) sum[axis] += positions[3 * vertex + axis] ?? 0
  return [sum[0] / indices.length, sum[1] / indices.length, sum[2] / indices.length]
}

/** Those of drawn pieces, the farthest from the eye first. */
export function farFirst(
  parts: readonly TranslucentPart[],
  pieces: ReadonlySet<number>,
  pose: Float32Array,
  eye: Vec,
): readonly TranslucentPart[] {
  const far = (part: TranslucentPart): number => {
    const [x, y, z] = posed(pose, part.node, part.middle)
    return Math.hypot(x - eye[0], y - eye[1], z - eye[2])
  }
  return parts
    .filter(part => pieces.has(part.piece))
    .map(part => ({ part, distance: far(part) }))
    .sort((a, b) => b.distance - a.distance)
    .map(({ part }) => part)
}
