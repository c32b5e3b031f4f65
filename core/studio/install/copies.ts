import { StudioError, type FileSystem, type ReadOnlyFileSystem } from '../../format'
import type { Bytes } from '../../layout'

/** Path in the workspace of the copy of a game file, or of a journal, by its SHA-256 in hex. */
export const backupPath = (hash: string): string => `backup/${hash}`

/**
 * A kept copy by its hash. `path`: the original file, for messages. Throws StudioError `deploy.backup-damaged` where it
 * is missing or has another hash.
 */
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

/** Keeps a copy by its hash, and returns the hash. */
export async function keepCopy(store: FileSystem, bytes: Bytes, hashOf: (bytes: Bytes) => string): Promise<string> {
  const hash = hashOf(bytes)
  if (!(await store.stat(backupPath(hash)))) await store.write(backupPath(hash), bytes)
  return hash
}
