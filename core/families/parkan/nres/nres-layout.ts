import type { EntryInfo } from '../../../format'
import { array, bytes, rest, struct, type AnyLayout } from '../../../layout'
import { DirectoryRow, HEADER, HEADER_SIZE, ROW_SIZE, hasMagic, headerOf } from './directory'

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
  const { count, total } = headerOf(entry.head)
  const room = total - HEADER_SIZE - count * ROW_SIZE
  if (count < 0 || room < 0 || HEADER_SIZE + room > entry.size) return plain
  return whole(room, count)
}
