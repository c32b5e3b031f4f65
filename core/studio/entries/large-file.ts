import type { EntryPath } from '../../edit'
import {
  filePath,
  HEAD_SIZE,
  isRooted,
  matchFormat,
  parsePath,
  printPath,
  StudioError,
  type Candidate,
  type EntryInfo,
} from '../../format'
import type { Bytes } from '../../layout'
import { LARGE } from '../install/install'
import type { Of } from './views'
import type { EntryImage } from '../api/workspace'
import type { Workspace } from './workspace'
/** Larger files are not edited: the host needs up to four times as much memory during an edit. */
export const LARGEST_EDITED = 512 * 1024 * 1024
/** Default size of a piece, in bytes. */
const PIECE = 1024 * 1024

/** Entry info of a large file without reading it; undefined for files that are read whole. */
export async function largeFile(workspace: Workspace, path: EntryPath): Promise<EntryInfo | undefined> {
  const { install } = workspace.parts
  const { file, steps } = parsePath(path)
  const size = install.sizeOf(file) ?? 0
  if (steps.length > 0 || size <= LARGE) return undefined
  const info: Candidate = {
    path,
    name: file.slice(file.lastIndexOf('/') + 1),
    size,
    attributes: {},
    head: await install.head(file, HEAD_SIZE),
    container: null,
  }
  return matchFormat(info, workspace.formats) ? undefined : info
}

/** Throws StudioError `entry.too-large` where the entry is in a file that is read-only because of its size. */
export async function guardSize(workspace: Workspace, entry: EntryPath): Promise<void> {
  const size = (await largeFile(workspace, fileEntry(entry)))?.size ?? 0
  if (size > LARGEST_EDITED) throw new StudioError('entry.too-large', { entry, limit: LARGEST_EDITED / 2 ** 20 }, entry)
}

/** Whether one of the entries is a large file. */
export async function isOfLarge(workspace: Workspace, entries: readonly EntryPath[]): Promise<boolean> {
  for (const entry of entries) if (await largeFile(workspace, workspace.canonical(entry))) return true
  return false
}

const fileEntry = (entry: EntryPath): EntryPath => printPath({ file: filePath(entry), steps: [] })

interface Piece {
  readonly offset?: number
  readonly length?: number
  readonly of?: Of
}

/** A piece of a large file; undefined for files that are read whole. */
export async function readPiece(workspace: Workspace, path: EntryPath, piece: Piece): Promise<EntryImage | undefined> {
  const info = await largeFile(workspace, path)
  if (!info) return undefined
  let revision: number
  let found: { readonly size: number; readonly bytes: Bytes }
  do {
    // a commit may occur during the read: bytes and revision must belong together
    revision = workspace.history.revision
    found = await pieceOf(workspace, path, info, piece)
  } while (revision !== workspace.history.revision)
  const isEditable =
    info.size <= LARGEST_EDITED &&
    !isRooted(path) &&
    !workspace.conflicts.has(filePath(path)) &&
    !workspace.parts.isReadOnly
  const isPristine = piece.of === 'pristine' || workspace.states.pathsOf(filePath(path)).size === 0
  return {
    entry: path,
    info: { ...info, size: found.size },
    revision,
    ...found,
    attributes: {},
    isEditable,
    isPristine,
  }
}

/** Reads from disk, unless the file on disk is not the requested one: edited or deployed. */
async function pieceOf(
  workspace: Workspace,
  path: EntryPath,
  { size }: EntryInfo,
  { offset = 0, length = PIECE, of = 'present' }: Piece,
): Promise<{ readonly size: number; readonly bytes: Bytes }> {
  const { install } = workspace.parts
  const { file } = parsePath(path)
  const asked = Math.min(length, LARGE)
  const isEdited = of === 'present' && workspace.states.pathsOf(file).size > 0
  if (!isEdited && !install.record(file)) return { size, bytes: await install.piece(file, { offset, length: asked }) }
  const bytes = (await workspace.need(path, of)).payload()
  const start = Math.min(offset, bytes.length)
  return { size: bytes.length, bytes: bytes.slice(start, start + asked) }
}
