import type { Random } from './random'
import { sampleField, type Relief } from './relief'
import { centre, cut, makeTiling, type Point, type Tiling } from './tiling'
import type { Triangulation } from './triangles'

type Vec3 = readonly [number, number, number]

interface ArealValues {
  readonly anchor: Vec3
  readonly reserved_12: number
  readonly area_metric: number
  readonly normal: Vec3
  readonly logic_flag: number
  readonly reserved_36: number
  readonly class_id: number
  readonly reserved_44: number
  readonly vertex_count: number
  readonly poly_count: number
  readonly vertices: readonly Vec3[]
  readonly links: readonly { readonly area_ref: number; readonly edge_ref: number }[]
  readonly polygons: readonly never[]
}

export interface ArealMapValues {
  readonly areals: readonly ArealValues[]
  readonly cells_x: number
  readonly cells_y: number
  /** Areal numbers per cell, ascending; index x * cells_y + y. */
  readonly cells: readonly (readonly number[])[]
}

const CELLS = 128

/** Areals over the whole map: on the ground, on water where there is any, linked edge to edge, sorted into 128 x 128 cells. */
export function makeAreals(random: Random, relief: Relief, ground: Triangulation, count: number): ArealMapValues {
  const extent = relief.size * relief.step
  const tiling = makeTiling(random, extent, count)
  const height = (x: number, y: number): number => Math.max(ground.height(x, y), relief.water)
  const points = tiling.points.map(([x, y]): Vec3 => [Math.fround(x), Math.fround(y), Math.fround(height(x, y))])
  const shapes = tiling.rings.map(ring =>
    shapeOf(
      ring.map(point => points[point] ?? [0, 0, 0]),
      height,
    ),
  )
  const classes = classesOf(random, relief, shapes, tiling)
  const flags = flagsOf(random, shapes, classes)
  const areals = shapes.map(
    (shape, areal): ArealValues => ({
      anchor: shape.anchor,
      reserved_12: 0,
      area_metric: shape.area,
      normal: shape.normal,
      logic_flag: flags[areal] ?? 0,
      reserved_36: 0,
      class_id: classes[areal] ?? 0,
      reserved_44: 0,
      vertex_count: shape.vertices.length,
      poly_count: 0,
      vertices: shape.vertices,
      links: shape.vertices.map((_, edge) => {
        const other = tiling.neighbour(areal, edge)
        return other ? { area_ref: other.polygon, edge_ref: other.edge } : { area_ref: -1, edge_ref: -1 }
      }),
      polygons: [],
    }),
  )
  return { areals, cells_x: CELLS, cells_y: CELLS, cells: cellsOf(shapes, extent) }
}

interface Shape {
  readonly vertices: readonly Vec3[]
  readonly anchor: Vec3
  readonly normal: Vec3
  readonly area: number
}

/** Anchor in the middle, unit normal and area in space (parkan 4.2: the plan's area over the normal's height). */
function shapeOf(vertices: readonly Vec3[], height: (x: number, y: number) => number): Shape {
  const [x, y] = centre(vertices.map(([px, py]): Point => [px, py]))
  const [ox, oy, oz] = vertices[0] ?? [0, 0, 0]
  let [nx, ny, nz] = [0, 0, 0]
  vertices.forEach((vertex, at) => {
    const next = vertices[(at + 1) % vertices.length] ?? vertex
    const [ax, ay, az] = [vertex[0] - ox, vertex[1] - oy, vertex[2] - oz]
    const [bx, by, bz] = [next[0] - ox, next[1] - oy, next[2] - oz]
    nx += ay * bz - az * by
    ny += az * bx - ax * bz
    nz += ax * by - ay * bx
  })
  const long = Math.sqrt(nx * nx + ny * ny + nz * nz)
  return { vertices, anchor: [x, y, height(x, y)], normal: [nx / long, ny / long, nz / long], area: long / 2 }
}

/** Classes beside the plain 0 with their share of all areals, as in retail-size maps; what each follows is our invention. */
const CLASSES: readonly {
  readonly id: number
  readonly share: number
  readonly score: (place: ArealPlace) => number
}[] = [
  { id: 12, share: 0.008, score: place => place.river * 2 - Math.abs(place.overWater - 3) / 8 + place.chance * 0.2 },
  { id: 10, share: 0.026, score: place => -place.overWater },
  { id: 3, share: 0.052, score: place => place.overWater / 60 + place.steep },
  {
    id: 5,
    share: 0.096,
    score: place => place.flat * 1.5 - Math.abs(place.overWater - 30) / 60 - place.river + place.patch,
  },
  { id: 2, share: 0.122, score: place => place.woods * 2 - place.steep },
  { id: 1, share: 0.127, score: place => place.steep * 3 + place.chance * 0.15 },
  { id: 7, share: 0.026, score: place => place.river + place.flat },
  { id: 16, share: 0.004, score: place => place.patch },
  { id: 21, share: 0.003, score: place => place.flat + place.chance },
  { id: 64, share: 0.004, score: place => -place.patch },
  { id: 255, share: 0.003, score: place => place.overWater / 80 },
  { id: 4096, share: 0.001, score: place => place.flat },
]

interface ArealPlace {
  readonly overWater: number
  readonly steep: number
  readonly flat: number
  readonly woods: number
  readonly river: number
  /** Noise over several areals: what groups them. */
  readonly patch: number
  readonly chance: number
}

function classesOf(random: Random, relief: Relief, shapes: readonly Shape[], tiling: Tiling): number[] {
  const places = shapes.map((shape): ArealPlace => {
    const [x, y] = shape.anchor
    const steep = 1 - shape.normal[2]
    const woods = sampleField(relief, relief.woods, x, y)
    return {
      overWater: sampleField(relief, relief.heights, x, y) - relief.water,
      steep: Math.min(1, steep * 10),
      flat: Math.max(0, 1 - steep * 25),
      woods,
      river: sampleField(relief, relief.river, x, y),
      patch: sampleField(
        relief,
        relief.woods,
        (x * 0.7 + 321) % (relief.size * relief.step),
        (y * 0.7 + 123) % (relief.size * relief.step),
      ),
      chance: random(),
    }
  })
  const classes = shapes.map(() => 0)
  for (const { id, share, score } of CLASSES) {
    const wanted = Math.max(1, Math.round(share * shapes.length))
    const free = places
      .map((place, areal) => ({ areal, score: score(place) }))
      .filter(({ areal }) => classes[areal] === 0)
    free.sort((a, b) => b.score - a.score || a.areal - b.areal)
    if (id === 2 || id === 5)
      spread(
        free.map(({ areal }) => areal),
        wanted,
        id,
        classes,
        tiling,
      )
    else for (const { areal } of free.slice(0, wanted)) classes[areal] = id
  }
  return classes
}

/** Takes the best areals first and then their free neighbours, so that woods and building sites stand together. */
function spread(best: readonly number[], wanted: number, id: number, classes: number[], tiling: Tiling): void {
  let left = wanted
  for (const seed of best) {
    const together = [seed, ...neighboursOf(seed, tiling)]
    for (const areal of together) {
      if (left === 0) return
      if (classes[areal] !== 0) continue
      classes[areal] = id
      left--
    }
  }
}

const neighboursOf = (areal: number, tiling: Tiling): number[] =>
  (tiling.rings[areal] ?? []).flatMap((_, edge) => tiling.neighbour(areal, edge)?.polygon ?? [])

/** Mostly 0; bit 0 where water or slope is, few areals with other bits (as the retail-size maps have them). */
function flagsOf(random: Random, shapes: readonly Shape[], classes: readonly number[]): number[] {
  const flags = shapes.map((shape, areal): number => {
    const isHard = [1, 3, 10].includes(classes[areal] ?? 0) && shape.normal[2] < 0.995
    return isHard || classes[areal] === 10 ? 1 : 0
  })
  classes.forEach((id, areal) => {
    if (id === 12) flags[areal] = 2
    if (id === 5 && random() < 0.16) flags[areal] = 4
    if (id === 2 && random() < 0.2) flags[areal] = 2
    if (id === 3 && random() < 0.1) flags[areal] = 3
    if (id === 64) flags[areal] = 8
    if (id === 4096) flags[areal] = 0x80000000
  })
  return flags
}

/** Every areal whose polygon has common ground with the cell, by cutting the polygon in strips and the strips in cells. */
function cellsOf(shapes: readonly Shape[], extent: number): number[][] {
  const cells: number[][] = Array.from({ length: CELLS * CELLS }, () => [])
  const step = extent / CELLS
  shapes.forEach(({ vertices }, areal) => {
    const ring = vertices.map(([x, y]): Point => [x, y])
    for (const x of span(ring, 0, step)) {
      const strip = cut(
        cut(ring, point => x * step - point[0]),
        point => point[0] - (x + 1) * step,
      )
      for (const y of span(strip, 1, step)) {
        const part = cut(
          cut(strip, point => y * step - point[1]),
          point => point[1] - (y + 1) * step,
        )
        if (planArea(part) > 0) cells[x * CELLS + y]?.push(areal)
      }
    }
  })
  return cells
}

/** Cells between the least and the largest coordinate. */
function span(ring: readonly Point[], axis: 0 | 1, step: number): number[] {
  const values = ring.map(point => point[axis])
  const first = Math.max(0, Math.floor(Math.min(...values) / step))
  const last = Math.min(CELLS - 1, Math.floor(Math.max(...values) / step))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

function planArea(ring: readonly Point[]): number {
  const [ox, oy] = ring[0] ?? [0, 0]
  return ring.reduce((sum, [x, y], at) => {
    const [nx, ny] = ring[(at + 1) % ring.length] ?? [ox, oy]
    return sum + ((x - ox) * (ny - oy) - (nx - ox) * (y - oy)) / 2
  }, 0)
}
