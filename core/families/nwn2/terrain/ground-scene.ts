import type { Opened, SceneItem, SurfaceItem } from '../../../format'
import { setOwn } from '../../../layout'
import { groundTable, NO_ROW } from './ground-table'
import { megatileOf, packetsBeside, TEXTURE_COUNT, waterOf, type Megatile, type WaterTile } from './megatiles'

const LAYERS = Array.from({ length: TEXTURE_COUNT }, (_, k) => `texture_${k}`)
/** Fields of the two maps of a megatile, `dds_a` and `dds_b`. */
const MAPS = ['shares_a', 'shares_b']

/** Colour of water whose own is no colour. */
const WATER = [0.1, 0.25, 0.3]

/** Ground and water of the area that a packet belongs to; nothing in interiors, which have neither (nwn2 2.2). */
export async function groundScene(entry: Opened): Promise<readonly SceneItem[]> {
  const megatiles = (await packetsBeside(entry, 'TRRN')).map(megatileOf)
  const water = (await packetsBeside(entry, 'WATR')).map(waterOf)
  return [...groundItem(megatiles), ...waterItem(water)]
}

/** All megatiles as one surface, each of them a record. */
function groundItem(tiles: readonly Megatile[]): readonly SurfaceItem[] {
  const [first] = tiles
  if (!first) return []
  const joined = join(tiles)
  const vertices = joined.positions.length / 3
  const normals = new Float32Array(3 * vertices)
  const uvs = new Float32Array(2 * vertices)
  const weights = new Float32Array(2 * vertices)
  const shades = new Uint8Array(3 * vertices)
  const tints = new Float32Array(3 * TEXTURE_COUNT * tiles.length)
  for (const [record, tile] of tiles.entries()) {
    const at = joined.starts[record] ?? 0
    normals.set(unitOf(tile.normals), 3 * at)
    uvs.set(tile.uvs.map(finite), 2 * at)
    weights.set(tile.weights.map(finite), 2 * at)
    // Stored as blue, green, red and a byte that is not used (nwn2 6.2).
    for (let vertex = 0; vertex < tile.shades.length / 4; vertex++)
      for (let part = 0; part < 3; part++) shades[3 * (at + vertex) + part] = tile.shades[4 * vertex + 2 - part] ?? 255
    const own = tints.subarray(3 * TEXTURE_COUNT * record, 3 * TEXTURE_COUNT * (record + 1)).fill(1)
    own.set(tile.tints.map(part => (part >= 0 && part <= 1 ? part : 1)))
  }
  const table = groundTable(tiles.map(({ textures }) => textures))
  const fields: Record<string, Uint32Array> = {}
  for (const [k, field] of LAYERS.entries())
    setOwn(
      fields,
      field,
      Uint32Array.from(table.rows, rows => rows[k] ?? NO_ROW),
    )
  for (const [k, field] of MAPS.entries())
    setOwn(
      fields,
      field,
      Uint32Array.from(tiles, (_, tile) => table.mapRow(tile, k)),
    )
  return [
    {
      kind: 'surface',
      id: 'ground',
      layer: 'terrain',
      noun: 'megatile',
      title: 'ui.map-layers.visible-ground',
      entry: first.entry,
      array: '',
      positions: joined.positions,
      indices: joined.indices,
      records: joined.records,
      recordCount: tiles.length,
      recordEntries: tiles.map(tile => tile.entry),
      labels: tiles.map(({ name }) => name),
      normals,
      fields,
      painting: { uvs, layers: LAYERS, none: NO_ROW, maps: { uvs: weights, rows: MAPS, tints, shades } },
      isPaintedAtFirst: true,
      colouring: LAYERS.slice(0, 1),
      shapedBy: [],
    },
  ]
}

/** All megatiles of water as one surface. */
function waterItem(tiles: readonly WaterTile[]): readonly SurfaceItem[] {
  const [first] = tiles
  if (!first) return []
  const { positions, indices, records } = join(tiles)
  const colours = Float32Array.from(
    tiles.flatMap(({ colour }) => (colour.length === 3 && colour.every(isShare) ? colour : WATER)),
  )
  return [
    {
      kind: 'surface',
      id: 'water',
      layer: 'water',
      noun: 'water',
      title: 'ui.map-layers.water',
      entry: first.entry,
      array: '',
      positions,
      indices,
      records,
      recordCount: tiles.length,
      recordEntries: tiles.map(tile => tile.entry),
      fields: {},
      colours,
      colouring: [],
      shapedBy: [],
    },
  ]
}

const isShare = (part: number): boolean => part >= 0 && part <= 1
const finite = (value: number): number => (Number.isFinite(value) ? value : 0)

/** Vertices and triangles of all tiles one after another; `starts`: the first vertex of each tile. */
function join(tiles: readonly Pick<Megatile, 'positions' | 'indices'>[]) {
  const sum = (of: (tile: Pick<Megatile, 'positions' | 'indices'>) => number): number =>
    tiles.reduce((all, tile) => all + of(tile), 0)
  const positions = new Float32Array(sum(tile => tile.positions.length))
  const indices = new Uint32Array(sum(tile => tile.indices.length))
  const records = new Uint32Array(indices.length / 3)
  const starts: number[] = []
  let [vertex, corner] = [0, 0]
  for (const [record, tile] of tiles.entries()) {
    starts.push(vertex)
    positions.set(tile.positions, 3 * vertex)
    records.fill(record, corner / 3, (corner + tile.indices.length) / 3)
    for (const index of tile.indices) indices[corner++] = vertex + index
    vertex += tile.positions.length / 3
  }
  return { positions, indices, records, starts }
}

/** Normals of length 1; upwards where one is no direction. */
function unitOf(normals: Float32Array): Float32Array {
  const unit = new Float32Array(normals.length)
  for (let at = 0; at + 2 < normals.length; at += 3) {
    const length = Math.hypot(normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0)
    const isDirection = Number.isFinite(length) && length > 0
    for (let axis = 0; axis < 3; axis++)
      unit[at + axis] = isDirection ? (normals[at + axis] ?? 0) / length : axis === 2 ? 1 : 0
  }
  return unit
}
