import { useElementSize } from '@vueuse/core'
import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, nextTick, triggerRef, type Ref } from 'vue'

/** Rows drawn beyond each edge of what is seen: a selection from elsewhere mostly jumps, and then all of them are new. */
const AROUND = 3

/** Rows of one height, in pixels. */
export interface RowListOptions {
  readonly scroller: Readonly<Ref<HTMLElement | undefined>>
  count(): number
  readonly height: number
  /** Height of a head that stays above the rows and scrolls with nothing. */
  readonly head?: number
}

/**
 * Draws only the rows in view. What another pane selected comes into view in the same flush as everything else: the
 * list is not told by the scroll event of the frame after.
 */
export function useRowList({ scroller, count, height, head = 0 }: RowListOptions) {
  const { height: seen } = useElementSize(scroller)
  const virtualizer = useVirtualizer(computed(() => ({
    count: count(), getScrollElement: () => scroller.value ?? null, estimateSize: () => height, overscan: AROUND,
    scrollMargin: head, scrollPaddingStart: head,
  })))
  const items = computed(() => virtualizer.value.getVirtualItems())

  /** Scrolls as little as it takes to show a row; with `start` it becomes the first. */
  function show(index: number, align: 'auto' | 'start' = 'auto'): void {
    const list = virtualizer.value
    const element = scroller.value
    if (index < 0) return
    if (!element || list.scrollElement !== element || seen.value === 0) {
      void nextTick(() => virtualizer.value.scrollToIndex(index, { align }))
      return
    }
    const top = scrolledTo({ index, align, top: list.scrollOffset ?? 0, seen: seen.value, count: count(), height, head })
    list.scrollOffset = top
    triggerRef(virtualizer)
    void nextTick(() => { if (Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top })
  }

  return { items, total: computed(() => virtualizer.value.getTotalSize()), show }
}

interface Place {
  readonly index: number
  readonly align: 'auto' | 'start'
  /** Where the list is now, and how much of it and its head is seen. */
  readonly top: number
  readonly seen: number
  readonly count: number
  readonly height: number
  readonly head: number
}

/** Where the list must be scrolled to for a row to be seen whole below the head. */
export function scrolledTo({ index, align, top, seen, count, height, head }: Place): number {
  const start = index * height
  const lowest = start + height + head - seen
  const next = align === 'start' || start < top ? start : Math.max(top, lowest)
  return Math.max(0, Math.min(next, count * height + head - seen))
}
