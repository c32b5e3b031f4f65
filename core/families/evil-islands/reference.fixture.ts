import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe } from 'vitest'
import type { Bytes } from '../../layout'

/** Folder of reference files that tests compare with: `AREAL_FIXTURES`, else `../shared/fixtures` beside the checkout. */
export const FIXTURES = process.env['AREAL_FIXTURES'] ?? join(import.meta.dirname, '../../../../shared/fixtures')
const SMALL = join(FIXTURES, 'evil-islands-small.tar.gz')
/** False in a fresh clone. */
export const hasFixtures = existsSync(SMALL)

/** Files of a tar archive, by their paths below its one folder. */
function untar(tar: Bytes): Readonly<Record<string, Bytes>> {
  const files: Record<string, Bytes> = {}
  const text = (at: number, size: number): string =>
    Buffer.from(tar.subarray(at, at + size))
      .toString('utf8')
      .replace(/\0.*$/s, '')
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    const path = [text(at + 345, 155), text(at, 100)].filter(part => part !== '').join('/')
    if (text(at + 156, 1) === '0' || text(at + 156, 1) === '')
      files[path.replace(/^(?:\.\/)?[^/]+\//, '')] = tar.slice(at + 512, at + 512 + size)
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

const all = hasFixtures ? untar(new Uint8Array(gunzipSync(readFileSync(SMALL)))) : {}

/** The small install of the reference files, by path; the manifest apart. */
export const fixtureFiles: Readonly<Record<string, Bytes>> = Object.fromEntries(
  Object.entries(all).filter(([path]) => path !== 'manifest.json'),
)

export const fixture = (path: string): Bytes => all[path] ?? new Uint8Array(0)

/** What a right program finds in the small install; {} where it is not there. */
export const manifest = (
  hasFixtures ? JSON.parse(Buffer.from(fixture('manifest.json')).toString('utf8')) : { files: {}, truth: {} }
) as {
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly size: number }>>
  readonly truth: Readonly<Record<string, unknown>>
}

/** A group of tests that compare with the reference files. Without these it is skipped, and its title gives the reason. */
export function describeReference(title: string, run: () => void): void {
  describe.skipIf(!hasFixtures)(hasFixtures ? title : `${title} (skipped: no reference files in ${FIXTURES})`, run)
}
