import { own } from '@areal-studio/core/layout'
import type { Paint, Picture, SurfaceItem } from '@areal-studio/core/format'
import type { PaintSet } from './terrain-paint'

/** Layers of one map: its channels. */
const CHANNELS = 4
/** Maps of a record that are drawn, and with them the most layers. */
export const MAPS = 2
export const MOST_LAYERS = MAPS * CHANNELS
/** Texels of a record in the table: layers of the paints, four per texel, then a tint for each layer. */
export const TABLE_WIDTH = MAPS + MOST_LAYERS
/** Pixels along a side of a texture that WebGL 2 guarantees. */
const MOST_SIDE = 2048

/** Maps of all records in one picture each, and the layers that they are of. */
export interface BlendSet {
  /** Pixels along a side of the pictures, and of the square that a record has in them. */
  readonly side: number
  readonly cell: number
  /** Squares along a side: record r has the one in column `r % columns` and row `floor(r / columns)`. */
  readonly columns: number
  /** RGBA of the first maps of all records, then of the second ones. */
  readonly pictures: readonly Uint8Array[]
  /** `TABLE_WIDTH` texels of four numbers for each record. */
  readonly table: Float32Array
  readonly recordCount: number
}

/**
 * Undefined where no maps blend the paints of a ground, or more records have some than are drawn. A missing map shows the
 * first of its layers, a second one none.
 */
export function blendSet(
  { painting, fields, recordCount }: SurfaceItem,
  paints: readonly Paint[],
  set: Pick<PaintSet, 'layer'>,
): BlendSet | undefined {
  const maps = painting?.maps
  if (!maps || recordCount === 0 || recordCount > MOST_SIDE) return undefined
  const columns = Math.ceil(Math.sqrt(recordCount))
  const rowsOf = (field: string | undefined): Uint32Array | undefined => own(fields, field ?? '')
  const mapRows = Array.from({ length: MAPS }, (_, map) => rowsOf(maps.rows[map]))
  const pictureOf = (map: number, record: number): Picture | undefined =>
    paints[mapRows[map]?.[record] ?? paints.length]?.picture
  let largest = 1
  for (let record = 0; record < recordCount; record++)
    for (let map = 0; map < MAPS; map++) {
      const { width = 1, height = 1 } = pictureOf(map, record) ?? {}
      largest = Math.max(largest, width, height)
    }
  const cell = Math.max(1, Math.min(largest, Math.floor(MOST_SIDE / columns)))
  const side = cell * columns
  const pictures = mapRows.map((_, map) => {
    const pixels = new Uint8Array(4 * side * side)
    for (let record = 0; record < recordCount; record++)
      place(pixels, side, cell, columns, record, pictureOf(map, record) ?? (map === 0 ? FIRST : NOTHING))
    return pixels
  })
  const table = new Float32Array(4 * TABLE_WIDTH * recordCount).fill(-1)
  for (const [layer, field] of painting.layers.slice(0, MOST_LAYERS).entries()) {
    const rows = rowsOf(field)
    for (let record = 0; record < recordCount; record++) {
      const row = rows?.[record] ?? painting.none
      const at = 4 * TABLE_WIDTH * record
      if (row !== painting.none) table[at + layer] = set.layer(row)
      const tint = 3 * (painting.layers.length * record + layer)
      for (let part = 0; part < 3; part++) table[at + 4 * (MAPS + layer) + part] = maps.tints[tint + part] ?? 1
    }
  }
  return { side, cell, columns, pictures, table, recordCount }
}

const FIRST: Picture = { width: 1, height: 1, pixels: Uint8Array.of(255, 0, 0, 0) }
const NOTHING: Picture = { width: 1, height: 1, pixels: new Uint8Array(4) }

/** Copies a map into the square of a record; of one of another size the pixels nearest to those of the square. */
function place(
  to: Uint8Array,
  side: number,
  cell: number,
  columns: number,
  record: number,
  { width, height, pixels }: Picture,
): void {
  const [left, top] = [(record % columns) * cell, Math.floor(record / columns) * cell]
  for (let y = 0; y < cell; y++) {
    const row = Math.floor(((y + 0.5) * height) / cell) * width
    const at = 4 * ((top + y) * side + left)
    if (width === cell) {
      to.set(pixels.subarray(4 * row, 4 * (row + cell)), at)
      continue
    }
    for (let x = 0; x < cell; x++) {
      const from = 4 * (row + Math.floor(((x + 0.5) * width) / cell))
      to.set(pixels.subarray(from, from + 4), at + 4 * x)
    }
  }
}
