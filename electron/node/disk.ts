import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  unlinkSync,
  write,
  writeSync,
  type Stats,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StudioError } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import { systemCode } from './file-errors'

/** Larger files are read and written asynchronously; smaller ones are faster without. In bytes. */
export const SYNC_LIMIT = 4 * 1024 * 1024
/** Node ends the whole program on a read of 2 GB or more. */
const MOST_AT_ONCE = 2 ** 30

/** Bytes of an open file, up to its end. */
export function readNow(file: number, offset: number, length: number): Bytes {
  const bytes = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const count = readSync(file, bytes, done, Math.min(length - done, MOST_AT_ONCE), offset + done)
    if (count === 0) break
    done += count
  }
  return done === length ? bytes : bytes.slice(0, done)
}

/** As `readNow`, without blocking the thread. */
export async function readLarge(
  absolute: string,
  range?: { readonly offset: number; readonly length: number },
): Promise<Bytes> {
  return withFile(absolute, 'r', async file => {
    const { size } = await file.stat()
    const offset = Math.min(range?.offset ?? 0, size)
    const bytes = new Uint8Array(Math.min(range?.length ?? size, size - offset))
    const count = await readInto(file, bytes, offset)
    return count === bytes.length ? bytes : bytes.slice(0, count)
  })
}

/** Fills the bytes from an offset of a file; returns the number read. */
async function readInto(file: FileHandle, bytes: Uint8Array, offset: number): Promise<number> {
  let done = 0
  while (done < bytes.length) {
    const { bytesRead } = await file.read(bytes, done, Math.min(bytes.length - done, MOST_AT_ONCE), offset + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return done
}

/** Writes all bytes at the file's position. Throws StudioError `file.disk-full`, and the system's errors. */
export function writeNow(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    const count = writeSync(file, bytes, done, bytes.length - done)
    if (count === 0) throw new StudioError('file.disk-full', { path: '' })
    done += count
  }
}

const writePart = promisify(write)

/** As `writeNow`, without blocking the thread. */
export async function writeAll(file: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await writePart(file, bytes, done, Math.min(bytes.length - done, MOST_AT_ONCE), null)
    if (bytesWritten === 0) throw new StudioError('file.disk-full', { path: '' })
    done += bytesWritten
  }
}

/** Appends all bytes and flushes the file; on failure it keeps its length. */
export function appendNow(absolute: string, bytes: Bytes, flush: boolean, newMode?: number): Stats {
  return using(
    absolute,
    'a',
    file => {
      const { size } = fstatSync(file)
      try {
        writeNow(file, bytes)
      } catch (error) {
        try {
          ftruncateSync(file, size)
        } catch {
          /* The first failure is the one to tell. */
        }
        throw error
      }
      if (flush) fdatasyncSync(file)
      return fstatSync(file)
    },
    newMode,
  )
}

/** Opens a file during `use`. `newMode`: its rights where it is created. */
export function using<T>(path: string, flags: string, use: (file: number) => T, newMode?: number): T {
  const file = openSync(path, flags, newMode)
  try {
    return use(file)
  } finally {
    closeSync(file)
  }
}

/** As `using`, for asynchronous work. */
export async function withFile<T>(path: string, flags: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** A new folder is durable only once its parent is flushed. */
export function makeFolder(folder: string, isLasting: boolean): void {
  const first = mkdirSync(folder, { recursive: true })
  if (!isLasting || first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) flushFolder(dirname(made))
}

/** Removes the temporary file of a failed write; if that fails, too, it is never listed. */
export function removeLeftover(temp: string): void {
  try {
    unlinkSync(temp)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}

/** Makes a rename durable; Windows has no such call and some network disks refuse it. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  try {
    using(folder, 'r', fsyncSync)
  } catch (error) {
    if (systemCode(error) !== 'EINVAL' && systemCode(error) !== 'ENOTSUP') throw error
  }
}
