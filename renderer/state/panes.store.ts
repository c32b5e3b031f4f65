import { defineStore } from 'pinia'
import { shallowReactive, shallowRef } from 'vue'

export const PANES = [
  'tree',
  'viewport',
  'deploy',
  'form',
  'struct',
  'problems',
  'history',
  'changes',
  'hex',
  'json',
  'table',
  'find',
  'gallery',
  'jobs',
  'help',
] as const
export type PaneId = (typeof PANES)[number]

/** Ready arrangements of the panes, each for a task. */
export const LAYOUTS = ['browse', 'areals', 'hex', 'compare'] as const
export type LayoutId = (typeof LAYOUTS)[number]

/** Operations of the dock. */
export interface Dock {
  show(pane: PaneId): void
  close(pane: PaneId): void
  maximise(): void
  reset(): void
  arrange(layout: LayoutId): void
  /** Told that the window has another size. */
  fit(): void
  /** Undocks the active pane, or docks it again. */
  float(): void
  /** Moves the active pane to a window of its own, which closes when it is docked again. */
  popOut(): void
  dockAgain(): void
  isPoppedOut(): boolean
  /** The next tab of the active pane. */
  next(step: 1 | -1): void
  /** The focus goes to the next pane that is seen. */
  nextPane(step: 1 | -1): void
}

/** Which panes are seen, and the way to bring one up. Panes never import each other; they ask here. */
export const usePanes = defineStore('panes', () => {
  const visible = shallowReactive(new Set<PaneId>())
  const focused = shallowRef<PaneId | null>(null)
  /** The pane under the pointer. */
  const pointed = shallowRef<PaneId | null>(null)
  /** What keys do while something is dragged: it comes before all other hints. */
  const dragging = shallowRef<readonly Hint[] | null>(null)
  /** What mouse and keys do in a pane in a state of its own, in place of what they do there mostly. */
  const modes = shallowReactive(new Map<PaneId, readonly Hint[]>())
  /** The records selected on the map, in words. */
  const records = shallowRef('')
  const dock = shallowRef<Dock | null>(null)
  /** The arrangement that was chosen last; the person may have moved panes since. */
  const layout = shallowRef<LayoutId>('browse')
  /** What the mouse and keys do in the pane at work: shown at the left of the status bar. */
  const hints = shallowRef<readonly Hint[]>([])
  /** Where the mouse is, as the pane at work says it, what matters most first: `x 864.1  y 507.5`. */
  const place = shallowRef<readonly string[]>([])
  return {
    visible,
    focused,
    pointed,
    dragging,
    modes,
    records,
    dock,
    layout,
    hints,
    place,
    isVisible: (pane: PaneId): boolean => visible.has(pane),
    show: (pane: PaneId): void => dock.value?.show(pane),
  }
})

export interface Hint {
  /** `left`, `middle`, `right`, `wheel`, or the label of a key. */
  readonly mouse?: 'left' | 'middle' | 'right' | 'wheel'
  readonly keys?: string
  /** Catalogue key of what it does. */
  readonly does: string
}
