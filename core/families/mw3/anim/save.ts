import { array, bytes, count, i32, reserved, struct, text, u32, u8 } from '../../../layout'
import { known, unclear } from '../gamez/fields'

/** The row `zSaveHeader` of a save (mw3 14). */
export const SAVE_HEADER = struct('mw3-save-header', { field_0: u32(known('14')), field_4: u32(known('14')) })

/** A record that follows an activation, 68 bytes; not understood (mw3 14.2). */
const SavePart = struct('mw3-save-part', { unk_0: bytes(68, { ...unclear('14.2'), role: 'unknown' }) })

/** Any other row of a save: the state of a node, named by number (mw3 14.2). */
export const SAVE_ACTIVATION = struct('mw3-save-activation', {
  type: u32(known('14.2')),
  zero_4: reserved(u32(known('14.2'))),
  name: text(32, { page: 'latin1', ...known('14.2') }),
  node_index: i32(known('14.2')),
  values: bytes(36, { ...unclear('14.2'), role: 'unknown' }),
  field_80: u32(unclear('14.2')),
  status: u8(known('14.2')),
  count: count('parts', { as: 'u8', ...known('14.2') }),
  field_86: u8(unclear('14.2')),
  zero_87: reserved(u8(known('14.2'))),
  parts: array(SavePart, 'count', known('14.2')),
})
