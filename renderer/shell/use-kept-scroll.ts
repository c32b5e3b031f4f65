import { onBeforeUnmount, watch } from 'vue'
import { keepPlace, keptPlace } from '../state/kept-place'
import type { PaneId } from '../state/panes.store'
import { useWorkspace } from '../state/workspace.store'
import type { KeptScroll } from './kept-scroll'

/** Milliseconds between two looks at a pane that is still being filled, and after which it counts as full. */
const [STEP, MOST] = [100, 6000]

/** Scrolls a pane to where it was at the last start, once its lists are there; returns what notes where it is now. */
export function useKeptScroll(pane: PaneId, scroll: KeptScroll): () => void {
  const workspace = useWorkspace()
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = (): void => {
    clearInterval(timer)
    scroll.release()
  }

  watch(
    () => workspace.info?.workspace,
    of => {
      stop()
      scroll.forget()
      const earlier = of === undefined ? undefined : keptPlace(of).scroll?.[pane]
      if (!earlier) return
      scroll.expect(earlier)
      let looks = 0
      timer = setInterval(() => {
        scroll.catchUp()
        if (scroll.isCaughtUp || ++looks > MOST / STEP) stop()
      }, STEP)
    },
    { immediate: true },
  )
  onBeforeUnmount(stop)
  return () => {
    const of = workspace.info?.workspace
    if (of === undefined || !scroll.isCaughtUp) return
    keepPlace(of, { scroll: { ...keptPlace(of).scroll, [pane]: scroll.named() } })
  }
}
