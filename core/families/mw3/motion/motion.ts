import { array, count, f32, floats, lengthPrefixedText, struct, u32, vec3 } from '../../../layout'
import { known } from '../gamez/fields'

/** The way of one part, a key more than there are frames: the last is the first again (mw3 14.1). */
const Part = struct('mw3-motion-part', {
  name: lengthPrefixedText(u32(), { encoding: 'ascii', nul: 'never', ...known('14.1') }),
  flags: u32(known('14.1', { bits: { 2: 'rotation', 3: 'translation' } })),
  translations: array(vec3(), '..frame_count + 1', known('14.1')),
  rotations: array(floats(['w', 'x', 'y', 'z']), '..frame_count + 1', known('14.1')),
})

/** A row of `motion.zbd`: a movement of a 'mech (mw3 14.1). */
export const MOTION = struct('mw3-motion', {
  version: u32(known('14.1')),
  loop_time: f32(known('14.1', { unit: 's' })),
  frame_count: u32(known('14.1')),
  part_count: count('parts', known('14.1')),
  field_16: f32(known('14.1')),
  field_20: f32(known('14.1')),
  parts: array(Part, 'part_count', known('14.1')),
})
