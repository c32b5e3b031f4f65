import type { LinesItem } from '@areal-studio/core/format'
import { project, unitsPerPixel, type Lens, type Ray, type Vec } from '../camera/camera'
import { recordOfSegment, SEGMENT, segmentsOf, type Segments } from './line-segments'

/** Segments per cell on average, most cells along a side. */
const PER_CELL = 4
const MOST_CELLS = 512
/** A segment over more cells is tested for every ray: a damaged file may have any number of long ones. */
const MOST_SHARES = 16

export interface LineHit {
  readonly record: number
  /** Pixels from the pointer. */
  readonly off: number
  /** Point of the segment nearest to the pointer on the canvas. */
  readonly point: Vec
}

/** Segments sorted into cells of the ground plane, for the lines near a ray. */
class LineGrid {
  private readonly segments: Segments
  private readonly min: Float64Array
  private readonly max: Float64Array
  private readonly columns: number
  private readonly rows: number
  private readonly cellX: number
  private readonly cellY: number
  private readonly starts: Uint32Array
  private readonly members: Uint32Array
  private readonly long: Uint32Array

  constructor(item: LinesItem) {
    const segments = (this.segments = segmentsOf(item))
    ;[this.min, this.max] = boundsOf(segments)
    const [spanX, spanY] = [this.span(0), this.span(1)]
    const cells = Math.sqrt(Math.max(1, segments.count / PER_CELL))
    const aspect = Math.sqrt(spanX / spanY)
    this.columns = side(cells * aspect)
    this.rows = side(cells / aspect)
    this.cellX = spanX / this.columns
    this.cellY = spanY / this.rows
    const starts = (this.starts = new Uint32Array(this.columns * this.rows + 1))
    const long: number[] = []
    for (let segment = 0; segment < segments.count; segment++)
      if (!this.share(segment, cell => (starts[cell + 1] = (starts[cell + 1] ?? 0) + 1))) long.push(segment)
    for (let cell = 1; cell < starts.length; cell++) starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
    const next = starts.slice()
    const members = (this.members = new Uint32Array(starts.at(-1) ?? 0))
    for (let segment = 0; segment < segments.count; segment++)
      this.share(segment, cell => {
        members[next[cell] ?? 0] = segment
        next[cell] = (next[cell] ?? 0) + 1
      })
    this.long = Uint32Array.from(long)
  }

  /** The line nearest to a pixel, at most `most` pixels from it. `ray`: through that pixel. */
  nearest(
    lens: Lens,
    ray: Ray,
    x: number,
    y: number,
    most: number,
    isHidden: (record: number) => boolean,
  ): LineHit | undefined {
    let found: LineHit | undefined
    const test = (segment: number): void => {
      const record = recordOfSegment(this.segments, segment)
      const hit = isHidden(record) ? undefined : nearestOf(this.segments, segment, lens, x, y)
      if (hit && hit.off < (found?.off ?? most)) found = { ...hit, record }
    }
    this.along(lens, ray, most, test)
    for (const segment of this.long) test(segment)
    return found
  }

  /** Segments of the cells that a ray passes over within the box of the lines, both wider by a number of pixels. */
  private along(lens: Lens, ray: Ray, pixels: number, test: (segment: number) => void): void {
    const { origin, direction } = ray
    const { min, max } = this
    const corner = [0, 1, 2].map(k =>
      Math.max(Math.abs(at(min, k) - at(origin, k)), Math.abs(at(max, k) - at(origin, k))),
    )
    const wideAt = (distance: number): number => pixels * unitsPerPixel(lens.view, lens.size.height, distance)
    const wide = wideAt(Math.hypot(...corner))
    let [enter, leave] = [0, Infinity]
    for (let axis = 0; axis < 3; axis++) {
      const [low, high] = [at(min, axis) - wide - at(origin, axis), at(max, axis) + wide - at(origin, axis)]
      const step = at(direction, axis)
      if (step === 0 && (low > 0 || high < 0)) return
      if (step === 0) continue
      enter = Math.max(enter, Math.min(low / step, high / step))
      leave = Math.min(leave, Math.max(low / step, high / step))
    }
    // Nowhere in the box are pixels wider than where the ray leaves it.
    if (enter <= leave) this.cellsOf(ray, enter, leave, wideAt(leave), test)
  }

  private cellsOf(
    { origin, direction }: Ray,
    enter: number,
    leave: number,
    room: number,
    test: (segment: number) => void,
  ): void {
    const [x0, x1] = [origin[0] + direction[0] * enter, origin[0] + direction[0] * leave]
    const first = this.column(Math.min(x0, x1) - room)
    const last = this.column(Math.max(x0, x1) + room)
    for (let column = first; column <= last; column++) {
      let [from, to] = [enter, leave]
      if (direction[0] !== 0) {
        const left = at(this.min, 0) + column * this.cellX - room - origin[0]
        const right = left + this.cellX + 2 * room
        from = Math.max(from, Math.min(left / direction[0], right / direction[0]))
        to = Math.min(to, Math.max(left / direction[0], right / direction[0]))
        if (!(from <= to)) continue
      }
      const [y0, y1] = [origin[1] + direction[1] * from, origin[1] + direction[1] * to]
      const end = this.row(Math.max(y0, y1) + room)
      for (let row = this.row(Math.min(y0, y1) - room); row <= end; row++) {
        const cell = column * this.rows + row
        for (let k = this.starts[cell] ?? 0; k < (this.starts[cell + 1] ?? 0); k++) test(this.members[k] ?? 0)
      }
    }
  }

  /** Calls back with every cell of a segment; returns false, without a call, where they are too many. */
  private share(segment: number, put: (cell: number) => void): boolean {
    const { data } = this.segments
    const from = SEGMENT * segment
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [data[from], data[from + 1], data[from + 3], data[from + 4]]
    const [left, right] = [this.column(Math.min(x0, x1)), this.column(Math.max(x0, x1))]
    const [bottom, top] = [this.row(Math.min(y0, y1)), this.row(Math.max(y0, y1))]
    if ((right - left + 1) * (top - bottom + 1) > MOST_SHARES) return false
    for (let column = left; column <= right; column++)
      for (let row = bottom; row <= top; row++) put(column * this.rows + row)
    return true
  }

  private span(axis: number): number {
    return Math.max(1e-6, at(this.max, axis) - at(this.min, axis))
  }
  private column(x: number): number {
    return Math.min(this.columns - 1, Math.max(0, Math.floor((x - at(this.min, 0)) / this.cellX)))
  }
  private row(y: number): number {
    return Math.min(this.rows - 1, Math.max(0, Math.floor((y - at(this.min, 1)) / this.cellY)))
  }
}

const at = (numbers: ArrayLike<number>, axis: number): number => numbers[axis] ?? 0
const side = (cells: number): number =>
  Math.min(MOST_CELLS, Math.max(1, Math.round(Number.isFinite(cells) ? cells : 1)))

function boundsOf({ data, count }: Segments): readonly [min: Float64Array, max: Float64Array] {
  const min = new Float64Array(3).fill(count > 0 ? Infinity : 0)
  const max = new Float64Array(3).fill(count > 0 ? -Infinity : 0)
  for (let segment = 0; segment < count; segment++) {
    for (let k = 0; k < 6; k++) {
      const value = data[SEGMENT * segment + k] ?? 0
      min[k % 3] = Math.min(at(min, k % 3), value)
      max[k % 3] = Math.max(at(max, k % 3), value)
    }
  }
  return [min, max]
}

/** Distance of a pixel from a segment on the canvas; undefined where one of its ends is behind the eye. */
function nearestOf(
  { data }: Segments,
  segment: number,
  lens: Lens,
  x: number,
  y: number,
): Omit<LineHit, 'record'> | undefined {
  const from = SEGMENT * segment
  const one: Vec = [at(data, from), at(data, from + 1), at(data, from + 2)]
  const other: Vec = [at(data, from + 3), at(data, from + 4), at(data, from + 5)]
  const [a, b] = [project(lens, one), project(lens, other)]
  if (!a || !b) return undefined
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const t = length > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length)) : 0
  return {
    off: Math.hypot(a.x + t * dx - x, a.y + t * dy - y),
    point: [one[0] + t * (other[0] - one[0]), one[1] + t * (other[1] - one[1]), one[2] + t * (other[2] - one[2])],
  }
}

const grids = new WeakMap<Float32Array, LineGrid>()

/** The grid of an item, made when it is first needed; columns of its records may change. */
export function lineGridOf(item: LinesItem): LineGrid {
  const known = grids.get(item.positions)
  if (known) return known
  const made = new LineGrid(item)
  grids.set(item.positions, made)
  return made
}
