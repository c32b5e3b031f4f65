import type { AnchoredBox, SerializedDockview } from 'dockview-vue'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels of the dock in windows of 1280 × 720 and 1440 × 900: between them the ready layouts have the sizes they were designed with. */
const LEAST: Size = { width: 1280, height: 660 }
const USUAL: Size = { width: 1440, height: 840 }
/** Beyond this a pane of words only has more empty room in it. */
const MOST: Size = { width: 1.4, height: 1.7 }
/** Pixels that two panes with bars of their own need above each other to show a few rows each; 720 in a window at 150 % has less. */
const TWO_PANES = 440
export const isLow = ({ height }: Size): boolean => height < TWO_PANES
/**
 * Height in pixels of a table with its tab, its bars and three rows. A lower table gets this height, or its designed
 * one.
 */
export const FEW_ROWS = 196

/** Smallest size that the predefined layouts are designed for; above it the present size. */
export const designRoom = ({ width, height }: Size): Size => ({
  width: Math.max(width, LEAST.width),
  height: Math.max(height, LEAST.height),
})

/** Factor of a side pane's size in a dock of this size: 1, unless the window is smaller than designed for. */
export const sideParts = ({ width, height }: Size): Size => ({
  width: Math.min(1, width / LEAST.width),
  height: Math.min(1, height / LEAST.height),
})

/**
 * Initial sizes of a pane, in pixels, for a dock of this size: in a large window every pane keeps its share, in a small
 * one the map does.
 */
export function fitted<T extends { readonly initialWidth?: number; readonly initialHeight?: number }>(
  sizes: T,
  room: Size,
): T {
  const times = (axis: keyof Size): number =>
    Math.min(MOST[axis], Math.max(1, room[axis] / USUAL[axis]), room[axis] / LEAST[axis])
  const leastHeight = isLow(room) ? 0 : Math.min(FEW_ROWS, sizes.initialHeight ?? 0)
  return {
    ...sizes,
    ...(sizes.initialWidth !== undefined && { initialWidth: Math.round(sizes.initialWidth * times('width')) }),
    ...(sizes.initialHeight !== undefined && {
      initialHeight: Math.max(leastHeight, Math.round(sizes.initialHeight * times('height'))),
    }),
  }
}

/**
 * Panes in visual order: columns from left to right, each from top to bottom; those without a place in this window
 * last.
 */
export function byColumns<T>(
  panes: readonly T[],
  placeOf: (pane: T) => { readonly left: number; readonly top: number } | undefined,
): T[] {
  const placed = panes.map(pane => ({ pane, place: placeOf(pane) ?? { left: Infinity, top: 0 } }))
  const isSame = (a: number, b: number): boolean => a === b || Math.abs(a - b) < 1
  return placed
    .sort(({ place: a }, { place: b }) => (isSame(a.left, b.left) ? a.top - b.top : a.left - b.left))
    .map(({ pane }) => pane)
}

const inside = (distance: number, size: number, room: number): number => Math.max(0, Math.min(distance, room - size))

/**
 * A stored box in a dock of this size, in pixels: moved, and made smaller where necessary, until all of it is visible.
 */
export function boxOnScreen(box: AnchoredBox, room: Size): AnchoredBox {
  const width = Math.min(box.width, room.width)
  const height = Math.min(box.height, room.height)
  const across =
    'left' in box ? { left: inside(box.left, width, room.width) } : { right: inside(box.right, width, room.width) }
  const down =
    'top' in box ? { top: inside(box.top, height, room.height) } : { bottom: inside(box.bottom, height, room.height) }
  return { width, height, ...across, ...down }
}

/** A layout kept on another screen, its floating panes brought onto this one. */
export function layoutOnScreen(layout: SerializedDockview, room: Size): SerializedDockview {
  if (!layout.floatingGroups) return layout
  return {
    ...layout,
    floatingGroups: layout.floatingGroups.map(group => ({ ...group, position: boxOnScreen(group.position, room) })),
  }
}
