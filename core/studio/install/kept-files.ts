import { StudioError, type FileStat, type FileSystem, type ReadOnlyFileSystem } from '../../format'
import type { Bytes } from '../../layout'
import { backupPath, readBackup } from './copies'

interface Kept {
  readonly stat: FileStat
  readonly hash: string
}

/**
 * An install whose folder is missing, as the workspace knows it: the kept originals of files that were edited or
 * deployed.
 */
export class KeptFiles implements ReadOnlyFileSystem {
  private constructor(
    readonly root: string,
    private readonly store: ReadOnlyFileSystem,
    private readonly files: ReadonlyMap<string, Kept>,
  ) {}

  /** `originals`: hashes by file. A missing or damaged copy is left out, as if the file did not exist. */
  static async of(
    root: string,
    store: ReadOnlyFileSystem,
    originals: ReadonlyMap<string, string>,
    hashOf: (bytes: Bytes) => string,
  ): Promise<KeptFiles> {
    const files = new Map<string, Kept>()
    for (const [path, hash] of originals) {
      try {
        const { length } = await readBackup(store, hash, hashOf, path)
        files.set(path.toLowerCase(), { stat: { path, size: length, modified: 0 }, hash })
      } catch (error) {
        if (!(error instanceof StudioError)) throw error
      }
    }
    return new KeptFiles(root, store, files)
  }

  list(): Promise<readonly FileStat[]> {
    return Promise.resolve([...this.files.values()].map(({ stat }) => stat))
  }

  stat(path: string): Promise<FileStat | undefined> {
    return Promise.resolve(this.files.get(path.toLowerCase())?.stat)
  }

  async read(path: string, range?: { readonly offset: number; readonly length: number }): Promise<Bytes> {
    const kept = this.files.get(path.toLowerCase())
    if (!kept) throw new StudioError('file.missing', { path })
    return this.store.read(backupPath(kept.hash), range)
  }
}

/** A read-only folder: every write throws the error of `refusal`. */
export function frozen(files: FileSystem, refusal: () => StudioError): FileSystem {
  const refused = (): Promise<never> => Promise.reject(refusal())
  return {
    root: files.root,
    list: () => files.list(),
    unlisted: () => files.unlisted?.() ?? [],
    stat: path => files.stat(path),
    read: (path, range) => files.read(path, range),
    write: refused,
    guardWrite: refused,
    settle: refused,
    append: refused,
    truncate: refused,
    remove: refused,
    claim: refused,
    sweep: refused,
  }
}
