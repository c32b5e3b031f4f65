import { defineStore } from 'pinia'
import { shallowReactive, shallowRef } from 'vue'

export const PANES = [
  'tree',
  'viewport',
  'picture',
  'sound',
  'deploy',
  'form',
  'struct',
  'outline',
  'problems',
  'history',
  'changes',
  'hex',
  'json',
  'text',
  'table',
  'find',
  'references',
  'gallery',
  'jobs',
  'help',
] as const
export type PaneId = (typeof PANES)[number]

/** Predefined layouts of the panes, each for a task. */
export const LAYOUTS = ['browse', 'areals', 'hex', 'table', 'compare'] as const
export type LayoutId = (typeof LAYOUTS)[number]

/** Operations of the dock. */
export interface Dock {
  /** Brings a pane up; not over the pane `notOver`, where another place is. */
  show(pane: PaneId, notOver?: PaneId): void
  /** Brings a pane up and gives what it shows the focus. */
  focus(pane: PaneId): void
  close(pane: PaneId): void
  /** The pane that is visible in the group of this one, which may be itself; undefined where it is closed. */
  before(pane: PaneId): PaneId | undefined
  maximise(): void
  reset(): void
  arrange(layout: LayoutId): void
  /** Called when the window changes its size. */
  fit(): void
  /** Undocks the active pane, or docks it again. */
  float(): void
  /** Moves the active pane to a window of its own, which closes when it is docked again. */
  popOut(): void
  dockAgain(): void
  isPoppedOut(): boolean
  /** The next tab of the active pane. */
  next(step: 1 | -1): void
  /** Moves the focus to the next visible pane. */
  nextPane(step: 1 | -1): void
  /** Called before it goes: its layout is kept as it is now, not as its panes go one by one. */
  end(): void
}

/** Panes that show what is selected. */
export const VIEWS: ReadonlySet<PaneId> = new Set([
  'viewport',
  'picture',
  'sound',
  'form',
  'struct',
  'outline',
  'hex',
  'json',
  'text',
  'table',
])

/** Views that each show entries of their own kind: one gives way to another. */
const DRAWINGS: ReadonlySet<PaneId> = new Set(['viewport', 'picture', 'sound', 'text'])

/** Which panes are visible, and how to show one. Panes never import each other; they use this store. */
export const usePanes = defineStore('panes', () => {
  const visible = shallowReactive(new Set<PaneId>())
  const focused = shallowRef<PaneId | null>(null)
  /** The pane that is seen in the middle of the layout. */
  const middle = shallowRef<PaneId | null>(null)
  /** The pane under the pointer. */
  const pointed = shallowRef<PaneId | null>(null)
  /** Keys during a drag: they take precedence over all other hints. */
  const dragging = shallowRef<readonly Hint[] | null>(null)
  /** What mouse and keys do in a pane in a state of its own, in place of what they do there mostly. */
  const modes = shallowReactive(new Map<PaneId, readonly Hint[]>())
  /** The records selected on the map, in words. */
  const records = shallowRef('')
  const dock = shallowRef<Dock | null>(null)
  /** The layout that was chosen last; the user may have moved panes since. */
  const layout = shallowRef<LayoutId>('browse')
  /** Entry that is shown in place of the map, because nothing of it can be drawn. */
  const undrawn = shallowRef<string | null>(null)
  /** The model that is shown in place of the map: its name, and an entry of it. */
  const model = shallowRef<{ readonly name: string; readonly entry: string } | null>(null)
  /** Mouse and key hints of the active pane, at the left of the status bar. */
  const hints = shallowRef<readonly Hint[]>([])
  /** Position of the mouse in the active pane, most important part first: `x 864.1  y 507.5`. */
  const place = shallowRef<readonly string[]>([])
  return {
    visible,
    focused,
    middle,
    pointed,
    dragging,
    modes,
    records,
    dock,
    layout,
    undrawn,
    model,
    hints,
    place,
    isVisible: (pane: PaneId): boolean => visible.has(pane),
    show: (pane: PaneId, notOver?: PaneId): void => dock.value?.show(pane, notOver),
    /** Shows a view of the selection, unless another view of the selection covers it. */
    showView(pane: PaneId): void {
      const front = dock.value?.before(pane)
      const givesWay = front === undefined || !VIEWS.has(front) || (DRAWINGS.has(front) && DRAWINGS.has(pane))
      if (givesWay) dock.value?.show(pane)
    },
  }
})

export interface Hint {
  /** `left`, `middle`, `right`, `wheel`, or the label of a key. */
  readonly mouse?: 'left' | 'middle' | 'right' | 'wheel'
  readonly keys?: string
  /** Catalogue key of its effect. */
  readonly does: string
}
