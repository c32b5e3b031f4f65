import { inject, provide, shallowRef, watch, type InjectionKey, type Ref } from 'vue'
import type { Scrolled } from '../state/kept-place'
import { windowAtWork, windows } from '../state/windows'

const VISIBLE: InjectionKey<Ref<boolean>> = Symbol('pane is visible')
const SCROLLED: InjectionKey<(name: string, part: ScrolledPart) => () => void> = Symbol(
  'parts that scroll by themselves',
)
const HOME: InjectionKey<Readonly<Ref<HTMLElement>>> = Symbol('body of the window the pane is in')

/** Whether the pane of this component is visible. A hidden pane does no work. */
export const usePaneVisible = (): Readonly<Ref<boolean>> => inject(VISIBLE, shallowRef(true))

export const providePaneVisible = (isVisible: Ref<boolean>): void => provide(VISIBLE, isVisible)

/** A part of a pane that scrolls without the browser, in pixels. */
export interface ScrolledPart {
  get(): Scrolled
  /** Returns false while it is too short for that. */
  set(at: Scrolled): boolean
}

/**
 * Keeps and restores the scroll position of a part of this component's pane. Returns a function that records a change.
 */
export const useScrolledPart = (name: string, part: ScrolledPart): (() => void) =>
  inject(SCROLLED, () => () => undefined)(name, part)

export const provideScrolledParts = (add: (name: string, part: ScrolledPart) => () => void): void =>
  provide(SCROLLED, add)

/**
 * The element for menus, tooltips and dialogs of this component: in the window of its pane, else in the main window.
 */
export const useHome = (): Readonly<Ref<HTMLElement>> => inject(HOME, () => shallowRef(document.body), true)

export const provideHome = (home: Readonly<Ref<HTMLElement>>): void => provide(HOME, home)

/** The same for a dialog of any window: the window that had the focus when it opened, while that window exists. */
export function useHomeAtWork(isOpen: () => boolean): Readonly<Ref<HTMLElement>> {
  const home = shallowRef(document.body)
  const own = inject(HOME, null)
  watch(
    isOpen,
    open => {
      if (open) home.value = own?.value ?? windowAtWork().document.body
    },
    { immediate: true, flush: 'sync' },
  )
  watch(windows, present => {
    if (!present.some(one => one.document.body === home.value)) home.value = document.body
  })
  return home
}
