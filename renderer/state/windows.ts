import { shallowRef } from 'vue'

/**
 * The windows of the program: its own first, then one for each group of popped-out panes. Only the first one runs a
 * program.
 */
export const windows = shallowRef<readonly Window[]>([])

interface EveryWindow {
  addEventListener<Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
    options?: AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void
}
const heard: ((joined: Window) => void)[] = []
let used: Window | undefined
/** The body of each window with an open question, the topmost last. */
const asking: HTMLElement[] = []

/** Listens to all present and future windows, permanently. */
export const everyWindow: EveryWindow = {
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions) {
    const hear = (joined: Window): void => joined.addEventListener(type, listener, options)
    heard.push(hear)
    windows.value.forEach(hear)
  },
}

/** Adds a window; returns a function that removes it. */
export function joinWindow(joined: Window): () => void {
  for (const hear of heard) hear(joined)
  windows.value = [...windows.value, joined]
  return () => {
    windows.value = windows.value.filter(other => other !== joined)
    if (used === joined) used = undefined
  }
}

/**
 * While a dialog is open in one window, the others accept neither mouse nor focus. Returns a function that ends that.
 */
export function blockOthers(body: HTMLElement): () => void {
  asking.push(body)
  block()
  return () => {
    asking.splice(asking.lastIndexOf(body), 1)
    block()
  }
}

function block(): void {
  const top = asking.at(-1)
  for (const {
    document: { body },
  } of windows.value)
    body.inert = top !== undefined && body !== top
}

/**
 * The window that the user pressed or typed in last: dialogs open there, and only that window may use the clipboard.
 */
export const windowAtWork = (): Window => used ?? window

/** The first element that matches, in the order of the windows. */
export function inEveryWindow(selector: string): HTMLElement | null {
  for (const { document } of windows.value) {
    const found = document.querySelector<HTMLElement>(selector)
    if (found) return found
  }
  return null
}

/** A press on a blocked window moves the focus to the question. */
function use({ currentTarget, type }: Event): void {
  const at = windows.value.find(one => one === currentTarget)
  if (at?.document.body.inert !== true) used = at
  else if (type === 'pointerdown') asking.at(-1)?.ownerDocument.defaultView?.focus()
}
for (const type of ['pointerdown', 'keydown', 'focus'] as const)
  everyWindow.addEventListener(type, use, { capture: true })
if (typeof window !== 'undefined') joinWindow(window)
