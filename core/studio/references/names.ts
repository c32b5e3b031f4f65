import type { EntryPath } from '../../edit'
import { alternativesOf, filePath, parsePath, type EntryName, type Reference } from '../../format'
import type { ReferenceLink } from '../api/references'
import { fileNamed } from '../entries/entries'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'

/** A reference with the entry that it is in. */
export interface IndexedReference extends Reference {
  readonly from: EntryPath
  readonly fromName: string
}

/** Key of an entry by name, without regard to case. */
export const nameKey = ({ file, row }: EntryName): string =>
  row === undefined ? file.toLowerCase() : `${file.toLowerCase()}\n${row.toLowerCase()}`

/** A reference with the entry that it leads to. */
export function linkOf(
  { from, fromName, path, value, relation, name }: IndexedReference,
  to: EntryPath | null,
): ReferenceLink {
  const { file, row } = name
  return { from, fromName, path, value, relation, to, file, ...(row !== undefined && { row }) }
}

/** Entries by their names, in the present install. */
export class Names {
  /** By the list of rows, which is another one after each change of the archive. */
  private readonly rows = new WeakMap<readonly View[], ReadonlyMap<string, View>>()

  constructor(private readonly workspace: Workspace) {}

  /** The entry of that name, or the first of those that are looked for otherwise; of several rows the first. */
  async find(name: EntryName): Promise<View | undefined> {
    for (const one of alternativesOf(name)) {
      const found = await this.findOne(one)
      if (found) return found
    }
    return undefined
  }

  /** Of a name and those that are looked for otherwise the first that is there; itself where none is. */
  async meant(name: EntryName): Promise<EntryName> {
    for (const one of alternativesOf(name)) if (await this.findOne(one)) return one
    return name
  }

  private async findOne({ file, row }: EntryName): Promise<View | undefined> {
    const found = await fileNamed(this.workspace, file, 'present')
    return row === undefined ? found : this.rowsOf(found).get(row.toLowerCase())
  }

  /** The name of an entry; undefined where none leads to it: a row of an archive within another one, a second row of that name. */
  async of(view: View): Promise<EntryName | undefined> {
    const { file, steps } = parsePath(view.path)
    if (steps.length > 1) return undefined
    if (steps.length === 0) return { file: filePath(view.path) }
    const name = { file, row: view.name }
    return (await this.find(name))?.path === view.path ? name : undefined
  }

  async link(reference: IndexedReference): Promise<ReferenceLink> {
    const name = await this.meant(reference.name)
    return linkOf({ ...reference, name }, (await this.findOne(name))?.path ?? null)
  }

  private rowsOf(archive: View | undefined): ReadonlyMap<string, View> {
    const rows = archive?.archive?.rows()
    if (!rows) return NO_ROWS
    let known = this.rows.get(rows)
    if (!known) {
      const made = new Map<string, View>()
      for (const row of rows) if (!made.has(row.name.toLowerCase())) made.set(row.name.toLowerCase(), row)
      this.rows.set(rows, (known = made))
    }
    return known
  }
}

const NO_ROWS: ReadonlyMap<string, View> = new Map()
