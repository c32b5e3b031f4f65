import {
  array,
  count,
  counted,
  f32,
  i32,
  lengthPrefixedText,
  struct,
  u16,
  u32,
  u8,
  union,
  type Meta,
} from '../../../layout'

const KNOWN: Meta = { certainty: 'confirmed', source: 'evil-islands 3.1' }
const DERIVED: Meta = { ...KNOWN, role: 'derived' }

/** A slot of a hash table: where a section or key begins, and the next slot of the chain (evil-islands 3.1). */
export const RegSlot = struct('reg-slot', {
  next: u16({ hex: true, ...DERIVED }),
  offset: u32({ hex: true, ...DERIVED }),
})

const text = () => lengthPrefixedText(u16(), KNOWN)

const TYPES = { 0: 'integer', 1: 'float', 2: 'text', 128: 'integers', 129: 'floats', 130: 'texts' }

const Texts = struct('reg-texts', {
  value_count: count('values', { as: 'u16', ...KNOWN }),
  values: array(text(), 'value_count', KNOWN),
})

/** A key and its value, or a list of values where bit 7 of the type is set (evil-islands 3.1). */
export const RegKey = struct('reg-key', {
  type: u8({ values: TYPES, ...KNOWN }),
  name: text(),
  value: union(
    'type',
    {
      0: i32(KNOWN),
      1: f32(KNOWN),
      2: text(),
      128: counted(u16(), i32(KNOWN)),
      129: counted(u16(), f32(KNOWN)),
      130: Texts,
    },
    undefined,
    KNOWN,
  ),
})

export const RegSection = struct('reg-section', {
  key_count: count('keys', { as: 'u16', ...KNOWN }),
  name: text(),
  key_slots: array(RegSlot, 'key_count', DERIVED),
  keys: array(RegKey, 'key_count', KNOWN),
})

/** A binary INI file, read in the order of its bytes: the hash tables follow from it (evil-islands 3.1). */
export const REG = struct('reg', {
  magic: u32({ hex: true, ...KNOWN }),
  section_count: count('sections', { as: 'u16', ...KNOWN }),
  section_slots: array(RegSlot, 'section_count', DERIVED),
  sections: array(RegSection, 'section_count', KNOWN),
})

export const REG_MAGIC = 0x45ab3efb
