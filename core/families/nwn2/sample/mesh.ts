import { write, type Bytes } from '../../../layout'
import { ASWM, BAKED, CLOCKWISE, NO_ISLAND, NO_NODE, NO_TRIANGLE, VERSION, WALKABLE } from '../aswm/aswm'
import { derivedFrom } from '../aswm/geometry'
import { distance, shortestWays } from '../aswm/shortest-ways'

/** The ground of a made area: square tiles of square cells, each of two triangles. */
export interface GroundPlan {
  /** Tiles along X and Y. */
  readonly width: number
  readonly height: number
  readonly tileWidth: number
  /** Cells along a side of a tile. */
  readonly cells: number
  heightAt(x: number, y: number): number
  /** Surface bit of a cell by its centre; 0: not walkable. */
  surfaceAt(x: number, y: number): number
}

type Point = readonly [x: number, y: number, z: number]

interface Face {
  readonly corners: readonly [number, number, number]
  readonly tile: number
  readonly flags: number
  readonly edges: number[]
  readonly links: number[]
  readonly centre: readonly [x: number, y: number]
  island: number
}

interface Ground {
  /** Faces of each tile, which own them one after another. */
  readonly perTile: number
  readonly points: readonly Point[]
  readonly faces: readonly Face[]
  readonly edges: readonly { readonly pair: readonly [number, number]; readonly faces: readonly number[] }[]
}

/** The walkmesh of a TRN, or of its baked twin, where the faces run clockwise and have path tables (nwn2 5). */
export function sampleMesh(plan: GroundPlan, isBaked: boolean): Bytes {
  const ground = makeGround(plan, isBaked)
  const islands = isBaked ? makeIslands(ground) : []
  const flags = isBaked ? 15 | BAKED : 15
  const value = {
    version: VERSION,
    name: new Uint8Array(32),
    owns_data: 1,
    vertex_count: ground.points.length,
    edge_count: ground.edges.length,
    triangle_count: ground.faces.length,
    triangle_offset: 0,
    vertices: ground.points,
    edges: ground.edges.map(({ pair, faces }) => ({
      vertex_0: pair[0],
      vertex_1: pair[1],
      triangle_0: faces[0] ?? 0,
      triangle_1: faces[1] ?? NO_TRIANGLE,
    })),
    triangles: ground.faces.map(face => triangleOf(ground, face)),
    tiles_flags: flags,
    tile_width: plan.tileWidth,
    grid_height: plan.height,
    grid_width: plan.width,
    tiles: Array.from({ length: plan.width * plan.height }, (_, tile) => tileOf(ground, tile, flags, isBaked)),
    border_size: 0,
    island_count: islands.length,
    islands,
    matrix: matrixOf(islands),
  }
  return write(ASWM, value).bytes
}

function makeGround(plan: GroundPlan, isClockwise: boolean): Ground {
  const { width, height, cells, tileWidth } = plan
  const [columns, rows] = [width * cells + 1, height * cells + 1]
  const step = tileWidth / cells
  const points = Array.from({ length: columns * rows }, (_, k): Point => {
    const [x, y] = [(k % columns) * step, Math.floor(k / columns) * step]
    return [Math.fround(x), Math.fround(y), Math.fround(plan.heightAt(x, y))]
  })
  const faces: Face[] = []
  for (let tile = 0; tile < width * height; tile++) {
    const [left, bottom] = [(tile % width) * cells, Math.floor(tile / width) * cells]
    for (let cell = 0; cell < cells * cells; cell++) {
      const [x, y] = [left + (cell % cells), bottom + Math.floor(cell / cells)]
      const surface = plan.surfaceAt((x + 0.5) * step, (y + 0.5) * step)
      const flags = (surface === 0 ? 0 : WALKABLE | surface) | (isClockwise ? CLOCKWISE : 0)
      const at = y * columns + x
      const halves = [
        [at, at + 1, at + columns + 1],
        [at, at + columns + 1, at + columns],
      ] as const
      for (const [a, b, c] of halves) faces.push(faceOf(points, isClockwise ? [a, c, b] : [a, b, c], tile, flags))
    }
  }
  return { perTile: 2 * cells * cells, points, faces, edges: joinFaces(faces) }
}

function faceOf(
  points: readonly Point[],
  corners: readonly [number, number, number],
  tile: number,
  flags: number,
): Face {
  const [a = ORIGIN, b = ORIGIN, c = ORIGIN] = corners.map(corner => points[corner])
  const derived = derivedFrom(a, b, c, (flags & CLOCKWISE) !== 0)
  const centre = [derived?.centre_x ?? 0, derived?.centre_y ?? 0] as const
  return { corners, tile, flags, edges: [], links: [], centre, island: NO_ISLAND }
}

const ORIGIN: Point = [0, 0, 0]

/** Edges in the order of their vertices; sides of a face in the order lowest–middle, lowest–highest, middle–highest (nwn2 4.5). */
function joinFaces(faces: readonly Face[]): Ground['edges'] {
  const found = new Map<string, { readonly pair: readonly [number, number]; readonly faces: number[] }>()
  const sidesOf = ({ corners }: Face): readonly (readonly [number, number])[] => {
    const [low = 0, middle = 0, high = 0] = [...corners].sort((a, b) => a - b)
    return [
      [low, middle],
      [low, high],
      [middle, high],
    ]
  }
  for (const [face, { corners }] of faces.entries()) {
    for (const pair of sidesOf({ corners } as Face)) {
      const known = found.get(pair.join())
      if (known) known.faces.push(face)
      else found.set(pair.join(), { pair, faces: [face] })
    }
  }
  const edges = [...found.values()].sort((a, b) => a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1])
  const numbers = new Map(edges.map(({ pair }, edge) => [pair.join(), edge]))
  for (const [at, face] of faces.entries()) {
    for (const pair of sidesOf(face)) {
      const edge = numbers.get(pair.join()) ?? 0
      face.edges.push(edge)
      face.links.push(edges[edge]?.faces.find(other => other !== at) ?? NO_TRIANGLE)
    }
  }
  return edges
}

function triangleOf({ points }: Ground, { corners, edges, links, flags, island }: Face) {
  const [v0, v1, v2] = corners
  const derived = derivedFrom(
    points[v0] ?? ORIGIN,
    points[v1] ?? ORIGIN,
    points[v2] ?? ORIGIN,
    (flags & CLOCKWISE) !== 0,
  )
  const flat = { centre_x: 0, centre_y: 0, normal: ORIGIN, plane_d: 0 }
  return { v0, v1, v2, linked_edges: edges, linked_triangles: links, ...(derived ?? flat), island, flags }
}

function tileOf({ faces, perTile }: Ground, tile: number, flags: number, isBaked: boolean) {
  const first = tile * perTile
  const own = faces.slice(first, first + perTile)
  const nodes = own.flatMap((face, local) => ((face.flags & WALKABLE) !== 0 ? [local] : []))
  const nodeOf = new Map(nodes.map((local, node) => [local, node]))
  const steps = nodes.flatMap((local, node) => {
    const [x, y] = own[local]?.centre ?? [0, 0]
    return (own[local]?.links ?? []).flatMap(link => {
      const to = nodeOf.get(link - first)
      const [toX, toY] = faces[link]?.centre ?? [0, 0]
      return to === undefined ? [] : [[node, to, distance(x, y, toX, toY)] as const]
    })
  })
  const next = shortestWays(nodes.length, steps)
  const table = Uint8Array.from(
    { length: nodes.length ** 2 },
    (_, at) => next(Math.floor(at / nodes.length), at % nodes.length) ?? NO_NODE,
  )
  const toNode = Uint8Array.from(own, (_, local) => nodeOf.get(local) ?? NO_NODE)
  return {
    name: new Uint8Array(32),
    owns_data: 0,
    vertices_count: new Set(own.flatMap(({ corners }) => corners)).size,
    edges_count: new Set(own.flatMap(({ edges }) => edges)).size,
    triangles_count: own.length,
    size_x: 0,
    size_y: 0,
    triangles_offset: first,
    path_flags: 0,
    ltn_length: isBaked ? toNode.length : 0,
    ntl_length: isBaked ? nodes.length : 0,
    rle_size: 0,
    local_to_node: isBaked ? toNode : new Uint8Array(0),
    node_to_local: isBaked ? nodes : [],
    nodes: isBaked ? table : new Uint8Array(0),
    flags,
  }
}

interface SampleIsland {
  readonly index: number
  readonly tile: number
  readonly centre: Point
  readonly triangles_count: number
  readonly adjacent_count: number
  readonly adjacent: number[]
  readonly distance_count: number
  readonly distances: number[]
  readonly exit_count: number
  readonly exits: number[]
}

/** Walkable faces of one tile that hang together, tile by tile, by their lowest face (nwn2 4.10). */
function makeIslands({ faces }: Ground): readonly SampleIsland[] {
  const members: number[][] = []
  for (const [seed, face] of faces.entries()) {
    if ((face.flags & WALKABLE) !== 0 && face.island === NO_ISLAND) members.push(flood(faces, seed, members.length))
  }
  const centres = members.map(own => {
    const third = Math.fround(1 / own.length)
    const sum = (axis: 0 | 1): number =>
      own.reduce((all, face) => Math.fround(all + (faces[face]?.centre[axis] ?? 0)), 0)
    return [Math.fround(sum(0) * third), Math.fround(sum(1) * third), 0] as const
  })
  return members.map((own, index): SampleIsland => {
    const exits = new Map<number, number>()
    for (const face of own) {
      for (const link of faces[face]?.links ?? []) {
        const other = faces[link]?.island ?? NO_ISLAND
        if (other !== NO_ISLAND && other !== index && !exits.has(other)) exits.set(other, face)
      }
    }
    const [x, y] = centres[index] ?? ORIGIN
    const adjacent = [...exits.keys()]
    const count = adjacent.length
    const distances = adjacent.map(other => distance(x, y, centres[other]?.[0] ?? 0, centres[other]?.[1] ?? 0))
    return {
      index,
      tile: 0,
      centre: centres[index] ?? ORIGIN,
      triangles_count: own.length,
      adjacent_count: count,
      adjacent,
      distance_count: count,
      distances,
      exit_count: count,
      exits: [...exits.values()],
    }
  })
}

/** Faces reached from one within its tile, in ascending order; they get the number of the island. */
function flood(faces: readonly Face[], seed: number, island: number): number[] {
  const found = [seed]
  for (const at of found) {
    const face = faces[at]
    if (!face) continue
    face.island = island
    for (const link of face.links) {
      const other = faces[link]
      const isNew = other?.tile === face.tile && (other.flags & WALKABLE) !== 0 && !found.includes(link)
      if (isNew) found.push(link)
    }
  }
  return found.sort((a, b) => a - b)
}

function matrixOf(islands: readonly SampleIsland[]) {
  const steps = islands.flatMap(({ index, adjacent, distances }) =>
    adjacent.map((other, k) => [index, other, distances[k] ?? 0] as const),
  )
  const next = shortestWays(islands.length, steps)
  return islands.flatMap(({ adjacent, distances }, from) =>
    islands.map((_, to) => {
      const first = next(from, to)
      const weight = first === undefined ? 0 : (distances[adjacent.indexOf(first)] ?? 0)
      return { next: first ?? NO_ISLAND, padding: 0, weight }
    }),
  )
}
