import { randomBytes } from 'node:crypto'
import {
  accessSync, closeSync, constants, existsSync, fchmodSync, fdatasyncSync, fstatSync, fsync, fsyncSync, ftruncateSync, mkdirSync, openSync, readSync, readdirSync,
  renameSync, statSync, unlinkSync, writeSync, type Dirent, type Stats,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { StudioError, type FileStat, type FileSystem } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import { fileError, systemCode } from './file-errors'
import { FolderNames, TEMP_FILE } from './folder-names'

/** Larger files leave the thread; smaller ones are faster without. */
const SYNC_LIMIT = 4 * 1024 * 1024
const FILES_PER_TURN = 512

/** `only`: the file that `list` answers, where a loose file is an install of one file. `root` has its links resolved. */
export function nodeFiles(root: string, only?: string): FileSystem {
  return new NodeFiles(root, only)
}

class NodeFiles implements FileSystem {
  private readonly names: FolderNames
  private left: string[] = []

  constructor(readonly root: string, private readonly only: string | undefined) {
    this.names = new FolderNames(root)
  }

  async list(): Promise<readonly FileStat[]> {
    if (this.only !== undefined) {
      const found = await this.stat(this.only)
      return found ? [found] : []
    }
    const files: FileStat[] = []
    const left: string[] = []
    const folders = [this.root]
    let turn = FILES_PER_TURN
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const item of this.items(folder)) {
        const path = join(folder, item.name)
        if (!isNameable(item, path)) left.push(relative(this.root, path))
        else if (item.isDirectory()) folders.push(path)
        else this.add(files, path, item)
      }
      if (files.length > turn) {
        turn = files.length + FILES_PER_TURN
        await new Promise(setImmediate)
      }
    }
    this.left = left
    return files.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  unlisted(): readonly string[] {
    return this.left
  }

  private items(folder: string): Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true })
    } catch (error) {
      if (folder === this.root) throw fileError(error, folder, 'read')
      return []
    }
  }

  /** Links to files inside the root count as files; other links, sockets and our own temp files do not. */
  private add(files: FileStat[], path: string, item: Dirent): void {
    if (TEMP_FILE.test(item.name) || (!item.isFile() && !item.isSymbolicLink())) return
    const name = relative(this.root, path).replaceAll(sep, '/')
    try {
      if (item.isSymbolicLink()) this.names.find(name, true)
      const stat = statSync(path)
      if (stat.isFile()) files.push(fileStat(name, stat))
    } catch (error) {
      if (!(error instanceof StudioError) && systemCode(error) === undefined) throw error
    }
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const found = this.names.look(path)
    return found?.stat.isFile() === true ? this.told(found.absolute, found.stat) : undefined
  }

  async read(path: string, range?: { readonly offset: number; readonly length: number }): Promise<Bytes> {
    const absolute = this.names.find(path, true)
    if (absolute === undefined) throw new StudioError('file.missing', { path })
    try {
      const file = openSync(absolute, 'r')
      try {
        const { size } = fstatSync(file)
        const offset = Math.min(range?.offset ?? 0, size)
        const length = Math.min(range?.length ?? size, size - offset)
        if (length <= SYNC_LIMIT) return readNow(file, offset, length)
      } finally {
        closeSync(file)
      }
      return await readLarge(absolute, range)
    } catch (error) {
      throw fileError(error, path, 'read')
    }
  }

  async write(path: string, bytes: Bytes, { isLasting = true, prove }: { readonly isLasting?: boolean; readonly prove?: () => void } = {}): Promise<FileStat> {
    const { absolute, mode } = this.target(path)
    const folder = dirname(absolute)
    const temp = join(folder, `~areal-${randomBytes(4).toString('hex')}.tmp`)
    try {
      this.makeFolder(folder, isLasting)
      const stat = await (bytes.length <= SYNC_LIMIT ? writeTempSoon : writeTemp)(temp, bytes, mode, path, prove)
      replace(temp, absolute, path)
      if (isLasting) flushFolder(folder)
      return this.told(absolute, stat)
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
    const folder = this.standing(dirname(absolute))
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
      for (let folder = dirname(absolute); folder.length >= this.root.length; folder = dirname(folder)) flushFolder(folder)
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
      const stat = appendNow(absolute, bytes, flush)
      if (isNew) {
        this.names.forget(folder)
        flushFolder(folder)
      }
      return this.told(absolute, stat)
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
    const { absolute } = this.target(path)
    try {
      using(absolute, 'wx', file => {
        try {
          writeNow(file, bytes)
        } catch (error) {
          removeLeftover(absolute)
          throw error
        }
      })
      return true
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false
      throw fileError(error, path, 'write')
    }
  }

  async remove(path: string, { isLasting = true }: { readonly isLasting?: boolean } = {}): Promise<void> {
    const absolute = this.names.find(path, true)
    if (absolute === undefined) return
    try {
      unlinkSync(absolute)
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
      for (const item of this.items(folder)) {
        if (item.isFile() && TEMP_FILE.test(item.name)) removeLeftover(join(folder, item.name))
        else if (!folders && item.isDirectory()) queue.push(join(folder, item.name))
      }
    }
  }

  /** Never the root itself: where that is gone, a drive was taken away, and its place is not the drive. */
  private makeFolder(folder: string, isLasting: boolean): void {
    if (existsSync(folder)) return
    if (!existsSync(this.root)) throw new StudioError('file.missing', { path: this.root })
    makeFolder(folder, isLasting)
  }

  /** The nearest folder that is there; a new one is made in it. */
  private standing(folder: string): string {
    if (existsSync(folder) || folder.length <= this.root.length) return folder
    return this.standing(dirname(folder))
  }

  private told(absolute: string, stat: Stats): FileStat {
    return fileStat(relative(this.root, absolute).replaceAll(sep, '/'), stat)
  }

  /** Where a file is or would be, where a link inside the root leads, and the rights of what stands there. */
  private target(path: string): { readonly absolute: string; readonly mode: number | undefined } {
    const { absolute, stat } = this.names.target(path)
    if (absolute === this.root) throw new StudioError('file.outside', { path })
    return { absolute, mode: stat && writableMode(stat, path) }
  }
}

/** A name that is not UTF-8 is read with marks for what could not be, and leads nowhere. */
function isNameable({ name }: Dirent, path: string): boolean {
  return !/[\\:]/.test(name) && (!name.includes('\ufffd') || existsSync(path))
}

const fileStat = (path: string, stat: Stats): FileStat => ({ path, size: stat.size, modified: stat.mtimeMs })

function readNow(file: number, offset: number, length: number): Bytes {
  const bytes = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const count = readSync(file, bytes, done, Math.min(length - done, MOST_AT_ONCE), offset + done)
    if (count === 0) break
    done += count
  }
  return done === length ? bytes : bytes.slice(0, done)
}

async function readLarge(absolute: string, range?: { readonly offset: number; readonly length: number }): Promise<Bytes> {
  return withFile(absolute, 'r', async file => {
    const { size } = await file.stat()
    const offset = Math.min(range?.offset ?? 0, size)
    const bytes = new Uint8Array(Math.min(range?.length ?? size, size - offset))
    const count = await readInto(file, bytes, offset)
    return count === bytes.length ? bytes : bytes.slice(0, count)
  })
}

/** Node ends the whole program when it is asked to read 2 GB or more at once. */
const MOST_AT_ONCE = 2 ** 30

async function readInto(file: FileHandle, bytes: Uint8Array, offset: number): Promise<number> {
  let done = 0
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, Math.min(bytes.length - done, MOST_AT_ONCE), offset + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return done
}

/** The rights of a file that may be replaced. One marked read-only is refused on every system. */
function writableMode(stat: Stats, path: string): number {
  if (!stat.isFile()) throw new StudioError('file.unreadable', { path, reason: 'EISDIR' })
  if ((stat.mode & 0o200) === 0) throw new StudioError('file.read-only', { path, reason: 'EACCES' })
  return stat.mode & 0o777
}

/**
 * What refuses to be replaced whatever the rights of its folder: on Windows a file that another program holds open, elsewhere one
 * that is immutable or lies on a disk mounted read-only. The rights of the file itself do not count there: a rename needs none.
 */
function guardReplace(absolute: string): void {
  if (process.platform === 'win32') return closeSync(openSync(absolute, 'r+'))
  try {
    accessSync(absolute, constants.W_OK)
  } catch (error) {
    if (systemCode(error) !== 'EACCES') throw error
  }
}

/** Written, flushed, read again and compared: what is renamed over the old file is what was meant. */
async function writeTemp(temp: string, bytes: Bytes, mode: number | undefined, path: string, prove?: () => void): Promise<Stats> {
  return withFile(temp, 'wx+', async file => {
    await writeAll(file, bytes)
    if (mode !== undefined) await file.chmod(mode)
    await meanwhile(file.sync(), prove)
    const again = new Uint8Array(bytes.length)
    const count = await readInto(file, again, 0)
    if (count !== bytes.length || Buffer.compare(again, bytes) !== 0) throw new StudioError('file.unreadable', { path, reason: 'VERIFY' })
    return file.stat()
  })
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, Math.min(bytes.length - done, MOST_AT_ONCE))
    if (bytesWritten === 0) throw new StudioError('file.disk-full', { path: '' })
    done += bytesWritten
  }
}

async function withFile<T>(path: string, flags: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** A folder that is new lasts only once the folder that names it is flushed. */
function makeFolder(folder: string, isLasting: boolean): void {
  const first = mkdirSync(folder, { recursive: true })
  if (!isLasting || first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) flushFolder(dirname(made))
}

/** Of a write that failed; what cannot be removed either is never listed. */
function removeLeftover(temp: string): void {
  try {
    unlinkSync(temp)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}

/** Makes a rename last; Windows has no such thing and some network disks refuse it. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  try {
    using(folder, 'r', fsyncSync)
  } catch (error) {
    if (systemCode(error) !== 'EINVAL' && systemCode(error) !== 'ENOTSUP') throw error
  }
}

function replace(temp: string, absolute: string, path: string): void {
  try {
    renameSync(temp, absolute)
  } catch (error) {
    throw fileError(error, path, 'replace')
  }
}

const flushed = (file: number): Promise<void> => promisify(fsync)(file)

/** As `writeTemp`, leaving the thread only to wait for the disk: a dozen small steps cost more in waiting than in work. */
async function writeTempSoon(temp: string, bytes: Bytes, mode: number | undefined, path: string, prove?: () => void): Promise<Stats> {
  const file = openSync(temp, 'wx+')
  try {
    writeNow(file, bytes)
    if (mode !== undefined) fchmodSync(file, mode)
    await meanwhile(flushed(file), prove)
    if (!holds(file, bytes)) throw new StudioError('file.unreadable', { path, reason: 'VERIFY' })
    return fstatSync(file)
  } finally {
    closeSync(file)
  }
}

/** Works while the disk is busy; what the work throws is told when the disk has answered. */
async function meanwhile(busy: Promise<void>, work: (() => void) | undefined): Promise<void> {
  try {
    work?.()
  } finally {
    await busy
  }
}

/** Read again piece by piece: the whole file at once would be thrown away as soon as it is compared. */
const piece = Buffer.alloc(64 * 1024)

function holds(file: number, bytes: Bytes): boolean {
  for (let done = 0; done <= bytes.length;) {
    const count = readSync(file, piece, 0, piece.length, done)
    if (count === 0) return done === bytes.length
    if (done + count > bytes.length || piece.compare(bytes, done, done + count, 0, count) !== 0) return false
    done += count
  }
  return false
}

/** All of it and flushed, or nothing. */
function appendNow(absolute: string, bytes: Bytes, flush: boolean): Stats {
  return using(absolute, 'a', file => {
    const { size } = fstatSync(file)
    try {
      writeNow(file, bytes)
    } catch (error) {
      try {
        ftruncateSync(file, size)
      } catch { /* The first failure is the one to tell. */ }
      throw error
    }
    if (flush) fdatasyncSync(file)
    return fstatSync(file)
  })
}

function writeNow(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    const count = writeSync(file, bytes, done, bytes.length - done)
    if (count === 0) throw new StudioError('file.disk-full', { path: '' })
    done += count
  }
}

function using<T>(path: string, flags: string, use: (file: number) => T): T {
  const file = openSync(path, flags)
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}
