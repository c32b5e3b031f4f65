import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe } from 'vitest'
import type { Bytes } from '../../layout'

const ROOT = process.env['AREAL_FIXTURES'] ?? join(import.meta.dirname, '../../../../shared/fixtures')
const ARCHIVE = join(ROOT, 'mw3-small.tar.gz')
/** False in a fresh clone. */
export const hasFixtures = existsSync(ARCHIVE)

/** Files of a tar archive, by their paths below its one folder. */
function untar(tar: Bytes): ReadonlyMap<string, Bytes> {
  const files = new Map<string, Bytes>()
  const text = (at: number, size: number): string =>
    Buffer.from(tar.subarray(at, at + size))
      .toString('utf8')
      .replace(/\0.*$/s, '')
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    const path = [text(at + 345, 155), text(at, 100)].filter(part => part !== '').join('/')
    const isFile = ['0', ''].includes(text(at + 156, 1))
    if (isFile) files.set(path.replace(/^(?:\.\/)?[^/]+\//, ''), tar.slice(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

const files = hasFixtures ? untar(new Uint8Array(gunzipSync(readFileSync(ARCHIVE)))) : new Map<string, Bytes>()

/** A reference file by its path: `golden/plain.zbd`. */
export const fixture = (path: string): Bytes => files.get(path) ?? new Uint8Array(0)

/** The files of the small install by their paths in it, manifest apart. */
export const installFiles = (): Readonly<Record<string, Bytes>> =>
  Object.fromEntries(
    [...files].flatMap(([path, bytes]) =>
      path.startsWith('install/') && !path.endsWith('manifest.json') ? [[path.slice('install/'.length), bytes]] : [],
    ),
  )

/** A JSON file of them; the second argument where there is none. */
export const fixtureJson = <T>(path: string, otherwise: T): T =>
  hasFixtures ? (JSON.parse(Buffer.from(fixture(path)).toString('utf8')) as T) : otherwise

/** A group of tests that compare with the reference files. Without these it is skipped, and its title gives the reason. */
export function describeReference(title: string, run: () => void): void {
  describe.skipIf(!hasFixtures)(hasFixtures ? title : `${title} (skipped: no reference files in ${ROOT})`, run)
}
