import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe } from 'vitest'
import type { Bytes } from '../layout'

/** Folder of reference files that tests compare with: `AREAL_FIXTURES`, else `../shared/fixtures` beside the checkout. */
export const FIXTURES = process.env['AREAL_FIXTURES'] ?? join(import.meta.dirname, '../../../shared/fixtures')

/** Files of a packed folder of reference files. */
export interface ReferenceArchive {
  /** False in a fresh clone, which has no reference files. */
  readonly isPresent: boolean
  /** Paths as in the archive, with its outermost folder. */
  readonly paths: readonly string[]
  /** A file by its path; empty where it is not there. */
  file(path: string): Bytes
  /** A JSON file; the second argument where there are no reference files. */
  json<T>(path: string, otherwise: T): T
  /** A group of tests that compare with the files. Without these it is skipped, and its title gives the reason. */
  describe(title: string, run: () => void): void
}

/** A `.tar.gz` of the reference files, unpacked in memory. */
export function referenceArchive(name: string): ReferenceArchive {
  const archive = join(FIXTURES, name)
  const isPresent = existsSync(archive)
  const files = isPresent ? untar(new Uint8Array(gunzipSync(readFileSync(archive)))) : new Map<string, Bytes>()
  const file = (path: string): Bytes => files.get(path) ?? new Uint8Array(0)
  return {
    isPresent,
    paths: [...files.keys()],
    file,
    json: <T>(path: string, otherwise: T): T =>
      isPresent ? (JSON.parse(Buffer.from(file(path)).toString('utf8')) as T) : otherwise,
    describe: (title, run) =>
      describe.skipIf(!isPresent)(isPresent ? title : `${title} (skipped: no ${name} in ${FIXTURES})`, run),
  }
}

const BLOCK = 512

/** The plain files of a tar archive by path. */
function untar(tar: Bytes): ReadonlyMap<string, Bytes> {
  const files = new Map<string, Bytes>()
  const text = (at: number, size: number): string =>
    Buffer.from(tar.subarray(at, at + size))
      .toString('utf8')
      .replace(/\0.*$/s, '')
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    const path = [text(at + 345, 155), text(at, 100)].filter(part => part !== '').join('/')
    const isFile = ['0', ''].includes(text(at + 156, 1))
    if (isFile) files.set(path.replace(/^\.\//, ''), tar.slice(at + BLOCK, at + BLOCK + size))
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}
