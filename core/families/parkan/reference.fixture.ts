import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'

/** Folder of reference files that tests compare with: `AREAL_FIXTURES`, else `../shared/fixtures` beside the checkout. */
export const FIXTURES = process.env['AREAL_FIXTURES'] ?? join(import.meta.dirname, '../../../../shared/fixtures')
/** A small install of them, described by its `manifest.json`. */
export const SMALL = join(FIXTURES, 'parkan-small')
/** False in a fresh clone. */
export const hasFixtures = existsSync(join(SMALL, 'manifest.json'))

/** A group of tests that compare with the reference files. Without these it is skipped, and its title gives the reason. */
export function describeReference(title: string, run: () => void): void {
  describe.skipIf(!hasFixtures)(hasFixtures ? title : `${title} (skipped: no reference files in ${FIXTURES})`, run)
}
