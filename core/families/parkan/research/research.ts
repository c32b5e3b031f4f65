import {
  array,
  attribute,
  f32,
  nulText,
  own,
  struct,
  toEnd,
  u16,
  u32,
  u8,
  type AnyLayout,
  type Meta,
} from '../../../layout'
import { byRule } from '../../../format'
import { chunkKind, type ChunkKind } from '../mesh/chunk-kind'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.10' }
const LIKELY: Meta = { certainty: 'likely', source: 'parkan 9.10' }
/** A byte offset into another row. */
const placeIn = (letter: string, array: string): Meta => ({
  hex: true,
  refers: { sibling: `parkan.research.${letter}`, array, as: 'byte' },
  ...KNOWN,
})
const ITEM: Meta = { refers: { sibling: 'parkan.research.0', array: 'items' }, ...KNOWN }

/** The version that the game takes, `attr2` of the row of items (parkan 9.10). */
export const RESEARCH_VERSION = 3

/** An item of the research tree, 40 bytes: prices, then offsets into the rows of texts and parts (parkan 9.10). */
export const ResearchItem = struct('research-item', {
  research_energy: f32(KNOWN),
  research_ore: f32(KNOWN),
  build_energy: f32(KNOWN),
  build_ore: f32(KNOWN),
  code: u32(placeIn('7', 'texts')),
  name: u32(placeIn('8', 'texts')),
  description: u32(placeIn('9', 'texts')),
  panel: u32(placeIn('a', 'texts')),
  parts: u16(placeIn('b', 'parts')),
  role: u8(LIKELY),
  kind: u8(LIKELY),
  sub_kind: u8(LIKELY),
  branch: u8(LIKELY),
  size: u8(LIKELY),
  upgrade_level: u8(LIKELY),
})

/** A part that an item gives, 4 bytes: its name by the offset in the row of part names (parkan 9.10). */
export const ResearchPart = struct('research-part', { offset: u16(placeIn('6', 'texts')), item: u16(ITEM) })

const ATTR1 = attribute('attr1', 0)
const STATE = u8({ bits: { 0: 'available', 1: 'researched', 2: 'in_tree' }, hex: true, ...KNOWN })
const numbers = (): AnyLayout => struct('research', { items: array(u32(ITEM), ATTR1, KNOWN) })
const counts = (): AnyLayout => struct('research', { counts: array(u32(KNOWN), ATTR1, KNOWN) })
/** Other rows name them by their first byte. */
const PLACED: Meta = { isReferredElsewhere: 'byte', ...KNOWN }
const texts = (meta: Meta = KNOWN): AnyLayout => struct('research', { texts: array(nulText(meta), toEnd, PLACED) })

/** What the rows of a research tree hold, by the last letter of their type `TRF0` to `TRFB` (parkan 9.10). */
const ROWS: Readonly<Record<string, ChunkKind>> = {
  '0': chunkKind(struct('research', { items: array(ResearchItem, ATTR1, { isReferredElsewhere: true, ...KNOWN }) })),
  '1': chunkKind(struct('research', { states: array(STATE, ATTR1, KNOWN) })),
  '2': chunkKind(counts()),
  '3': chunkKind(numbers()),
  '4': chunkKind(counts()),
  '5': chunkKind(numbers()),
  '6': chunkKind(texts({ ...byRule('research-part'), ...KNOWN })),
  '7': chunkKind(texts()),
  '8': chunkKind(texts()),
  '9': chunkKind(texts()),
  A: chunkKind(texts()),
  B: chunkKind(struct('research', { parts: array(ResearchPart, ATTR1, PLACED) })),
}

/** Last letters of the types of the rows, in their order. */
export const RESEARCH_LETTERS: readonly string[] = Object.keys(ROWS).sort()

/** The layout of a row by the letter of its type and the number of records in its directory row. */
export function researchLayout(letter: string, records: number): AnyLayout {
  const kind = own(ROWS, letter)
  if (!kind) throw new TypeError(`no row of research has the letter ${letter}`)
  return kind.layout(records)
}
