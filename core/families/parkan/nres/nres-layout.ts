import type { EntryInfo } from '../../../format'
import { array, bytes, rest, struct, text, u32, type AnyLayout } from '../../../layout'
import { HEADER_SIZE, NAME_SIZE, ROW_SIZE, viewOf } from './directory'
import { hasMagic } from './nres'

const SOURCE = { certainty: 'confirmed', source: 'parkan 1.1' } as const

/** A directory row, 64 bytes (parkan 1.1); names of foreign files hold bytes after the NUL. */
export const DirectoryRow = struct('nres-row', {
  type_id: u32({ ...SOURCE, hex: true }),
  attr1: u32(SOURCE),
  attr2: u32(SOURCE),
  size: u32({ ...SOURCE, role: 'derived' }),
  attr3: u32(SOURCE),
  name: text(NAME_SIZE, { ...SOURCE, page: 'latin1' }),
  data_offset: u32({ ...SOURCE, hex: true, role: 'derived' }),
  sort_index: u32({ ...SOURCE, role: 'derived' }),
})

const HEADER = {
  magic: text(4, { ...SOURCE, page: 'latin1' }),
  version: u32({ ...SOURCE, hex: true }),
  entry_count: u32({ ...SOURCE, role: 'derived' }),
  total_size: u32({ ...SOURCE, role: 'derived' }),
}

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
      directory: array(DirectoryRow, count, { source: 'parkan 1.1' }),
    })
  if (entry.size === 0) return whole(0, 0)
  const plain = struct('nres', { ...HEADER, data: rest() })
  if (entry.head.length < HEADER_SIZE || !hasMagic(entry.head)) return struct('nres-damaged', { data: rest() })
  const view = viewOf(entry.head)
  const count = view.getInt32(8, true)
  const room = view.getUint32(12, true) - HEADER_SIZE - count * ROW_SIZE
  if (count < 0 || room < 0 || HEADER_SIZE + room > entry.size) return plain
  return whole(room, count)
}
