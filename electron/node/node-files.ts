import { randomUUID } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  readdirSync,
  statSync,
  unlinkSync,
  type Dirent,
  type Stats,
} from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { StudioError, type FileStat, type FileSystem, type GuardPresent } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import {
  appendNow,
  flushFolder,
  makeFolder,
  readLarge,
  readNow,
  removeLeftover,
  SYNC_LIMIT,
  using,
  writeNow,
} from './disk'
import { fileError, systemCode } from './file-errors'
import { FolderNames, isAbsent, TEMP_FILE } from './folder-names'
import { AdaptiveDisk } from './adaptive-disk'
import { guardReplace, guardUnchanged, replace, writableMode } from './replace-file'
import { writeTemp } from './temp-file'

const FILES_PER_TURN = 512

interface Range {
  readonly offset: number
  readonly length: number
}

/** `only`: the file that `list` returns, where a single file is the install. `root` has its links resolved. */
export function nodeFiles(root: string, only?: string, newMode?: number): FileSystem {
  return new NodeFiles(root, only, newMode)
}

class NodeFiles implements FileSystem {
  private readonly names: FolderNames
  private readonly disk = new AdaptiveDisk()
  private left: string[] = []
  private shut: string[] = []

  /** `newMode`: rights of new files; default: those of the system. */
  constructor(
    readonly root: string,
    private readonly only: string | undefined,
    private readonly newMode: number | undefined,
  ) {
    this.names = new FolderNames(root)
  }

  async list(seen?: (folder: string, count: number) => void): Promise<readonly FileStat[]> {
    if (this.only !== undefined) {
      const found = await this.stat(this.only)
      return found ? [found] : []
    }
    const files: FileStat[] = []
    const left: string[] = []
    const shut: string[] = []
    const folders = [this.root]
    let turn = FILES_PER_TURN
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      seen?.(this.named(folder), files.length)
      await Promise.all(
        (await this.items(folder, shut)).map(async item => {
          const path = join(folder, item.name)
          if (!isNameable(item, path)) left.push(relative(this.root, path))
          else if (item.isDirectory()) folders.push(path)
          else await this.add(files, path, item, shut)
        }),
      )
      if (files.length > turn) {
        turn = files.length + FILES_PER_TURN
        await new Promise(setImmediate)
      }
    }
    this.left = left
    this.shut = shut
    return files.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  unlisted(): readonly string[] {
    return this.left
  }

  unreadable(): readonly string[] {
    return this.shut
  }

  /** `shut` receives each folder that cannot be read. */
  private async items(folder: string, shut: string[] = []): Promise<Dirent[]> {
    try {
      return await this.disk.run(
        () => readdirSync(folder, { withFileTypes: true }),
        () => readdir(folder, { withFileTypes: true }),
      )
    } catch (error) {
      if (folder === this.root) throw fileError(error, folder, 'read')
      if (!isAbsent(error)) shut.push(this.named(folder))
      return []
    }
  }

  /** Links to files inside the root count as files; other links, sockets and own temporary files do not. */
  private async add(files: FileStat[], path: string, item: Dirent, shut: string[]): Promise<void> {
    if (TEMP_FILE.test(item.name) || (!item.isFile() && !item.isSymbolicLink())) return
    const name = this.named(path)
    try {
      if (item.isSymbolicLink()) this.names.find(name, true)
      const found = await this.disk.run(
        () => statSync(path),
        () => stat(path),
      )
      if (found.isFile()) files.push(fileStat(name, found))
    } catch (error) {
      if (error instanceof StudioError) return
      if (systemCode(error) === undefined) throw error
      if (!isAbsent(error)) shut.push(name)
    }
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const found = await this.disk.run(
      () => this.names.existing(path),
      () => this.names.existingAsync(path),
    )
    return found?.stat.isFile() === true ? this.fileStat(found.absolute, found.stat) : undefined
  }

  async read(path: string, range?: Range): Promise<Bytes> {
    return (
      (await this.disk.run(
        () => this.readSync(path, range),
        () => this.readAsync(path, range),
      )) ?? this.readAsync(path, range)
    )
  }

  /** Undefined for a file too large to be read on the thread. */
  private readSync(path: string, range?: Range): Bytes | undefined {
    const absolute = this.names.find(path, true)
    if (absolute === undefined) throw new StudioError('file.missing', { path })
    try {
      return using(absolute, 'r', file => {
        const { size } = fstatSync(file)
        const offset = Math.min(range?.offset ?? 0, size)
        const length = Math.min(range?.length ?? size, size - offset)
        return length <= SYNC_LIMIT ? readNow(file, offset, length) : undefined
      })
    } catch (error) {
      throw fileError(error, path, 'read')
    }
  }

  private async readAsync(path: string, range?: Range): Promise<Bytes> {
    const found = await this.names.existingAsync(path)
    if (!found) throw new StudioError('file.missing', { path })
    try {
      return await readLarge(found.absolute, range)
    } catch (error) {
      throw fileError(error, path, 'read')
    }
  }

  async write(
    path: string,
    bytes: Bytes,
    {
      isLasting = true,
      prove,
      guard,
    }: { readonly isLasting?: boolean; readonly prove?: () => void; readonly guard?: GuardPresent } = {},
  ): Promise<FileStat> {
    const { absolute, mode } = this.target(path)
    const folder = dirname(absolute)
    const temp = join(folder, `~areal-${randomUUID().slice(0, 8)}.tmp`)
    try {
      this.makeFolder(folder, isLasting)
      const stat = await writeTemp(temp, bytes, { mode: mode ?? this.newMode, path, prove })
      if (guard) await guardUnchanged(absolute, path, guard, () => replace(temp, absolute, path, mode !== undefined))
      else replace(temp, absolute, path, mode !== undefined)
      if (isLasting) flushFolder(folder)
      return this.fileStat(absolute, stat)
    } catch (error) {
      removeLeftover(temp)
      throw fileError(error, path, 'write')
    } finally {
      this.names.forget(folder)
    }
  }

  async guardWrite(path: string): Promise<void> {
    const { absolute, mode } = this.target(path)
    try {
      if (mode !== undefined) guardReplace(absolute)
    } catch (error) {
      throw fileError(error, path, 'replace')
    }
    const folder = this.nearestExisting(dirname(absolute))
    try {
      accessSync(folder, constants.W_OK | constants.X_OK)
    } catch (error) {
      throw fileError(error, folder, 'write')
    }
  }

  async settle(path: string): Promise<void> {
    const absolute = this.names.find(path, true)
    if (absolute === undefined) throw new StudioError('file.missing', { path })
    try {
      for (let folder = dirname(absolute); folder.length >= this.root.length; folder = dirname(folder))
        flushFolder(folder)
    } catch (error) {
      throw fileError(error, path, 'write')
    }
  }

  async append(path: string, bytes: Bytes, { flush = true }: { readonly flush?: boolean } = {}): Promise<FileStat> {
    const { absolute, mode } = this.target(path)
    const folder = dirname(absolute)
    const isNew = mode === undefined
    try {
      if (isNew) this.makeFolder(folder, true)
      const stat = appendNow(absolute, bytes, flush, this.newMode)
      if (isNew) {
        this.names.forget(folder)
        flushFolder(folder)
      }
      return this.fileStat(absolute, stat)
    } catch (error) {
      throw fileError(error, path, 'write')
    }
  }

  async truncate(path: string, size: number): Promise<void> {
    const { absolute, mode } = this.target(path)
    if (mode === undefined) throw new StudioError('file.missing', { path })
    try {
      using(absolute, 'r+', file => {
        ftruncateSync(file, size)
        fsyncSync(file)
      })
    } catch (error) {
      throw fileError(error, path, 'write')
    }
  }

  async claim(path: string, bytes: Bytes): Promise<boolean> {
    const absolute = this.names.unmade(path)
    try {
      using(
        absolute,
        'wx',
        file => {
          try {
            writeNow(file, bytes)
          } catch (error) {
            removeLeftover(absolute)
            throw error
          }
        },
        this.newMode,
      )
      return true
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false
      throw fileError(error, path, 'write')
    }
  }

  async remove(
    path: string,
    { isLasting = true, guard }: { readonly isLasting?: boolean; readonly guard?: GuardPresent } = {},
  ): Promise<void> {
    const absolute = this.names.find(path, true)
    if (absolute === undefined) return guard?.(undefined)
    try {
      if (guard) await guardUnchanged(absolute, path, guard, () => unlinkSync(absolute))
      else unlinkSync(absolute)
      if (isLasting) flushFolder(dirname(absolute))
    } catch (error) {
      throw fileError(error, path, 'replace')
    } finally {
      this.names.forget(dirname(absolute))
    }
  }

  async sweep(folders?: readonly string[]): Promise<void> {
    const queue = folders ? [...new Set(folders)].map(folder => join(this.root, folder)) : [this.root]
    for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
      if (!existsSync(folder)) continue
      for (const item of await this.items(folder)) {
        if (item.isFile() && TEMP_FILE.test(item.name)) removeLeftover(join(folder, item.name))
        else if (!folders && item.isDirectory()) queue.push(join(folder, item.name))
      }
    }
  }

  /**
   * Creates a folder, never the root itself: if that is missing, a drive was removed, and its mount point is not the
   * drive.
   */
  private makeFolder(folder: string, isLasting: boolean): void {
    if (existsSync(folder)) return
    if (!existsSync(this.root)) throw new StudioError('file.missing', { path: this.root })
    makeFolder(folder, isLasting)
  }

  /** The nearest existing folder; the new one is created in it. */
  private nearestExisting(folder: string): string {
    if (existsSync(folder) || folder.length <= this.root.length) return folder
    return this.nearestExisting(dirname(folder))
  }

  private fileStat(absolute: string, stat: Stats): FileStat {
    return fileStat(this.named(absolute), stat)
  }

  private named(absolute: string): string {
    return relative(this.root, absolute).replaceAll(sep, '/')
  }

  /** The path of an existing or new file, through links inside the root, and the rights of the present file. */
  private target(path: string): { readonly absolute: string; readonly mode: number | undefined } {
    const { absolute, stat } = this.names.target(path)
    if (absolute === this.root) throw new StudioError('file.outside', { path })
    return { absolute, mode: stat && writableMode(stat, path) }
  }
}

/** A name that is not UTF-8 is read with replacement characters and matches no file. */
function isNameable({ name }: Dirent, path: string): boolean {
  return !/[\\:]/.test(name) && (!name.includes('\ufffd') || existsSync(path))
}

const fileStat = (path: string, stat: Stats): FileStat => ({ path, size: stat.size, modified: stat.mtimeMs })
