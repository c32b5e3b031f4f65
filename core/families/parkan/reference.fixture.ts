import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe } from 'vitest'
import type { Bytes } from '../../layout'

const ROOT = process.env['AREAL_FIXTURES'] ?? join(import.meta.dirname, '../../../../shared/fixtures')

/** Folder of reference files that tests compare with: `parkan-2` in `AREAL_FIXTURES`, else in `../shared/fixtures` beside the checkout. */
export const FIXTURES = existsSync(join(ROOT, 'parkan-2')) ? join(ROOT, 'parkan-2') : ROOT
/** A small install of them, described by its `manifest.json`. */
export const SMALL = join(FIXTURES, 'parkan-small')
/** False in a fresh clone. */
export const hasFixtures = existsSync(join(SMALL, 'manifest.json'))

/** A file of the small install. */
export const fixture = (file: string): Bytes => new Uint8Array(readFileSync(join(SMALL, file)))

/** Its files, relative to its folder. */
export const fixtureFiles = (): readonly string[] =>
  hasFixtures
    ? readdirSync(SMALL, { recursive: true, withFileTypes: true })
        .filter(file => file.isFile())
        .map(file => relative(SMALL, join(file.parentPath, file.name)).replaceAll('\\', '/'))
    : []

/** What a right program finds in the small install; {} where it is not there. */
export const truth: unknown = hasFixtures
  ? (JSON.parse(readFileSync(join(SMALL, 'manifest.json'), 'utf8')) as { truth: unknown }).truth
  : {}

/** A group of tests that compare with the reference files. Without these it is skipped, and its title gives the reason. */
export function describeReference(title: string, run: () => void): void {
  describe.skipIf(!hasFixtures)(hasFixtures ? title : `${title} (skipped: no reference files in ${FIXTURES})`, run)
}
