import type { Opened } from '../../format'
import { apply } from '../../edit'
import {
  assign,
  document,
  isUnexplained,
  type AnyLayout,
  type Bytes,
  type Document,
  type Node,
  type Value,
} from '../../layout'
import { formatOf, shelf, type Shelf } from './opened.fixture'
import { fixture, fixtureFiles } from './reference.fixture'

let opened: Shelf | undefined

/** The small install of the reference files, opened once. */
export function referenceShelf(): Shelf {
  return (opened ??= shelf(Object.fromEntries(fixtureFiles().map(file => [file, fixture(file)]))))
}

/** Entries of a format in the small install, by path. */
export const entriesOf = (format: string): readonly (readonly [path: string, entry: Opened])[] =>
  fixtureFiles()
    .flatMap(file => referenceShelf().all(referenceShelf().open(file)))
    .filter(entry => formatOf(entry)?.id === format)
    .map(entry => [entry.path, entry])

/** Ids of the formats with a layout that entries of the small install have; archives are explained by their rows. */
export const declaredFormats = (): ReadonlySet<string> =>
  new Set(
    fixtureFiles()
      .flatMap(file => referenceShelf().all(referenceShelf().open(file)))
      .flatMap(entry => {
        const format = formatOf(entry)
        return format?.layout && !format.archive ? [format.id] : []
      }),
  )

/** Names of the fields that an entry has bytes of and no explanation for; `gap` where there is no field. */
export function unexplained({ root }: Document): readonly string[] {
  const names = new Set<string>()
  const visit = (node: Node): void => {
    if (node.kind === 'gap') names.add('gap')
    else if ((node.role === 'unknown' || isUnexplained(node.layout)) && node.size > 0) names.add(node.name)
    else for (let at = 0; at < node.childCount; at++) visit(node.child(at))
  }
  visit(root)
  return [...names].sort()
}

/** The bytes with another value in a field. */
export const changed = (layout: AnyLayout, bytes: Bytes, path: string, value: Value): Bytes =>
  apply(bytes, assign(document(layout, bytes), path, value).splices)

/** Codes and paths of the problems of an entry, as `code path`. */
export const problemsOf = async (entry: Opened): Promise<readonly string[]> =>
  ((await formatOf(entry)?.check?.(entry)) ?? []).map(({ code, path = '' }) => `${code} ${path}`.trim())
