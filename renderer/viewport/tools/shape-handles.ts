import { project, unitsPerPixel, type Lens, type Vec } from '../camera/camera'
import { anchorOf, ringOf } from '../scene/map-scene'
import type { SurfaceItem } from '@areal-studio/core/format'
import type { Axis, Pointer, ToolMark } from './tool'

/** A press within this distance takes a handle, in pixels. */
export const REACH = 9
/** Length of the arrows of the gizmo in pixels, and how far from the handle they begin. */
const ARM = 64
const GAP = 12

/** Handles of a region: a corner, the middle of an edge, or the anchor. */
export type HandleName = { readonly kind: 'vertex' | 'edge'; readonly index: number } | { readonly kind: 'anchor' }
export type Handle = HandleName & { readonly at: Vec }

export const AXES = ['x', 'y', 'z'] as const satisfies readonly Axis[]
const DIRECTIONS: Readonly<Record<Axis, Vec>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }

export const isSame = (a: HandleName, b: HandleName | undefined): boolean =>
  b !== undefined && a.kind === b.kind && (a.kind === 'anchor' || b.kind === 'anchor' || a.index === b.index)

/** Corners before the middles of edges: where both are near, a corner is meant. */
export function handlesOf(item: SurfaceItem, record: number): Handle[] {
  const ring = ringOf(item, record)
  const anchor = anchorOf(item, record)
  return [
    ...(anchor ? [{ kind: 'anchor' as const, at: anchor }] : []),
    ...ring.map((at, index) => ({ kind: 'vertex' as const, index, at })),
    ...ring.map((at, index) => ({
      kind: 'edge' as const,
      index,
      at: middle(at, ring[(index + 1) % ring.length] ?? at),
    })),
  ]
}

export const middle = (a: Vec, b: Vec): Vec => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]

export function isUnder(lens: Lens, place: Vec, { x, y }: Pointer, reach = REACH): boolean {
  const seen = project(lens, place)
  return seen !== undefined && Math.hypot(seen.x - x, seen.y - y) <= reach
}

/** The arrows of the gizmo at a place, of equal length on the screen at any distance; `large` multiplies it. */
function arms(
  lens: Lens,
  at: Vec,
  large: number,
): readonly { readonly axis: Axis; readonly from: Vec; readonly to: Vec }[] {
  const unit = unitsPerPixel(lens.view, lens.size.height)
  const along = (direction: Vec, pixels: number): Vec => [
    at[0] + direction[0] * unit * pixels,
    at[1] + direction[1] * unit * pixels,
    at[2] + direction[2] * unit * pixels,
  ]
  return AXES.map(axis => ({ axis, from: along(DIRECTIONS[axis], GAP), to: along(DIRECTIONS[axis], ARM * large) }))
}

/** The gizmo arrow under the pointer; an arrow that points at the eye has no length and is ignored. */
export function armAt(lens: Lens, at: Vec, { x, y }: Pointer, large: number): Axis | undefined {
  return arms(lens, at, large).find(({ from, to }) => {
    const [a, b] = [project(lens, from), project(lens, to)]
    if (!a || !b) return false
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const length = Math.hypot(dx, dy)
    if (length < REACH) return false
    const part = Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length ** 2))
    return Math.hypot(a.x + dx * part - x, a.y + dy * part - y) <= (REACH - 2) * large
  })?.axis
}

export const armMarks = (lens: Lens, at: Vec, held: Axis | undefined, large: number): ToolMark[] =>
  arms(lens, at, large)
    .filter(({ axis }) => held === undefined || axis === held)
    .flatMap(({ axis, from, to }): ToolMark[] => [
      { kind: 'path', points: [from, to], isClosed: false, tone: axis },
      { kind: 'label', at: to, words: axis.toUpperCase() },
    ])
