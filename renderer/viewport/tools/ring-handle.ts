import { unitsPerPixel, type Lens, type Vec } from '../camera/camera'
import { isUnder, REACH } from './shape-handles'
import type { Pointer, ToolMark } from './tool'

/** Radius of the ring in pixels, and the number of its corners. */
const RADIUS = 84
const CORNERS = 48
/** A turn with Ctrl goes in steps of this many degrees. */
const STEP = 15

/** The ring of the gizmo around a place, of equal size on the screen at any distance; `large` multiplies it. */
function ringPoints(lens: Lens, [x, y, z]: Vec, large: number): Vec[] {
  const radius = radiusOf(lens, large)
  return Array.from({ length: CORNERS }, (_, k): Vec => {
    const turn = (2 * Math.PI * k) / CORNERS
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn), z]
  })
}

const radiusOf = (lens: Lens, large: number): number => RADIUS * large * unitsPerPixel(lens.view, lens.size.height)

export const isOnRing = (lens: Lens, at: Vec, pointer: Pointer, large: number): boolean =>
  ringPoints(lens, at, large).some(point => isUnder(lens, point, pointer, REACH))

/** The ring, and a knob that shows a turn, in radians. */
export function ringMarks(lens: Lens, at: Vec, turn: number, isHeld: boolean, large: number): ToolMark[] {
  const radius = radiusOf(lens, large)
  const knob: Vec = [at[0] + radius * Math.cos(turn), at[1] + radius * Math.sin(turn), at[2]]
  return [
    { kind: 'path', points: ringPoints(lens, at, large), isClosed: true, tone: 'z' },
    { kind: 'dot', at: knob, tone: isHeld ? 'strong' : 'plain' },
  ]
}

/** Angle in radians by which a drag from one point to another turns around a middle; in steps if requested. */
export function turnBetween(middle: Vec, from: Vec, to: Vec, isStepped: boolean): number {
  const angle = (point: Vec): number => Math.atan2(point[1] - middle[1], point[0] - middle[0])
  const by = angle(to) - angle(from)
  const turn = Math.atan2(Math.sin(by), Math.cos(by))
  const step = (STEP * Math.PI) / 180
  return isStepped ? Math.round(turn / step) * step : turn
}
