import type { EntryInfo } from '../../../format'
import { array, bitfield, i16, i8, strideOf, struct, u16, u32, u8, type AnyLayout, type Meta } from '../../../layout'
import { naming } from '../references'

const LIKELY: Meta = { certainty: 'likely', source: 'evil-islands 13' }

/** Vertices along a side of a sector, and tiles (evil-islands 13). */
export const SIDE = 33
export const TILES = 16

/** A vertex, 8 bytes: steps aside, height, normal (evil-islands 13). */
export const SectorVertex = struct('sec-vertex', {
  dx: i8(LIKELY),
  dy: i8(LIKELY),
  altitude: u16(LIKELY),
  normal: bitfield(u32(), { y: [0, 11, LIKELY], x: [11, 11, LIKELY], z: [22, 10, LIKELY] }, LIKELY),
})

/** Two cells by two: a picture of an atlas, turned (evil-islands 13). */
const Tile = bitfield(
  u16(),
  { index: [0, 6, LIKELY], atlas: [6, 8, { ...naming('land-texture'), ...LIKELY }], turn: [14, 2, LIKELY] },
  LIKELY,
)

const vertices = () => array(SectorVertex, SIDE * SIDE, LIKELY)
const tiles = () => array(Tile, TILES * TILES, LIKELY)
const HEAD = { magic: u32({ hex: true, ...LIKELY }), liquid_flag: u8({ values: { 0: 'dry', 3: 'liquid' }, ...LIKELY }) }

/** A sector of 32 by 32 units without liquid. */
export const DRY_SECTOR = struct('sec', { ...HEAD, land_vertices: vertices(), land_tiles: tiles() })

/** One with liquid over it. */
export const WET_SECTOR = struct('sec', {
  ...HEAD,
  land_vertices: vertices(),
  liquid_vertices: vertices(),
  land_tiles: tiles(),
  liquid_tiles: tiles(),
  liquid_materials: array(
    i16({ refers: { sibling: 'evil-islands.mp', array: 'materials' }, ...LIKELY }),
    TILES * TILES,
    LIKELY,
  ),
})

export const SEC_MAGIC = 0xcf4bf774
export const DRY_SIZE = strideOf(DRY_SECTOR)
export const WET_SIZE = strideOf(WET_SECTOR)

/** The size decides, not the flag: programs disagree about it (evil-islands 13). */
export const sectorLayout = ({ size }: Pick<EntryInfo, 'size'>): AnyLayout =>
  size > 0 && size <= DRY_SIZE ? DRY_SECTOR : WET_SECTOR
