import { shallowRef } from 'vue'

/** The windows the studio draws in: its own first, then one for each group of panes that is popped out. Only the first one runs a program. */
export const windows = shallowRef<readonly Window[]>([])

interface EveryWindow {
  addEventListener<Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => void, options?: AddEventListenerOptions): void
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: AddEventListenerOptions | boolean): void
}
const heard: ((joined: Window) => void)[] = []
let used: Window | undefined

/** Listens to every window there is and to those that come, for good. */
export const everyWindow: EveryWindow = {
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: AddEventListenerOptions) {
    const hear = (joined: Window): void => joined.addEventListener(type, listener, options)
    heard.push(hear)
    windows.value.forEach(hear)
  },
}

/** From now on the studio draws in this window too; answers what ends that. */
export function joinWindow(joined: Window): () => void {
  for (const hear of heard) hear(joined)
  windows.value = [...windows.value, joined]
  return () => {
    windows.value = windows.value.filter(other => other !== joined)
    if (used === joined) used = undefined
  }
}

/** Where the user pressed or typed last: what opens by itself opens there, and only that window may use the clipboard. */
export const windowAtWork = (): Window => used ?? window

/** The first element that matches, in the order of the windows. */
export function inEveryWindow(selector: string): HTMLElement | null {
  for (const { document } of windows.value) {
    const found = document.querySelector<HTMLElement>(selector)
    if (found) return found
  }
  return null
}

const use = ({ currentTarget }: Event): void => { used = windows.value.find(one => one === currentTarget) }
for (const type of ['pointerdown', 'keydown', 'focus'] as const) everyWindow.addEventListener(type, use, { capture: true })
if (typeof window !== 'undefined') joinWindow(window)
