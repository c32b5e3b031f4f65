import { locate, type Node } from '@areal-studio/core/layout'
import { useHelp } from '../state/help.store'
import type { PaneId } from '../state/panes.store'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'
import type { Command } from './command'
import { paneWithFocus } from './pane-focus'

/** Panes in which the selection is a field. */
const OF_FIELDS: readonly PaneId[] = ['form', 'struct', 'hex', 'table']

/** The declared field of a node or of what it is a part of: `material.name`. */
function declaredField(node: Node | undefined): string | undefined {
  for (let at = node; at; at = at.parent) if (at.meta.doc !== undefined) return at.meta.doc.replace(/^field\./, '')
  return undefined
}

function selectedField(): string | undefined {
  const { entry, path } = useSelection().selected
  const whole = entry === null ? undefined : useWorkspace().replica(entry)?.document
  const node = whole && path !== null ? locate(whole, path) : undefined
  return node?.kind === 'struct' ? undefined : declaredField(node)
}

/** F1: the field that has the focus, else the pane, else the panes. */
function openHelp(): void {
  const pane = paneWithFocus()
  const field = pane && OF_FIELDS.includes(pane) ? selectedField() : undefined
  if (field !== undefined) useHelp().open({ section: 'fields', field }, pane)
  else useHelp().open({ section: 'panes', ...(pane && pane !== 'help' && { pane }) }, pane)
}

export function helpPaneCommands(): Command[] {
  const help = useHelp()
  return [
    { id: 'help.open', menu: 'help', keys: ['F1'], run: openHelp },
    {
      id: 'help.tour',
      menu: 'help',
      run: () => {
        help.step ??= 0
        help.wanted++
      },
    },
    { id: 'help.fields', menu: 'help', run: () => help.open({ section: 'fields' }) },
  ]
}
