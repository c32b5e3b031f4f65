import type { DockviewApi, DockviewGroupPanel, DockviewPanelApi } from 'dockview-vue'
import { onBeforeUnmount, shallowRef, watchEffect, type Ref } from 'vue'
import { notify } from '../state/notices'
import { PANES } from '../state/panes.store'
import { useText } from '../state/settings.store'
import { joinWindow } from '../state/windows'

/** Pixels; a pane that was narrow in the dock has more room in a window of its own. */
const LEAST = { width: 640, height: 480 }
const ASIDE = 48
/** Where the dock draws in the page of a popped-out group. */
const ROOT = '#dv-popout-window'

/** Moves the active panes into a window of their own, over this one; the user places it. */
export function popOut(api: DockviewApi): void {
  const panel = api.activePanel
  if (!panel) return
  const { width, height } = panel.group.element.getBoundingClientRect()
  if (api.hasMaximizedGroup()) api.exitMaximizedGroup()
  void api.addPopoutGroup(panel, {
    position: {
      left: window.screenX + ASIDE,
      top: window.screenY + ASIDE,
      width: Math.max(LEAST.width, Math.round(width)),
      height: Math.max(LEAST.height, Math.round(height)),
    },
  })
}

/** The window a pane is popped out to; null where it is in the dock. */
export const windowOf = ({ location }: DockviewPanelApi): Window | null =>
  location.type === 'popout' ? location.getWindow() : null

/** Body of the window that contains a pane, updated when it moves. */
export function bodyOf(api: DockviewPanelApi): Readonly<Ref<HTMLElement>> {
  const body = (): HTMLElement => windowOf(api)?.document.body ?? document.body
  const home = shallowRef(body())
  const listener = api.onDidLocationChange(() => {
    home.value = body()
  })
  onBeforeUnmount(() => listener.dispose())
  return home
}

/**
 * Makes the windows of popped-out groups windows of the studio. They close with it, and dock again where the browser
 * allows none.
 */
export function followPopOuts(api: DockviewApi): void {
  const leaving = new Map<Window, () => void>()
  api.onDidAddPopoutGroup(({ group, window: opened }) => leaving.set(opened, furnish(group, opened)))
  api.onWillClosePopoutWindow(({ window: closed }) => {
    leaving.get(closed)?.()
    leaving.delete(closed)
  })
  api.onDidOpenPopoutWindowFail(({ reason }) => {
    if (reason === 'blocked') notify({ code: 'notice.pop-out-blocked', params: {} }, 'warning')
  })
  window.addEventListener('pagehide', () => {
    for (const { window: open } of api.getPopouts()) open.close()
  })
}

function furnish(group: DockviewGroupPanel, opened: Window): () => void {
  opened.document.querySelector(ROOT)?.classList.add('dock')
  const shown = shallowRef(group.activePanel?.id)
  const listener = group.api.onDidActivePanelChange(event => {
    shown.value = event.panel?.id
  })
  const text = useText()
  const stopNaming = watchEffect(() => {
    const pane = PANES.find(id => id === shown.value)
    opened.document.title = pane ? `${text.say(`ui.pane.${pane}`)} - Areal Studio` : 'Areal Studio'
  })
  const stopStyling = followStyles(opened)
  const leave = joinWindow(opened)
  return () => {
    leave()
    stopStyling()
    stopNaming()
    listener.dispose()
  }
}

/**
 * The dock copies the existing styles. Parts of the program that are loaded later add some, and Monaco rewrites its own
 * with each theme.
 */
function followStyles(opened: Window): () => void {
  const copies = new Map<HTMLStyleElement, HTMLStyleElement>()
  const copy = (style: HTMLStyleElement): void => {
    const own = copies.get(style) ?? opened.document.createElement('style')
    own.textContent = [...(style.sheet?.cssRules ?? [])].map(rule => rule.cssText).join('\n')
    if (!copies.has(style)) opened.document.head.append(own)
    copies.set(style, own)
  }
  const take = (node: Node): void => {
    const style = node instanceof Text ? node.parentNode : node
    if (style instanceof HTMLStyleElement) copy(style)
    else if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') opened.document.head.append(node.cloneNode())
  }
  for (const style of document.head.querySelectorAll('style')) copy(style)
  const observer = new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(take)
  })
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => observer.disconnect()
}
