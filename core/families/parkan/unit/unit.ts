import { array, i32, offsetOf, strideOf, struct, text, toEnd, u16, u32, unknown, type Meta } from '../../../layout'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.3' }

/** `F1 F0` as a little-endian number. */
export const UNIT_MAGIC = 0xf0f1
/** A part of a unit, 112 bytes; the records of its children follow it (parkan 9.3). */
const UnitRecord = struct('unit-record', {
  archive: text(32, KNOWN),
  name: text(32, { names: 'parkan.prototype', ...KNOWN }),
  kind: i32(KNOWN),
  attach: i32({ refers: { by: 'unit-socket' }, ...KNOWN }),
  description: text(32, KNOWN),
  type: i32({
    values: { [-1]: 'unspecified', 0: 'chassis', 1: 'turret', 2: 'armour', 3: 'part', 4: 'cannon', 5: 'ammo' },
    ...KNOWN,
  }),
  child_count: i32(KNOWN),
})

/** Kind of a unit: of a building what BuildDat.lst calls it, of a robot what it does (parkan 5, 9.3). */
const SCHEME_BITS: Readonly<Record<number, string>> = {
  1: 'generator',
  2: 'mine',
  3: 'storage',
  4: 'plant',
  6: 'hangar',
  9: 'main_teleport',
  10: 'institute',
  12: 'bridge',
  13: 'ruin_or_transport',
  14: 'builder',
  15: 'battle_unit',
  16: 'small_bunker_or_headquarters',
  17: 'medium_bunker_or_hero',
  18: 'large_bunker',
  20: 'medium_tower',
  21: 'large_tower',
  24: 'robot',
  29: 'animal',
  31: 'building',
}

/** A unit `.dat`: the parts of a unit as a tree, each before its children (parkan 9.3). */
export const UNIT = struct('unit', {
  magic: u16({ hex: true, ...KNOWN }),
  unk_2: unknown(u16({ hex: true, certainty: 'unknown', source: 'parkan 9.3' })),
  scheme: u32({ bits: SCHEME_BITS, hex: true, ...KNOWN }),
  records: array(UnitRecord, toEnd, KNOWN),
})

/** Whether a file of that many bytes is a head and whole records. */
export const hasUnitSize = (size: number): boolean => {
  const head = offsetOf(UNIT, 'records')
  return size > head && (size - head) % strideOf(UnitRecord) === 0
}
