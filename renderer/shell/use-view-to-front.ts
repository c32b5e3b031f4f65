import { watch } from 'vue'
import type { Format } from '@areal-studio/core/format'
import { useShell } from '../commands/shell.store'
import { usePanes, type PaneId } from '../state/panes.store'
import { useWorkspace } from '../state/workspace.store'

/** The pane that shows entries of a format as what they are: pictures, sounds. */
function paneOf(format: Format | undefined): PaneId | undefined {
  if (format?.pictures) return 'picture'
  return format?.codec ? 'sound' : undefined
}

/** Brings the pane of a texture or sound that is opened by name to the front. */
export function useViewToFront(): void {
  const shell = useShell()
  const panes = usePanes()
  const workspace = useWorkspace()
  watch(
    () => shell.opened,
    async opened => {
      if (!opened) return
      const replica = await workspace.load(opened.entry).catch(() => undefined)
      const pane = paneOf(replica?.format)
      if (pane && !panes.isVisible(pane) && shell.opened === opened) panes.showView(pane)
    },
  )
}
