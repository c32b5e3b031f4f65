import type { EntryInfo } from '../../../format'
import { array, bitfield, bytes, rest, struct, u32, union, type AnyLayout } from '../../../layout'
import { HEADER, HEADER_SIZE, ROW_FIELDS, ROW_SIZE, hasMagic, headerOf, typeIdOf } from './directory'

/** How a material is drawn: the bits of `attr1` of its row (parkan 8.2). */
const MaterialBits = bitfield(
  u32(),
  {
    environment: [0, 1, { values: { 0: 'no', 1: 'yes' }, certainty: 'confirmed', source: 'parkan 8.2' }],
    lit_skin: [1, 1, { values: { 0: 'no', 1: 'yes' }, certainty: 'likely', source: 'parkan 8.2' }],
    blend: [
      2,
      4,
      {
        values: { 0: 'opaque', 2: 'opaque_tested', 4: 'alpha', 5: 'alpha', 8: 'additive' },
        certainty: 'confirmed',
        source: 'parkan 8.2',
      },
    ],
    unk_6: [6, 1, { role: 'unknown', certainty: 'unknown', source: 'parkan 8.2' }],
    unk_7: [7, 25, { role: 'unknown', hex: true, certainty: 'unknown', source: 'parkan 8.2' }],
  },
  { certainty: 'confirmed', source: 'parkan 8.2' },
)

/** A row of the directory with the titles that its type gives its attributes. */
const Row = struct('nres-row', {
  ...ROW_FIELDS,
  attr1: union('type_id', { [typeIdOf('MAT0')]: MaterialBits }, ROW_FIELDS.attr1),
})

/**
 * A whole archive: header, payloads as they lie, directory. Only the first bytes are known when a layout is made, so
 * the directory of a damaged archive is read at the offset that its header gives; if it cannot be there, the rest stays
 * opaque.
 */
export function archiveLayout(entry: EntryInfo): AnyLayout {
  const whole = (room: number, count: number) =>
    struct('nres', {
      ...HEADER,
      data: bytes(room, { source: 'parkan 1.3' }),
      directory: array(Row, count, { source: 'parkan 1.1' }),
    })
  if (entry.size === 0) return whole(0, 0)
  const plain = struct('nres', { ...HEADER, data: rest() })
  if (entry.head.length < HEADER_SIZE || !hasMagic(entry.head)) return struct('nres-damaged', { data: rest() })
  const { count, total } = headerOf(entry.head)
  const room = total - HEADER_SIZE - count * ROW_SIZE
  if (count < 0 || room < 0 || HEADER_SIZE + room > entry.size) return plain
  return whole(room, count)
}
