import { watch } from 'vue'
import { useShell } from '../commands/shell.store'
import { usePanes } from '../state/panes.store'
import { useWorkspace } from '../state/workspace.store'

/** Brings the texture pane to the front for a texture that is opened by name. */
export function usePictureToFront(): void {
  const shell = useShell()
  const panes = usePanes()
  const workspace = useWorkspace()
  watch(
    () => shell.opened,
    async opened => {
      if (!opened || panes.isVisible('picture')) return
      const replica = await workspace.load(opened.entry).catch(() => undefined)
      if (replica?.format?.pictures && shell.opened === opened) panes.showView('picture')
    },
  )
}
