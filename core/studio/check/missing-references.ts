import {
  alternativesOf,
  entryOf,
  filePath,
  referencesIn,
  type EntryName,
  type Format,
  type Opened,
  type Problem,
  type Reference,
  type References,
} from '../../format'
import { document, locate } from '../../layout'

/** Repair of a reference to a missing entry: the field gets the most similar existing name. */
export const NEAREST = 'reference.nearest'
/** Most problems of one entry; the search for missing names ends after them. */
const MOST = 100

/**
 * One warning for each field that names a missing entry, with the most similar existing name as its repair. A name in
 * an archive that the install lacks is not reported, because part of an install can be opened, too.
 */
export async function missingReferences(
  entry: Opened,
  format: Format,
  references: References,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  if (references.isChecked) return problems
  for (const reference of referencesIn(entry, format, references)) {
    if (problems.length >= MOST) break
    if (reference.path === '' || (await entryOf(entry, reference.name))) continue
    const names = reference.name.row === undefined ? [] : await namesIn(entry, reference.name)
    if (names) problems.push(problemOf(entry, format, reference, nearest(reference.name.row ?? '', names)))
  }
  return problems
}

/** Names of the rows of the archives in which one is looked for; undefined where none of them is there. */
async function namesIn(entry: Opened, name: EntryName): Promise<readonly string[] | undefined> {
  let names: readonly string[] | undefined
  for (const { file } of alternativesOf(name)) {
    const archive = await entry.file(file)
    if (archive) names = [...(names ?? []), ...(await archive.entries()).map(row => row.name)]
  }
  return names
}

function problemOf(entry: Opened, format: Format, { path, name }: Reference, near: string | undefined): Problem {
  const layout = format.layout?.(entry)
  const field = layout && locate(document(layout, entry.bytes), path)
  const params = { name: name.row ?? name.file, file: name.file }
  return {
    code: name.row === undefined ? 'reference.file-missing' : 'reference.row-missing',
    severity: 'warning',
    params,
    file: filePath(entry.path),
    entry: entry.path,
    path,
    ...(field && { range: [field.offset, field.size] as const }),
    ...(near !== undefined && { fix: { id: NEAREST, params: { path, from: params.name, to: near } } }),
  }
}

/** The most similar name, of those in which few letters differ; undefined where none is similar. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  let best = Math.max(1, Math.floor(wanted.length / 4)) + 1
  let found: string | undefined
  for (const other of names) {
    if (Math.abs(other.length - wanted.length) >= best) continue
    const apart = distance(wanted, other.toLowerCase(), best)
    if (apart < best) [best, found] = [apart, other]
  }
  return found
}

/** How many letters are to be changed, added or removed, at most `limit`. */
function distance(a: string, b: string, limit: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let k = 1; k <= b.length; k++) {
      const change = (row[k - 1] ?? 0) + (a[i - 1] === b[k - 1] ? 0 : 1)
      next.push(Math.min(change, (row[k] ?? 0) + 1, (next[k - 1] ?? 0) + 1))
    }
    if (Math.min(...next) >= limit) return limit
    row = next
  }
  return row[b.length] ?? limit
}
