import type { Attributes } from '../../edit'
import { document, recordMoves, type Bytes, type Move } from '../../layout'
import type { View } from './view'

/**
 * Records that were added or removed where an entry gets these bytes, so that bookmarks and other references by position
 * can follow; none where it has no records of its own.
 */
export function movesTo(view: View, bytes: Bytes, attributes: Attributes): readonly Move[] {
  const { archive, isReadable, format, info } = view
  if (archive || !isReadable) return []
  const [before, after] = [format?.layout?.(info), format?.layout?.({ ...info, size: bytes.length, attributes })]
  if (!before || !after) return []
  const [old, now] = [document(before, view.payload()), document(after, bytes)]
  return old.isWhole && now.isWhole ? recordMoves(old, now) : []
}
