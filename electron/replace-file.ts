import { accessSync, close, closeSync, constants, openSync, renameSync, type Stats } from 'node:fs'
import { StudioError } from '@areal-studio/core/format'
import { fileError, systemCode } from './file-errors'

/** The rights of a file that may be replaced. One marked read-only is refused on every system. */
export function writableMode(stat: Stats, path: string): number {
  if (!stat.isFile()) throw new StudioError('file.unreadable', { path, reason: 'EISDIR' })
  if ((stat.mode & 0o200) === 0) throw new StudioError('file.read-only', { path, reason: 'EACCES' })
  return stat.mode & 0o777
}

/**
 * What refuses to be replaced whatever the rights of its folder: on Windows a file that another program holds open, elsewhere one
 * that is immutable or lies on a disk mounted read-only. The rights of the file itself do not count there: a rename needs none.
 */
export function guardReplace(absolute: string): void {
  if (process.platform === 'win32') return closeSync(openSync(absolute, 'r+'))
  try {
    accessSync(absolute, constants.W_OK)
  } catch (error) {
    if (systemCode(error) !== 'EACCES') throw error
  }
}

/**
 * A file that is replaced is held open meanwhile and let go by another thread: with the last that holds it the disk frees its
 * bytes, which takes as long as writing them did. Windows replaces no file that is held open.
 */
export function replace(temp: string, absolute: string, path: string, isThere: boolean): void {
  const old = isThere && process.platform !== 'win32' ? heldOpen(absolute) : undefined
  try {
    renameSync(temp, absolute)
  } catch (error) {
    throw fileError(error, path, 'replace')
  } finally {
    if (old !== undefined) close(old, () => undefined) // what closing a file fails to do that was only held matters to nobody
  }
}

/** One that may not be read is replaced all the same, only slower. */
function heldOpen(absolute: string): number | undefined {
  try {
    return openSync(absolute, 'r')
  } catch {
    return undefined
  }
}
