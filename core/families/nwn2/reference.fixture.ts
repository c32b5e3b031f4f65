import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe } from 'vitest'
import type { Bytes } from '../../layout'

const ROOT = process.env['AREAL_FIXTURES'] ?? join(import.meta.dirname, '../../../../shared/fixtures')
const ARCHIVE = [ROOT, join(ROOT, '..')].map(folder => join(folder, 'nwn2-small.tar.gz')).find(existsSync)

/** False in a fresh clone. */
export const hasFixtures = ARCHIVE !== undefined

let unpacked: string | undefined

/** The folder of the reference files, unpacked once per run. */
function folder(): string {
  if (unpacked !== undefined) return unpacked
  unpacked = mkdtempSync(join(tmpdir(), 'areal-nwn2-'))
  if (ARCHIVE !== undefined) execFileSync('tar', ['xzf', ARCHIVE, '-C', unpacked])
  process.once('exit', () => rmSync(unpacked ?? '', { recursive: true, force: true }))
  return unpacked
}

/** A file of the reference files by its path in the archive: `nwn2-small/user/override/cell.trx`. */
export const fixture = (file: string): Bytes => new Uint8Array(readFileSync(join(folder(), file)))

/** Files below a folder of them, relative to it; none where there are no reference files. */
export const fixtureFiles = (below: string): readonly string[] =>
  hasFixtures
    ? readdirSync(join(folder(), below), { recursive: true, withFileTypes: true })
        .filter(file => file.isFile())
        .map(file => relative(join(folder(), below), join(file.parentPath, file.name)).replaceAll('\\', '/'))
    : []

/** A JSON file of them; the second argument where there is none. */
export const fixtureJson = <T>(file: string, otherwise: T): T =>
  hasFixtures ? (JSON.parse(readFileSync(join(folder(), file), 'utf8')) as T) : otherwise

/** A group of tests that compare with the reference files. Without these it is skipped, and its title gives the reason. */
export function describeReference(title: string, run: () => void): void {
  describe.skipIf(!hasFixtures)(hasFixtures ? title : `${title} (skipped: no nwn2-small.tar.gz in ${ROOT})`, run)
}
