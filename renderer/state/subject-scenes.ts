import { filePath, parentPath, type EntryPath } from '@areal-studio/core/format'
import type { StudioApi, TreeItem } from '@areal-studio/core/studio'
import { formatOf } from './families'

const hasScene = (item: TreeItem): boolean => item.state !== 'removed' && formatOf(item.format)?.scene !== undefined

/** Archive or folder that lists an entry. */
const listOf = (entry: EntryPath): EntryPath =>
  parentPath(entry) ?? filePath(entry).slice(0, Math.max(0, filePath(entry).lastIndexOf('/')))

/**
 * What is seen of the entries of a subject: the first that has a scene, itself or, of an archive, one of its rows.
 * Undefined where none has; an entry that cannot be listed is passed over: opened itself it shows what is wrong.
 */
export async function sceneEntry(
  studio: Pick<StudioApi, 'list'>,
  entries: readonly EntryPath[],
): Promise<EntryPath | undefined> {
  for (const entry of entries) {
    const item = (await studio.list(listOf(entry)).catch(() => [])).find(({ path }) => path === entry)
    if (item && hasScene(item)) return item.path
    if (item?.kind !== 'archive') continue
    const row = (await studio.list(entry).catch(() => [])).find(hasScene)
    if (row) return row.path
  }
  return undefined
}
