import { watch } from 'vue'
import { useShell } from '../../commands/shell.store'
import { usePanes } from '../../state/panes.store'
import { useWorkspace } from '../../state/workspace.store'
import { isDrawn } from '../scene/scene-source'

/** Brings a map that is opened by name to the front, from behind a pane that shows something else. */
export function useMapToFront(): void {
  const shell = useShell()
  const panes = usePanes()
  const workspace = useWorkspace()
  watch(
    () => shell.opened,
    async opened => {
      if (!opened || panes.isVisible('viewport')) return
      const isMap = await isDrawn(workspace, opened.entry).catch(() => false)
      if (isMap && shell.opened === opened) panes.showView('viewport')
    },
  )
}
