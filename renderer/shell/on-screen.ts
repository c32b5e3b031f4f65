import type { AnchoredBox, SerializedDockview } from 'dockview-vue'

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
