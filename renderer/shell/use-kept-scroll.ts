import { onScopeDispose, watch } from 'vue'
import { keepPlace, keptPlace, type Parts } from '../state/kept-place'
import { VIEWS, type PaneId } from '../state/panes.store'
import { REOPENED } from '../state/opened-entries'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'
import type { KeptScroll } from './kept-scroll'

/** Sources of selections that no one made now. */
const BY_ITSELF: ReadonlySet<string> = new Set([REOPENED, 'start'])
/**
 * Interval in milliseconds at which a pane that is still being filled is checked, and time after which it counts as
 * full.
 */
const [STEP, MOST] = [100, 6000]

/**
 * Restores the scroll position of a pane from the last session, and that of a view of the active entry, once its lists
 * are filled. Returns a function that saves the present position.
 */
export function useKeptScroll(pane: PaneId, scroll: KeptScroll): () => void {
  const workspace = useWorkspace()
  const selection = useSelection()
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = (): void => {
    clearInterval(timer)
    scroll.release()
  }

  function bringBack(earlier: Parts | undefined): void {
    stop()
    scroll.forget()
    if (!earlier) return
    scroll.expect(earlier)
    let looks = 0
    timer = setInterval(() => {
      scroll.catchUp()
      if (scroll.isCaughtUp || ++looks > MOST / STEP) stop()
    }, STEP)
  }

  /** A view that is built for what was chosen meanwhile shows that. */
  const isChosenNow = (): boolean =>
    VIEWS.has(pane) && selection.path !== null && !BY_ITSELF.has(selection.selected.source)
  watch(
    () => workspace.info?.workspace,
    of => bringBack(of === undefined || isChosenNow() ? undefined : keptPlace(of).scroll?.[pane]),
    { immediate: true },
  )
  if (VIEWS.has(pane))
    watch(
      () => selection.entry,
      (entry, left) => {
        const of = workspace.info?.workspace
        if (of === undefined || entry === null || left === null) return
        const { scroll: now = {}, scrolls = {} } = keptPlace(of)
        const earlier = selection.source === REOPENED ? scrolls[entry]?.[pane] : undefined
        const isOpen = (other: string): boolean => selection.opened.some(tab => tab.entry === other)
        const kept = Object.fromEntries(Object.entries(scrolls).filter(([other]) => isOpen(other)))
        keepPlace(of, {
          scroll: { ...now, [pane]: earlier ?? {} },
          scrolls: { ...kept, [left]: { ...scrolls[left], [pane]: scroll.named() } },
        })
        bringBack(earlier)
      },
      { flush: 'sync' }, // before the lists show the other entry
    )
  // What is selected now is shown, not where the pane was before.
  watch(
    () => selection.selected,
    ({ source, path }) => {
      if (path !== null && !BY_ITSELF.has(source)) stop()
    },
  )
  onScopeDispose(stop)
  return () => {
    const of = workspace.info?.workspace
    if (of === undefined || !scroll.isCaughtUp) return
    keepPlace(of, { scroll: { ...keptPlace(of).scroll, [pane]: scroll.named() } })
  }
}
