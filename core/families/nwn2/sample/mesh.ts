import { apply } from '../../../edit'
import { write, type Bytes } from '../../../layout'
import { ASWM, CLOCKWISE, NO_ISLAND, NO_TRIANGLE, NODE_MASK, VERSION, WALKABLE } from '../aswm/aswm'
import { derivedFrom } from '../aswm/geometry'
import { nodesOf, openMesh } from '../aswm/mesh'
import { bake } from '../bake/bake'

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
  readonly flags: number
  readonly edges: number[]
  readonly links: number[]
}

interface Ground {
  /** Faces of each tile, which own them one after another. */
  readonly perTile: number
  readonly points: readonly Point[]
  readonly faces: readonly Face[]
  readonly edges: readonly { readonly pair: readonly [number, number]; readonly faces: readonly number[] }[]
}

/** Flags of the tiles of a mesh without path tables (nwn2 4.7). */
const TILES_FLAGS = 15

/** The walkmesh of a TRN, or of its baked twin, where the faces run clockwise and have path tables (nwn2 5). */
export function sampleMesh(plan: GroundPlan, isBaked: boolean): Bytes {
  const ground = makeGround(plan, isBaked)
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
    tiles_flags: TILES_FLAGS,
    tile_width: plan.tileWidth,
    grid_height: plan.height,
    grid_width: plan.width,
    tiles: Array.from({ length: plan.width * plan.height }, (_, tile) => tileOf(ground, tile)),
    border_size: 0,
    island_count: 0,
    islands: [],
    matrix: [],
  }
  const { bytes } = write(ASWM, value)
  return isBaked ? apply(bytes, bake(openMesh(bytes)).splices) : bytes
}

/** A baked mesh with the line of sight of each triangle to its neighbours, as of real areas: together they are convex (nwn2 4.9). */
export function withSight(baked: Bytes): Bytes {
  const bytes = baked.slice()
  const mesh = openMesh(bytes)
  for (let tile = 0; tile < mesh.tiles.count; tile++) {
    const nodes = nodesOf(mesh, tile)
    const count = mesh.tiles.ntl_length[tile] ?? 0
    // The next node is the destination.
    for (const [at, entry] of nodes.entries()) if (entry === at % count) nodes[at] = entry | (NODE_MASK + 1)
  }
  return bytes
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
      for (const [a, b, c] of halves)
        faces.push({ corners: isClockwise ? [a, c, b] : [a, b, c], flags, edges: [], links: [] })
    }
  }
  return { perTile: 2 * cells * cells, points, faces, edges: joinFaces(faces) }
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

function triangleOf({ points }: Ground, { corners, edges, links, flags }: Face) {
  const [v0, v1, v2] = corners
  const derived = derivedFrom(
    points[v0] ?? ORIGIN,
    points[v1] ?? ORIGIN,
    points[v2] ?? ORIGIN,
    (flags & CLOCKWISE) !== 0,
  )
  const flat = { centre_x: 0, centre_y: 0, normal: ORIGIN, plane_d: 0 }
  return { v0, v1, v2, linked_edges: edges, linked_triangles: links, ...(derived ?? flat), island: NO_ISLAND, flags }
}

function tileOf({ faces, perTile }: Ground, tile: number) {
  const first = tile * perTile
  const own = faces.slice(first, first + perTile)
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
    ltn_length: 0,
    ntl_length: 0,
    rle_size: 0,
    local_to_node: new Uint8Array(0),
    node_to_local: [],
    nodes: new Uint8Array(0),
    flags: TILES_FLAGS,
  }
}
