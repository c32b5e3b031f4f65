import type { EntryPath } from '../../edit'
import { filePath, printPath, type Opened } from '../../format'
import type { Of } from './views'
import type { Workspace } from './workspace'
import { HEAD_SIZE, type View } from './view'

/** An entry as formats see it: payload as it would be packed, with its siblings and neighbours, all of the same moment. */
export function openedOf(workspace: Workspace, view: View, of: Of): Opened {
  const bytes = view.payload()
  const rows = (): readonly Opened[] =>
    (view.archive ?? view.container)?.rows().map(row => openedOf(workspace, row, of)) ?? []
  return {
    ...view.info,
    size: bytes.length,
    head: bytes.subarray(0, HEAD_SIZE),
    bytes,
    entries: () => Promise.resolve(rows()),
    sibling: async typeId => {
      const found = view.container?.rowOfType(typeId)
      return found && openedOf(workspace, found, of)
    },
    beside: async fileName => {
      const folder = filePath(view.path).split('/').slice(0, -1)
      const found = await fileNamed(workspace, [...folder, fileName].join('/'), of)
      return found && openedOf(workspace, found, of)
    },
    file: async path => {
      const found = await fileNamed(workspace, path, of)
      return found && openedOf(workspace, found, of)
    },
    row: which => {
      const found = typeof which === 'number' ? view.archive?.rows()[which] : view.archive?.rowNamed(which)
      return Promise.resolve(found && openedOf(workspace, found, of))
    },
  }
}

/** The file of that name, matched without case. */
export async function fileNamed(workspace: Workspace, file: string, of: Of): Promise<View | undefined> {
  return workspace.view(workspace.canonical(printPath({ file, steps: [] })), of)
}

/** An entry as formats take it. Throws StudioError `entry.missing`. */
export async function opened(workspace: Workspace, entry: EntryPath, of: Of = 'present'): Promise<Opened> {
  return openedOf(workspace, await workspace.need(entry, of), of)
}
