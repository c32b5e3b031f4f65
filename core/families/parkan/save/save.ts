import { bytes, count, lengthPrefixedText, struct, text, u32, u8, type Meta } from '../../../layout'
import { declaredFormat } from '../../../format/declared-format'

const LIKELY: Meta = { certainty: 'likely', source: 'parkan 9.12' }

/** `.sav`: a saved game. The state of the world is described nowhere and kept as it is (parkan 9.12). */
export const SAVE = struct('save', {
  magic: text(4, { page: 'latin1', ...LIKELY }),
  version: u8(LIKELY),
  difficulty: u8(LIKELY),
  mission: lengthPrefixedText(u32(), LIKELY),
  world_size: count('world', LIKELY),
  world: bytes('world_size', { role: 'unknown', certainty: 'unknown', source: 'parkan 9.12' }),
})

/** `SLOT`: what a saved game begins with. */
const MAGIC = [0x53, 0x4c, 0x4f, 0x54]

/** Loose files named `.sav` that begin as one. */
export const SAVE_FORMAT = declaredFormat({
  id: 'parkan.save',
  match: ({ container, name, head }) =>
    container === null && /\.sav$/i.test(name) && MAGIC.every((byte, at) => head[at] === byte),
  layout: () => SAVE,
  codes: { cut: 'save.cut', trailing: 'save.trailing' },
})
