import { referenceArchive } from '../reference-archive.fixture'

const ARCHIVE = referenceArchive('nwn2-small.tar.gz')

export const describeReference = ARCHIVE.describe
/** A file of the reference files by its path in the archive: `nwn2-small/user/override/cell.trx`. */
export const fixture = ARCHIVE.file
export const fixtureJson = ARCHIVE.json

/** Files below a folder of them, relative to it; none where there are no reference files. */
export const fixtureFiles = (below: string): readonly string[] =>
  ARCHIVE.paths.filter(path => path.startsWith(`${below}/`)).map(path => path.slice(below.length + 1))
