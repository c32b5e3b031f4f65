import type { SurfaceItem } from '@areal-studio/core/format'
import { stylesOf } from '../../palette/palette'
import type { Bounds } from '../camera/camera'
import { SUN, type MapLook } from '../scene/map-theme'
import { ringOf, type MapScene } from '../scene/map-scene'

/** Between the world and a square picture of a whole map from above, north up, and back. */
interface TopScale {
  x(x: number): number
  y(y: number): number
  worldX(px: number): number
  worldY(py: number): number
  /** World units of one pixel. */
  readonly step: number
}

export function topScale({ min, max }: Bounds, side: number): TopScale {
  const step = Math.max(max[0] - min[0], max[1] - min[1], 1e-3) / side
  const [midX, midY] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2]
  return {
    x: x => (x - midX) / step + side / 2,
    y: y => side / 2 - (y - midY) / step,
    worldX: px => (px - side / 2) * step + midX,
    worldY: py => (side / 2 - py) * step + midY,
    step,
  }
}

/** Height of the near ground in the middle of each pixel, the highest of several layers; NaN where there is none. */
export function heightsFromAbove(
  { positions, indices, lods }: SurfaceItem,
  scale: TopScale,
  side: number,
): Float32Array {
  const heights = new Float32Array(side * side).fill(NaN)
  const coordinate = (vertex: number, axis: number): number => positions[3 * vertex + axis] ?? NaN
  for (let t = 0; 3 * t + 2 < indices.length; t++) {
    if (lods?.[t] === 1) continue
    const corners = [0, 1, 2].map(corner => indices[3 * t + corner] ?? 0)
    const [ax, bx, cx] = corners.map(vertex => scale.x(coordinate(vertex, 0)))
    const [ay, by, cy] = corners.map(vertex => scale.y(coordinate(vertex, 1)))
    const [az, bz, cz] = corners.map(vertex => coordinate(vertex, 2))
    if (
      ax === undefined ||
      bx === undefined ||
      cx === undefined ||
      ay === undefined ||
      by === undefined ||
      cy === undefined ||
      az === undefined ||
      bz === undefined ||
      cz === undefined
    )
      continue
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (!(Math.abs(area) > 1e-9) || !Number.isFinite(az + bz + cz)) continue
    const [left, right] = pixels(Math.min(ax, bx, cx), Math.max(ax, bx, cx), side)
    const [top, bottom] = pixels(Math.min(ay, by, cy), Math.max(ay, by, cy), side)
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const [x, y] = [column + 0.5, row + 0.5]
        const b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        const c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        if (b < -EDGE || c < -EDGE || b + c > 1 + EDGE) continue
        const height = az + b * (bz - az) + c * (cz - az)
        const at = row * side + column
        if (!(height <= (heights[at] ?? NaN))) heights[at] = height
      }
    }
  }
  return heights
}
/** Share of a triangle that it is taken to be larger, so that neighbours leave no seam. */
const EDGE = 1e-4

/** First and last pixel whose middle lies between two places, inside the picture. */
const pixels = (from: number, to: number, side: number): readonly [first: number, last: number] => [
  Math.max(0, Math.ceil(from - 0.5 - EDGE)),
  Math.min(side - 1, Math.floor(to - 0.5 + EDGE)),
]

/** The ground from above, tinted by height and lit as on the map: `side`² pixels of four bytes, clear where there is none. */
export function groundPicture(
  { terrain, bounds }: Pick<MapScene, 'terrain' | 'bounds'>,
  look: MapLook,
  side: number,
): Uint8ClampedArray<ArrayBuffer> {
  const picture = new Uint8ClampedArray(4 * side * side)
  if (!terrain) return picture
  const scale = topScale(bounds, side)
  const heights = heightsFromAbove(terrain, scale, side)
  const span = Math.max(1e-3, bounds.max[2] - bounds.min[2])
  for (let at = 0; at < heights.length; at++) {
    const height = heights[at] ?? NaN
    if (Number.isNaN(height)) continue
    const light = look.ambient + (1 - look.ambient) * litAt(heights, at, side, scale.step)
    const tone = Math.min(2.999, Math.max(0, ((height - bounds.min[2]) / span) * 3))
    const low = look.ramp[Math.floor(tone)] ?? look.ramp[0]
    const high = look.ramp[Math.floor(tone) + 1] ?? look.ramp[3]
    for (let part = 0; part < 3; part++) {
      const [from, to] = [low[part] ?? 0, high[part] ?? 0]
      picture[4 * at + part] = 255 * light * (from + (to - from) * (tone % 1))
    }
    picture[4 * at + 3] = 255
  }
  return picture
}

/** Light of the sun on the slope at a pixel; 1 on flat ground. */
function litAt(heights: Float32Array, at: number, side: number, step: number): number {
  const column = at % side
  const here = heights[at] ?? NaN
  const beside = (other: number, isInside: boolean): number => {
    const height = isInside ? (heights[other] ?? NaN) : NaN
    return Number.isNaN(height) ? here : height
  }
  const east = (beside(at + 1, column < side - 1) - beside(at - 1, column > 0)) / (2 * step)
  const north = (beside(at - side, at >= side) - beside(at + side, at + side < heights.length)) / (2 * step)
  const facing = (SUN[2] - east * SUN[0] - north * SUN[1]) / Math.hypot(east, north, 1)
  return Math.max(0, facing) / SUN[2]
}

/** Both the canvas of a window and that of a worker. */
type Context = Pick<CanvasRenderingContext2D, 'globalAlpha' | 'beginPath' | 'moveTo' | 'lineTo' | 'fill' | 'fillStyle'>

/** Fills the regions by the value of a field, the quiet value left as ground. */
export function drawRegions(
  context: Context,
  item: SurfaceItem,
  values: Uint32Array,
  field: string,
  hidden: ReadonlySet<number>,
  scale: TopScale,
): void {
  context.globalAlpha = 0.5
  const styleOf = stylesOf(field)
  for (let record = 0; record < item.recordCount; record++) {
    const value = values[record] ?? 0
    const style = styleOf(value)
    if (style.rank === 0 || hidden.has(value)) continue
    context.beginPath()
    ringOf(item, record).forEach(([x, y], i) =>
      i === 0 ? context.moveTo(scale.x(x), scale.y(y)) : context.lineTo(scale.x(x), scale.y(y)),
    )
    context.fillStyle = style.colour
    context.fill()
  }
  context.globalAlpha = 1
}

/** Records as points of the colour of their value: three numbers of `positions` for each. */
export interface Dots {
  readonly positions: Float32Array
  readonly values: ArrayLike<number>
  readonly field: string
  readonly hidden: ReadonlySet<number>
}

/** Draws the dots that are not hidden, `side` pixels wide, with a dark border. */
export function drawDots(
  context: Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect'>,
  { positions, values, field, hidden }: Dots,
  scale: TopScale,
  side = 3,
): void {
  const styleOf = stylesOf(field)
  for (let record = 0; 3 * record < positions.length; record++) {
    const value = values[record] ?? 0
    if (hidden.has(value)) continue
    const left = scale.x(positions[3 * record] ?? 0) - side / 2
    const top = scale.y(positions[3 * record + 1] ?? 0) - side / 2
    context.fillStyle = 'rgb(0 0 0 / 70%)'
    context.fillRect(left - 1, top - 1, side + 2, side + 2)
    context.fillStyle = styleOf(value).colour
    context.fillRect(left, top, side, side)
  }
}
