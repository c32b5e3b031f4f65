import { watch } from 'vue'
import { useShell } from '../commands/shell.store'
import { usePanes, type PaneId } from '../state/panes.store'
import type { Replica } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'
import { isWholeText } from '../value/text-node'

/** The pane that shows an entry as what it is: a picture, a sound, a text. */
function paneOf({ format, document }: Replica): PaneId | undefined {
  if (format?.pictures) return 'picture'
  if (format?.codec) return 'sound'
  return document && isWholeText(document) ? 'text' : undefined
}

/** Brings the pane of a texture, sound or text that is opened by name to the front. */
export function useViewToFront(): void {
  const shell = useShell()
  const panes = usePanes()
  const workspace = useWorkspace()
  watch(
    () => shell.opened,
    async opened => {
      if (!opened) return
      const replica = await workspace.load(opened.entry).catch(() => undefined)
      const pane = replica && paneOf(replica)
      if (pane && !panes.isVisible(pane) && shell.opened === opened) panes.showView(pane)
    },
  )
}
