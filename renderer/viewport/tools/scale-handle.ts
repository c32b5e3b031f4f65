import { project, unitsPerPixel, type Lens, type Vec } from '../camera/camera'
import { isUnder, REACH } from './shape-handles'
import type { Pointer, ToolMark } from './tool'

/** Distance of the handle from the middle in pixels, between the arrows of x and y on the far side, and where its line begins. */
const ARM = 56
const GAP = 12
/** Factor of one step of a drag with Ctrl, and the least factor. */
const STEP = 0.1
const LEAST = 0.01

function pointAlong(lens: Lens, [x, y, z]: Vec, pixels: number): Vec {
  const way = (pixels * unitsPerPixel(lens.view, lens.size.height)) / Math.SQRT2
  return [x - way, y - way, z]
}

export const isOnScale = (lens: Lens, at: Vec, pointer: Pointer, large: number): boolean =>
  isUnder(lens, pointAlong(lens, at, ARM * large), pointer, REACH)

/** The handle, which moves away from the middle as the record grows. */
export function scaleMarks(lens: Lens, at: Vec, factor: number, isHeld: boolean, large: number): ToolMark[] {
  const to = pointAlong(lens, at, ARM * large * Math.min(factor, 4))
  return [
    { kind: 'path', points: [pointAlong(lens, at, GAP), to], isClosed: false, tone: 'plain' },
    { kind: 'dot', at: to, tone: isHeld ? 'strong' : 'plain' },
    { kind: 'label', at: to, words: 'S' },
  ]
}

/** Factor of a drag: distances of both ends from the middle on the screen; in steps with Ctrl. */
export function factorBetween(lens: Lens, middle: Vec, from: Pointer, to: Pointer): number {
  const centre = project(lens, middle)
  if (!centre) return 1
  const far = ({ x, y }: Pointer): number => Math.hypot(x - centre.x, y - centre.y)
  const factor = far(to) / Math.max(1, far(from))
  return Math.max(LEAST, to.ctrl ? Math.max(1, Math.round(factor / STEP)) * STEP : factor)
}
