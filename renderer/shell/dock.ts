import type { DockviewApi, SerializedDockview } from 'dockview-vue'
import { keepNow, remember, remembered } from '../state/remembered'
import { LAYOUTS, PANES, type Dock, type LayoutId, type PaneId, type usePanes } from '../state/panes.store'
import { everyWindow, inEveryWindow } from '../state/windows'
import { byColumns, fitted, isLow, layoutOnScreen } from './on-screen'
import { followPopOuts, popOut, windowOf } from './pop-out'
import { groupsOf, isAsPlaced, placesFor, type Place } from './ready-layouts'

/** Height of the title bar and the status bar, which the dock lies between. */
const BARS = 60
/** Raised when panes come or go: an older kept layout gives way to the default one. */
const LAYOUT_VERSION = 3
const KEPT = 'layout'

/** Pixels. Three beside each other fit 1280 at twice the size. */
const NARROW: Partial<Record<PaneId, number>> = {
  tree: 160,
  find: 160,
  form: 240,
  struct: 240,
  viewport: 240,
  deploy: 240,
  gallery: 240,
}
/** Where a pane comes that the layout at hand does not have: beside the first of these that is there. */
const NEIGHBOURS: Partial<Record<PaneId, PaneId>> = {
  find: 'tree',
  struct: 'form',
  form: 'struct',
  deploy: 'viewport',
  gallery: 'viewport',
  help: 'viewport',
}

const isPane = (id: string): id is PaneId => PANES.some(pane => pane === id)

const room = (): { width: number; height: number } => ({ width: window.innerWidth, height: window.innerHeight - BARS })

function place(api: DockviewApi, pane: PaneId, where: Place): void {
  const { beside, ...sizes } = where
  const common = {
    id: pane,
    component: pane,
    title: pane,
    ...fitted(sizes, room()),
    minimumWidth: NARROW[pane] ?? 160,
    minimumHeight: 80,
  }
  const reference = beside && api.getPanel(beside.pane)
  if (reference && beside)
    api.addPanel({ ...common, position: { referencePanel: reference, direction: beside.direction } })
  else api.addPanel(common)
}

function placeAll(api: DockviewApi, layout: LayoutId): void {
  if (api.hasMaximizedGroup()) api.exitMaximizedGroup()
  api.clear()
  const places = placesFor(layout, room())
  for (const [pane, where] of places) place(api, pane, where)
  api.getPanel(places[0]?.[0] ?? 'viewport')?.api.setActive()
}

/** Dock sizes on either side of what is low. */
const [LOW, HIGH] = [
  { width: 0, height: 0 },
  { width: Infinity, height: Infinity },
]

/**
 * A ready layout that nobody changed follows the window: where it became too low, the panes that lay below others go behind
 * them, and come out when there is room again.
 */
function follow(api: DockviewApi, layout: LayoutId, wasLow: boolean): void {
  const docked = api.groups
    .filter(group => group.api.location.type === 'grid')
    .map(group => group.panels.map(panel => panel.id))
  if (!isAsPlaced(docked, placesFor(layout, wasLow ? LOW : HIGH))) return
  const seen = api.groups.flatMap(group => group.activePanel ?? [])
  const active = api.activePanel
  const places = placesFor(layout, HIGH)
  const together = groupsOf(places, new Set(docked.flat()))
  for (const [pane, where] of places) {
    const group = where.beside?.direction === 'below' ? api.getPanel(where.beside.pane)?.group : undefined
    const [first, ...rest] = (together.get(pane) ?? []).flatMap(id => api.getPanel(id) ?? [])
    if (!group || !first) continue
    first.api.moveTo({ group, position: wasLow ? 'bottom' : 'center' })
    for (const panel of rest) panel.api.moveTo({ group: first.group, position: 'center' })
    const height = fitted(where, room()).initialHeight
    if (wasLow && height !== undefined) first.group.api.setSize({ height })
  }
  for (const group of api.groups)
    (
      group.panels.find(panel => panel === active) ??
      group.panels.find(panel => seen.includes(panel)) ??
      group.panels[0]
    )?.api.setActive()
  active?.api.setActive()
}

function placeAgain(api: DockviewApi, pane: PaneId): void {
  const where = placesFor('browse', room()).find(([id]) => id === pane)?.[1]
  const neighbour = NEIGHBOURS[pane] ?? (where ? undefined : 'form')
  if (neighbour && api.getPanel(neighbour)) place(api, pane, { beside: { pane: neighbour, direction: 'within' } })
  else place(api, pane, { ...where, inactive: false })
}

const isSerialized = (
  value: unknown,
): value is { version: number; layout: SerializedDockview; name?: unknown; isLow?: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === LAYOUT_VERSION &&
  'layout' in value

/** Whether the layout that was kept was one for a low window; undefined where there is none. */
function restoreLayout(api: DockviewApi, panes: ReturnType<typeof usePanes>): boolean | undefined {
  const kept = remembered(KEPT)
  if (!isSerialized(kept)) return undefined
  try {
    api.fromJSON(layoutOnScreen(kept.layout, room()))
    panes.layout = LAYOUTS.find(id => id === kept.name) ?? 'browse'
    return api.panels.length > 0 && api.panels.every(panel => isPane(panel.id)) ? kept.isLow === true : undefined
  } catch {
    return undefined
  }
}

/** On its way a splitter lets a tab or a row of the tree under the place where it was pressed: the browser would drag that, and the splitter would stop. */
everyWindow.addEventListener(
  'mousedown',
  event => {
    if (event.target instanceof Element && event.target.closest('.dv-sash, [class^="dv-resize-handle-"]'))
      event.preventDefault()
  },
  { capture: true },
)

const FOCUSABLE = '[role="tree"], [role="listbox"], [tabindex="0"], input, button:not(:disabled), textarea'

function focusIn(pane: HTMLElement | null): void {
  const first = pane?.querySelector<HTMLElement>(FOCUSABLE) ?? pane
  first?.focus()
}

/** Brings the dock into its kept or first shape, keeps later shapes, and tells the store what is seen. */
export function setUpDock(api: DockviewApi, panes: ReturnType<typeof usePanes>): Dock {
  followPopOuts(api)
  /** The room that the layout was last placed for. */
  let wasLow = isLow(room())
  const arrange = (layout: LayoutId): void => {
    placeAll(api, layout)
    panes.layout = layout
    wasLow = isLow(room())
  }
  const fit = (): void => {
    if (wasLow === isLow(room()) || api.hasMaximizedGroup()) return
    follow(api, panes.layout, wasLow)
    wasLow = isLow(room())
  }
  const kept = restoreLayout(api, panes)
  if (kept === undefined) arrange('browse')
  else {
    wasLow = kept
    fit()
  }
  let timer = 0
  api.onDidLayoutChange(() => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => {
      if (api.panels.length > 0)
        remember(KEPT, { version: LAYOUT_VERSION, layout: api.toJSON(), name: panes.layout, isLow: wasLow })
    }, 300)
  })
  const told = (): void => {
    panes.focused = api.activePanel && isPane(api.activePanel.id) ? api.activePanel.id : null
  }
  api.onDidActivePanelChange(told)
  told()
  const dock: Dock = {
    show(pane) {
      const panel = api.getPanel(pane)
      if (!panel) placeAgain(api, pane)
      else if (panel.group.activePanel === panel)
        panel.group.api.setActive() // a panel set active again loses its focus and its scroll
      else panel.api.setActive()
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
      keepNow() // by itself: a safe start keeps no layout of its own, but gives the old one up
      arrange('browse')
    },
    arrange,
    fit,
    float() {
      const panel = api.activePanel
      if (!panel) return
      const [width, height] = [Math.min(640, api.width - 32), Math.min(400, api.height - 32)]
      if (panel.api.location.type !== 'floating')
        return api.addFloatingGroup(panel, { width, height, x: (api.width - width) / 2, y: (api.height - height) / 2 })
      const home = api.groups.find(group => group.api.location.type === 'grid' && group.api.isVisible)
      if (home) panel.api.moveTo({ group: home, position: 'center' })
    },
    popOut: () => popOut(api),
    dockAgain: () => {
      if (api.activePanel) windowOf(api.activePanel.api)?.close()
    },
    isPoppedOut: () => api.activePanel?.api.location.type === 'popout',
    next(step) {
      const panels = api.activeGroup?.panels ?? []
      const at = panels.findIndex(panel => panel.id === api.activePanel?.id)
      panels[(at + step + panels.length) % panels.length]?.api.setActive()
    },
    nextPane(step) {
      const groups = byColumns(
        api.groups.filter(group => group.api.isVisible),
        group => (group.api.location.type === 'popout' ? undefined : group.element.getBoundingClientRect()),
      )
      const at = groups.findIndex(group => group.id === api.activeGroup?.id)
      const panel = groups[(at + step + groups.length) % groups.length]?.activePanel
      panel?.group.api.setActive()
      if (!panel) return
      const pane = inEveryWindow(`[data-testid="pane-${panel.id}"]`)
      pane?.ownerDocument.defaultView?.focus()
      focusIn(pane)
    },
  }
  panes.dock = dock
  return dock
}
