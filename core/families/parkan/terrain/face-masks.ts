/** Full bit to main16 bit, as the game gathers them (parkan 3.6). */
export const MAIN16: readonly (readonly [full: number, compact: number])[] = [
  [0x00000001, 0x0001],
  [0x00000008, 0x0002],
  [0x00000010, 0x0004],
  [0x00000020, 0x0008],
  [0x00001000, 0x0010],
  [0x00004000, 0x0020],
  [0x00000002, 0x0040],
  [0x00000400, 0x0080],
  [0x00000800, 0x0100],
  [0x00020000, 0x0200],
  [0x00002000, 0x0400],
  [0x00000200, 0x0800],
  [0x00000004, 0x1000],
  [0x00000040, 0x2000],
  [0x00200000, 0x8000],
]
/** Full bit to material6 bit. */
export const MATERIAL6: readonly (readonly [full: number, compact: number])[] = [
  [0x00000100, 0x01],
  [0x00008000, 0x02],
  [0x00010000, 0x04],
  [0x00040000, 0x08],
  [0x00080000, 0x10],
  [0x00000080, 0x20],
]

type Table = readonly (readonly [full: number, compact: number])[]
const spread = (table: Table, compact: number): number =>
  table.reduce((full, [bit, from]) => (compact & from ? full | bit : full), 0)

/** The full bits of a compact mask, which the game's queries take; files hold the full form only. */
export const fullMask = (main16: number, material6: number): number =>
  (spread(MAIN16, main16) | spread(MATERIAL6, material6)) >>> 0

/** All bits that a table knows, and 0x00100000, which the game tests although no table holds it. */
export const KNOWN_FLAGS = (fullMask(0xffff, 0x3f) | 0x00100000) >>> 0

/** Water: the first such face gives the water level (parkan 3.6). */
export const WATER = 0x00020000
/** The face has a microtexture (parkan 3.6). */
export const MICROTEXTURE = 0x00000400

/** The game's query filter (parkan 3.6). */
export const passes = (flags: number, required: number, forbidden: number): boolean =>
  (flags & required) >>> 0 === required >>> 0 && (flags & forbidden) === 0

/** Classes of the three edges: by analogy the number of the shared edge in the neighbour, 3 = none. */
export const edgeClasses = (byte: number): readonly [number, number, number] => [
  byte & 3,
  (byte >> 2) & 3,
  (byte >> 4) & 3,
]

/** The face has a second material (parkan 3.6). */
export const SECOND_MATERIAL = 0x4
