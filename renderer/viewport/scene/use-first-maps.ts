import { shallowRef, watch, type Ref } from 'vue'
import type { EntryPath } from '@areal-studio/core/format'
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
      const maps = (await workspace.attempt(() => workspace.studio.subjects({ kind: 'map', count: MOST }))) ?? []
      found.value = maps.flatMap(({ title, entries: [entry] }) => (entry === undefined ? [] : [{ name: title, entry }]))
    },
    { immediate: true },
  )

  async function open({ entry }: FirstMap): Promise<void> {
    const seen = await workspace.attempt(() => seenEntry(workspace, entry))
    selection.select({ entry: seen ?? entry }, 'viewport')
  }
  return { found, open }
}
