import {
  array,
  bytes,
  count,
  f32,
  f64,
  i16,
  i32,
  i64,
  i8,
  lengthPrefixedText,
  recursive,
  struct,
  text,
  u16,
  u32,
  u64,
  u8,
  union,
  type Meta,
} from '../../../layout'

const SOURCE: Meta = { certainty: 'confirmed', source: 'nwn2 18.1' }
const PEER: Meta = { certainty: 'likely', source: 'nwn2 18.1' }

const TYPE_NAMES: Readonly<Record<number, string>> = {
  0: 'byte',
  1: 'char',
  2: 'word',
  3: 'short',
  4: 'dword',
  5: 'int',
  6: 'dword64',
  7: 'int64',
  8: 'float',
  9: 'double',
  10: 'string',
  11: 'resref',
  12: 'locstring',
  13: 'void',
  14: 'struct',
  15: 'list',
}

const Translation = struct('nwn2-gff-translation', {
  id: u32(SOURCE),
  text: lengthPrefixedText(u32(), { encoding: 'cp1252', ...PEER }),
})
const Locstring = struct('nwn2-gff-locstring', {
  strref: u32({ hex: true, ...SOURCE }),
  string_count: count('strings', SOURCE),
  strings: array(Translation, 'string_count', SOURCE),
})
const Void = struct('nwn2-gff-void', { size: count('data', SOURCE), data: bytes('size', SOURCE) })
const List = struct('nwn2-gff-list', {
  item_count: count('items', SOURCE),
  items: array(recursive('nwn2-gff-struct'), 'item_count', SOURCE),
})

const Field = struct('nwn2-gff-field', {
  type: u32({ values: TYPE_NAMES, ...SOURCE }),
  label: text(16, { page: 'cp1252', labels: 'value', ...SOURCE }),
  value: union(
    'type',
    {
      0: u8(SOURCE),
      1: i8(PEER),
      2: u16(SOURCE),
      3: i16(SOURCE),
      4: u32(SOURCE),
      5: i32(SOURCE),
      6: u64(PEER),
      7: i64(PEER),
      8: f32(SOURCE),
      9: f64(PEER),
      10: lengthPrefixedText(u32(), { encoding: 'cp1252', ...SOURCE }),
      11: lengthPrefixedText(u8(), { encoding: 'cp1252', ...SOURCE }),
      12: Locstring,
      13: Void,
      14: recursive('nwn2-gff-struct'),
      15: List,
    },
    undefined,
    SOURCE,
  ),
})

const Struct = struct('nwn2-gff-struct', {
  struct_type: u32({ hex: true, ...SOURCE }),
  field_count: count('fields', SOURCE),
  fields: array(Field, 'field_count', SOURCE),
})

/** The tree of a file, depth first, as `GFF_CODEC` decodes it: what its sections say by offsets, one after another. */
export const GFF_TREE = struct('nwn2-gff', { top: Struct })
