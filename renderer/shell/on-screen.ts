import type { AnchoredBox, SerializedDockview } from 'dockview-vue'

/** Pixels of the dock in a window of 1440 × 900, which the sizes of the ready layouts fit. */
const USUAL = { width: 1440, height: 840 }
/** Beyond this a pane of words only has more empty room in it. */
const MOST = { width: 1.4, height: 1.7 }

/** First sizes of a pane, in pixels, for a dock of this size: in a large window every pane gets its part of the room, not only the map. */
export function grown<T extends { readonly initialWidth?: number; readonly initialHeight?: number }>(sizes: T, room: { readonly width: number; readonly height: number }): T {
  const times = (axis: 'width' | 'height'): number => Math.min(MOST[axis], Math.max(1, room[axis] / USUAL[axis]))
  return {
    ...sizes,
    ...(sizes.initialWidth !== undefined && { initialWidth: Math.round(sizes.initialWidth * times('width')) }),
    ...(sizes.initialHeight !== undefined && { initialHeight: Math.round(sizes.initialHeight * times('height')) }),
  }
}

const inside = (distance: number, size: number, room: number): number => Math.max(0, Math.min(distance, room - size))

/** A kept box in a dock of this size, in pixels: moved, and made smaller where it must be, until all of it is seen. */
export function boxOnScreen(box: AnchoredBox, room: { readonly width: number; readonly height: number }): AnchoredBox {
  const width = Math.min(box.width, room.width)
  const height = Math.min(box.height, room.height)
  const across = 'left' in box ? { left: inside(box.left, width, room.width) } : { right: inside(box.right, width, room.width) }
  const down = 'top' in box ? { top: inside(box.top, height, room.height) } : { bottom: inside(box.bottom, height, room.height) }
  return { width, height, ...across, ...down }
}

/** A layout kept on another screen, its floating panes brought onto this one. */
export function layoutOnScreen(layout: SerializedDockview, room: { readonly width: number; readonly height: number }): SerializedDockview {
  if (!layout.floatingGroups) return layout
  return { ...layout, floatingGroups: layout.floatingGroups.map(group => ({ ...group, position: boxOnScreen(group.position, room) })) }
}
