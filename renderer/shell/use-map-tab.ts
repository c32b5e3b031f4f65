import { computed, shallowRef, watch } from 'vue'
import { filePath } from '@areal-studio/core/format'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'

const folderOf = (path: string): string => filePath(path).split('/').slice(0, -1).join('/')

/** What the tab of the map shows: the folder of the map that was selected last, by name, and whether it has edits. */
export function useMapTab() {
  const workspace = useWorkspace()
  const selection = useSelection()
  const folder = shallowRef('')
  watch(
    () => selection.entry !== null && workspace.replica(selection.entry),
    replica => {
      const found = selection.entry === null ? '' : folderOf(selection.entry)
      if (replica && replica.format?.scene && found !== '') folder.value = found
    },
    { immediate: true },
  )
  watch(
    () => workspace.info?.workspace,
    () => {
      folder.value = ''
    },
  )

  return {
    /** Name of the folder of the map; '' before one was selected. */
    name: computed(() => folder.value.split('/').at(-1) ?? ''),
    /** Files of that folder have edits that are not packed. */
    hasEdits: computed(
      () =>
        folder.value !== '' &&
        workspace.changes.some(
          ({ file, entries }) => folderOf(file) === folder.value && entries.some(({ isPacked }) => !isPacked),
        ),
    ),
  }
}
