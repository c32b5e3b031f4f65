import { PANES, usePanes, type PaneId } from '../state/panes.store'
import { windowAtWork } from '../state/windows'

/** The pane around an element. */
export function paneAt(element: Element | null): PaneId | undefined {
  const id = element?.closest('[data-testid^="pane-"]')?.getAttribute('data-testid')?.slice('pane-'.length)
  return PANES.find(pane => pane === id)
}

/** The pane with the focus, else the one that was pressed last. */
export const paneWithFocus = (): PaneId | undefined =>
  paneAt(windowAtWork().document.activeElement) ?? usePanes().focused ?? undefined
