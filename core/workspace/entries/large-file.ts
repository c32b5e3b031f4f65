import type { EntryPath } from '../../edit'
import { parsePath, type EntryInfo } from '../../format'
import type { EntryImage } from '../api'
import { HEAD_SIZE } from './view'
import type { Workspace } from '../workspace'

/** A file larger than this that no format knows is looked at piece by piece, and not edited: its image is never made whole. */
export const LARGE = 64 * 1024 * 1024
/** Bytes of a piece where nobody says how many. */
const PIECE = 1024 * 1024

/** What is known of a large file without reading it; undefined for what is read whole. */
export async function largeFile(workspace: Workspace, path: EntryPath): Promise<EntryInfo | undefined> {
  const { install } = workspace.parts
  const { file, steps } = parsePath(path)
  const size = install.sizeOf(file) ?? 0
  if (steps.length > 0 || size <= LARGE || install.record(file) || workspace.states.pathsOf(file).size > 0) return undefined
  const info: EntryInfo = {
    path, name: file.slice(file.lastIndexOf('/') + 1), size, attributes: {}, head: await install.head(file, HEAD_SIZE), container: null,
  }
  return workspace.formats.some(format => format.match(info)) ? undefined : info
}

/** A piece of a large file, straight from the disk; undefined for what is read whole. */
export async function readPiece(
  workspace: Workspace, path: EntryPath, { offset = 0, length = PIECE }: { readonly offset?: number; readonly length?: number },
): Promise<EntryImage | undefined> {
  const info = await largeFile(workspace, path)
  if (!info) return undefined
  const bytes = await workspace.parts.install.files.read(parsePath(path).file, { offset, length: Math.min(length, LARGE) })
  return { entry: path, info, revision: workspace.history.revision, bytes, attributes: {}, size: info.size, isEditable: false }
}
