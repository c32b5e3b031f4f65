import type { Opened } from '../../../format'
import { hasType } from '../nres/directory'
import type { Report } from '../../../format/report'
import { wearOfChunk, type WearTable } from '../wear/wear'
import { NONE, NO_LIGHTMAP } from './model-chunks'
import { largestIndex, modelBatches, modelIndices, modelNodes, modelPositions, type ModelBatches } from './model-table'
import { placeIn, setField } from './place'

/** The bit of a batch that is drawn with a lightmap (parkan 6.6). */
const LIGHTMAP_BIT = 0x2000

/** Batches of chunk 13 stay within indices, vertices, nodes and the rows of the wear table (parkan 6.12). */
export async function checkBatches(entry: Opened, report: Report): Promise<void> {
  const batches = modelBatches(entry.bytes)
  if (!batches) return
  const indices = await entry.sibling(hasType(6))
  const positions = await entry.sibling(hasType(3))
  const words = indices && modelIndices(indices.bytes)
  const vertices = positions && modelPositions(positions.bytes).length / 3
  const nodes = modelNodes((await entry.sibling(hasType(1)))?.bytes)?.count
  const wear = await wearOfChunk(entry)
  const material = wear && materialReading(batches, wear.materials.length)
  for (let batch = 0; batch < batches.count; batch++) {
    if (words) checkRange(batches, batch, words, vertices, report)
    const room = batches.of.room[batch] ?? NONE
    if (nodes !== undefined && room !== NONE && room >= nodes) {
      const place = placeIn(batches.document, `batches/${batch}/room`)
      report.warning('model.batch-room', { batch, room, count: nodes }, place)
    }
    if (wear && material) checkRows(batches, batch, material(batch), wear, report)
  }
  if (words) checkTiling(batches, words.length, report)
}

function checkRange(
  batches: ModelBatches,
  batch: number,
  indices: Uint16Array,
  vertices: number | undefined,
  report: Report,
): void {
  const { document } = batches
  const from = batches.of.index_start[batch] ?? 0
  const count = batches.of.index_count[batch] ?? 0
  const largest = largestIndex(batches, batch, indices)
  if (largest === undefined) {
    const params = { batch, from, count, indices: indices.length }
    report.error('model.batch-indices', params, placeIn(document, `batches/${batch}/index_start`))
    return
  }
  if (count % 3 !== 0)
    report.warning('model.batch-triangles', { batch, count }, placeIn(document, `batches/${batch}/index_count`))
  const base = batches.of.base_vertex[batch] ?? 0
  if (vertices !== undefined && largest >= 0 && base + largest >= vertices) {
    const params = { batch, vertex: base + largest, vertices }
    report.error('model.batch-vertices', params, placeIn(document, `batches/${batch}/base_vertex`))
  }
  const found = batches.of.vertex_count[batch] ?? 0
  if (found !== largest + 1 && largest + 1 <= 0xffff) {
    const path = `batches/${batch}/vertex_count`
    const place = { ...placeIn(document, path), fix: setField(path, largest + 1) }
    report.warning('model.batch-vertex-count', { batch, found, right: largest + 1 }, place)
  }
}

/** Batches of the game's models take up the indices without gap or overlap (parkan 6.6). */
function checkTiling(batches: ModelBatches, indices: number, report: Report): void {
  const order = Array.from({ length: batches.count }, (_, batch) => batch)
  const start = (batch: number): number => batches.of.index_start[batch] ?? 0
  let end = 0
  for (const batch of order.sort((a, b) => start(a) - start(b) || a - b)) {
    if (start(batch) !== end) {
      const place = placeIn(batches.document, `batches/${batch}/index_start`)
      report.warning('model.batch-tiling', { batch, from: start(batch), right: end }, place)
      return
    }
    end += batches.of.index_count[batch] ?? 0
  }
  if (end < indices) report.warning('model.batch-unused', { n: indices - end }, {})
}

/** A place in a batch that the row of the wear table may be read from (parkan 6.6). */
interface MaterialReading {
  rowOf(batch: number): number
  /** Number of different rows. */
  readonly distinct: number
  /** All of them are in the table. */
  readonly isPossible: boolean
}

/** Both readings of the material of the batches of a model: byte 4, and the high half of the flags (parkan 6.6). */
export function materialReadings(
  { count, of }: ModelBatches,
  rows: number,
): Readonly<Record<'byte' | 'half', MaterialReading>> & { readonly isHalf: boolean } {
  const reading = (rowOf: (batch: number) => number): MaterialReading => {
    const used = new Set(Array.from({ length: count }, (_, batch) => rowOf(batch)))
    return { rowOf, distinct: used.size, isPossible: [...used].every(row => row < rows) }
  }
  const byte = reading(batch => of.material[batch] ?? 0)
  const half = reading(batch => (of.flags[batch] ?? 0) >>> 16)
  const score = ({ distinct, isPossible }: MaterialReading): number => (isPossible ? distinct : 0)
  // Halves that are all 0, as in every model of the game, are no reading.
  const isUsed = half.distinct > 1 || (count > 0 && half.rowOf(0) !== 0)
  return { byte, half, isHalf: isUsed && score(half) > score(byte) }
}

/**
 * The row of the wear table of each batch: byte 4, or the high half of the flags where only that reading has all its rows in
 * the table, or has more different ones (parkan 6.6).
 */
export function materialReading(batches: ModelBatches, rows: number): (batch: number) => number {
  const { byte, half, isHalf } = materialReadings(batches, rows)
  return (isHalf ? half : byte).rowOf
}

function checkRows(batches: ModelBatches, batch: number, material: number, wear: WearTable, report: Report): void {
  const rows = wear.materials.length
  const place = (field: string) => placeIn(batches.document, `batches/${batch}/${field}`)
  if (material >= rows) report.warning('model.batch-material', { batch, material, rows }, place('material'))
  const lightmap = batches.of.lightmap[batch] ?? NO_LIGHTMAP
  const isLit = ((batches.of.flags[batch] ?? 0) & LIGHTMAP_BIT) !== 0
  const lightmaps = wear.lightmaps.length
  if (isLit && lightmap >= lightmaps)
    report.warning('model.batch-lightmap', { batch, lightmap, rows: lightmaps }, place('lightmap'))
}
