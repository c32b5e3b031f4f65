import { StudioError } from '../../../../format'
import { locate, RecordView, strideOf, type AnyLayout, type Bytes } from '../../../../layout'
import { HallVertex, LightProbe, ModelBatch, ModelNode, ModelSlot, ModelTriangle, NONE } from '../model-chunks'
import { largestIndex } from '../model-table'
import type { Arrangement } from './arrangement'
import { damaged, verticesOfBatch, type Model, type TableName } from './model-edit'
import { writeWord } from './words'

/** New orders of tables; others stay as they are. */
export type Arrangements = { readonly [T in TableName]?: Arrangement }

interface Numbered {
  readonly model: Model
  readonly tables: Arrangements
  /** The bytes of a chunk with its records in their new places. */
  readonly bytesOf: (type: number) => Bytes | undefined
}

/** A record in its new place. */
interface Place {
  /** Its first byte. */
  readonly at: number
  /** Its old number, or that of its source. */
  readonly source: number
  readonly isCopy: boolean
}

const MOST = 0xffff
const NO_SELECTOR = 3

/**
 * Writes the new numbers of all records into the fields that name them. Throws StudioError as `rearranged`.
 */
export function renumber(model: Model, tables: Arrangements, bytesOf: Numbered['bytesOf']): void {
  const numbered = { model, tables, bytesOf }
  if (tables.nodes ?? tables.slots ?? tables.keys) renumberNodes(numbered)
  if (tables.batches ?? tables.triangles) renumberSlots(numbered)
  if (tables.triangles) renumberTriangles(numbered)
  if (tables.indices ?? tables.vertices) renumberIndices(numbered)
  if (tables.nodes) renumberRooms(numbered)
  if (tables.keys) renumberMap(numbered)
}

/** The records of an array of a chunk in their new places. */
function placesOf(
  { model, tables }: Numbered,
  type: number,
  { array, record, table }: { readonly array: string; readonly record: AnyLayout; readonly table?: TableName },
): readonly Place[] {
  const chunk = model.chunks.get(type)
  const node = chunk && locate(chunk.opened, array)
  const order = table && tables[table]
  const count = order ? order.from.length : (node?.childCount ?? 0)
  return Array.from({ length: count }, (_, place) => ({
    at: (node?.offset ?? 0) + strideOf(record) * place,
    source: order?.from[place] ?? place,
    isCopy: order?.isCopy[place] === true,
  }))
}

/** The new number of a record that a record names; undefined where it is removed. Throws StudioError where there is none. */
function numberIn(model: Model, order: Arrangement | undefined, type: number, named: number, isCopy = false) {
  if (!order) return named
  if (named >= order.at.length - 1) throw damaged(model, type)
  const copy = isCopy ? (order.copies[named] ?? -1) : -1
  if (copy >= 0) return copy
  return order.isKept(named) ? order.at[named] : undefined
}

function fitting({ entry }: Model, number: number, most = MOST): number {
  if (number > most) throw new StudioError('model.edit-full', { limit: most }, entry.path)
  return number
}

const used = ({ entry }: Model, type: number, record: number): StudioError =>
  new StudioError('model.edit-used', { type, record }, entry.path)

/** A new run of records of which a run of old ones became; all of a copied run is copied. */
function runIn(
  model: Model,
  order: Arrangement | undefined,
  [start, count]: readonly [number, number],
  isCopy: boolean,
) {
  if (!order) return [start, count] as const
  if (start + count > order.at.length - 1) throw damaged(model, 2)
  const copy = isCopy && count > 0 ? (order.copies[start] ?? -1) : -1
  if (copy >= 0) return [copy, count] as const
  const first = order.at[start] ?? 0
  return [first, (order.at[start + count] ?? first) - first] as const
}

function renumberNodes(numbered: Numbered): void {
  const { model, tables, bytesOf } = numbered
  const bytes = bytesOf(1)
  if (!bytes) return
  const view = new RecordView(ModelNode, bytes)
  for (const { at, source, isCopy } of placesOf(numbered, 1, { array: 'nodes', record: ModelNode, table: 'nodes' })) {
    const named = (table: TableName, field: 'parent' | 'fallback_key' | 'map_start'): number => {
      const value = view.number(at, field)
      if (value === NONE) return NONE
      const number = numberIn(model, tables[table], 1, value, isCopy)
      if (number === undefined) throw used(model, 1, source)
      return fitting(model, number, NONE - 1)
    }
    const slots = view.numbers(at, 'slots').map(slot => {
      if (slot === NONE) return NONE
      const number = numberIn(model, tables.slots, 1, slot, isCopy)
      if (number === undefined) throw used(model, 1, source)
      return fitting(model, number, NONE - 1)
    })
    view.write(at, { parent: named('nodes', 'parent'), slots })
    if (tables.keys)
      view.write(at, { fallback_key: named('keys', 'fallback_key'), map_start: named('map', 'map_start') })
  }
}

function renumberSlots(numbered: Numbered): void {
  const { model, tables, bytesOf } = numbered
  const bytes = bytesOf(2)
  if (!bytes) return
  const view = new RecordView(ModelSlot, bytes)
  for (const { at, isCopy } of placesOf(numbered, 2, { array: 'slots', record: ModelSlot, table: 'slots' })) {
    const range = (table: TableName, start: 'tri_start' | 'batch_start', count: 'tri_count' | 'batch_count') =>
      runIn(model, tables[table], [view.number(at, start), view.number(at, count)], isCopy).map(n => fitting(model, n))
    const [tri_start = 0, tri_count = 0] = range('triangles', 'tri_start', 'tri_count')
    const [batch_start = 0, batch_count = 0] = range('batches', 'batch_start', 'batch_count')
    view.write(at, { tri_start, tri_count, batch_start, batch_count })
  }
}

/** Links over edges; those from a copy to what is not copied, and those to a removed triangle, end (parkan 6.5). */
function renumberTriangles(numbered: Numbered): void {
  const { model, tables, bytesOf } = numbered
  const bytes = bytesOf(7)
  const order = tables.triangles
  if (!bytes || !order) return
  const view = new RecordView(ModelTriangle, bytes)
  for (const { at, isCopy } of placesOf(numbered, 7, {
    array: 'triangles',
    record: ModelTriangle,
    table: 'triangles',
  })) {
    let edges = view.number(at, 'edge_class')
    for (const [edge, field] of (['n0', 'n1', 'n2'] as const).entries()) {
      const other = view.number(at, field)
      if (other === NONE) continue
      if (other >= order.at.length - 1) throw damaged(model, 7)
      const copy = order.copies[other] ?? -1
      const number = isCopy ? copy : order.isKept(other) ? (order.at[other] ?? -1) : -1
      if (number < 0) edges |= NO_SELECTOR << (2 * edge)
      view.write(at, { [field]: number < 0 ? NONE : fitting(model, number, NONE - 1) })
    }
    view.write(at, { edge_class: edges })
  }
}

/** Places and base vertices of batches, and the indices relative to them (parkan 6.6). */
function renumberIndices(numbered: Numbered): void {
  const { model, tables, bytesOf } = numbered
  const [bytes, words] = [bytesOf(13), bytesOf(6)]
  if (!bytes || !words) return
  const view = new RecordView(ModelBatch, bytes)
  const written = new Map<number, number>()
  for (const { at, source, isCopy } of placesOf(numbered, 13, {
    array: 'batches',
    record: ModelBatch,
    table: 'batches',
  })) {
    const [start, base] = [view.number(at, 'index_start'), view.number(at, 'base_vertex')]
    const vertices = verticesOfBatch(model, source)
    const [first] = runIn(model, tables.indices, [start, vertices.length], isCopy)
    view.write(at, { index_start: first })
    if (!tables.vertices || vertices.length === 0) continue
    const newBase = baseIn(tables.vertices, base, isCopy)
    const placed = vertices.map((vertex): number => {
      const number = numberIn(model, tables.vertices, 13, vertex, isCopy)
      if (number === undefined) throw new StudioError('model.edit-vertex', { vertex, batch: source }, model.entry.path)
      return fitting(model, number - newBase)
    })
    for (const [k, word] of placed.entries()) {
      const place = first + k
      if ((written.get(place) ?? word) !== word) throw new StudioError('model.edit-shared', {}, model.entry.path)
      written.set(place, word)
      writeWord(words, place, word)
    }
    const wasRight = view.number(at, 'vertex_count') === (largestIndex(model.batches, source, model.indices) ?? 0) + 1
    const largest = placed.reduce((most, word) => Math.max(most, word), 0)
    view.write(at, {
      base_vertex: newBase,
      ...(wasRight && { vertex_count: fitting(model, largest + 1) }),
    })
  }
}

/** The new base vertex; of a copy the copy of the first vertex from the old one on. */
function baseIn({ at, copies }: Arrangement, base: number, isCopy: boolean): number {
  if (isCopy)
    for (let vertex = base; vertex < copies.length; vertex++)
      if ((copies[vertex] ?? -1) >= 0) return copies[vertex] ?? 0
  return at[base] ?? base
}

/** Nodes that batches, points of ways and light probes name (parkan 6.6, 6.8, 6.14). */
function renumberRooms(numbered: Numbered): void {
  const { model, tables, bytesOf } = numbered
  const [batches, points, probes] = [bytesOf(13), bytesOf(17), bytesOf(20)]
  const newNode = (type: number, record: number, node: number, isCopy = false): number => {
    if (node < 0 || node >= model.nodes.count) return node
    const number = numberIn(model, tables.nodes, type, node, isCopy)
    if (number === undefined) throw used(model, type, record)
    return number
  }
  const rooms = batches && new RecordView(ModelBatch, batches)
  for (const { at, source, isCopy } of rooms
    ? placesOf(numbered, 13, { array: 'batches', record: ModelBatch, table: 'batches' })
    : [])
    rooms?.write(at, { room: newNode(13, source, rooms.number(at, 'room'), isCopy) })
  const halls = points && new RecordView(HallVertex, points)
  for (const { at, source } of halls ? placesOf(numbered, 17, { array: 'hall_vertices', record: HallVertex }) : [])
    halls?.write(at, { node: newNode(17, source, halls.number(at, 'node')) })
  const lights = probes && new RecordView(LightProbe, probes)
  for (const { at, source } of lights ? placesOf(numbered, 20, { array: 'probes', record: LightProbe }) : [])
    lights?.write(at, { piece: newNode(20, source, lights.number(at, 'piece')) })
}

/** Words of the map; those of a copied node name the copies of its keys. */
function renumberMap({ model, tables, bytesOf }: Numbered): void {
  const bytes = bytesOf(19)
  const { map: order, keys } = tables
  if (!bytes || !order || !keys) return
  for (const [place, source] of order.from.entries()) {
    const number = numberIn(model, keys, 19, model.map[source] ?? 0, order.isCopy[place] === true)
    if (number === undefined) throw used(model, 19, source)
    writeWord(bytes, place, fitting(model, number))
  }
}
