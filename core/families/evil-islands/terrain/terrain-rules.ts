import type { Opened } from '../../../format'
import { numberOf, placeOf, records } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { column, document, locate, type Document } from '../../../layout'
import { nameKey, sameName, stem } from '../names'
import { CHARACTER_MAGIC, MP_MAGIC, TILE_TYPE_COUNT } from './mp'
import { DRY_SIZE, SEC_MAGIC, sectorLayout, SIDE, WET_SIZE } from './sec'

const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0')

/** Rules of the head of a terrain (evil-islands 12). */
export function checkHead(opened: Document, report: Report): void {
  const { root } = opened
  const number = (field: string): number => numberOf(root, field)
  const magic = number('magic')
  if (magic === CHARACTER_MAGIC) report.error('mp.character', {}, placeOf(root, 'magic'))
  else if (magic !== MP_MAGIC) report.error('mp.magic', { found: hex(magic) }, placeOf(root, 'magic'))
  const perSide = number('texture_size') / number('tile_size')
  const right = number('texture_count') * perSide * perSide
  if (number('tile_count') !== right)
    report.warning(
      'mp.tiles',
      { found: number('tile_count'), right: Number.isFinite(right) ? right : 0 },
      placeOf(root, 'texture_count'),
    )
  const tiles = number('tile_count')
  for (const range of records(opened, 'animated')) {
    const [first, phases] = [numberOf(range, 'first'), numberOf(range, 'phases')]
    if (first + phases > tiles)
      report.warning('mp.animated', { first, last: first + phases - 1, tiles }, placeOf(range, ''))
  }
  const odd = column(opened, 'tile_types', '', 'u32').findIndex(type => type >= TILE_TYPE_COUNT)
  if (odd >= 0) {
    const node = locate(opened, `tile_types/${odd}`)
    if (node)
      report.warning(
        'mp.tile-type',
        { tile: odd, type: Number(node.value) },
        { path: node.path, range: [node.offset, node.size] },
      )
  }
}

const SECTOR = /^(.*)(\d{3})(\d{3})\.sec$/i

/** The sectors beside a head are those that it needs: a name for each place (evil-islands 14). */
export function checkSectors(entry: Opened, opened: Document, rows: readonly Opened[], report: Report): void {
  const { root } = opened
  const [x, y] = [numberOf(root, 'sectors_x'), numberOf(root, 'sectors_y')]
  const names = new Set(rows.filter(({ name }) => SECTOR.test(name)).map(({ name }) => nameKey(name)))
  const missing = x * y === names.size ? firstMissing(stem(entry.name), x, y, names) : undefined
  if (x * y === names.size && missing === undefined) return
  const [from, to] = [placeOf(root, 'sectors_x').range, placeOf(root, 'sectors_y').range]
  const range = [from?.[0] ?? 0, (to?.[0] ?? 0) + (to?.[1] ?? 0) - (from?.[0] ?? 0)] as const
  report.error(
    'mp.sectors',
    { x, y, needed: x * y, found: names.size, missing: missing ?? '' },
    { path: 'sectors_x', range },
  )
}

function firstMissing(name: string, width: number, height: number, names: ReadonlySet<string>): string | undefined {
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++) {
      const sector = sectorName(name, x, y)
      if (!names.has(nameKey(sector))) return sector
    }
  return undefined
}

const sectorName = (name: string, x: number, y: number): string =>
  `${name}${String(x).padStart(3, '0')}${String(y).padStart(3, '0')}.sec`

/** What a sector needs of the head of its terrain. */
export interface TerrainHead {
  readonly textures: number
  readonly materials: number
}

/** Rules of a sector: its size and flag, then what its tiles and normals name (evil-islands 13). */
export function checkSector({ size }: Opened, opened: Document, head: TerrainHead | undefined, report: Report): void {
  const { root } = opened
  const magic = numberOf(root, 'magic')
  if (magic !== SEC_MAGIC) report.error('sec.magic', { found: hex(magic) }, placeOf(root, 'magic'))
  const flag = numberOf(root, 'liquid_flag')
  const right = size === WET_SIZE ? 3 : 0
  if (flag !== right) report.warning('sec.flag', { flag, right }, placeOf(root, 'liquid_flag'))
  checkNormals(opened, report)
  if (head) checkNames(opened, head, report)
}

interface Vertex {
  readonly normal: { readonly x: number; readonly y: number; readonly z: number }
}
interface Tile {
  readonly atlas: number
}

/** Records of an array of a sector, which is whole. */
const listOf = <T>(opened: Document, array: string): readonly T[] =>
  (locate(opened, array)?.value ?? []) as unknown as readonly T[]

/** Where a record of a sector lies. */
function recordPlace(opened: Document, path: string) {
  const node = locate(opened, path)
  return { path, ...(node && { range: [node.offset, node.size] as const }) }
}

/** Parts of normals go up to these (evil-islands 13). */
function checkNormals(opened: Document, report: Report): void {
  const isOdd = ({ normal: { x, y, z } }: Vertex): boolean => x > 2000 || y > 2000 || z > 1000
  const k = listOf<Vertex>(opened, 'land_vertices').findIndex(isOdd)
  if (k >= 0) report.warning('sec.normal', { k }, recordPlace(opened, `land_vertices/${k}/normal`))
}

function checkNames(opened: Document, { textures, materials }: TerrainHead, report: Report): void {
  const isWet = locate(opened, 'liquid_tiles') !== undefined
  for (const array of isWet ? ['land_tiles', 'liquid_tiles'] : ['land_tiles']) {
    const tiles = listOf<Tile>(opened, array)
    const k = tiles.findIndex(({ atlas }) => atlas >= textures)
    const atlas = tiles[k]?.atlas ?? 0
    if (k >= 0) report.warning('sec.atlas', { k, atlas, textures }, recordPlace(opened, `${array}/${k}`))
  }
  if (!isWet) return
  const liquid = column(opened, 'liquid_materials', '', 'i16')
  const k = liquid.findIndex(material => material >= materials || material < -1)
  const material = liquid[k] ?? 0
  if (k >= 0) report.error('sec.material', { k, material, materials }, recordPlace(opened, `liquid_materials/${k}`))
}

/** Vertices of the last column and row are those of the sector behind them: heights on both sides are one (evil-islands 13). */
export async function checkBorders(
  entry: Opened,
  opened: Document,
  rows: readonly Opened[],
  report: Report,
): Promise<void> {
  const [, name = '', x = '', y = ''] = SECTOR.exec(entry.name) ?? []
  const own = column(opened, 'land_vertices', 'altitude', 'u16')
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
  ] as const) {
    const wanted = sectorName(name, Number(x) + dx, Number(y) + dy)
    const other = rows.find(row => sameName(row.name, wanted))
    if (!other || other.size < DRY_SIZE) continue
    const heights = column(document(sectorLayout(other), other.bytes), 'land_vertices', 'altitude', 'u16')
    for (let k = 0; k < SIDE; k++) {
      const [mine, its] = dx === 1 ? [k * SIDE + SIDE - 1, k * SIDE] : [(SIDE - 1) * SIDE + k, k]
      if (own[mine] === heights[its]) continue
      const node = locate(opened, `land_vertices/${mine}/altitude`)
      if (node)
        report.warning(
          'sec.border',
          { k: mine, other: other.name },
          { path: node.path, range: [node.offset, node.size] },
        )
      break
    }
  }
}

/** The rows of a terrain, and its head: the one with the name of the file, else the only one (evil-islands 14). */
export function headOf(rows: readonly Opened[], fileName: string): Opened | undefined {
  const heads = rows.filter(({ name }) => /\.mp$/i.test(name))
  return heads.find(({ name }) => sameName(stem(name), stem(fileName))) ?? heads[0]
}

/** Rules of the archive of a terrain: its head has the name of the file (evil-islands 14). */
export function checkTerrain(entry: Opened, rows: readonly Opened[], report: Report): void {
  const head = headOf(rows, entry.name)
  if (!head) report.error('mpr.head', {}, {})
  else if (!sameName(stem(head.name), stem(entry.name)))
    report.warning('mpr.name', { head: head.name, file: entry.name }, { row: rows.indexOf(head) })
}
