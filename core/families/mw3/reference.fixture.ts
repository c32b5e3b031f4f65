import type { Bytes } from '../../layout'
import { referenceArchive } from '../reference-archive.fixture'

const FOLDER = 'mw3-small/'
const ARCHIVE = referenceArchive('mw3-small.tar.gz')

export const hasFixtures = ARCHIVE.isPresent
export const describeReference = ARCHIVE.describe

/** A reference file by its path: `golden/plain.zbd`. */
export const fixture = (path: string): Bytes => ARCHIVE.file(FOLDER + path)
export const fixtureJson = <T>(path: string, otherwise: T): T => ARCHIVE.json(FOLDER + path, otherwise)

interface Mutant {
  readonly id: string
  readonly file: string
  readonly valid: boolean
  readonly expected: { readonly class: string | null; readonly severity: string }
  readonly accept: readonly string[]
}

/** The damaged files, each with the rule that reports it; none where the reference files are absent. */
export const MUTANTS = fixtureJson<{ readonly mutants: readonly Mutant[] }>('mutants/mutants.json', {
  mutants: [],
}).mutants

/** The files of the small install by their paths in it, manifest apart. */
export function installFiles(): Readonly<Record<string, Bytes>> {
  const install = `${FOLDER}install/`
  const paths = ARCHIVE.paths.filter(path => path.startsWith(install) && !path.endsWith('manifest.json'))
  return Object.fromEntries(paths.map(path => [path.slice(install.length), ARCHIVE.file(path)]))
}
