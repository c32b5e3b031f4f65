import type { Candidate, EntryInfo } from '../../../format'
import {
  array,
  attribute,
  count,
  counted,
  f32,
  formula,
  i32,
  newRecord,
  offsetOf,
  reserved,
  strideOf,
  struct,
  u16,
  u32,
  vec3,
  own,
  write,
  type Bytes,
} from '../../../layout'

/** Across a boundary edge: areal and edge there; (-1, -1) where there is none (parkan 4.2). */
export const EdgeLink = struct('areal-link', {
  area_ref: i32({ refers: 'areals', certainty: 'confirmed', source: 'parkan 4.2' }),
  edge_ref: i32({ certainty: 'confirmed', source: 'parkan 4.2' }),
})

/** Kept raw: no map of the game has one, and sources differ about its length (parkan 4.2). */
export const PolygonBlock = struct('areal-polygon', {
  n: count('words', { per: 3, certainty: 'unknown', source: 'parkan 4.2' }),
  words: array(u32({ role: 'unknown', hex: true }), formula('3 * n'), { role: 'unknown', source: 'parkan 4.2' }),
})

/** A corner of the outline, in units of the map. */
export const Corner = vec3()

/** An areal: 56 bytes, its corners, a link for each edge, polygon blocks (parkan 4.2). */
export const Areal = struct('areal', {
  anchor: vec3({ certainty: 'confirmed', source: 'parkan 4.2' }),
  reserved_12: reserved(f32({ source: 'parkan 4.2' })),
  area_metric: f32({ certainty: 'confirmed', source: 'parkan 4.2' }),
  normal: vec3({ certainty: 'confirmed', source: 'parkan 4.2' }),
  logic_flag: u32({ bits: {}, suggest: 'seen', certainty: 'unknown', source: 'parkan 4.5' }),
  reserved_36: reserved(u32({ source: 'parkan 4.2' })),
  class_id: u32({ suggest: 'seen', certainty: 'unknown', source: 'parkan 4.5' }),
  reserved_44: reserved(u32({ source: 'parkan 4.2' })),
  vertex_count: count('vertices', { source: 'parkan 4.2' }),
  poly_count: count('polygons', { source: 'parkan 4.2' }),
  vertices: array(Corner, 'vertex_count', { certainty: 'likely', source: 'parkan 4.2' }),
  links: array(EdgeLink, formula('vertex_count + 3 * poly_count'), { certainty: 'confirmed', source: 'parkan 4.2' }),
  polygons: array(PolygonBlock, 'poly_count', { certainty: 'unknown', source: 'parkan 4.2' }),
})

/** Bytes before the corners of an areal, of a corner and of a link (parkan 4.2). */
export const HEAD = offsetOf(Areal, 'vertices')
export const CORNER = strideOf(Corner)
export const LINK = strideOf(EdgeLink)

const GRID = {
  cells_x: u32({ certainty: 'confirmed', source: 'parkan 4.3' }),
  cells_y: u32({ certainty: 'confirmed', source: 'parkan 4.3' }),
}
/** What precedes the lists of the cells: how many cells there are along each side (parkan 4.3). */
export const GridSize = struct('areal-map', GRID)

const WORD = u16()
/** What each list of a cell begins with: the number of its areals. */
export const CellHead = struct('areal-cell', { n: WORD })
const Cell = counted(WORD, u16({ refers: 'areals' }))

/** Byte offset of the list of a cell from `cells_x` on, where the lists before it hold `ids` areals. */
export const cellOffset = (cell: number, ids: number): number => strideOf(GridSize) + strideOf(WORD) * (cell + ids)

/** The bytes of consecutive lists of cells. */
export const cellBytes = (lists: readonly (readonly number[])[]): Bytes => write(array(Cell, lists.length), lists).bytes

/** The bytes of a whole grid. */
export function gridBytes(cells_x: number, cells_y: number, lists: readonly (readonly number[])[]): Bytes {
  const [head, cells] = [newRecord(GridSize, { cells_x, cells_y }), cellBytes(lists)]
  const bytes = new Uint8Array(head.length + cells.length)
  bytes.set(head)
  bytes.set(cells, head.length)
  return bytes
}

/** Cells along each side of a map of the game (parkan 4.3). */
export const RETAIL_GRID = 128

const mapOf = (areals: number) =>
  struct('areal-map', {
    areals: array(Areal, attribute('attr1', areals), { certainty: 'confirmed', source: 'parkan 4.2' }),
    ...GRID,
    cells: array(Cell, formula('cells_x * cells_y'), {
      certainty: 'confirmed',
      source: 'parkan 4.3',
    }),
  })

const made = new Map<number, ReturnType<typeof mapOf>>()
const MADE_AT_MOST = 256

/**
 * Chunk 12 of a Land.map; the number of areals is attr1 of the directory row (parkan 4.1). Made once for each number: a
 * document of the same layout is built upon by the next.
 */
export function arealMap(areals: number): ReturnType<typeof mapOf> {
  const known = made.get(areals)
  if (known) return known
  if (made.size >= MADE_AT_MOST) made.clear()
  const fresh = mapOf(areals)
  made.set(areals, fresh)
  return fresh
}

/** The number that a directory row gives, or 0. */
export const numberAttribute = (entry: EntryInfo, name: string): number => {
  const value = own(entry.attributes, name)
  return typeof value === 'number' ? value : 0
}

/** Type id of the one chunk of a Land.map (parkan 4.1). */
export const AREAL_MAP_TYPE = 12

/** Type 12 in an archive whose file is a `.map`, or alone in an archive: models and terrain have a type 12 of no such kind. */
export function isArealMap(entry: Candidate): boolean {
  if (entry.container === null || entry.attributes['type_id'] !== AREAL_MAP_TYPE) return false
  return /\.map$/i.test(entry.container.name) || entry.container.siblings.size === 1
}
