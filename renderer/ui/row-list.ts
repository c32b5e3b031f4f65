import { useElementSize } from '@vueuse/core'
import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, nextTick, triggerRef, watch, type Ref } from 'vue'

/** Rows drawn beyond each edge of what is seen: a selection from elsewhere mostly jumps, and then all of them are new. */
const AROUND = 3

/** Rows of one height, in pixels. */
interface RowListOptions {
  readonly scroller: Readonly<Ref<HTMLElement | undefined>>
  count(): number
  readonly height: number
  /** Height of a head that stays above the rows and scrolls with nothing. */
  readonly head?: number
  /** The row that stays in view where the list gets lower while that row is seen; -1: none. */
  kept?(): number
}

/**
 * Draws only the visible rows. A selection of another pane is scrolled into view in the same update as everything else,
 * not one frame later with the scroll event.
 */
export function useRowList({ scroller, count, height, head = 0, kept }: RowListOptions) {
  const { height: seen } = useElementSize(scroller)
  const virtualizer = useVirtualizer(
    computed(() => {
      const most = Math.ceil(seen.value / height) + 1
      return {
        count: count(),
        getScrollElement: () => scroller.value ?? null,
        estimateSize: () => height,
        overscan: AROUND,
        scrollMargin: head,
        scrollPaddingStart: head,
        rangeExtractor: range => drawnRows(range.startIndex, range.count, most),
      }
    }),
  )
  let slots: Slots = { first: 0, count: 0, slot: 0 }
  const items = computed(() => {
    const rows = virtualizer.value.getVirtualItems()
    const { slot, count } = (slots = nextSlots(slots, rows[0]?.index ?? 0, rows.length))
    return rows.map((row, i) => ({ ...row, slot: (slot + i) % count }))
  })

  /** Scrolls as little as it takes to show a row; with `start` it becomes the first. */
  function show(index: number, align: 'auto' | 'start' = 'auto'): void {
    const list = virtualizer.value
    const element = scroller.value
    if (index < 0) return
    if (!element || list.scrollElement !== element || seen.value === 0) {
      void nextTick(() => virtualizer.value.scrollToIndex(index, { align }))
      return
    }
    const top = scrolledTo({
      index,
      align,
      top: list.scrollOffset ?? 0,
      seen: seen.value,
      count: count(),
      height,
      head,
    })
    list.scrollOffset = top
    triggerRef(virtualizer)
    void nextTick(() => {
      if (Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top
    })
  }

  // What is below the list may grow with what is selected in it, such as the note about a field.
  watch(seen, (now, before) => {
    const index = kept?.() ?? -1
    const top = virtualizer.value.scrollOffset ?? 0
    if (now > 0 && now < before && index >= 0 && isRowSeen({ index, top, seen: before, height, head })) show(index)
  })

  return { items, total: computed(() => virtualizer.value.getTotalSize()), show }
}

/**
 * The rows that are drawn where `most` are visible from `start` on. The same number at the ends as in the middle: a
 * jump from the first to the last changes the content of existing rows and creates none.
 */
export function drawnRows(start: number, count: number, most: number): number[] {
  const drawn = Math.min(count, most + 2 * AROUND)
  const first = Math.max(0, Math.min(start - AROUND, count - drawn))
  return Array.from({ length: drawn }, (_, row) => first + row)
}

/** Elements that draw rows: one slot each, of which there are as many as rows. */
interface Slots {
  /** The first row that is drawn, and how many are. */
  readonly first: number
  readonly count: number
  /** The element of the first row; the others follow, from the last to the first again. */
  readonly slot: number
}

/** While the list scrolls, a row keeps its element; after a jump the elements keep their order, and none is moved. */
export function nextSlots(before: Slots, first: number, count: number): Slots {
  const moved = first - before.first
  const isJump = count !== before.count || Math.abs(moved) >= count
  const slot = isJump ? before.slot : before.slot + moved + count
  return { first, count, slot: count === 0 ? 0 : slot % count }
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

/** Whether a row is completely visible. */
export const isRowSeen = ({ index, top, seen, height, head }: Omit<Place, 'align' | 'count'>): boolean =>
  index * height >= top && (index + 1) * height + head <= top + seen

/** Scroll position at which a row is completely visible below the head. */
export function scrolledTo({ index, align, top, seen, count, height, head }: Place): number {
  const start = index * height
  const lowest = start + height + head - seen
  const next = align === 'start' || start < top ? start : Math.max(top, lowest)
  return Math.max(0, Math.min(next, count * height + head - seen))
}
