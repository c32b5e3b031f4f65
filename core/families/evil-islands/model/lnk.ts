import { array, count, lengthPrefixedText, struct, u32, type Layout, type Meta, type TextValue } from '../../../layout'
import { naming, type Reference } from '../references'

const KNOWN: Meta = { certainty: 'confirmed', source: 'evil-islands 7' }

/** A name whose length counts the NUL behind it; some files have none (evil-islands 7). */
const name = (by: Reference): Layout<TextValue> =>
  lengthPrefixedText(u32(), { nul: 'counted', ...naming(by), ...KNOWN })

/** The parts of a model and the part above each (evil-islands 7). */
export const LNK = struct('lnk', {
  part_count: count('parts', { as: 'u32', ...KNOWN }),
  parts: array(struct('lnk-part', { name: name('mesh'), parent: name('part') }), 'part_count', KNOWN),
})
