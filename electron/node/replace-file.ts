import {
  accessSync,
  close,
  closeSync,
  constants,
  fstatSync,
  openSync,
  renameSync,
  statSync,
  type BigIntStats,
  type Stats,
} from 'node:fs'
import { StudioError, type GuardPresent } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import { readLarge, readNow, SYNC_LIMIT, using } from './disk'
import { fileError, systemCode } from './file-errors'

/** The rights of a file that may be replaced. A file marked read-only is refused on every system. */
export function writableMode(stat: Stats, path: string): number {
  if (!stat.isFile()) throw new StudioError('file.unreadable', { path, reason: 'EISDIR' })
  if ((stat.mode & 0o200) === 0) throw new StudioError('file.read-only', { path, reason: 'EACCES' })
  return stat.mode & 0o777
}

/**
 * Detects a file that cannot be replaced whatever the rights of its folder: on Windows one that another program holds
 * open, elsewhere one that is immutable or on a disk mounted read-only. Rights of the file itself do not matter: a
 * rename needs none.
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
 * The replaced file is kept open and closed by another thread: when the last handle is closed, the disk frees its
 * blocks, which takes as long as writing them. Windows does not replace an open file.
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

/** A file that cannot be opened is replaced nevertheless, only slower. */
function heldOpen(absolute: string): number | undefined {
  try {
    return openSync(absolute, 'r')
  } catch {
    return undefined
  }
}

/** Attempts to read a file that another program writes meanwhile. */
const ATTEMPTS = 8

/**
 * Passes the bytes of a file to `guard` and then runs `act`, which replaces or removes it. Between the last check of
 * the file, by number, size and times, and `act` no other code of this process runs: the smallest window that a disk
 * without compare-and-swap allows. Throws what the guard throws, and StudioError `file.locked` where the file keeps
 * changing.
 */
export async function guardUnchanged(
  absolute: string,
  path: string,
  guard: GuardPresent,
  act: () => void,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = statOf(absolute)
    guard(before && (await readWhole(absolute, before.size)))
    if (!isSameFile(before, statOf(absolute))) continue
    return act()
  }
  throw new StudioError('file.locked', { path, reason: 'EBUSY' })
}

const statOf = (absolute: string): BigIntStats | undefined =>
  statSync(absolute, { throwIfNoEntry: false, bigint: true })

const readWhole = (absolute: string, size: bigint): Bytes | Promise<Bytes> =>
  size > SYNC_LIMIT ? readLarge(absolute) : using(absolute, 'r', file => readNow(file, 0, fstatSync(file).size))

const isSameFile = (a: BigIntStats | undefined, b: BigIntStats | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.ino === b.ino &&
    a.size === b.size &&
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs)
