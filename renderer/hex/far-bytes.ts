import { editFrom, sameBytes, type Edit } from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import type { Splice } from '@areal-studio/core/layout'
import type { EntryImage, StudioApi } from '@areal-studio/core/studio'
import type { ByteRun } from './typing'

/** MiB of an entry that is not here whole which are changed or copied at once. */
const MOST = 16

/**
 * Reads bytes of an entry that is only partly loaded. Throws StudioError `hex.large-change` where they are too many.
 */
export async function farBytes(
  studio: StudioApi,
  { entry }: EntryImage,
  start: number,
  end: number,
): Promise<EntryImage> {
  if (end - start > MOST * 2 ** 20) throw new StudioError('hex.large-change', { limit: MOST })
  return studio.read(entry, { offset: start, length: end - start })
}

/**
 * The edit that overwrites these bytes; the present ones are read first. Throws StudioError `hex.moved`,
 * `hex.large-change`.
 */
export async function overwriteFar(studio: StudioApi, image: EntryImage, runs: readonly ByteRun[]): Promise<Edit[]> {
  const splices: Splice[] = []
  let { revision } = image
  for (const { offset, bytes: inserted } of runs) {
    const found = await farBytes(studio, image, offset, offset + inserted.length)
    if (found.bytes.length !== inserted.length) throw new StudioError('hex.moved', { entry: image.entry })
    if (splices.length === 0) revision = found.revision
    if (!sameBytes(found.bytes, inserted)) splices.push({ offset, removed: found.bytes, inserted })
  }
  return [editFrom({ ...image, revision }, { splices })]
}
