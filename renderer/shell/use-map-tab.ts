import { computed, shallowRef, watch } from 'vue'
import { filePath } from '@areal-studio/core/format'
import { usePanes } from '../state/panes.store'
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

  const panes = usePanes()
  const undrawn = computed(() => (panes.undrawn === null ? undefined : workspace.replica(panes.undrawn)))

  return {
    /** Name of what is shown: of the folder of the map, of a model, or of an entry that cannot be drawn; '' before one was selected. */
    name: computed(() => undrawn.value?.image.info.name ?? panes.model?.name ?? folder.value.split('/').at(-1) ?? ''),
    /** Files of that folder, or the file of the model, have edits that are not packed. */
    hasEdits: computed(() => {
      const ofModel = panes.model && filePath(panes.model.entry)
      return workspace.changes.some(
        ({ file, entries }) =>
          (ofModel === null ? folder.value !== '' && folderOf(file) === folder.value : file === ofModel) &&
          entries.some(({ isPacked }) => !isPacked),
      )
    }),
  }
}
