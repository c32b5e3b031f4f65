import type { Random } from './random'

export type Point = readonly [x: number, y: number]

/** Polygons that cover a square without gap or overlap. */
export interface Tiling {
  readonly points: readonly Point[]
  /** Point numbers of each polygon, counter-clockwise. */
  readonly rings: readonly (readonly number[])[]
  /** For edge e of polygon p (from point e to e + 1): the polygon and edge on its other side, or undefined at the rim. */
  neighbour(polygon: number, edge: number): { readonly polygon: number; readonly edge: number } | undefined
}

/** Ends of edges closer than this become one point, world units. */
const SHORTEST_EDGE = 5
const WELD = 1e-3

/** Cells round scattered sites (a Voronoi tiling, evened out once) over the square from 0 to `extent`. */
export function makeTiling(random: Random, extent: number, count: number): Tiling {
  const columns = Math.round(Math.sqrt(count))
  const scattered = Array.from({ length: count }, (_, site): Point => {
    const rows = Math.ceil(count / columns)
    const column = Math.floor(site / rows)
    const inColumn = column === columns - 1 ? count - rows * (columns - 1) : rows
    const row = site - column * rows
    return [
      ((column + 0.5 + (random() - 0.5) * 0.95) / columns) * extent,
      ((row + 0.5 + (random() - 0.5) * 0.95) / inColumn) * extent,
    ]
  })
  const evened = cellsRound(scattered, extent).map((cell, site): Point => {
    const middle = centre(cell)
    const from = scattered[site] ?? middle
    return [from[0] * 0.35 + middle[0] * 0.65, from[1] * 0.35 + middle[1] * 0.65]
  })
  return connect(join(cellsRound(evened, extent), extent))
}

/** Centre of mass of a polygon. */
export function centre(polygon: readonly Point[]): Point {
  let area = 0
  let sumX = 0
  let sumY = 0
  const [ox, oy] = polygon[0] ?? [0, 0]
  polygon.forEach(([x, y], at) => {
    const [nx, ny] = polygon[(at + 1) % polygon.length] ?? [0, 0]
    const cross = (x - ox) * (ny - oy) - (nx - ox) * (y - oy)
    area += cross
    sumX += (x + nx - 2 * ox) * cross
    sumY += (y + ny - 2 * oy) * cross
  })
  return [ox + sumX / (3 * area), oy + sumY / (3 * area)]
}

/** Part of a polygon where `distance` is not positive. Works for one straight cut of any simple polygon. */
export function cut(polygon: readonly Point[], distance: (point: Point) => number): Point[] {
  const kept: Point[] = []
  polygon.forEach((point, at) => {
    const next = polygon[(at + 1) % polygon.length] ?? point
    const here = distance(point)
    const there = distance(next)
    if (here <= 0) kept.push(point)
    if ((here < 0 && there > 0) || (here > 0 && there < 0)) {
      const part = here / (here - there)
      kept.push([point[0] + (next[0] - point[0]) * part, point[1] + (next[1] - point[1]) * part])
    }
  })
  return kept
}

function cellsRound(sites: readonly Point[], extent: number): Point[][] {
  const across = Math.max(1, Math.floor(Math.sqrt(sites.length)))
  const bucketOf = (value: number): number => Math.max(0, Math.min(across - 1, Math.floor((value / extent) * across)))
  const buckets: number[][] = Array.from({ length: across * across }, () => [])
  sites.forEach(([x, y], site) => buckets[bucketOf(x) * across + bucketOf(y)]?.push(site))
  return sites.map((site, own) => {
    let cell: Point[] = [
      [0, 0],
      [extent, 0],
      [extent, extent],
      [0, extent],
    ]
    const near: number[] = []
    const bx = bucketOf(site[0])
    const by = bucketOf(site[1])
    for (let x = Math.max(0, bx - 4); x <= Math.min(across - 1, bx + 4); x++) {
      for (let y = Math.max(0, by - 4); y <= Math.min(across - 1, by + 4); y++)
        for (const one of buckets[x * across + y] ?? []) near.push(one)
    }
    for (const other of near) {
      const [ox, oy] = sites[other] ?? site
      if (other === own) continue
      const dx = ox - site[0]
      const dy = oy - site[1]
      const middle = ((ox + site[0]) * dx + (oy + site[1]) * dy) / 2
      cell = cut(cell, ([x, y]) => x * dx + y * dy - middle)
    }
    return cell
  })
}

interface Rings {
  readonly points: readonly Point[]
  readonly rings: readonly (readonly number[])[]
}

/** Gives cells their common points and joins the ends of very short edges. */
function join(cells: readonly (readonly Point[])[], extent: number): Rings {
  const found = new Map<string, number>()
  const points: Point[] = []
  const numberOf = ([x, y]: Point): number => {
    const kx = Math.round(x / WELD / 4)
    const ky = Math.round(y / WELD / 4)
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const known = found.get(`${kx + dx},${ky + dy}`)
        const at = known === undefined ? undefined : points[known]
        if (known !== undefined && at && Math.abs(at[0] - x) < WELD && Math.abs(at[1] - y) < WELD) return known
      }
    }
    found.set(`${kx},${ky}`, points.length)
    return points.push([x, y]) - 1
  }
  const rings = cells.map(cell => withoutRepeats(cell.map(numberOf)))
  const group = points.map((_, point) => point)
  const rootOf = (point: number): number => {
    let root = point
    while (group[root] !== undefined && group[root] !== root) root = group[root] ?? root
    return root
  }
  const rim = ([x, y]: Point): number => Number(isRim(x, extent)) + Number(isRim(y, extent))
  for (const ring of rings) {
    ring.forEach((point, at) => {
      const a = rootOf(point)
      const b = rootOf(ring[(at + 1) % ring.length] ?? point)
      const pa = points[a] ?? [0, 0]
      const pb = points[b] ?? [0, 0]
      const dx = pa[0] - pb[0]
      const dy = pa[1] - pb[1]
      if (a === b || dx * dx + dy * dy > SHORTEST_EDGE * SHORTEST_EDGE) return
      // A corner stays a corner and the rim stays the rim: the less free point wins.
      if (rim(pa) >= rim(pb)) group[b] = a
      else group[a] = b
    })
  }
  return { points, rings: rings.map(ring => withoutRepeats(ring.map(rootOf))) }
}

const isRim = (value: number, extent: number): boolean => Math.abs(value) < WELD || Math.abs(value - extent) < WELD

const withoutRepeats = (ring: readonly number[]): number[] =>
  ring.filter((point, at) => point !== ring[(at + ring.length - 1) % ring.length])

function connect({ points, rings }: Rings): Tiling {
  const sides = new Map<string, { polygon: number; edge: number }>()
  rings.forEach((ring, polygon) =>
    ring.forEach((from, edge) => {
      sides.set(`${from},${ring[(edge + 1) % ring.length] ?? from}`, { polygon, edge })
    }),
  )
  return {
    points,
    rings,
    neighbour(polygon, edge) {
      const ring = rings[polygon] ?? []
      return sides.get(`${ring[(edge + 1) % ring.length] ?? -1},${ring[edge] ?? -1}`)
    },
  }
}
