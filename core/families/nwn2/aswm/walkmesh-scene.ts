import type { CellsItem, PaintField, SceneItem, SceneSizes, StoredPart, SurfaceItem } from '../../../format'
import { FIRST_SURFACE, NO_ISLAND, NO_TRIANGLE, SURFACE_BITS, SURFACES, WALKABLE } from './aswm'
import { edgeLines } from './edge-lines'
import { islandGraph } from './island-graph'
import { NO_TILE, tileOfEach, type Mesh } from './mesh'

/** Fields of all records that decide the shape; flags and islands only colour it. */
const SHAPED_BY = ['vertices', 'v0', 'v1', 'v2', 'linked_edges', 'linked_triangles', 'triangles_count', 'border_size']

/** Columns that are bits of the flags; winding and unknown bits are in none of them (nwn2 4.6). */
const PARTS: Readonly<Record<string, StoredPart>> = {
  walkable: { field: 'flags', mask: WALKABLE },
  surface: { field: 'flags', mask: SURFACES },
}

/** A closed triangle has no surface; an opened one without a surface becomes stone (nwn2 11.2). */
const PAINT: readonly PaintField[] = [
  {
    field: 'walkable',
    as: 'bits',
    mask: WALKABLE,
    most: WALKABLE,
    effects: [
      { value: 0, mask: SURFACES, bits: 0 },
      { value: WALKABLE, mask: SURFACES, bits: FIRST_SURFACE, isDefault: true },
    ],
  },
  {
    field: 'surface',
    as: 'choice',
    mask: SURFACES,
    most: SURFACES,
    choices: [...SURFACE_BITS.values()],
    where: 'walkable',
  },
]

/** Metres: areas of some 50 m, storeys of 2 to 3 m. */
const SIZES: SceneSizes = { lift: [0.02, 1], brush: 50, areas: [0.25, 0.5, 1, 2, 5, 10, 20, 50], storey: 1.8 }

/** The walkmesh as it was made, and the one that the game reads (nwn2 20.6). */
const VARIANTS = ['TRX', 'TRN']

/** Neighbours of a side: none, and one that does not exist. */
const NONE = -1
const DANGLING = -2

/** Scene items of a walkmesh: its triangles, the grid of tiles, its edges, and islands with their exits. */
export function walkmeshScene(mesh: Mesh, entry: string, variant: string): readonly SceneItem[] {
  const shape = shapeOf(mesh)
  const fields = columnsOf(mesh)
  const surface: SurfaceItem = {
    kind: 'surface',
    id: `walkmesh ${entry}`,
    layer: 'regions',
    noun: 'triangle',
    entry,
    array: 'triangles',
    variant,
    variants: VARIANTS,
    beside: ['GIT'],
    ...shape,
    recordCount: mesh.triangles.count,
    recordNormals: mesh.triangles.normal,
    fields,
    parts: PARTS,
    blanks: { island: NO_ISLAND, tile: NO_TILE, surface: 0 },
    passable: 'walkable',
    hasSight: true,
    colouring: ['surface', 'walkable', 'island', 'tile'],
    paint: PAINT,
    sizes: SIZES,
    shapedBy: SHAPED_BY,
  }
  return [
    surface,
    ...tileGrid(mesh, entry),
    ...edgeLines(mesh, entry, fields),
    ...islandGraph(mesh, entry, shape.anchors),
  ]
}

/** Columns of the triangles: parts of the flags, the stored island and the owning tile. */
function columnsOf(mesh: Mesh): Readonly<Record<string, Uint32Array>> {
  const { flags, island } = mesh.triangles
  return {
    surface: Uint32Array.from(flags, value => value & SURFACES),
    walkable: Uint32Array.from(flags, value => value & WALKABLE),
    island: Uint32Array.from(island),
    tile: tileOfEach(mesh),
  }
}

type Shape = Pick<
  SurfaceItem,
  'positions' | 'indices' | 'records' | 'rings' | 'ringStarts' | 'links' | 'linkStarts'
> & {
  readonly anchors: Float32Array
}

/** Triangles with their neighbours by side; those that name a vertex that does not exist have no outline. */
function shapeOf(mesh: Mesh): Shape {
  const { vertices, triangles } = mesh
  const { count, v0, v1, v2 } = triangles
  const vertexCount = vertices.length / 3
  const indices = new Uint32Array(3 * count)
  const records = new Uint32Array(count)
  const ringStarts = new Uint32Array(count + 1)
  const linkStarts = Uint32Array.from({ length: count + 1 }, (_, triangle) => 3 * triangle)
  const anchors = new Float32Array(3 * count).fill(NaN)
  let drawn = 0
  for (let triangle = 0; triangle < count; triangle++) {
    const [a, b, c] = [v0[triangle] ?? 0, v1[triangle] ?? 0, v2[triangle] ?? 0]
    if (a < vertexCount && b < vertexCount && c < vertexCount) {
      for (let axis = 0; axis < 3; axis++)
        anchors[3 * triangle + axis] =
          ((vertices[3 * a + axis] ?? NaN) + (vertices[3 * b + axis] ?? NaN) + (vertices[3 * c + axis] ?? NaN)) / 3
      indices[3 * drawn] = a
      indices[3 * drawn + 1] = b
      indices[3 * drawn + 2] = c
      records[drawn++] = triangle
    }
    ringStarts[triangle + 1] = 3 * drawn
  }
  const used = indices.subarray(0, 3 * drawn)
  return {
    positions: vertices,
    indices: used,
    records: records.subarray(0, drawn),
    rings: used,
    ringStarts,
    links: linksOf(mesh),
    linkStarts,
    anchors,
  }
}

/** The neighbour behind each side in the order of the corners: slots are found by the edge that they name (nwn2 4.5). */
export function linksOf({ edges, triangles }: Mesh): Int32Array {
  const { count, v0, v1, v2, linked_edges, linked_triangles } = triangles
  const links = new Int32Array(3 * count).fill(NONE)
  for (let triangle = 0; triangle < count; triangle++) {
    const corners = [v0[triangle] ?? 0, v1[triangle] ?? 0, v2[triangle] ?? 0]
    for (let slot = 3 * triangle; slot < 3 * triangle + 3; slot++) {
      const edge = linked_edges[slot] ?? 0
      const from = corners.indexOf(edges.vertex_0[edge] ?? NO_TRIANGLE)
      const to = corners.indexOf(edges.vertex_1[edge] ?? NO_TRIANGLE)
      const isSide = from >= 0 && to >= 0 && from !== to
      // The corners of side k are k and the next one; 0 and 2 are those of the last side.
      const side = !isSide ? slot % 3 : from + to === 2 ? 2 : Math.min(from, to)
      const other = linked_triangles[slot] ?? NO_TRIANGLE
      links[3 * triangle + side] = other < count ? other : other === NO_TRIANGLE ? NONE : DANGLING
    }
  }
  return links
}

/** The tiles as squares of the ground with the triangles that each owns. */
function tileGrid({ tiles, triangles, tileWidth, gridWidth, borderSize }: Mesh, entry: string): readonly CellsItem[] {
  const height = gridWidth > 0 ? tiles.count / gridWidth : 0
  if (!(tileWidth > 0) || !Number.isInteger(height) || height === 0) return []
  const starts = new Uint32Array(tiles.count + 1)
  let isConsecutive = true
  for (let tile = 0; tile < tiles.count; tile++) {
    isConsecutive &&= tiles.triangles_offset[tile] === starts[tile]
    starts[tile + 1] = (starts[tile] ?? 0) + (tiles.triangles_count[tile] ?? 0)
  }
  isConsecutive &&= starts[tiles.count] === triangles.count
  return [
    {
      kind: 'cells',
      id: `tiles ${entry}`,
      layer: 'regions',
      noun: 'tile',
      use: 'index',
      entry,
      array: 'tiles',
      origin: [0, 0],
      step: [tileWidth, tileWidth],
      counts: [gridWidth, height],
      isXOuter: false,
      border: borderSize,
      ...(isConsecutive && {
        contents: { starts, members: Uint32Array.from({ length: triangles.count }, (_, triangle) => triangle) },
      }),
    },
  ]
}
