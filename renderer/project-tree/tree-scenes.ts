import type { TreeItem } from '@areal-studio/core/studio'
import { formatOf } from '../state/families'
import { useWorkspace } from '../state/workspace.store'

/** Archives read when a folder is opened as a map. */
const MAX_ARCHIVES = 8

interface Sources {
  childrenOf(parent: string): Promise<readonly TreeItem[]>
  /** All files of the install. */
  files(): Promise<readonly TreeItem[]>
}

/** Finds the entries of archives and folders that have a view of their own. */
export function useTreeScenes({ childrenOf, files }: Sources) {
  const workspace = useWorkspace()

  /**
   * What opening an item shows: for an archive or a map's folder the entry in it that has a view of its own (the
   * records of a map), for anything else itself.
   */
  async function target(item: TreeItem): Promise<string | null> {
    if (item.kind === 'archive') return (await sceneIn(item.path)) ?? item.path
    if (item.kind !== 'folder') return item.path
    const archives = (await childrenOf(item.path)).filter(child => child.kind === 'archive').slice(0, MAX_ARCHIVES)
    for (const archive of archives) {
      const scene = await sceneIn(archive.path)
      if (scene !== undefined) return scene
    }
    return null
  }

  async function sceneIn(archive: string): Promise<string | undefined> {
    const entries = await childrenOf(archive)
    return entries.find(entry => (formatOf(entry.format)?.together?.length ?? 0) > 0)?.path
  }

  /** The largest map of the install, for the first screen; undefined where none is found soon. */
  async function firstMap(): Promise<string | undefined> {
    const archives = (await files()).filter(file => file.kind === 'archive' && /\.map$/i.test(file.name))
    for (const file of archives.toSorted((a, b) => b.size - a.size).slice(0, MAX_ARCHIVES)) {
      const scene = await sceneIn(file.path)
      if (scene === undefined) continue
      // Loaded ahead of the panes; the pane that shows it reports why it cannot be read.
      workspace.load(scene).catch(() => undefined)
      return scene
    }
    return undefined
  }

  return { target, firstMap }
}
