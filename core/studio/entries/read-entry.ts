import type { EntryPath } from '../../edit'
import { filePath, HEAD_SIZE, isRooted, type EntryInfo } from '../../format'
import type { EntryImage } from '../api/workspace'
import { encodeAll } from './encode-all'
import type { Workspace } from './workspace'
import { readPiece } from './large-file'
import type { View } from './view'
import type { Of } from './views'

/** The image of an entry, whole or a piece of it. Throws StudioError `entry.missing`. */
export async function readEntry(
  workspace: Workspace,
  entry: EntryPath,
  options: { readonly offset?: number; readonly length?: number; readonly of?: Of } = {},
): Promise<EntryImage> {
  const path = workspace.canonical(entry)
  const piece = await readPiece(workspace, path, options)
  if (piece) return piece
  let revision: number
  let view: View
  do {
    // a commit may come in while the file is being read: image and revision must be of one moment
    revision = workspace.history.revision
    view = await workspace.need(path, options.of)
  } while (revision !== workspace.history.revision)
  await encodeAll(workspace, view)
  const payload = view.payload()
  const offset = Math.min(options.offset ?? 0, payload.length)
  const bytes =
    offset === 0 && options.length === undefined
      ? payload
      : payload.subarray(offset, offset + (options.length ?? payload.length))
  return {
    entry: path,
    info: { ...view.info, container: containerOf(view), size: payload.length, head: payload.subarray(0, HEAD_SIZE) },
    ...(view.format && { format: view.format.id }),
    revision,
    bytes,
    attributes: view.attributes,
    size: payload.length,
    isEditable:
      view.isReadable && !isRooted(path) && !workspace.conflicts.has(filePath(path)) && !workspace.parts.isReadOnly,
  }
}

/** Without the siblings, which are no plain data. */
function containerOf({ info: { container } }: View): EntryInfo['container'] {
  if (!container) return null
  const { path, name, format, encoding } = container
  return { path, name, format, ...(encoding && { encoding }) }
}
