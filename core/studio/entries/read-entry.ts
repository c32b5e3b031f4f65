import type { EntryPath } from '../../edit'
import { filePath, HEAD_SIZE, isRooted, parentPath, StudioError, type EntryInfo } from '../../format'
import type { EntryImage, ReadResult } from '../api/workspace'
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
    isPristine: options.of === 'pristine' || isPristine(workspace, path, view),
  }
}

/** Whether nothing was edited in an entry or around it; of an archive in an edited file it is not looked into. */
function isPristine({ states }: Workspace, path: EntryPath, view: View): boolean {
  if (states.pathsOf(filePath(path)).size === 0) return true
  if (view.archive) return false
  for (let outer: EntryPath | undefined = path; outer !== undefined; outer = parentPath(outer))
    if (states.get(outer)) return false
  return true
}

/** Bytes of one reply of `readEntries`; of a longer first entry more. */
const REPLY = 32 * 1024 * 1024

/** Images of many entries, one after the other, until their bytes are too many for one reply. */
export async function readEntries(
  workspace: Workspace,
  entries: readonly EntryPath[],
): Promise<readonly (ReadResult | null)[]> {
  const results: (ReadResult | null)[] = []
  let length = 0
  for (const entry of entries) {
    const result = length < REPLY ? await readResult(workspace, entry) : null
    if (result?.ok === true) length += result.image.bytes.length
    results.push(result)
  }
  return results
}

async function readResult(workspace: Workspace, entry: EntryPath): Promise<ReadResult> {
  try {
    return { ok: true, image: await readEntry(workspace, entry) }
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    const { code, params, where } = error
    return { ok: false, code, params, ...(where !== undefined && { where }) }
  }
}

/** Without the siblings, which are no plain data. */
function containerOf({ info: { container } }: View): EntryInfo['container'] {
  if (!container) return null
  const { path, name, format, encoding } = container
  return { path, name, format, ...(encoding && { encoding }) }
}
