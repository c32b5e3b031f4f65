import { formatAmong, shelfOf, type Shelf } from '../../format/shelf.fixture'
import type { Opened } from '../../format'
import type { Bytes } from '../../layout'
import { FORMATS } from './formats'
import { fixtureFiles } from './reference.fixture'

export const formatOf = formatAmong(FORMATS)

/** A folder of files in memory, opened through the formats of the family. */
export const shelf = (files: Readonly<Record<string, Bytes>>): Shelf => shelfOf(FORMATS, files)

let opened: Shelf | undefined

/** The small install of the reference files, opened once. */
const reference = (): Shelf => (opened ??= shelf(fixtureFiles))

/** All entries of the small install, of archives their rows too. */
export const allEntries = (): readonly Opened[] =>
  Object.keys(fixtureFiles).flatMap(file => reference().all(reference().open(file)))

/** The entry below a file at names of rows: `Res/figures.res`, `unhuma.mod`, `hd`. */
export async function entryAt(file: string, ...names: readonly string[]): Promise<Opened> {
  let entry: Opened | undefined = reference().open(file)
  for (const name of names) entry = await entry?.row(name)
  if (!entry) throw new Error(`no ${names.join(' › ')} in ${file}`)
  return entry
}
