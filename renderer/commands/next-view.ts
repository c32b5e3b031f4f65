import { usePanes, type PaneId } from '../state/panes.store'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'
import { paneWithFocus } from './pane-focus'
import { useShell } from './shell.store'

/** Views of the selected object, in the order of *Next view*. */
const VIEWS = ['viewport', 'tree', 'table', 'form', 'struct', 'hex', 'json'] as const satisfies readonly PaneId[]
const OF_FIELDS: ReadonlySet<PaneId> = new Set(['table', 'form', 'struct', 'json'])

/** Whether a view has something of the selected entry to show. */
function hasView(pane: PaneId): boolean {
  const { entry } = useSelection()
  if (entry === null) return false
  if (pane === 'viewport') return usePanes().undrawn !== entry
  return !OF_FIELDS.has(pane) || useWorkspace().replica(entry)?.document !== undefined
}

/** The next view after this one that shows the selected object, too; the first one where no view has the focus. */
export function viewAfter(pane: PaneId | undefined, has: (pane: PaneId) => boolean): PaneId | undefined {
  const at = VIEWS.findIndex(view => view === pane)
  const order = [...VIEWS.slice(at + 1), ...VIEWS.slice(0, at + 1)]
  return order.find(view => view !== pane && has(view))
}

/** Focuses the same object in the next view. */
export function nextView(): void {
  const next = viewAfter(paneWithFocus(), hasView)
  if (next === undefined) return
  if (next === 'tree') {
    usePanes().show('tree')
    useShell().reveal++
  } else usePanes().dock?.focus(next)
}
