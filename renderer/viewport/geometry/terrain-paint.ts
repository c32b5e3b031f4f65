import { own } from '@areal-studio/core/layout'
import type { Paint, Painting, Picture, SurfaceItem } from '@areal-studio/core/format'

/** All pictures of a ground, brought to one size: layers of one texture. */
export interface PaintSet {
  /** Pixels along a side: a power of two. */
  readonly size: number
  readonly layers: readonly Uint8Array[]
  /** Layer of a row of the table of a level of detail; a checker with the number where that table has no such row. */
  layer(lod: number, row: number): number
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

/** Puts the pictures of all tables into layers; equal ones share a layer. */
export function paintSet(tables: readonly (readonly Paint[])[], drawMissing: DrawMissing): PaintSet {
  const largest = Math.max(
    1,
    ...tables.flat().map(({ picture }) => (picture ? Math.max(picture.width, picture.height) : MOST_SIZE)),
  )
  const size = Math.min(MOST_SIZE, Math.max(LEAST_SIZE, 2 ** Math.ceil(Math.log2(largest))))
  const layers: Uint8Array[] = []
  const known = new Map<Picture | string, number>()
  const add = (key: Picture | string, make: () => Uint8Array): number => {
    const layer = known.get(key) ?? layers.push(make()) - 1
    known.set(key, layer)
    return layer
  }
  const rows = tables.map(table =>
    table.map(paint => {
      const { picture } = paint
      return picture
        ? add(picture, () => resized(picture, size))
        : add(missingName(paint), () => drawMissing(missingName(paint), size))
    }),
  )
  const outside = (row: number): number => add(`#${row}`, () => drawMissing(`#${row}`, size))
  return { size, layers, layer: (lod, row) => rows[lod]?.[row] ?? outside(row) }
}

/** Names of what could not be found or read, each once. */
export const missingNames = (tables: readonly (readonly Paint[])[]): readonly string[] => [
  ...new Set(
    tables
      .flat()
      .filter(paint => !paint.picture)
      .map(missingName),
  ),
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

/**
 * Layers and texture coordinates for each vertex. How the game blends the second material is not known; here it
 * runs out from corners where a neighbouring face shows it alone to corners where one shows the first alone, and is
 * half of each where neither tells.
 */
export function paintBuffers(item: SurfaceItem, triangles: Uint32Array, layer: PaintSet['layer']): PaintBuffers {
  const { painting } = item
  const paints = new Float32Array(12 * triangles.length).fill(-1)
  const uvs = new Float32Array(6 * triangles.length)
  if (!painting) return { paints, uvs, hasWater: false, hasOver: false }
  const rows = rowsOf(item, painting)
  const alone = soleMaterials(item, rows, painting.none)
  let hasWater = false
  let hasOver = false
  triangles.forEach((t, place) => {
    const [low, high, lod, isWater] = [rows.base[t] ?? 0, rows.over[t] ?? 0, item.lods?.[t] ?? 0, rows.water[t] === 1]
    const base = layer(lod, low)
    const over = high === painting.none ? -1 : layer(lod, high)
    hasWater ||= isWater
    hasOver ||= over >= 0
    for (let corner = 0; corner < 3; corner++) {
      const vertex = item.indices[3 * t + corner] ?? 0
      const weight = over < 0 ? 0 : weightAt(alone.get(placeKey(item, vertex, lod)), low, high)
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

/** The materials that faces round a place show alone. Places, not vertices: those are split where materials meet. */
function soleMaterials(
  item: SurfaceItem,
  { base, over, water }: Rows,
  none: number,
): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>()
  for (let t = 0; t < base.length; t++) {
    if (over[t] !== none || water[t] === 1) continue
    for (let corner = 0; corner < 3; corner++) {
      const key = placeKey(item, item.indices[3 * t + corner] ?? 0, item.lods?.[t] ?? 0)
      const rows = found.get(key) ?? new Set()
      found.set(key, rows.add(base[t] ?? 0))
    }
  }
  return found
}

/** Of vertices at one place and level of detail the same. */
const placeKey = ({ positions }: SurfaceItem, vertex: number, lod: number): number =>
  (Math.round((positions[3 * vertex] ?? 0) * 8) * 0x400000 + Math.round((positions[3 * vertex + 1] ?? 0) * 8)) * 2 + lod

function weightAt(alone: ReadonlySet<number> | undefined, low: number, high: number): number {
  const [hasLow, hasHigh] = [alone?.has(low) === true, alone?.has(high) === true]
  return hasLow === hasHigh ? 0.5 : hasHigh ? 1 : 0
}
