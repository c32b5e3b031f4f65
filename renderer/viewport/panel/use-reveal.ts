import { nextTick, watch, type Ref } from 'vue'
import type { Vec } from '../camera/camera'
import type { Box } from '../overlay/overlay-layout'
import type { ToolId } from '../tools/tool'

interface Sources {
  readonly tool: Readonly<Ref<ToolId>>
  /** The panel of the tool; undefined where it has none. */
  readonly panel: Readonly<Ref<Box | undefined>>
  /** Ends of the route; another array for other ends. */
  readonly ends: Readonly<Ref<readonly (number | undefined)[]>>
  routePlaces(): readonly Vec[]
  selectionPlaces(): readonly Vec[]
  reveal(points: readonly Vec[], boxes: readonly Box[]): void
}

/**
 * Keeps the selection in view when the panel of a chosen tool opens over it, and a route when its panel grows over it
 * or its ends change. Nothing else moves the camera: not what the panel adds while the pointer is over the map.
 */
export function useReveal({ tool, panel, ends, routePlaces, selectionPlaces, reveal }: Sources): void {
  let isOpening = false
  const show = (points: readonly Vec[]): void => {
    if (panel.value) reveal(points, [panel.value])
  }
  watch(tool, () => {
    isOpening = true
  })
  watch(
    [() => panel.value?.width, () => panel.value?.height, ends],
    () => {
      if (isOpening) show(selectionPlaces())
      isOpening = false
      if (tool.value === 'route') void nextTick(() => show(routePlaces()))
    },
    { flush: 'post' },
  )
}
