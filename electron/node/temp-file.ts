import { closeSync, fchmodSync, fstatSync, fsync, openSync, readSync, type Stats } from 'node:fs'
import { StudioError } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import { readInto, SYNC_LIMIT, withFile, writeAll, writeNow } from './disk'

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
 * Throws StudioError `file.unreadable` where they differ, and the system's errors.
 */
export const writeTemp = (temp: string, bytes: Bytes, wanted: Wanted): Promise<Stats> =>
  (bytes.length <= SYNC_LIMIT ? writeSoon : writeLarge)(temp, bytes, wanted)

async function writeLarge(temp: string, bytes: Bytes, { mode, path, prove }: Wanted): Promise<Stats> {
  return withFile(temp, 'wx+', async file => {
    await writeAll(file, bytes)
    if (mode !== undefined) await file.chmod(mode)
    await meanwhile(file.sync(), prove)
    const again = new Uint8Array(bytes.length)
    const count = await readInto(file, again, 0)
    if (count !== bytes.length || Buffer.compare(again, bytes) !== 0)
      throw new StudioError('file.unreadable', { path, reason: 'VERIFY' })
    return file.stat()
  })
}

/** Asynchronous only for the flush: a dozen small steps would cost more in waiting than in work. */
async function writeSoon(temp: string, bytes: Bytes, { mode, path, prove }: Wanted): Promise<Stats> {
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

/** Runs work during the flush; its errors are thrown afterwards. */
async function meanwhile(busy: Promise<void>, work: (() => void) | undefined): Promise<void> {
  try {
    work?.()
  } finally {
    await busy
  }
}

const flushed = (file: number): Promise<void> =>
  new Promise((done, fail) => fsync(file, error => (error ? fail(error) : done())))

/** Read again piece by piece: the whole file would be discarded right after the comparison. */
const piece = Buffer.alloc(64 * 1024)

function holds(file: number, bytes: Bytes): boolean {
  for (let done = 0; done <= bytes.length; ) {
    const count = readSync(file, piece, 0, piece.length, done)
    if (count === 0) return done === bytes.length
    if (done + count > bytes.length || piece.compare(bytes, done, done + count, 0, count) !== 0) return false
    done += count
  }
  return false
}
