import type { AddPanelOptions, DockviewApi, SerializedDockview } from 'dockview-vue'
import { remember, remembered } from '../workspace/remembered'
import { PANES, type Dock, type PaneId, type usePanes } from '../workspace/panes.store'

/** Raised when panes come or go: an older kept layout gives way to the default one. */
const LAYOUT_VERSION = 2
const KEPT = 'layout'

type Place = Pick<AddPanelOptions, 'initialWidth' | 'initialHeight' | 'inactive'> & {
  readonly beside?: { readonly pane: PaneId; readonly direction: 'left' | 'right' | 'below' | 'within' }
}

/** The first screen: tree, map, form over struct, and the rest as tabs below the map. */
const PLACES: readonly (readonly [PaneId, Place])[] = [
  ['viewport', {}],
  ['tree', { initialWidth: 260, beside: { pane: 'viewport', direction: 'left' } }],
  ['find', { inactive: true, beside: { pane: 'tree', direction: 'within' } }],
  ['form', { initialWidth: 340, beside: { pane: 'viewport', direction: 'right' } }],
  ['problems', { initialHeight: 240, beside: { pane: 'viewport', direction: 'below' } }],
  ['struct', { beside: { pane: 'form', direction: 'below' } }],
  ['history', { inactive: true, beside: { pane: 'problems', direction: 'within' } }],
  ['changes', { inactive: true, beside: { pane: 'problems', direction: 'within' } }],
  ['hex', { inactive: true, beside: { pane: 'problems', direction: 'within' } }],
  ['json', { inactive: true, beside: { pane: 'problems', direction: 'within' } }],
  ['table', { inactive: true, beside: { pane: 'problems', direction: 'within' } }],
  ['deploy', { inactive: true, beside: { pane: 'viewport', direction: 'within' } }],
]
const NARROW: Partial<Record<PaneId, number>> = { tree: 180, find: 180, form: 280, struct: 280, viewport: 240, deploy: 240 }

export const isPane = (id: string): id is PaneId => PANES.some(pane => pane === id)

function place(api: DockviewApi, pane: PaneId, where: Place): void {
  const { beside, ...sizes } = where
  const common = { id: pane, component: pane, title: pane, ...sizes, minimumWidth: NARROW[pane] ?? 160, minimumHeight: 80 }
  const reference = beside && api.getPanel(beside.pane)
  if (reference && beside) api.addPanel({ ...common, position: { referencePanel: reference, direction: beside.direction } })
  else api.addPanel(common)
}

function placeAll(api: DockviewApi): void {
  api.clear()
  for (const [pane, where] of PLACES) place(api, pane, where)
  api.getPanel('viewport')?.api.setActive()
}

const isSerialized = (value: unknown): value is { version: number; layout: SerializedDockview } =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === LAYOUT_VERSION && 'layout' in value

function restoreLayout(api: DockviewApi): boolean {
  const kept = remembered(KEPT)
  if (!isSerialized(kept)) return false
  try {
    api.fromJSON(kept.layout)
    return api.panels.length > 0 && api.panels.every(panel => isPane(panel.id))
  } catch {
    return false
  }
}

const FOCUSABLE = '[role="tree"], [role="listbox"], [tabindex="0"], input, button:not(:disabled), textarea'

function focusIn(pane: HTMLElement | null): void {
  const first = pane?.querySelector<HTMLElement>(FOCUSABLE) ?? pane
  first?.focus()
}

/** Brings the dock into its kept or first shape, keeps later shapes, and tells the store what is seen. */
export function setUpDock(api: DockviewApi, panes: ReturnType<typeof usePanes>): Dock {
  if (!restoreLayout(api)) placeAll(api)
  let timer = 0
  api.onDidLayoutChange(() => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => { if (api.panels.length > 0) remember(KEPT, { version: LAYOUT_VERSION, layout: api.toJSON() }) }, 300)
  })
  const told = (): void => { panes.focused = api.activePanel && isPane(api.activePanel.id) ? api.activePanel.id : null }
  api.onDidActivePanelChange(told)
  told()
  const dock: Dock = {
    show(pane) {
      const panel = api.getPanel(pane)
      if (panel) return panel.api.setActive()
      const where = PLACES.find(([id]) => id === pane)?.[1]
      if (where) place(api, pane, { ...where, inactive: false })
    },
    close(pane) {
      api.getPanel(pane)?.api.close()
    },
    maximise() {
      if (api.hasMaximizedGroup()) api.exitMaximizedGroup()
      else if (api.activePanel) api.maximizeGroup(api.activePanel)
    },
    reset() {
      remember(KEPT, undefined)
      placeAll(api)
    },
    next(step) {
      const panels = api.activeGroup?.panels ?? []
      const at = panels.findIndex(panel => panel.id === api.activePanel?.id)
      panels[(at + step + panels.length) % panels.length]?.api.setActive()
    },
    nextPane(step) {
      const groups = api.groups.filter(group => group.api.isVisible)
      const at = groups.findIndex(group => group.id === api.activeGroup?.id)
      const panel = groups[(at + step + groups.length) % groups.length]?.activePanel
      panel?.api.setActive()
      if (panel) focusIn(document.querySelector<HTMLElement>(`[data-testid="pane-${panel.id}"]`))
    },
  }
  panes.dock = dock
  return dock
}
