import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Alignment } from './alignment'
import type { ByteSource } from './byte-source'
import { clampTop, reveal } from './scroll'

interface Shown {
  readonly bytes: ByteSource
  readonly lines: Alignment
  readonly isInserting: boolean
}

/** The caret of the grid, the bytes chosen from it, and the scrolling that keeps its row in view. */
export function useGridCaret(shown: Shown, height: Readonly<Ref<number>>) {
  const top = shallowRef(0)
  const caret = shallowRef(0)
  const anchor = shallowRef(0)
  /** Whether the caret is on the second digit of its byte. */
  const isLow = shallowRef(false)
  /**
   * Scrolling counts places. There are more of them than bytes where the compared image has bytes that are missing
   * here.
   */
  const frame = computed(() => ({ size: shown.lines.size, height: height.value }))
  const picked = computed<readonly [number, number]>(() => {
    const [from, to] = caret.value < anchor.value ? [caret.value, anchor.value] : [anchor.value, caret.value]
    return from === to ? [0, 0] : [from, to + 1]
  })
  /** In insert mode the caret may be after the last byte. */
  const lastPlace = computed(() => Math.max(0, shown.isInserting ? shown.bytes.size : shown.bytes.size - 1))

  watch(
    () => shown.bytes.size,
    () => {
      top.value = clampTop(frame.value, top.value)
      caret.value = Math.min(caret.value, lastPlace.value)
      anchor.value = Math.min(anchor.value, lastPlace.value)
    },
  )
  watch(
    () => shown.isInserting,
    () => {
      place(caret.value, false)
    },
  )
  watch(
    () => shown.lines,
    () => {
      if (height.value === 0) return // of a hidden grid, which shows the caret when it gets a height
      top.value = reveal(frame.value, clampTop(frame.value, top.value), shown.lines.placeOf(caret.value))
    },
  )
  watch(height, (now, before) => {
    // A grid that was hidden did not know what it shows.
    top.value =
      before === 0 && now > 0
        ? reveal(frame.value, Infinity, shown.lines.placeOf(caret.value))
        : clampTop(frame.value, top.value)
  })

  function place(offset: number, keepsAnchor: boolean): void {
    caret.value = Math.min(Math.max(0, offset), lastPlace.value)
    if (!keepsAnchor) anchor.value = caret.value
    isLow.value = false
  }

  return {
    top,
    frame,
    caret,
    anchor,
    isLow,
    picked,
    lastPlace,
    place,
    /** The chosen bytes `[start, end)`: the byte at the caret where no more are chosen. */
    chosen: computed<readonly [number, number]>(() =>
      picked.value[1] > 0 ? picked.value : [caret.value, Math.min(shown.bytes.size, caret.value + 1)],
    ),
    show(): void {
      // A hidden grid knows no height: it shows the caret when it gets one.
      if (height.value === 0) return
      top.value = reveal(frame.value, top.value, shown.lines.placeOf(caret.value))
    },
  }
}
