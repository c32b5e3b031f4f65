import { own } from '@areal-studio/core/layout'
import type { Paint, Painting, Picture, SurfaceItem } from '@areal-studio/core/format'

/** All pictures of a ground, brought to one size: layers of one texture. */
export interface PaintSet {
  /** Pixels along a side: a power of two. */
  readonly size: number
  readonly layers: readonly Uint8Array[]
  /** Layer of a row of the table; a checker with the number where there is no such row. */
  layer(row: number): number
}

/** How paints lie on the triangles; three vertices of their own for each, in the order of `terrainBuffers`. */
interface PaintBuffers {
  /** Layer below (-1 none), layer over it (-1 none), how much of that shows, 1 for water. */
  readonly paints: Float32Array
  readonly uvs: Float32Array
  readonly hasWater: boolean
  /** Some faces show a second material. */
  readonly hasOver: boolean
}

/** Draws the placeholder of a missing picture, with its name. */
type DrawMissing = (name: string, size: number) => Uint8Array

const LEAST_SIZE = 64
const MOST_SIZE = 256

/** Puts the pictures of a table into layers; equal ones share a layer. */
export function paintSet(table: readonly Paint[], drawMissing: DrawMissing): PaintSet {
  const largest = Math.max(
    1,
    ...table.map(({ picture }) => (picture ? Math.max(picture.width, picture.height) : MOST_SIZE)),
  )
  const size = Math.min(MOST_SIZE, Math.max(LEAST_SIZE, 2 ** Math.ceil(Math.log2(largest))))
  const layers: Uint8Array[] = []
  const known = new Map<Picture | string, number>()
  const add = (key: Picture | string, make: () => Uint8Array): number => {
    const layer = known.get(key) ?? layers.push(make()) - 1
    known.set(key, layer)
    return layer
  }
  const rows = table.map(paint => {
    const { picture } = paint
    return picture
      ? add(picture, () => resized(picture, size))
      : add(missingName(paint), () => drawMissing(missingName(paint), size))
  })
  const outside = (row: number): number => add(`#${row}`, () => drawMissing(`#${row}`, size))
  return { size, layers, layer: row => rows[row] ?? outside(row) }
}

/** Names of textures that are missing or unreadable, each once. */
export const missingNames = (table: readonly Paint[]): readonly string[] => [
  ...new Set(table.filter(paint => !paint.picture).map(missingName)),
]

const missingName = (paint: Paint): string => (paint.missing === 'material' ? paint.material : paint.texture)

/** A picture at another size, its edges meeting those of its next repeat. */
export function resized({ width, height, pixels }: Picture, size: number): Uint8Array {
  if (width === size && height === size) return pixels
  const out = new Uint8Array(4 * size * size)
  const at = (x: number, y: number, channel: number): number =>
    pixels[4 * (((y + height) % height) * width + ((x + width) % width)) + channel] ?? 0
  for (let y = 0; y < size; y++) {
    const fromY = ((y + 0.5) * height) / size - 0.5
    for (let x = 0; x < size; x++) {
      const fromX = ((x + 0.5) * width) / size - 0.5
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
      const [dx, dy] = [fromX - left, fromY - top]
      for (let channel = 0; channel < 4; channel++) {
        const above = at(left, top, channel) * (1 - dx) + at(left + 1, top, channel) * dx
        const below = at(left, top + 1, channel) * (1 - dx) + at(left + 1, top + 1, channel) * dx
        out[4 * (y * size + x) + channel] = Math.round(above * (1 - dy) + below * dy)
      }
    }
  }
  return out
}

/** Layers, opacity of the second and texture coordinates for each vertex. */
export function paintBuffers(item: SurfaceItem, triangles: Uint32Array, layer: PaintSet['layer']): PaintBuffers {
  const { painting } = item
  const paints = new Float32Array(12 * triangles.length).fill(-1)
  const uvs = new Float32Array(6 * triangles.length)
  if (!painting) return { paints, uvs, hasWater: false, hasOver: false }
  const rows = rowsOf(item, painting)
  let hasWater = false
  let hasOver = false
  triangles.forEach((t, place) => {
    const [high, isWater] = [rows.over[t] ?? 0, rows.water[t] === 1]
    const base = layer(rows.base[t] ?? 0)
    const over = high === painting.none ? -1 : layer(high)
    hasWater ||= isWater
    hasOver ||= over >= 0
    for (let corner = 0; corner < 3; corner++) {
      const vertex = item.indices[3 * t + corner] ?? 0
      const weight = over < 0 ? 0 : Math.min(1, Math.max(0, painting.opacity?.[vertex] ?? 1))
      paints.set([base, over, weight, isWater ? 1 : 0], 12 * place + 4 * corner)
      uvs.set(painting.uvs.subarray(2 * vertex, 2 * vertex + 2), 6 * place + 2 * corner)
    }
  })
  return { paints, uvs, hasWater, hasOver }
}

interface Rows {
  readonly base: Uint8Array
  readonly over: Uint8Array
  readonly water: Uint8Array
}

/** Of each triangle its rows, and whether it is water. */
function rowsOf({ records, fields }: SurfaceItem, { base, over, water }: Painting): Rows {
  const of = (field: string, value: (found: number) => number): Uint8Array =>
    Uint8Array.from(records, record => value(own(fields, field)?.[record] ?? 0))
  return {
    base: of(base, row => row),
    over: of(over, row => row),
    water: of(water.field, flags => ((flags & water.bits) !== 0 ? 1 : 0)),
  }
}
