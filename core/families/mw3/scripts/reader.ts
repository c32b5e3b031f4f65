import { array, f32, i32, lengthPrefixedText, recursive, struct, u32, union } from '../../../layout'
import { known } from '../gamez/fields'

/** Items of a list, with a count that is one more than their number (mw3 14.1). */
const List = struct('mw3-reader-list', {
  count: u32(known('14.1', { min: 1 })),
  items: array(recursive('mw3-reader-value'), 'count - 1', known('14.1')),
})

/** A row of a reader archive (`.zrd`): one value, in the game's files a list (mw3 14.1). */
export const READER = struct('mw3-reader-value', {
  type: u32(known('14.1', { values: { 1: 'int', 2: 'float', 3: 'text', 4: 'list' } })),
  value: union('type', {
    1: i32(),
    2: f32(),
    3: lengthPrefixedText(u32(), { encoding: 'ascii', nul: 'never' }),
    4: List,
  }),
})
