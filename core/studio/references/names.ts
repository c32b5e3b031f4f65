import { filePath, isRooted, parsePath, type EntryName } from '../../format'
import { fileNamed } from '../entries/entries'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'

/** Entries by their names, in the present install. */
export class Names {
  /** By the list of rows, which is another one after each change of the archive. */
  private readonly rows = new WeakMap<readonly View[], ReadonlyMap<string, View>>()

  constructor(private readonly workspace: Workspace) {}

  /** The entry of that name; of several rows the first. */
  async find({ file, row }: EntryName): Promise<View | undefined> {
    const found = await fileNamed(this.workspace, file, 'present')
    return row === undefined ? found : this.rowsOf(found).get(row.toLowerCase())
  }

  /** The name of an entry; undefined where none leads to it: a row of an archive within another one, a second row of that name. */
  async of(view: View): Promise<EntryName | undefined> {
    const { file, steps } = parsePath(view.path)
    if (isRooted(view.path) || steps.length > 1) return undefined
    if (steps.length === 0) return { file: filePath(view.path) }
    const name = { file, row: view.name }
    return (await this.find(name))?.path === view.path ? name : undefined
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
