import { editFrom, type Edit } from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import { forecast, isPartial, type Replica } from '../state/replica'
import type { ByteRun } from './typing'

/**
 * The edit that replaces `[start, end)` by other bytes. Throws StudioError `hex.fixed-length` where a changed length
 * would make the declared record unreadable, `hex.moved` where the range is outside the entry.
 */
export function replaceBytes(replica: Replica, start: number, end: number, inserted: Uint8Array): Edit {
  const { image } = replica
  if (start < 0 || end < start || end > image.bytes.length) throw new StudioError('hex.moved', { entry: image.entry })
  const edit = editFrom(image, { splices: [{ offset: start, removed: image.bytes.slice(start, end), inserted }] })
  if (inserted.length !== end - start && !mayBecome(replica, edit))
    throw new StudioError('hex.fixed-length', { entry: image.entry })
  return edit
}

/** The edit that overwrites these bytes. */
export const overwrite = ({ image }: Replica, runs: readonly ByteRun[]): Edit =>
  editFrom(image, {
    splices: runs.map(({ offset, bytes }) => ({
      offset,
      removed: image.bytes.slice(offset, offset + bytes.length),
      inserted: bytes,
    })),
  })

/** Bytes without a declared record may have any length; damaged ones too; others as long as the record explains them all. */
function mayBecome(replica: Replica, edit: Edit): boolean {
  if (!replica.document) return replica.image.isEditable
  return !replica.document.isWhole || forecast(replica, edit)?.document?.isWhole === true
}

/** Whether single bytes may be inserted at this place. */
export const isFree = (replica: Replica, at: number): boolean =>
  !isPartial(replica) &&
  mayBecome(
    replica,
    editFrom(replica.image, { splices: [{ offset: at, removed: new Uint8Array(), inserted: Uint8Array.of(0) }] }),
  )
