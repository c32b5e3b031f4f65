import { array, bytes, count, f32, floats, struct, u16, u32, type Meta } from '../../../layout'
import { naming } from '../references'

const LIKELY: Meta = { certainty: 'likely', source: 'evil-islands 12' }

/** What a tile is to walk on (evil-islands 12). */
const TILE_TYPES = {
  0: 'grass',
  1: 'ground',
  2: 'stone',
  3: 'sand',
  4: 'rock',
  5: 'field',
  6: 'water',
  7: 'road',
  8: 'empty',
  9: 'snow',
  10: 'ice',
  11: 'drygrass',
  12: 'snowballs',
  13: 'lava',
  14: 'swamp',
  15: 'highrock',
}
export const TILE_TYPE_COUNT = Object.keys(TILE_TYPES).length

/** A material of liquid or land, 44 bytes (evil-islands 12). */
const Material = struct('mp-material', {
  type: u32(LIKELY),
  color: floats(['r', 'g', 'b', 'a'], LIKELY),
  self_illumination: f32(LIKELY),
  wave: f32(LIKELY),
  warp_speed: f32(LIKELY),
  reserved: bytes(12, { role: 'reserved', certainty: 'unknown', source: 'evil-islands 12' }),
})

/** The head of a terrain: its size, materials and tiles (evil-islands 12). */
export const MP = struct('mp', {
  magic: u32({ hex: true, ...LIKELY }),
  max_altitude: f32({ unit: 'm', ...LIKELY }),
  sectors_x: u32(LIKELY),
  sectors_y: u32(LIKELY),
  texture_count: u32({ ...naming('land-textures'), ...LIKELY }),
  texture_size: u32({ unit: 'px', ...LIKELY }),
  tile_count: count('tile_types', { as: 'u32', ...LIKELY }),
  tile_size: u32({ unit: 'px', ...LIKELY }),
  material_count: count('materials', { as: 'u16', ...LIKELY }),
  animated_count: count('animated', { as: 'u32', ...LIKELY }),
  materials: array(Material, 'material_count', LIKELY),
  tile_types: array(u32({ values: TILE_TYPES, ...LIKELY }), 'tile_count', LIKELY),
  animated: array(
    struct('mp-animated', { first: u16({ refers: 'tile_types', ...LIKELY }), phases: u16(LIKELY) }),
    'animated_count',
    LIKELY,
  ),
})

export const MP_MAGIC = 0xce4af672
/** First word of a character of a multiplayer game, whose file has the same ending (evil-islands 19). */
export const CHARACTER_MAGIC = 0x114
