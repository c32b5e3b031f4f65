import { filePath, parentPath, type EntryPath } from '@areal-studio/core/format'
import type { StudioApi, SubjectItem, TreeItem } from '@areal-studio/core/studio'
import { formatOf } from './families'

const hasScene = (item: TreeItem): boolean => item.state !== 'removed' && formatOf(item.format)?.scene !== undefined

/** Archive or folder that lists an entry. */
const listOf = (entry: EntryPath): EntryPath =>
  parentPath(entry) ?? filePath(entry).slice(0, Math.max(0, filePath(entry).lastIndexOf('/')))

/**
 * The entry that shows a subject: the first with a scene, itself or, in an archive, one of its rows. Undefined where
 * none has one. An entry that cannot be listed is skipped, since it reports its error when it is opened.
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

/** The entry that is opened for a subject: the one that has its picture, else the one with a scene, else the first. */
export async function openedEntry(
  studio: Pick<StudioApi, 'list'>,
  { entries, isPictured }: Pick<SubjectItem, 'entries' | 'isPictured'>,
): Promise<EntryPath | undefined> {
  const [first] = entries
  return isPictured ? first : ((await sceneEntry(studio, entries)) ?? first)
}
