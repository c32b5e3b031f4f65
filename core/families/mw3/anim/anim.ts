import { array, count, f32, rest, struct, text, u16, u32, u8 } from '../../../layout'
import { known, pointer } from '../gamez/fields'

/** First word of `anim.zbd` (mw3 14.1). */
export const ANIM_SIGNATURE = 0x08170616

/** A file that the animations were compiled from, 84 bytes (mw3 14.1). */
const AnimFile = struct('mw3-anim-file', {
  name: text(80, { page: 'latin1', ...known('14.1') }),
  time: u32(known('14.1', { unit: 's since 1970' })),
})

/** 68 bytes (mw3 14.1). */
const AnimInfo = struct('mw3-anim-info', {
  zero_0: array(u8(), 10, { ...known('14.1'), role: 'reserved' }),
  def_count: u16(known('14.1')),
  defs_ptr: pointer('14.1'),
  zero_16: u32({ ...known('14.1'), role: 'reserved' }),
  zero_20: u32({ ...known('14.1'), role: 'reserved' }),
  world_ptr: pointer('14.1'),
  gravity: f32(known('14.1')),
  zero_32: array(u8(), 28, { ...known('14.1'), role: 'reserved' }),
  one_60: u32(known('14.1')),
  zero_64: u32({ ...known('14.1'), role: 'reserved' }),
})

/** The head of `anim.zbd`; the compiled animations behind it are not described by any source (mw3 14.1). */
export const ANIM = struct('mw3-anim', {
  signature: u32(known('14.1', { hex: true })),
  version: u32(known('14.1')),
  file_count: count('files', known('14.1')),
  files: array(AnimFile, 'file_count', known('14.1')),
  info: AnimInfo,
  rest: rest({ source: 'mw3 14.1' }),
})
