import type { EntryPath } from '../../edit'
import { filePath, isRooted, parsePath, type EntryName } from '../../format'
import type { EntryReferences, ReferenceLink } from '../api/references'
import { fileNamed } from '../entries/entries'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import { referenceIndex, referencesOfView, type IndexedReference } from './reference-index'

/**
 * References of an entry in both directions, in the present install. `path`: only references from fields at or below
 * this node; incoming ones are left out then. Throws StudioError `entry.missing`.
 */
export async function referencesOfEntry(session: Session, entry: EntryPath, path = ''): Promise<EntryReferences> {
  const { workspace } = session
  const view = await workspace.need(workspace.canonical(entry))
  const names = new Names(workspace)
  const own = referencesOfView(workspace, view).filter(one => isWithin(one.path, path))
  const name = path === '' ? await names.of(view) : undefined
  const others = name ? await referenceIndex(session).to(name) : []
  return {
    entry: view.path,
    name: view.name,
    uses: (await Promise.all(own.map(one => names.link(one)))).filter(
      ({ to }, at) => to !== null || !own[at]?.isOptional,
    ),
    usedBy: others.map(one => linkOf(one, view.path)),
  }
}

const isWithin = (path: string, outer: string): boolean =>
  outer === '' || path === outer || path.startsWith(`${outer}/`)

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

  async link(reference: IndexedReference): Promise<ReferenceLink> {
    return linkOf(reference, (await this.find(reference.name))?.path ?? null)
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
