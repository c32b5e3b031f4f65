import {
  array,
  bytes,
  count,
  f32,
  integers,
  rest,
  struct,
  u16,
  u32,
  u8,
  unknown,
  vec3,
  withMeta,
  type AnyLayout,
  type Bytes,
  type Layout,
  type Meta,
} from '../../../layout'

const meta = (section: string): Meta => ({ certainty: 'confirmed', source: `nwn2 ${section}` })
const unclear = (section: string): Meta => ({ certainty: 'unknown', source: `nwn2 ${section}` })
const PEER: Meta = { certainty: 'likely', source: 'nwn2 4.12' }

/** What "none" is called in each width of a word. */
export const NO_TRIANGLE = 0xffffffff
export const NO_ISLAND = 0xffff
/** A node of no triangle, and an entry of a path table that leads nowhere (nwn2 4.9). */
export const NO_NODE = 0xff
/** Bits of a path table's entry that are the next node; the other one is the line of sight (nwn2 4.9). */
export const NODE_MASK = 0x7f

/** Greatest number of walkable triangles of a tile: node 127 with its bit would mean "none" (nwn2 4.9). */
export const MOST_NODES = 126

/** Bits of a triangle's flags; bits 1, 14 and 15 were never seen (nwn2 4.6). */
export const FLAG_BITS: Readonly<Record<number, string>> = {
  0: 'walkable',
  2: 'clockwise',
  3: 'dirt',
  4: 'grass',
  5: 'stone',
  6: 'wood',
  7: 'carpet',
  8: 'metal',
  9: 'swamp',
  10: 'mud',
  11: 'leaves',
  12: 'water',
  13: 'puddles',
}
export const WALKABLE = 1
export const CLOCKWISE = 4
export const SURFACES = 0x3ff8
/** Bits of the surfaces by name. */
export const SURFACE_BITS: ReadonlyMap<string, number> = new Map(
  Object.entries(FLAG_BITS).flatMap(([bit, name]) =>
    ((1 << Number(bit)) & SURFACES) === 0 ? [] : [[name, 1 << Number(bit)] as const],
  ),
)
/** Surface of an opened triangle that has none: stone (nwn2 11.2). */
export const FIRST_SURFACE = 0x20
/** The bit of the tiles' flags that goes with path tables (nwn2 4.7). */
export const BAKED = 16

/** Name of 32 bytes that the toolset never sets: whatever its memory held (nwn2 4.2). */
const garbage = (section: string): Layout<Bytes> => bytes(32, { role: 'unknown', ...unclear(section) })

export const Edge = struct('nwn2-edge', {
  vertex_0: u32({ refers: 'vertices', ...meta('4.4') }),
  vertex_1: u32({ refers: 'vertices', ...meta('4.4') }),
  triangle_0: u32({ refers: 'triangles', ...meta('4.4') }),
  triangle_1: u32({ refers: 'triangles', ...meta('4.4') }),
})

const TRIANGLE = meta('4.5')
const CORNERS = {
  v0: u32({ refers: 'vertices', ...TRIANGLE }),
  v1: u32({ refers: 'vertices', ...TRIANGLE }),
  v2: u32({ refers: 'vertices', ...TRIANGLE }),
  linked_edges: array(u32({ refers: 'edges', ...TRIANGLE }), 3, TRIANGLE),
  linked_triangles: array(u32({ refers: 'triangles', ...TRIANGLE }), 3, TRIANGLE),
}
const CENTRE = { centre_x: f32({ unit: 'm', ...TRIANGLE }), centre_y: f32({ unit: 'm', ...TRIANGLE }) }
const PLANE = { normal: vec3(TRIANGLE), plane_d: f32({ unit: 'm', ...TRIANGLE }) }
const ISLAND = { island: u16({ refers: 'islands', ...TRIANGLE }) }

/** A triangle, 64 bytes (nwn2 4.5). */
export const Triangle = struct('nwn2-triangle', {
  ...CORNERS,
  ...CENTRE,
  ...PLANE,
  ...ISLAND,
  flags: u16({ bits: FLAG_BITS, hex: true, ...meta('4.6') }),
})

const TILE = {
  name: garbage('4.8'),
  owns_data: u8(meta('4.8')),
  vertices_count: u32(meta('4.8')),
  edges_count: u32(meta('4.8')),
  triangles_count: u32(meta('4.8')),
  size_x: f32({ unit: 'm', ...meta('4.8') }),
  size_y: f32({ unit: 'm', ...meta('4.8') }),
  triangles_offset: u32(meta('4.8')),
  path_flags: u32({ hex: true, ...meta('4.8') }),
}
const TABLES = {
  rle_size: u32(meta('4.8')),
  local_to_node: bytes('ltn_length', { content: 'numbers', ...meta('4.9') }),
}
const NODES = { nodes: bytes('ntl_length * ntl_length', { content: 'numbers', ...meta('4.9') }) }
const TILE_FLAGS = { flags: u32({ hex: true, ...unclear('4.7') }) }

/** A tile with its path table (nwn2 4.8, 4.9). */
export const Tile = struct('nwn2-tile', {
  ...TILE,
  ltn_length: count('local_to_node', meta('4.8')),
  ntl_length: count('node_to_local', { as: 'u8', ...meta('4.8') }),
  ...TABLES,
  node_to_local: array(u32(meta('4.9')), 'ntl_length', meta('4.9')),
  ...NODES,
  ...TILE_FLAGS,
})
/** The last field of a tile, behind its tables. */
export const TileEnd = struct('nwn2-tile-end', TILE_FLAGS)

/** An island: triangles within one tile that can be walked between (nwn2 4.10). */
export const Island = struct('nwn2-island', {
  index: u32(meta('4.10')),
  tile: u32({ role: 'unknown', hex: true, ...unclear('4.10') }),
  centre: vec3({ unit: 'm', ...meta('4.10') }),
  triangles_count: u32(meta('4.10')),
  adjacent_count: count('adjacent', meta('4.10')),
  adjacent: array(u32({ refers: 'islands', ...meta('4.10') }), 'adjacent_count', meta('4.10')),
  distance_count: count('distances', meta('4.10')),
  distances: array(f32({ unit: 'm', ...meta('4.10') }), 'distance_count', meta('4.10')),
  exit_count: count('exits', meta('4.10')),
  exits: array(u32({ refers: 'triangles', ...meta('4.10') }), 'exit_count', meta('4.10')),
})

/** The way from one island to another: the next island, and how far it is (nwn2 4.11). */
export const Way = struct('nwn2-island-way', {
  next: u16({ refers: 'islands', ...meta('4.11') }),
  padding: u16({ role: 'unknown', hex: true, ...unclear('4.11') }),
  weight: f32({ unit: 'm', ...meta('4.11') }),
})

/** Fields with the titles and help of those of another record: older versions have the same. */
const titledAs = (record: string, fields: Readonly<Record<string, AnyLayout>>): Record<string, AnyLayout> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, layout]) => [field, withMeta(layout, { doc: `field.${record}.${field}` })]),
  )

/** A mesh of one version: the blocks are the same, some records differ (nwn2 4.1, 4.12). */
const mesh = (name: string, edge: AnyLayout, triangle: AnyLayout, tile: AnyLayout): AnyLayout =>
  struct(
    name,
    titledAs('nwn2-walkmesh', {
      version: u32({ hex: true, ...meta('4.2') }),
      name: garbage('4.2'),
      owns_data: u8(meta('4.2')),
      vertex_count: count('vertices', meta('4.2')),
      edge_count: count('edges', meta('4.2')),
      triangle_count: count('triangles', meta('4.2')),
      triangle_offset: u32(meta('4.2')),
      vertices: array(vec3({ unit: 'm', ...meta('4.3') }), 'vertex_count', meta('4.3')),
      edges: array(edge, 'edge_count', meta('4.4')),
      triangles: array(triangle, 'triangle_count', meta('4.5')),
      tiles_flags: u32({ hex: true, ...unclear('4.7') }),
      tile_width: f32({ unit: 'm', ...meta('4.7') }),
      grid_height: u32(meta('4.7')),
      grid_width: u32(meta('4.7')),
      tiles: array(tile, 'grid_height * grid_width', meta('4.8')),
      border_size: u32(meta('4.7')),
      island_count: count('islands', meta('4.10')),
      islands: array(Island, 'island_count', meta('4.10')),
      matrix: array(Way, 'island_count * island_count', meta('4.11')),
    }),
  )

/** The walkmesh of today's toolset, version 0x6C (nwn2 4.1). */
export const ASWM = mesh('nwn2-walkmesh', Edge, Triangle, Tile)

const EDGE_52 = struct('nwn2-edge-52', {
  ...titledAs('nwn2-edge', {
    vertex_0: u32({ refers: 'vertices', ...PEER }),
    vertex_1: u32({ refers: 'vertices', ...PEER }),
    triangle_0: u32({ refers: 'triangles', ...PEER }),
    triangle_1: u32({ refers: 'triangles', ...PEER }),
  }),
  reserved_16: bytes(36, { role: 'unknown', ...PEER }),
})
const TRIANGLE_68 = struct('nwn2-triangle-68', {
  reserved_0: unknown(u32({ hex: true, ...PEER })),
  ...titledAs('nwn2-triangle', {
    ...CORNERS,
    ...CENTRE,
    ...PLANE,
    ...ISLAND,
    flags: u16({ bits: FLAG_BITS, hex: true, ...PEER }),
  }),
})
const TRIANGLE_88 = struct('nwn2-triangle-88', {
  reserved_0: unknown(u32({ hex: true, ...PEER })),
  ...titledAs('nwn2-triangle', { flags: u32({ bits: FLAG_BITS, hex: true, ...PEER }), ...CORNERS }),
  reserved_44: integers('u32', ['0', '1', '2'], { role: 'unknown', ...PEER }),
  ...titledAs('nwn2-triangle', CENTRE),
  reserved_64: unknown(u32({ hex: true, ...PEER })),
  ...titledAs('nwn2-triangle', PLANE),
  reserved_84: unknown(u16({ hex: true, ...PEER })),
  ...titledAs('nwn2-triangle', ISLAND),
})

/** Tables of version 0x6B name local triangles in one byte. */
const TILE_6B = struct(
  'nwn2-tile-6b',
  titledAs('nwn2-tile', {
    ...TILE,
    ltn_length: count('local_to_node', { as: 'u8', ...PEER }),
    ntl_length: count('node_to_local', { as: 'u8', ...PEER }),
    ...TABLES,
    node_to_local: bytes('ntl_length', { content: 'numbers', ...PEER }),
    ...NODES,
    ...TILE_FLAGS,
  }),
)
/** Those before have no such list: a node is the number of a local triangle. */
const TILE_69 = struct(
  'nwn2-tile-69',
  titledAs('nwn2-tile', {
    ...TILE,
    ltn_length: count('local_to_node', { as: 'u8', ...PEER }),
    ntl_length: u8(PEER),
    ...TABLES,
    ...NODES,
    ...TILE_FLAGS,
  }),
)

/** The version of today's toolset. */
export const VERSION = 0x6c
const OLD_VERSIONS: Readonly<Record<number, AnyLayout | undefined>> = {
  0x6b: mesh('nwn2-walkmesh-6b', Edge, Triangle, TILE_6B),
  0x6a: mesh('nwn2-walkmesh-6a', Edge, TRIANGLE_68, TILE_69),
  0x69: mesh('nwn2-walkmesh-69', EDGE_52, TRIANGLE_88, TILE_69),
}

/** The layout of a version; what follows the number of an unknown one stays opaque. */
export const meshOf = (version: number | undefined): AnyLayout =>
  version === VERSION ? ASWM : (version !== undefined && OLD_VERSIONS[version]) || OPAQUE

const OPAQUE = struct('nwn2-walkmesh-unknown', { data: rest() })

/** Whether a version is one that older tools wrote. */
export const isOld = (version: number): boolean => OLD_VERSIONS[version] !== undefined
