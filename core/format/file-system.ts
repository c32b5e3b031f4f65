import type { Bytes } from '../layout'

/** A file on disk, without its content. */
export interface FileStat {
  /** Relative to the root, with `/`, in the spelling on disk. */
  readonly path: string
  readonly size: number
  readonly modified: number
}

/**
 * A folder as the studio sees it. Paths are relative with `/` and match without case, on every system.
 * A path that would leave the root is refused (`file.outside`). Failures are StudioErrors (`file.missing`,
 * `file.read-only`, `file.locked`, `file.disk-full`, `file.unreadable`) with the path in their params.
 */
export interface ReadOnlyFileSystem {
  /** Absolute path shown to people. */
  readonly root: string
  /**
   * Lists every file below the root. Symbolic links that leave the root are not followed. `seen` is called before each
   * folder is read, with the number of files found so far; an exception in it ends the listing.
   */
  list(seen?: (folder: string, count: number) => void): Promise<readonly FileStat[]>
  /** Files and folders that the last `list` left out because no path can name them (not UTF-8, `:` or `\\` in the name). */
  unlisted?(): readonly string[]
  /** Folders and files that the last `list` left out because the system denies reading them. */
  unreadable?(): readonly string[]
  stat(path: string): Promise<FileStat | undefined>
  read(path: string, range?: { readonly offset: number; readonly length: number }): Promise<Bytes>
}

/** Receives the bytes of a file directly before it is replaced or removed, undefined where there is none. Throw to keep the file as it is. */
export type GuardPresent = (present: Bytes | undefined) => void

/** A folder that can be written, too. A file is replaced as a whole: the old or the new one is there, never a part. */
export interface FileSystem extends ReadOnlyFileSystem {
  /**
   * Replaces a file: temporary file beside it, write, flush, re-read and compare, rename, flush of the folder. On
   * failure the old file is intact. `isLasting: false`, for files that can be recreated, omits the flush of the folder:
   * after a power cut the whole old file may be there again. `prove` runs while the disk writes; if it throws, the old
   * file stays. `guard` runs last, directly before the rename, so that a file written by another program meanwhile is
   * not replaced. Returns the `stat` of the new file.
   */
  write(
    path: string,
    bytes: Bytes,
    options?: { readonly isLasting?: boolean; readonly prove?: () => void; readonly guard?: GuardPresent },
  ): Promise<FileStat>
  /** Throws the error that `write` of this file would throw, where it can be found without writing. */
  guardWrite(path: string): Promise<void>
  /** Flushes the folders of an earlier write with `isLasting: false`. */
  settle(path: string): Promise<void>
  /**
   * Appends, flushes to disk and returns the new `stat`. `flush: false`: the bytes reach the disk with the next append
   * at the latest, in order.
   */
  append(path: string, bytes: Bytes, options?: { readonly flush?: boolean }): Promise<FileStat>
  truncate(path: string, size: number): Promise<void>
  /**
   * Does nothing where the file is absent. Empty parent folders stay. `isLasting: false` omits the flush of the folder.
   * `guard` as in `write`.
   */
  remove(path: string, options?: { readonly isLasting?: boolean; readonly guard?: GuardPresent }): Promise<void>
  /** Creates a small file, without flush; returns false where it exists. Of several callers one succeeds. */
  claim(path: string, bytes: Bytes): Promise<boolean>
  /**
   * Removes temporary files left by a process that ended during a write, from these folders ('' = the root); without
   * `folders` from all.
   */
  sweep(folders?: readonly string[]): Promise<void>
}
