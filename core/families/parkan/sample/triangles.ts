import { TILE_CELLS, type Relief } from './relief'

/** Corners of one triangle as places of the relief (x * (size + 1) + y), counter-clockwise seen from above, with its tile. */
export interface Triangle {
  readonly corners: readonly [number, number, number]
  /** Tile number, x outer. */
  readonly tile: number
}

/** A ground of right triangles, finer where the relief bends: no cracks inside one level of detail. */
export interface Triangulation {
  readonly triangles: readonly Triangle[]
  /** Height of the triangles' surface at a world place. */
  height(x: number, y: number): number
}

/**
 * How much the ground would be off if the triangle over a place were not split there: largest of the place's own
 * error and those below it, so that both triangles at an edge split together. Places as in the relief.
 */
export function splitErrors(relief: Relief): Float32Array {
  const { size, heights } = relief
  const width = size + 1
  const errors = new Float32Array(width * width)
  const note = (
    x: number,
    y: number,
    ax: number,
    ay: number,
    bx: number,
    by: number,
    below: readonly (readonly [number, number])[],
  ): void => {
    const middle = ((heights[ax * width + ay] ?? 0) + (heights[bx * width + by] ?? 0)) / 2
    let error = Math.abs(middle - (heights[x * width + y] ?? 0))
    for (const [cx, cy] of below) {
      if (cx >= 0 && cy >= 0 && cx <= size && cy <= size) error = Math.max(error, errors[cx * width + cy] ?? 0)
    }
    errors[x * width + y] = error
  }
  for (let half = 1; half * 2 <= TILE_CELLS; half *= 2) {
    const quarter = half / 2
    const centres = (x: number, y: number): (readonly [number, number])[] =>
      half < 2
        ? []
        : [
            [x - quarter, y - quarter],
            [x + quarter, y - quarter],
            [x - quarter, y + quarter],
            [x + quarter, y + quarter],
          ]
    for (let x = 0; x <= size; x += half) {
      for (let y = 0; y <= size; y += half) {
        const isOddX = (x / half) % 2 === 1
        const isOddY = (y / half) % 2 === 1
        if (isOddX && !isOddY) note(x, y, x - half, y, x + half, y, centres(x, y))
        if (!isOddX && isOddY) note(x, y, x, y - half, x, y + half, centres(x, y))
      }
    }
    for (let x = half; x < size; x += half * 2) {
      for (let y = half; y < size; y += half * 2) {
        const isRising = ((x - half) / (half * 2) + (y - half) / (half * 2)) % 2 === 0
        const dy = isRising ? half : -half
        note(x, y, x - half, y - dy, x + half, y + dy, [
          [x - half, y],
          [x + half, y],
          [x, y - half],
          [x, y + half],
        ])
      }
    }
  }
  return errors
}

/** Splits until no triangle is off by more than `tolerance` world units. */
export function triangulate(relief: Relief, errors: Float32Array, tolerance: number): Triangulation {
  const width = relief.size + 1
  const tiles = relief.size / TILE_CELLS
  const triangles: Triangle[] = []
  const isSplit = (ax: number, ay: number, bx: number, by: number): boolean =>
    (ax + bx) % 2 === 0 && (ay + by) % 2 === 0 && (errors[((ax + bx) / 2) * width + (ay + by) / 2] ?? 0) > tolerance

  const collect = (tile: number, ax: number, ay: number, bx: number, by: number, cx: number, cy: number): void => {
    if (!isSplit(ax, ay, bx, by)) {
      triangles.push({ tile, corners: [ax * width + ay, bx * width + by, cx * width + cy] })
      return
    }
    const mx = (ax + bx) / 2
    const my = (ay + by) / 2
    collect(tile, cx, cy, ax, ay, mx, my)
    collect(tile, bx, by, cx, cy, mx, my)
  }
  for (let x = 0; x < tiles; x++) {
    for (let y = 0; y < tiles; y++) {
      for (const [a, b, c] of halves(x, y)) collect(x * tiles + y, a[0], a[1], b[0], b[1], c[0], c[1])
    }
  }

  const height = (x: number, y: number): number => {
    const gx = Math.max(0, Math.min(relief.size, x / relief.step))
    const gy = Math.max(0, Math.min(relief.size, y / relief.step))
    const tx = Math.min(tiles - 1, Math.floor(gx / TILE_CELLS))
    const ty = Math.min(tiles - 1, Math.floor(gy / TILE_CELLS))
    const [first, second] = halves(tx, ty)
    let [a, b, c] = side(first[0], first[1], gx, gy) >= 0 ? first : second
    while (isSplit(a[0], a[1], b[0], b[1])) {
      const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const
      const next: Corners = side(c, middle, gx, gy) <= 0 ? [c, a, middle] : [b, c, middle]
      ;[a, b, c] = next
    }
    return onPlane(relief, [a, b, c], gx, gy)
  }
  return { triangles, height }
}

/** The coarsest triangulation with at most `count` triangles that follows the ground best. */
export function triangulateTo(relief: Relief, errors: Float32Array, count: number): Triangulation {
  let low = 0
  let high = 64
  for (let step = 0; step < 18; step++) {
    const middle = (low + high) / 2
    if (triangulate(relief, errors, middle).triangles.length > count) low = middle
    else high = middle
  }
  return triangulate(relief, errors, high)
}

type Point = readonly [number, number]
/** Ends of the longest side, then the right angle; counter-clockwise. */
type Corners = readonly [Point, Point, Point]

/** The two triangles of a tile, in cells of the relief; the diagonal alternates like a chessboard. */
function halves(tileX: number, tileY: number): readonly [Corners, Corners] {
  const x = tileX * TILE_CELLS
  const y = tileY * TILE_CELLS
  const ends: readonly [Point, Point, Point, Point] = [
    [x, y],
    [x + TILE_CELLS, y],
    [x + TILE_CELLS, y + TILE_CELLS],
    [x, y + TILE_CELLS],
  ]
  return (tileX + tileY) % 2 === 0
    ? [
        [ends[0], ends[2], ends[3]],
        [ends[2], ends[0], ends[1]],
      ]
    : [
        [ends[1], ends[3], ends[0]],
        [ends[3], ends[1], ends[2]],
      ]
}

/** Positive where the place lies left of the line from `a` to `b`. */
const side = (a: Point, b: Point, x: number, y: number): number =>
  (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])

function onPlane(relief: Relief, [a, b, c]: Corners, x: number, y: number): number {
  const at = ([px, py]: Point): number => relief.heights[px * (relief.size + 1) + py] ?? 0
  const whole = side(a, b, c[0], c[1])
  const ofA = side(b, c, x, y) / whole
  const ofB = side(c, a, x, y) / whole
  return at(a) * ofA + at(b) * ofB + at(c) * (1 - ofA - ofB)
}
