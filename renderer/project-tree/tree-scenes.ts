import type { SubjectItem, TreeItem } from '@areal-studio/core/studio'
import { sceneEntry } from '../state/subject-scenes'
import { useWorkspace } from '../state/workspace.store'

/** Most files that are read when a folder is opened as a map, and when the first map is searched. */
const MAX_FILES = 8

/** Finds the entries of maps, and of other subjects, that have a view of their own. */
export function useTreeScenes(childrenOf: (parent: string) => Promise<readonly TreeItem[]>) {
  const workspace = useWorkspace()

  const maps = async (): Promise<readonly SubjectItem[]> =>
    (await workspace.attempt(() => workspace.studio.subjects({ kind: 'map' }))) ?? []

  /**
   * What opening an item shows: for a file or the folder of a subject the entry in it that has a view of its own (the
   * records of a map), for anything else itself.
   */
  async function target(item: TreeItem): Promise<string | null> {
    if (item.kind !== 'archive' && item.kind !== 'folder') return item.path
    if (item.kind === 'archive') {
      const subject = await workspace.attempt(() => workspace.studio.subjectOf(item.path))
      return (subject?.entries.includes(item.path) ? await sceneOf([item.path]) : undefined) ?? item.path
    }
    const files = (await maps()).filter(({ folder }) => folder === item.path).flatMap(one => one.entries)
    return (await sceneOf(files.slice(0, MAX_FILES))) ?? null
  }

  const sceneOf = (entries: readonly string[]): Promise<string | undefined> => sceneEntry({ list: childrenOf }, entries)

  /** The largest map of the install, for the first screen; undefined where none is found soon. */
  async function firstMap(): Promise<string | undefined> {
    const largest = (await maps()).toSorted((a, b) => b.size - a.size)
    for (const { entries } of largest.slice(0, MAX_FILES)) {
      const scene = await sceneOf(entries)
      if (scene === undefined) continue
      // Loaded ahead of the panes; the pane that shows it reports why it cannot be read.
      workspace.load(scene).catch(() => undefined)
      return scene
    }
    return undefined
  }

  return { target, firstMap }
}
