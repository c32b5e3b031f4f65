/** Corners of one areal: xyz of vertex v at `values[3 * (start + v)]`. */
export interface Ring {
  readonly values: Float32Array
  readonly start: number
  readonly count: number
}

const x = (ring: Ring, v: number): number => ring.values[3 * (ring.start + v)] ?? 0
const y = (ring: Ring, v: number): number => ring.values[3 * (ring.start + v) + 1] ?? 0
const z = (ring: Ring, v: number): number => ring.values[3 * (ring.start + v) + 2] ?? 0

/** Signed area in XY: positive where the ring runs anticlockwise seen from +Z. */
export function signedArea(ring: Ring): number {
  let twice = 0
  for (let v = 0, w = ring.count - 1; v < ring.count; w = v++)
    twice += x(ring, w) * y(ring, v) - x(ring, v) * y(ring, w)
  return twice / 2
}

/** Newell normal of the ring, its length twice the area in space; points up for an anticlockwise ring. */
export function newell(ring: Ring): readonly [x: number, y: number, z: number] {
  let nx = 0
  let ny = 0
  let nz = 0
  for (let v = 0, w = ring.count - 1; v < ring.count; w = v++) {
    nx += (y(ring, w) - y(ring, v)) * (z(ring, w) + z(ring, v))
    ny += (z(ring, w) - z(ring, v)) * (x(ring, w) + x(ring, v))
    nz += (x(ring, w) - x(ring, v)) * (y(ring, w) + y(ring, v))
  }
  return [nx, ny, nz]
}

/** Area in space. */
export const spatialArea = (ring: Ring): number => Math.hypot(...newell(ring)) / 2

/** Whether a point lies inside the ring in XY, or on its border within `reach`. */
export function contains(ring: Ring, px: number, py: number, reach = 0): boolean {
  let isInside = false
  for (let v = 0, w = ring.count - 1; v < ring.count; w = v++) {
    const [ax, ay, bx, by] = [x(ring, w), y(ring, w), x(ring, v), y(ring, v)]
    if (reach > 0 && distanceToEdge(px, py, ax, ay, bx, by) <= reach) return true
    if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) isInside = !isInside
  }
  return isInside
}

function distanceToEdge(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length))
  return Math.hypot(px - ax - t * dx, py - ay - t * dy)
}

export interface Box {
  readonly minX: number
  readonly minY: number
  readonly maxX: number
  readonly maxY: number
}

/** Bounds in XY of corners `from` to `to`; corners that are not finite do not count. */
export function boundsOf(values: Float32Array, from: number, to: number): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let v = from; v < to; v++) {
    const px = values[3 * v] ?? 0
    const py = values[3 * v + 1] ?? 0
    if (!Number.isFinite(px) || !Number.isFinite(py)) continue
    if (px < minX) minX = px
    if (px > maxX) maxX = px
    if (py < minY) minY = py
    if (py > maxY) maxY = py
  }
  return { minX, minY, maxX, maxY }
}

/** Whether ring and box share more than a border. */
export function overlaps(ring: Ring, box: Box): boolean {
  if (contains(ring, (box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)) return true
  for (let v = 0, w = ring.count - 1; v < ring.count; w = v++) {
    if (crosses(x(ring, w), y(ring, w), x(ring, v), y(ring, v), box)) return true
  }
  return false
}

/** Whether the edge has a part inside the box (Liang-Barsky). */
function crosses(ax: number, ay: number, bx: number, by: number, box: Box): boolean {
  let [from, to] = [0, 1]
  const clip = (p: number, q: number): boolean => {
    if (p === 0) return q > 0
    const t = q / p
    if (p < 0) from = Math.max(from, t)
    else to = Math.min(to, t)
    return from < to
  }
  const [dx, dy] = [bx - ax, by - ay]
  return clip(-dx, ax - box.minX) && clip(dx, box.maxX - ax) && clip(-dy, ay - box.minY) && clip(dy, box.maxY - ay)
}

/** A point inside the ring: the middle of its largest corner triangle that the ring contains; undefined for a ring without area. */
export function pointInside(ring: Ring): readonly [x: number, y: number, z: number] | undefined {
  let best: readonly [number, number, number] | undefined
  let bestArea = 0
  for (let a = 0; a < ring.count; a++) {
    for (let b = a + 1; b < ring.count; b++) {
      const c = (b + 1) % ring.count
      const at = middle(ring, a, b, c)
      const area = Math.abs(
        (x(ring, b) - x(ring, a)) * (y(ring, c) - y(ring, a)) - (x(ring, c) - x(ring, a)) * (y(ring, b) - y(ring, a)),
      )
      if (area > bestArea && contains(ring, at[0], at[1])) [best, bestArea] = [at, area]
    }
  }
  return best
}

const middle = (ring: Ring, a: number, b: number, c: number): readonly [number, number, number] => [
  (x(ring, a) + x(ring, b) + x(ring, c)) / 3,
  (y(ring, a) + y(ring, b) + y(ring, c)) / 3,
  (z(ring, a) + z(ring, b) + z(ring, c)) / 3,
]
