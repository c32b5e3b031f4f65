import { StudioError, type FileSystem, type ReadOnlyFileSystem } from '../../format'
import type { Bytes } from '../../layout'

/** Where the workspace keeps a copy of a file of the game, or of a journal: by its SHA-256 in hex. */
export const backupPath = (hash: string): string => `backup/${hash}`

/** A kept copy by its hash. `path`: the file it is of, for people. Throws StudioError `deploy.backup-damaged` where it is missing or not itself. */
export async function readBackup(
  files: ReadOnlyFileSystem,
  hash: string,
  hashOf: (bytes: Bytes) => string,
  path: string,
): Promise<Bytes> {
  const bytes = (await files.stat(backupPath(hash))) ? await files.read(backupPath(hash)) : undefined
  if (!bytes || hashOf(bytes) !== hash) throw new StudioError('deploy.backup-damaged', { path, hash })
  return bytes
}

/** Keeps a copy by its hash, and answers that. */
export async function keepCopy(store: FileSystem, bytes: Bytes, hashOf: (bytes: Bytes) => string): Promise<string> {
  const hash = hashOf(bytes)
  if (!(await store.stat(backupPath(hash)))) await store.write(backupPath(hash), bytes)
  return hash
}
