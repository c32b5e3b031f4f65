import { shallowRef, watch, type Ref } from 'vue'
import type { EntryPath } from '@areal-studio/core/format'
import { families } from '../../state/families'
import { useSelection } from '../../state/selection.store'
import { useWorkspace } from '../../state/workspace.store'
import { seenEntry } from './scene-source'

interface FirstMap {
  readonly name: string
  readonly entry: EntryPath
}

const MOST = 8

/** The first maps of the install, by folder: what the empty map offers as the next step; `open` selects one as the tree does. */
export function useFirstMaps(isWanted: Readonly<Ref<boolean>>) {
  const found = shallowRef<readonly FirstMap[]>([])
  const workspace = useWorkspace()
  const selection = useSelection()
  watch(
    () => [isWanted.value, workspace.info?.workspace] as const,
    async ([wanted, open]) => {
      if (!wanted || open === undefined) return
      const shown = new Set(
        families()
          .flatMap(family => family.formats.flatMap(format => format.together ?? []))
          .map(name => name.toLowerCase()),
      )
      const files = (await workspace.attempt(() => workspace.studio.list(undefined, { deep: true }))) ?? []
      const folders = new Map<string, FirstMap>()
      for (const file of files) {
        const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')))
        if (!shown.has(file.name.toLowerCase()) || folders.has(folder)) continue
        folders.set(folder, { name: folder.split('/').at(-1) || file.name, entry: file.path })
      }
      found.value = [...folders.values()].slice(0, MOST)
    },
    { immediate: true },
  )

  async function open({ entry }: FirstMap): Promise<void> {
    const seen = await workspace.attempt(() => seenEntry(workspace, entry))
    selection.select({ entry: seen ?? entry }, 'viewport')
  }
  return { found, open }
}
