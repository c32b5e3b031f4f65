import { own } from '../../layout'
import { sameAttribute, type Attributes, type EntryPath } from '../../edit'
import { filePath } from '../../format'
import type { Bytes, Move } from '../../layout'

/** Edited content of one entry; a part that equals the pristine one is left out. Attributes are without `row`. */
export interface EntryState {
  readonly bytes?: Bytes
  readonly attributes?: Attributes
  /** Of the edits that made the bytes: which records are those of the pristine image. */
  readonly moves?: readonly Move[]
}

/** Everything that differs from the pristine install, as content, independent of the edits that made it. */
export class States {
  private readonly entries = new Map<EntryPath, EntryState>()
  /** Row ids of an archive in directory order, where rows were added, removed or moved. */
  private readonly orders = new Map<EntryPath, { readonly list: readonly string[] }>()
  private readonly byFile = new Map<string, Set<EntryPath>>()

  get(path: EntryPath): EntryState | undefined {
    return this.entries.get(path)
  }

  order(archive: EntryPath): readonly string[] | undefined {
    return this.orders.get(archive)?.list
  }

  /** The same as `order(archive) !== undefined`, without making the list of ids. */
  hasOrder(archive: EntryPath): boolean {
    return this.orders.has(archive)
  }

  set(path: EntryPath, state: EntryState | undefined): void {
    if (state && (state.bytes || state.attributes)) this.entries.set(path, state)
    else this.entries.delete(path)
    this.note(path)
  }

  setOrder(archive: EntryPath, order: { readonly list: readonly string[] } | undefined): void {
    if (order) this.orders.set(archive, order)
    else this.orders.delete(archive)
    this.note(archive)
  }

  /** Files with changes. */
  files(): readonly string[] {
    return [...this.byFile.keys()].sort()
  }

  /** Changed paths of a file: entries with a state, archives with an order. */
  pathsOf(file: string): ReadonlySet<EntryPath> {
    return this.byFile.get(file) ?? NOTHING
  }

  /** Removes all changes of a file. */
  clear(file: string): void {
    for (const path of this.pathsOf(file)) {
      this.entries.delete(path)
      this.orders.delete(path)
    }
    this.byFile.delete(file)
  }

  /** Changed paths below an archive. */
  below(archive: EntryPath): readonly EntryPath[] {
    return [...this.pathsOf(filePath(archive))].filter(path => path.startsWith(`${archive}!`))
  }

  copy(): States {
    const copy = new States()
    for (const [path, state] of this.entries) copy.set(path, state)
    for (const [path, { list }] of this.orders) copy.setOrder(path, { list })
    return copy
  }

  private note(path: EntryPath): void {
    const file = filePath(path)
    const paths = this.byFile.get(file)
    if (this.entries.has(path) || this.orders.has(path)) {
      if (paths) paths.add(path)
      else this.byFile.set(file, new Set([path]))
    } else if (paths?.delete(path) && paths.size === 0) this.byFile.delete(file)
  }
}

const NOTHING: ReadonlySet<EntryPath> = new Set()

/** Attributes without `row`, the index in the directory. */
export function withoutRow(attributes: Attributes): Attributes {
  const { row: _row, ...rest } = attributes
  return rest
}

/** Index of the entry in its directory, from 0; undefined for files and regions. */
export const rowOf = (attributes: Attributes | null | undefined): number | undefined => {
  const row = attributes?.['row']
  return typeof row === 'number' ? row : undefined
}

/** Whether two directory rows are equal, apart from their index. */
export function sameAttributes(a: Attributes, b: Attributes): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  keys.delete('row')
  return [...keys].every(key => sameAttribute(own(a, key), own(b, key)))
}

/** Names of attributes that differ, `row` included. */
export const differingAttributes = (a: Attributes, b: Attributes): readonly string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(key => !sameAttribute(own(a, key), own(b, key)))

/** Attributes as text, equal for equal content. */
export const attributesText = (attributes: Attributes): string =>
  JSON.stringify(Object.entries(withoutRow(attributes)).sort(([a], [b]) => (a < b ? -1 : 1)))
