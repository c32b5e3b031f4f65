import type { EntryPath } from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import { joinedBytes } from '@areal-studio/core/layout'
import { LARGEST_EDITED, type EntryImage, type StudioApi } from '@areal-studio/core/studio'

/**
 * An entry with all its bytes; those of a large file are read in pieces. Throws StudioError `entry.too-large` over
 * `most` bytes, `file.unreadable` where the file ends too soon.
 */
export async function readWhole(api: StudioApi, entry: EntryPath, most = LARGEST_EDITED): Promise<EntryImage> {
  const image = await api.read(entry)
  if (image.size > most)
    throw new StudioError('entry.too-large', { entry: image.entry, limit: most / 2 ** 20 }, image.entry)
  const pieces = [image.bytes]
  for (let offset = image.bytes.length; offset < image.size; offset += pieces.at(-1)?.length ?? 0) {
    const { bytes, revision } = await api.read(entry, { offset, length: image.size - offset })
    if (revision !== image.revision) return readWhole(api, entry, most) // someone edited it meanwhile
    if (bytes.length === 0) throw new StudioError('file.unreadable', { path: image.entry, reason: 'EOF' }, image.entry)
    pieces.push(bytes)
  }
  return { ...image, bytes: joinedBytes(pieces) }
}
