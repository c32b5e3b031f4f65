import type { DockviewApi, DockviewGroupPanel, SerializedDockview } from 'dockview-vue'
import { keepNow, remember, remembered } from '../state/remembered'
import { LAYOUTS, PANES, type Dock, type LayoutId, type PaneId, type usePanes } from '../state/panes.store'
import { everyWindow, inEveryWindow } from '../state/windows'
import { DockSizes } from './dock-sizes'
import { byColumns, designRoom, fitted, isLow, layoutOnScreen } from './on-screen'
import { followPopOuts, popOut, windowOf } from './pop-out'
import { groupsOf, isAsPlaced, placesFor, type Place } from './ready-layouts'

/** Height of the title bar and the status bar, above and below the dock. */
const BARS = 60
/** Raised when panes are added or removed: an older kept layout is replaced by the default one. */
const LAYOUT_VERSION = 3
const KEPT = 'layout'

/** Pixels. Three beside each other fit 1280 at twice the size. */
const NARROW: Partial<Record<PaneId, number>> = {
  tree: 160,
  find: 160,
  form: 240,
  struct: 240,
  viewport: 240,
  picture: 240,
  deploy: 240,
  gallery: 240,
}
/** Place of a pane that the present layout does not have: beside the first of these that it has. */
const NEIGHBOURS: Partial<Record<PaneId, PaneId>> = {
  find: 'tree',
  references: 'problems',
  struct: 'form',
  outline: 'struct',
  form: 'struct',
  deploy: 'viewport',
  gallery: 'viewport',
  picture: 'viewport',
  sound: 'viewport',
  text: 'viewport',
  help: 'viewport',
}

const isPane = (id: string): id is PaneId => PANES.some(pane => pane === id)
const paneOf = (panel: { readonly id: string } | undefined): PaneId | null =>
  panel && isPane(panel.id) ? panel.id : null

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

/**
 * Brings the panes of a ready layout to their places; others are closed. A pane that is open is moved, never built again:
 * the map keeps its picture, every pane its state.
 */
function placeAll(api: DockviewApi, layout: LayoutId): void {
  if (api.hasMaximizedGroup()) api.exitMaximizedGroup()
  const places = placesFor(layout, room())
  const wanted = new Set<string>(places.map(([pane]) => pane))
  const open = [...api.panels]
  for (const panel of open) if (!wanted.has(panel.id)) panel.api.close()
  if (api.panels.length > 0) {
    const together = api.addGroup()
    for (const panel of [...api.panels]) panel.api.moveTo({ group: together, position: 'center' })
  }
  for (const [pane, where] of places) {
    const panel = api.getPanel(pane)
    const group = where.beside && api.getPanel(where.beside.pane)?.group
    if (!panel) place(api, pane, where)
    else if (group && where.beside) panel.api.moveTo({ group, position: POSITIONS[where.beside.direction] })
  }
  for (const pane of groupsOf(places, wanted).keys()) api.getPanel(pane)?.api.setActive()
  api.getPanel(places[0]?.[0] ?? 'viewport')?.api.setActive()
}

const POSITIONS = { left: 'left', right: 'right', below: 'bottom', within: 'center' } as const

/** Sizes of the panes of a ready layout as they were designed, also where the window has no room for them now. */
function giveDesigned(api: DockviewApi, layout: LayoutId, sizes: DockSizes): void {
  for (const [pane, where] of placesFor(layout, room())) {
    const { initialWidth: width, initialHeight: height } = fitted(where, designRoom(room()))
    const group = api.getPanel(pane)?.group
    if (group && where.beside?.direction !== 'within')
      sizes.give(group.id, { ...(width !== undefined && { width }), ...(height !== undefined && { height }) })
  }
}

/** Dock sizes on either side of what is low. */
const [LOW, HIGH] = [
  { width: 0, height: 0 },
  { width: Infinity, height: Infinity },
]

/**
 * A ready layout that the user did not change follows the window: where it became too low, panes that were below others
 * become tabs behind them, and return when there is room again.
 */
function follow(api: DockviewApi, layout: LayoutId, wasLow: boolean, sizes: DockSizes): void {
  const docked = api.groups
    .filter(group => group.api.location.type === 'grid')
    .map(group => group.panels.map(panel => panel.id))
  if (!isAsPlaced(docked, placesFor(layout, wasLow ? LOW : HIGH))) return
  const seen = api.groups.flatMap(group => group.activePanel ?? [])
  const active = api.activePanel
  const places = placesFor(layout, HIGH)
  const together = groupsOf(places, new Set(docked.flat()))
  const heightOf = (pane: PaneId): number | undefined => {
    const group = api.getPanel(together.get(pane)?.[0] ?? pane)?.group
    return group && sizes.wantedOf(group.id)?.height
  }
  const heights = new Map(places.map(([pane]) => [pane, heightOf(pane)]))
  for (const [pane, where] of places) {
    const group = where.beside?.direction === 'below' ? api.getPanel(where.beside.pane)?.group : undefined
    const [first, ...rest] = (together.get(pane) ?? []).flatMap(id => api.getPanel(id) ?? [])
    if (!group || !first) continue
    first.api.moveTo({ group, position: wasLow ? 'bottom' : 'center' })
    for (const panel of rest) panel.api.moveTo({ group: first.group, position: 'center' })
    if (!wasLow) sizes.putAside(pane, heights.get(pane))
    else {
      const height = sizes.takeBack(pane) ?? fitted(where, designRoom(room())).initialHeight
      if (height !== undefined) sizes.give(first.group.id, { height })
    }
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

/** The group that contains a pane, or would contain it if it was opened. */
const lies = (api: DockviewApi, pane: PaneId): DockviewGroupPanel | undefined =>
  (api.getPanel(pane) ?? api.getPanel(NEIGHBOURS[pane] ?? pane))?.group

/**
 * Place of a pane that must not cover the one it usually shares a group with: beside the first of these that is in
 * another group.
 */
const ASIDE: readonly PaneId[] = ['viewport', 'form', 'problems', 'tree']

function placeAside(api: DockviewApi, pane: PaneId): void {
  const covered = lies(api, pane)
  const group = ASIDE.map(other => api.getPanel(other)?.group).find(
    other => other !== undefined && other !== covered && other.api.isVisible,
  )
  const panel = api.getPanel(pane)
  if (panel && group) panel.api.moveTo({ group, position: 'center' })
  else if (panel && covered) panel.api.moveTo({ group: covered, position: 'right' })
  else {
    const beside = PANES.find(other => api.getPanel(other)?.group === (group ?? covered))
    place(api, pane, beside ? { beside: { pane: beside, direction: group ? 'within' : 'right' } } : {})
  }
  api.getPanel(pane)?.api.setActive()
}

const isSerialized = (
  value: unknown,
): value is { version: number; layout: SerializedDockview; name?: unknown; isLow?: unknown; sizes?: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === LAYOUT_VERSION &&
  'layout' in value

/** Whether the layout that was kept was one for a low window; undefined where there is none. */
function restoreLayout(api: DockviewApi, panes: ReturnType<typeof usePanes>, sizes: DockSizes): boolean | undefined {
  const kept = remembered(KEPT)
  if (!isSerialized(kept)) return undefined
  try {
    api.fromJSON(layoutOnScreen(kept.layout, room()))
    panes.layout = LAYOUTS.find(id => id === kept.name) ?? 'browse'
    sizes.restore(kept.sizes)
    if (api.panels.length > 0 && api.panels.every(panel => isPane(panel.id))) return kept.isLow === true
  } catch {
    // What it has put up so far goes, as with a layout without panes.
  }
  // Groups that it has made would stay beside those of the layout that is placed now.
  api.clear()
  return undefined
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

const FOCUSABLE = '[role="tree"], [role="listbox"], [tabindex="0"], input, button, textarea'

/** The main part of a pane, without its bars. */
const MAIN =
  '[role="tree"], [role="treegrid"], [role="grid"], [role="listbox"], canvas[tabindex], [data-own-keys], textarea'
/** Milliseconds in which a pane that was behind another one is drawn. */
const FOCUS_AFTER = 50

function focusIn(pane: HTMLElement | null): void {
  const all = [...(pane?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
  // A bar keeps its stop at a button that was disabled meanwhile: that cannot take the focus.
  const first = all.find(one => !one.matches(':disabled') && !one.closest('.entry-tabs')) ?? pane
  first?.focus()
}

const shownPane = (pane: string): HTMLElement | null => inEveryWindow(`[data-testid="pane-${pane}"]`)

/** A pane that has nothing to focus yet is looked up again: where the machine is slow it is still being drawn. */
function focusMain(pane: PaneId, tries = 20): void {
  const shown = shownPane(pane)
  const main = shown?.querySelector<HTMLElement>(MAIN)
  if (main) return main.focus()
  focusIn(shown)
  if (tries > 0 && (!shown || shown.ownerDocument.activeElement === shown))
    window.setTimeout(() => focusMain(pane, tries - 1), FOCUS_AFTER)
}

/** The last pane stays. The pane that becomes visible in its place gets the focus. */
function closePane(api: DockviewApi, pane: PaneId): void {
  const panel = api.getPanel(pane)
  if (!panel || api.panels.length < 2) return
  const hadFocus = api.activePanel === panel || shownPane(pane)?.matches(':focus-within') === true
  panel.api.close()
  if (hadFocus && api.activePanel) focusIn(shownPane(api.activePanel.id))
}

function floatActive(api: DockviewApi): void {
  const panel = api.activePanel
  if (!panel) return
  const [width, height] = [Math.min(640, api.width - 32), Math.min(400, api.height - 32)]
  if (panel.api.location.type !== 'floating')
    return api.addFloatingGroup(panel, { width, height, x: (api.width - width) / 2, y: (api.height - height) / 2 })
  const home = api.groups.find(group => group.api.location.type === 'grid' && group.api.isVisible)
  if (home) panel.api.moveTo({ group: home, position: 'center' })
}

function nextPane(api: DockviewApi, step: 1 | -1): void {
  const groups = byColumns(
    api.groups.filter(group => group.api.isVisible),
    group => (group.api.location.type === 'popout' ? undefined : group.element.getBoundingClientRect()),
  )
  const at = groups.findIndex(group => group.id === api.activeGroup?.id)
  const panel = groups[(at + step + groups.length) % groups.length]?.activePanel
  panel?.group.api.setActive()
  if (!panel) return
  const pane = shownPane(panel.id)
  pane?.ownerDocument.defaultView?.focus()
  focusIn(pane)
}

/** Milliseconds without a change after which the layout is kept. */
const KEPT_AFTER = 300

/**
 * Returns the function to call at each change of the layout; `keep` runs once it rests. The dock closes the windows of
 * popped-out panes at `beforeunload`, and a slow reload leaves the page alive for longer than the rest: changes after
 * that event are kept only if the user stays and works on. `end` keeps a change that has not rested, and none after it.
 */
function keptAtRest(keep: () => void): { changed(): void; end(): void } {
  let timer = 0
  let isLeaving = false
  const listening = new AbortController()
  const rest = (): void => {
    window.clearTimeout(timer)
    timer = 0
    if (!isLeaving) keep()
  }
  const leave = (): void => {
    if (timer !== 0) rest()
    isLeaving = true
  }
  window.addEventListener('beforeunload', leave, { signal: listening.signal })
  const stay = (): void => {
    if (!isLeaving) return
    isLeaving = false
    rest()
  }
  for (const input of ['pointerdown', 'keydown'])
    window.addEventListener(input, stay, { capture: true, signal: listening.signal })
  return {
    changed() {
      window.clearTimeout(timer)
      timer = window.setTimeout(rest, KEPT_AFTER)
    },
    end() {
      leave()
      window.clearTimeout(timer)
      listening.abort()
    },
  }
}

/** Sets up the dock with its kept or first layout, keeps later ones, and reports the visible panes to the store. */
export function setUpDock(api: DockviewApi, panes: ReturnType<typeof usePanes>): Dock {
  followPopOuts(api)
  const middle = (): DockviewGroupPanel | undefined =>
    (api.getPanel(placesFor(panes.layout, HIGH)[0]?.[0] ?? 'viewport') ?? api.getPanel('viewport'))?.group
  const sizes = new DockSizes(api, () => middle()?.id)
  /** The room that the layout was last placed for. */
  let wasLow = isLow(room())
  const arrange = (layout: LayoutId): void => {
    placeAll(api, layout)
    panes.layout = layout
    wasLow = isLow(room())
    sizes.clear()
    giveDesigned(api, layout, sizes)
    sizes.fit()
  }
  const fit = (): void => {
    if (api.hasMaximizedGroup()) return
    if (wasLow !== isLow(room())) {
      follow(api, panes.layout, wasLow, sizes)
      wasLow = isLow(room())
      sizes.fit()
    } else sizes.follow()
  }
  const kept = restoreLayout(api, panes, sizes)
  if (kept === undefined) arrange('browse')
  else {
    wasLow = kept
    if (wasLow === isLow(room())) sizes.fit()
    else fit()
  }
  const keeping = keptAtRest(() => {
    if (api.panels.length > 0)
      remember(KEPT, {
        version: LAYOUT_VERSION,
        layout: api.toJSON(),
        name: panes.layout,
        isLow: wasLow,
        sizes: sizes.toJSON(),
      })
  })
  const told = (): void => {
    panes.focused = paneOf(api.activePanel)
    panes.middle = paneOf(middle()?.activePanel)
  }
  api.onDidLayoutChange(() => {
    sizes.follow()
    told()
    keeping.changed()
  })
  api.onDidActivePanelChange(told)
  told()
  const dock: Dock = {
    show(pane, notOver) {
      const panel = api.getPanel(pane)
      if (notOver !== undefined && notOver !== pane && lies(api, pane) === lies(api, notOver)) placeAside(api, pane)
      else if (!panel) placeAgain(api, pane)
      else if (panel.group.activePanel === panel)
        panel.group.api.setActive() // a panel set active again loses its focus and its scroll
      else panel.api.setActive()
    },
    focus(pane) {
      dock.show(pane)
      window.setTimeout(() => focusMain(pane), FOCUS_AFTER)
    },
    close: pane => closePane(api, pane),
    before(pane) {
      const id = api.getPanel(pane)?.group.activePanel?.id
      return PANES.find(known => known === id)
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
    float: () => floatActive(api),
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
    nextPane: step => nextPane(api, step),
    end() {
      keeping.end()
      if (panes.dock === dock) panes.dock = null
    },
  }
  panes.dock = dock
  return dock
}
