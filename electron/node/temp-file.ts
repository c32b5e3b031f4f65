import { closeSync, fchmodSync, fstatSync, fsync, openSync, read, readSync, type Stats } from 'node:fs'
import { promisify } from 'node:util'
import { StudioError } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import { SYNC_LIMIT, writeAll, writeNow } from './disk'

interface Wanted {
  /** Rights of the file; undefined for the system's default. */
  readonly mode: number | undefined
  /** The final file, for messages. */
  readonly path: string
  /** Runs during the write. */
  readonly prove: (() => void) | undefined
}

/**
 * Writes a new file, flushes it, reads it again and compares, so that the bytes renamed over the old file are right.
 * Small files are written and compared on the thread: a dozen small steps would cost more in waiting than in work.
 * Throws StudioError `file.unreadable` where they differ, and the system's errors.
 */
export async function writeTemp(temp: string, bytes: Bytes, { mode, path, prove }: Wanted): Promise<Stats> {
  const isLarge = bytes.length > SYNC_LIMIT
  const file = openSync(temp, 'wx+') // on the thread: the write begins at once, before other work of the same pack
  try {
    if (mode !== undefined) fchmodSync(file, mode)
    if (!isLarge) writeNow(file, bytes)
    await meanwhile(isLarge ? writeAll(file, bytes).then(() => flushed(file)) : flushed(file), prove)
    const isRight = isLarge ? await holdsLarge(file, bytes) : holds(file, bytes)
    if (!isRight) throw new StudioError('file.unreadable', { path, reason: 'VERIFY' })
    return fstatSync(file)
  } finally {
    closeSync(file)
  }
}

/** Runs work meanwhile; its errors are thrown afterwards. */
async function meanwhile(busy: Promise<void>, work: (() => void) | undefined): Promise<void> {
  try {
    work?.()
  } finally {
    await busy
  }
}

const flushed = (file: number): Promise<void> =>
  new Promise((done, fail) => fsync(file, error => (error ? fail(error) : done())))

const readPiece = promisify(read)

/** Bytes of a large file that are read again at once: few enough to be compared without holding up other work. */
const LARGE_PIECE = 2 * 1024 * 1024

/** As `holds`, without blocking the thread. The next piece is read while one is compared. */
async function holdsLarge(file: number, bytes: Bytes): Promise<boolean> {
  const readInto = (into: Buffer, at: number) => readPiece(file, into, 0, into.length, at)
  let spare: Buffer = Buffer.allocUnsafe(LARGE_PIECE)
  let next = readInto(Buffer.allocUnsafe(LARGE_PIECE), 0)
  for (let done = 0; ; ) {
    const { bytesRead, buffer } = await next
    if (bytesRead === 0) return done === bytes.length
    next = readInto(spare, done + bytesRead)
    spare = buffer
    if (!isAt(bytes, done, buffer, bytesRead)) {
      await next
      return false
    }
    done += bytesRead
  }
}

const isAt = (bytes: Bytes, at: number, read: Buffer, count: number): boolean =>
  at + count <= bytes.length && read.compare(bytes, at, at + count, 0, count) === 0

/** Read again piece by piece: the whole file would be discarded right after the comparison. */
const piece = Buffer.alloc(64 * 1024)

function holds(file: number, bytes: Bytes): boolean {
  for (let done = 0; done <= bytes.length; ) {
    const count = readSync(file, piece, 0, piece.length, done)
    if (count === 0) return done === bytes.length
    if (!isAt(bytes, done, piece, count)) return false
    done += count
  }
  return false
}
