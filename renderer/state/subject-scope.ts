import { filePath, type EntryPath } from '@areal-studio/core/format'
import type { SubjectItem } from '@areal-studio/core/studio'

/** Entries, files or folders. */
type Scope = readonly EntryPath[]

/** The paths of a subject: its folder where that has its name (a map that is a folder), else its entries. */
export function scopeOf({ folder, title, entries }: Pick<SubjectItem, 'folder' | 'title' | 'entries'>): Scope {
  return folder !== '' && folder.slice(folder.lastIndexOf('/') + 1) === title ? [folder] : entries
}

/** The folder that a file is in; at the top the file alone. */
export function folderScope(entry: EntryPath): Scope {
  const file = filePath(entry)
  return [file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : file]
}

/** Whether an entry is one of these or inside one. */
export const isInScope = (scope: Scope, entry: EntryPath): boolean =>
  scope.some(one => entry === one || entry.startsWith(`${one}!`) || entry.startsWith(`${one}/`))
