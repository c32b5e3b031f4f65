import type { Bytes } from '../../layout'
import { referenceArchive } from '../reference-archive.fixture'

export { FIXTURES } from '../reference-archive.fixture'

const FOLDER = 'evil-islands-small/'
const ARCHIVE = referenceArchive('evil-islands-small.tar.gz')

export const describeReference = ARCHIVE.describe
export const fixture = (path: string): Bytes => ARCHIVE.file(FOLDER + path)

/** The small install of the reference files, by path; the manifest apart. */
export const fixtureFiles: Readonly<Record<string, Bytes>> = Object.fromEntries(
  ARCHIVE.paths
    .map(path => path.slice(FOLDER.length))
    .filter(path => path !== 'manifest.json')
    .map(path => [path, fixture(path)]),
)

interface Manifest {
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly size: number }>>
  readonly truth: Readonly<Record<string, unknown>>
}

/** What a right program finds in the small install; empty where it is not there. */
export const manifest = ARCHIVE.json<Manifest>(`${FOLDER}manifest.json`, { files: {}, truth: {} })
