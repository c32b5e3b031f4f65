import { add, type Ray, type Vec } from '../camera/camera'

export interface Hit {
  readonly triangle: number
  readonly distance: number
  readonly point: Vec
}

const MOST_CELLS = 512
const SHARES_PER_TRIANGLE = 12

/**
 * Triangles sorted into cells of the ground plane, for rays. Triangles with a coordinate that is not a number are left
 * out. Ground-shaped data keeps a ray to a few hundred tests.
 */
export class TriangleGrid {
  private readonly minX: number
  private readonly minY: number
  private readonly maxX: number
  private readonly maxY: number
  private readonly width: number
  private readonly height: number
  private readonly cellX: number
  private readonly cellY: number
  private readonly starts: Uint32Array
  private readonly members: Uint32Array
  /** Least X and Y, most X and Y of each triangle. */
  private readonly boxes: Float64Array
  private readonly room: number

  constructor(
    private readonly positions: Float32Array,
    private readonly indices: Uint32Array,
  ) {
    const count = Math.floor(indices.length / 3)
    const boxes = (this.boxes = boxesOf(positions, indices, count))
    let minX = Infinity,
      minY = Infinity,
      maxX = -Infinity,
      maxY = -Infinity
    for (let t = 0; t < count; t++) {
      const at = t * 4
      if (Number.isNaN(boxes[at])) continue
      minX = Math.min(minX, boxes[at] ?? 0)
      minY = Math.min(minY, boxes[at + 1] ?? 0)
      maxX = Math.max(maxX, boxes[at + 2] ?? 0)
      maxY = Math.max(maxY, boxes[at + 3] ?? 0)
    }
    const isEmpty = !(maxX >= minX)
    // A little room keeps what lies on the border inside a cell, whatever the rounding.
    const room = (this.room = isEmpty ? 0 : Math.max(maxX - minX, maxY - minY) * 1e-5 + 1e-6)
    this.minX = isEmpty ? 0 : minX - room
    this.minY = isEmpty ? 0 : minY - room
    this.maxX = isEmpty ? 1 : maxX + room
    this.maxY = isEmpty ? 1 : maxY + room
    const spanX = this.maxX - this.minX
    const spanY = this.maxY - this.minY
    const aspect = Math.sqrt(spanX / spanY)
    let cells = Math.sqrt(Math.max(1, count))
    let shares: Uint32Array
    do {
      this.width = dimension(cells * aspect)
      this.height = dimension(cells / aspect)
      this.cellX = spanX / this.width
      this.cellY = spanY / this.height
      shares = this.countShares(boxes, count, room)
      cells /= 2
    } while (total(shares) > SHARES_PER_TRIANGLE * count + 4096 && this.width * this.height > 1)
    const sorted = this.sort(boxes, count, room, shares)
    this.starts = sorted.starts
    this.members = sorted.members
  }

  /** The nearest triangle that the ray meets, of those that `accepts` lets through. Both sides count. */
  pick(ray: Ray, accepts?: (triangle: number) => boolean): Hit | undefined {
    const { origin, direction } = ray
    const [enter, leave] = this.clip(ray)
    if (!(enter <= leave)) return undefined
    const stepX = direction[0] > 0 ? 1 : -1
    const stepY = direction[1] > 0 ? 1 : -1
    let x = this.column(origin[0] + direction[0] * enter)
    let y = this.row(origin[1] + direction[1] * enter)
    const deltaX = Math.abs(this.cellX / direction[0])
    const deltaY = Math.abs(this.cellY / direction[1])
    let nextX =
      direction[0] === 0 ? Infinity : (this.minX + (x + (stepX > 0 ? 1 : 0)) * this.cellX - origin[0]) / direction[0]
    let nextY =
      direction[1] === 0 ? Infinity : (this.minY + (y + (stepY > 0 ? 1 : 0)) * this.cellY - origin[1]) / direction[1]
    let best = Infinity
    let triangle = -1
    for (;;) {
      const cell = x * this.height + y
      const end = this.starts[cell + 1] ?? 0
      for (let at = this.starts[cell] ?? 0; at < end; at++) {
        const t = this.members[at] ?? 0
        const distance = meet(this.positions, this.indices, t, origin, direction)
        if (distance < best && (!accepts || accepts(t))) {
          best = distance
          triangle = t
        }
      }
      const out = Math.min(nextX, nextY)
      if (best <= out || out > leave) break
      if (nextX < nextY) {
        x += stepX
        nextX += deltaX
      } else {
        y += stepY
        nextY += deltaY
      }
      if (x < 0 || y < 0 || x >= this.width || y >= this.height) break
    }
    return triangle < 0 ? undefined : { triangle, distance: best, point: add(origin, direction, best) }
  }

  /** The height of the highest surface at a place of the ground plane. */
  heightAt(x: number, y: number, accepts?: (triangle: number) => boolean): number | undefined {
    return this.top(x, y, accepts) < 0 ? undefined : this.found
  }

  /** The highest triangle at a place of the ground plane; -1 where there is none. */
  top(x: number, y: number, accepts?: (triangle: number) => boolean): number {
    if (!(x >= this.minX && x <= this.maxX && y >= this.minY && y <= this.maxY)) return -1
    const cell = this.column(x) * this.height + this.row(y)
    const end = this.starts[cell + 1] ?? 0
    let best = -1
    this.found = -Infinity
    for (let at = this.starts[cell] ?? 0; at < end; at++) {
      const t = this.members[at] ?? 0
      if (!this.isInBox(t, x, y) || (accepts && !accepts(t))) continue
      const z = heightOver(this.positions, this.indices, t, x, y)
      if (z > this.found) {
        this.found = z
        best = t
      }
    }
    return best
  }
  private found = -Infinity

  /** Every triangle at a place of the ground plane, and its height there. */
  over(x: number, y: number, visit: (triangle: number, height: number) => void): void {
    if (!(x >= this.minX && x <= this.maxX && y >= this.minY && y <= this.maxY)) return
    const cell = this.column(x) * this.height + this.row(y)
    const end = this.starts[cell + 1] ?? 0
    for (let at = this.starts[cell] ?? 0; at < end; at++) {
      const t = this.members[at] ?? 0
      const height = this.isInBox(t, x, y) ? heightOver(this.positions, this.indices, t, x, y) : -Infinity
      if (height > -Infinity) visit(t, height)
    }
  }

  /** The triangle at a place of the ground plane that is nearest in height; -1 where there is none. */
  nearest(x: number, y: number, z: number, accepts: (triangle: number) => boolean): number {
    let best = -1
    let least = Infinity
    this.over(x, y, (triangle, height) => {
      if (!(Math.abs(height - z) < least) || !accepts(triangle)) return
      least = Math.abs(height - z)
      best = triangle
    })
    return best
  }

  /** Triangles that a circle in the ground plane touches, each once. */
  around(x: number, y: number, radius: number, visit: (triangle: number) => void): void {
    if (!(x + radius >= this.minX && x - radius <= this.maxX && y + radius >= this.minY && y - radius <= this.maxY))
      return
    const seen = new Set<number>()
    const [x1, y1] = [this.column(x + radius), this.row(y + radius)]
    for (let column = this.column(x - radius); column <= x1; column++) {
      for (let row = this.row(y - radius); row <= y1; row++) {
        const cell = column * this.height + row
        const end = this.starts[cell + 1] ?? 0
        for (let at = this.starts[cell] ?? 0; at < end; at++) {
          const t = this.members[at] ?? 0
          if (seen.has(t)) continue
          seen.add(t)
          if (planDistance(this.positions, this.indices, t, x, y) <= radius) visit(t)
        }
      }
    }
  }

  private isInBox(t: number, x: number, y: number): boolean {
    const { boxes, room } = this
    const at = 4 * t
    return (
      x >= (boxes[at] ?? 0) - room &&
      y >= (boxes[at + 1] ?? 0) - room &&
      x <= (boxes[at + 2] ?? 0) + room &&
      y <= (boxes[at + 3] ?? 0) + room
    )
  }

  private column(x: number): number {
    return Math.min(this.width - 1, Math.max(0, Math.floor((x - this.minX) / this.cellX)))
  }

  private row(y: number): number {
    return Math.min(this.height - 1, Math.max(0, Math.floor((y - this.minY) / this.cellY)))
  }

  /** Where the ray enters and leaves the rectangle of the cells. */
  private clip({ origin, direction }: Ray): readonly [number, number] {
    let enter = 0
    let leave = Infinity
    for (const [from, along, low, high] of [
      [origin[0], direction[0], this.minX, this.maxX],
      [origin[1], direction[1], this.minY, this.maxY],
    ] as const) {
      if (along === 0) {
        if (from < low || from > high) return [1, 0]
        continue
      }
      const a = (low - from) / along
      const b = (high - from) / along
      enter = Math.max(enter, Math.min(a, b))
      leave = Math.min(leave, Math.max(a, b))
    }
    return [enter, leave]
  }

  private eachCell(boxes: Float64Array, t: number, room: number, visit: (cell: number) => void): void {
    const at = t * 4
    if (Number.isNaN(boxes[at])) return
    const x1 = this.column((boxes[at + 2] ?? 0) + room)
    const y0 = this.row((boxes[at + 1] ?? 0) - room)
    const y1 = this.row((boxes[at + 3] ?? 0) + room)
    for (let x = this.column((boxes[at] ?? 0) - room); x <= x1; x++) {
      for (let y = y0; y <= y1; y++) visit(x * this.height + y)
    }
  }

  private countShares(boxes: Float64Array, count: number, room: number): Uint32Array {
    const shares = new Uint32Array(this.width * this.height)
    const most = SHARES_PER_TRIANGLE * count + 4096
    let sum = 0
    for (let t = 0; t < count && sum <= most; t++) {
      this.eachCell(boxes, t, room, cell => {
        shares[cell] = (shares[cell] ?? 0) + 1
        sum++
      })
    }
    return shares
  }

  private sort(boxes: Float64Array, count: number, room: number, shares: Uint32Array) {
    const starts = new Uint32Array(shares.length + 1)
    for (let cell = 0; cell < shares.length; cell++) starts[cell + 1] = (starts[cell] ?? 0) + (shares[cell] ?? 0)
    const members = new Uint32Array(starts[shares.length] ?? 0)
    const next = starts.slice(0, shares.length)
    for (let t = 0; t < count; t++) {
      this.eachCell(boxes, t, room, cell => {
        const at = next[cell] ?? 0
        members[at] = t
        next[cell] = at + 1
      })
    }
    return { starts, members }
  }
}

const dimension = (cells: number): number => Math.min(MOST_CELLS, Math.max(1, Math.round(cells)))

function total(shares: Uint32Array): number {
  let sum = 0
  for (const share of shares) sum += share
  return sum
}

/** minX, minY, maxX, maxY of every triangle; NaN where a coordinate is not finite. */
function boxesOf(positions: Float32Array, indices: Uint32Array, count: number): Float64Array {
  const boxes = new Float64Array(count * 4)
  for (let t = 0; t < count; t++) {
    const a = (indices[3 * t] ?? 0) * 3,
      b = (indices[3 * t + 1] ?? 0) * 3,
      c = (indices[3 * t + 2] ?? 0) * 3
    const ax = positions[a] ?? NaN,
      ay = positions[a + 1] ?? NaN
    const bx = positions[b] ?? NaN,
      by = positions[b + 1] ?? NaN
    const cx = positions[c] ?? NaN,
      cy = positions[c + 1] ?? NaN
    const heights = (positions[a + 2] ?? NaN) + (positions[b + 2] ?? NaN) + (positions[c + 2] ?? NaN)
    const isFinite = Number.isFinite(ax + ay + bx + by + cx + cy + heights)
    boxes[4 * t] = isFinite ? Math.min(ax, bx, cx) : NaN
    boxes[4 * t + 1] = Math.min(ay, by, cy)
    boxes[4 * t + 2] = Math.max(ax, bx, cx)
    boxes[4 * t + 3] = Math.max(ay, by, cy)
  }
  return boxes
}

/** Height of a triangle over a place, NaN beside it and where it is vertical. */
function heightOver(positions: Float32Array, indices: Uint32Array, t: number, x: number, y: number): number {
  const a = (indices[3 * t] ?? 0) * 3,
    b = (indices[3 * t + 1] ?? 0) * 3,
    c = (indices[3 * t + 2] ?? 0) * 3
  const ax = positions[a] ?? NaN,
    ay = positions[a + 1] ?? NaN
  const ux = (positions[b] ?? NaN) - ax,
    uy = (positions[b + 1] ?? NaN) - ay
  const vx = (positions[c] ?? NaN) - ax,
    vy = (positions[c + 1] ?? NaN) - ay
  const area = ux * vy - uy * vx
  const u = ((x - ax) * vy - (y - ay) * vx) / area
  const v = (ux * (y - ay) - uy * (x - ax)) / area
  if (!(u >= -1e-9 && v >= -1e-9 && u + v <= 1 + 1e-9)) return NaN
  const az = positions[a + 2] ?? NaN
  return az + ((positions[b + 2] ?? NaN) - az) * u + ((positions[c + 2] ?? NaN) - az) * v
}

/** How far a place of the ground plane lies from a triangle, 0 inside it. */
function planDistance(positions: Float32Array, indices: Uint32Array, t: number, x: number, y: number): number {
  let nearest = Infinity
  let [lefts, rights] = [0, 0]
  for (let corner = 0; corner < 3; corner++) {
    const a = (indices[3 * t + corner] ?? 0) * 3
    const b = (indices[3 * t + ((corner + 1) % 3)] ?? 0) * 3
    const [ax, ay] = [positions[a] ?? NaN, positions[a + 1] ?? NaN]
    const [dx, dy] = [(positions[b] ?? NaN) - ax, (positions[b + 1] ?? NaN) - ay]
    const side = dx * (y - ay) - dy * (x - ax)
    if (side > 0) lefts++
    if (side < 0) rights++
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
    nearest = Math.min(nearest, Math.hypot(x - ax - dx * along, y - ay - dy * along))
  }
  const isInside = (lefts === 0) !== (rights === 0)
  return isInside ? 0 : nearest
}

/** Distance along the ray to a triangle, Infinity where they do not meet. */
export function meet(positions: Float32Array, indices: Uint32Array, t: number, origin: Vec, direction: Vec): number {
  const a = (indices[3 * t] ?? 0) * 3,
    b = (indices[3 * t + 1] ?? 0) * 3,
    c = (indices[3 * t + 2] ?? 0) * 3
  const ax = positions[a] ?? NaN,
    ay = positions[a + 1] ?? NaN,
    az = positions[a + 2] ?? NaN
  const ux = (positions[b] ?? NaN) - ax,
    uy = (positions[b + 1] ?? NaN) - ay,
    uz = (positions[b + 2] ?? NaN) - az
  const vx = (positions[c] ?? NaN) - ax,
    vy = (positions[c + 1] ?? NaN) - ay,
    vz = (positions[c + 2] ?? NaN) - az
  const [dx, dy, dz] = direction
  const px = dy * vz - dz * vy,
    py = dz * vx - dx * vz,
    pz = dx * vy - dy * vx
  const det = ux * px + uy * py + uz * pz
  if (det === 0) return Infinity
  const sx = origin[0] - ax,
    sy = origin[1] - ay,
    sz = origin[2] - az
  const u = (sx * px + sy * py + sz * pz) / det
  if (!(u >= -1e-9 && u <= 1 + 1e-9)) return Infinity
  const qx = sy * uz - sz * uy,
    qy = sz * ux - sx * uz,
    qz = sx * uy - sy * ux
  const v = (dx * qx + dy * qy + dz * qz) / det
  if (!(v >= -1e-9 && u + v <= 1 + 1e-9)) return Infinity
  const distance = (vx * qx + vy * qy + vz * qz) / det
  return distance >= 0 ? distance : Infinity
}
