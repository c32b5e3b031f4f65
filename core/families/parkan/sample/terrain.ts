import { NONE } from '../terrain/land-mesh'
import { floatBits } from './float-bits'
import { groundFaces, NO_PARTNER, type GroundFace } from './ground-faces'
import { TILE, type Relief } from './relief'
import type { Triangulation } from './triangles'

type Vec3 = readonly [number, number, number]

/** Contents of a Land.msh by the names of the format notes, as values of our own layouts (parkan 3, 15). */
export type TerrainValues = ReturnType<typeof makeTerrain>

/** All nine tables of a Land.msh: LOD0 faces by tile, then LOD1 faces by tile, slots and nodes to match (parkan 3). */
export function makeTerrain(relief: Relief, near: Triangulation, far: Triangulation, tiles: number) {
  const faces = [...groundFaces(relief, near, tiles, 0), ...groundFaces(relief, far, tiles, 1)]
  const pool = makePool(relief)
  const corners = faces.map(face => pool.corners(face))
  const links = connectFaces(faces)
  const slots = Array.from({ length: tiles * tiles * 2 }, (_, slot) =>
    slotOf(slot, faces, corners, pool.positions, tiles),
  )
  return {
    nodes: Array.from({ length: tiles * tiles }, (_, tile) => ({
      hdr0: NONE,
      hdr1: NONE,
      hdr2: NONE,
      hdr3: 0,
      slot_lod0: tile,
      slot_lod1: tiles * tiles + tile,
      slots: Array.from({ length: 13 }, () => NONE),
    })),
    tilesX: tiles,
    header: headerOf(pool.positions, tiles * TILE),
    slots,
    positions: pool.positions,
    normals: pool.places.map(place => normalBytes(relief, place)),
    uvs: pool.positions.map(([x, y], at) => fixedPoint(x, y, pool.tiles[at] ?? 0, tiles, 4)),
    micro: pool.positions.map(([x, y]) => microPoint(x, y)),
    aux_14: opacities(faces, corners, pool.places.length),
    face_list: faces.map((face, key) => ({ key, flags: isBatchStart(faces, key, face) ? 0x58 : 0x48 })),
    faces: faces.map((face, at) => {
      const [i0, i1, i2] = corners[at] ?? [0, 0, 0]
      const [n0, n1, n2] = links.neighbours[at] ?? [NONE, NONE, NONE]
      return {
        flags: face.flags,
        material_low: face.low,
        material_high: face.high,
        aux: NONE,
        i0,
        i1,
        i2,
        n0,
        n1,
        n2,
        normal: faceNormal([i0, i1, i2].map(index => pool.positions[index] ?? [0, 0, 0])),
        edge_class: links.edges[at] ?? 0,
        unk_27: 0,
      }
    }),
  }
}

/** A draw batch starts with each slot and each material in it (parkan 3.7). */
function isBatchStart(faces: readonly GroundFace[], at: number, face: GroundFace): boolean {
  const before = faces[at - 1]
  return (
    !before ||
    before.tile !== face.tile ||
    before.lod !== face.lod ||
    before.low !== face.low ||
    before.high !== face.high
  )
}

/** Vertices are shared by faces of one slot and material; places of the relief name them. */
function makePool(relief: Relief) {
  const width = relief.size + 1
  const known = new Map<number, number>()
  const positions: Vec3[] = []
  const places: number[] = []
  const tiles: number[] = []
  const numberOf = (face: GroundFace, place: number): number => {
    const key = ((face.tile * 2 + face.lod) * 64 + face.low * 8 + (face.high % 8)) * width * width + place
    const found = known.get(key)
    if (found !== undefined) return found
    known.set(key, positions.length)
    places.push(face.isWater ? -1 : place)
    tiles.push(face.tile)
    const height = face.isWater ? relief.water : (relief.heights[place] ?? 0)
    return positions.push([Math.floor(place / width) * relief.step, (place % width) * relief.step, height]) - 1
  }
  return {
    positions,
    places,
    tiles,
    corners: (face: GroundFace): Vec3 => {
      const [a, b, c] = face.corners
      return [numberOf(face, a), numberOf(face, b), numberOf(face, c)]
    },
  }
}

/** More than any relief has. */
const MOST_PLACES = 0x100000

/** Neighbour across each edge and, in two bits per edge, the number of that edge over there (3: none; parkan 3.6). */
function connectFaces(faces: readonly GroundFace[]) {
  const sides = new Map<number, number>()
  const sideKey = (face: GroundFace, edge: number, isBack: boolean): number => {
    const from = face.corners[edge] ?? 0
    const to = face.corners[(edge + 1) % 3] ?? 0
    return ((isBack ? to * MOST_PLACES + from : from * MOST_PLACES + to) * 2 + face.lod) * 2 + Number(face.isWater)
  }
  faces.forEach((face, at) => {
    for (let edge = 0; edge < 3; edge++) sides.set(sideKey(face, edge, false), at * 4 + edge)
  })
  const across = (face: GroundFace, edge: number): number | undefined => sides.get(sideKey(face, edge, true))
  const neighbour = (face: GroundFace, edge: number): number => {
    const found = across(face, edge)
    return found === undefined ? NONE : found >> 2
  }
  return {
    neighbours: faces.map((face): Vec3 => [neighbour(face, 0), neighbour(face, 1), neighbour(face, 2)]),
    edges: faces.map(face =>
      [0, 1, 2].reduce((byte, edge) => byte | (((across(face, edge) ?? 3) & 3) << (edge * 2)), 0),
    ),
  }
}

interface Box {
  readonly min: Vec3
  readonly max: Vec3
}

function boxOf(points: Iterable<Vec3>): Box {
  const min: [number, number, number] = [Infinity, Infinity, Infinity]
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity]
  for (const [x, y, z] of points) {
    if (x < min[0]) min[0] = x
    if (y < min[1]) min[1] = y
    if (z < min[2]) min[2] = z
    if (x > max[0]) max[0] = x
    if (y > max[1]) max[1] = y
    if (z > max[2]) max[2] = z
  }
  return { min, max }
}

const middle = ({ min, max }: Box): Vec3 => [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2]

const halfDiagonal = ({ min, max }: Box): number =>
  Math.sqrt((max[0] - min[0]) ** 2 + (max[1] - min[1]) ** 2 + (max[2] - min[2]) ** 2) / 2

function slotOf(
  slot: number,
  faces: readonly GroundFace[],
  corners: readonly Vec3[],
  positions: readonly Vec3[],
  tiles: number,
) {
  const lod = slot < tiles * tiles ? 0 : 1
  const tile = slot - lod * tiles * tiles
  const isHere = (face: GroundFace): boolean => face.tile === tile && face.lod === lod
  const start = firstOf(faces, lod, tile)
  let count = 0
  const points: Vec3[] = []
  for (let at = start; at < faces.length; at++) {
    const face = faces[at]
    if (!face || !isHere(face)) break
    count++
    for (const index of corners[at] ?? []) points.push(positions[index] ?? [0, 0, 0])
  }
  const box = boxOf(points)
  return {
    tri_start: start,
    tri_count: count,
    batch_start: 0,
    batch_count: 0,
    aabb_min: box.min,
    aabb_max: box.max,
    sphere_center: middle(box),
    sphere_radius: halfDiagonal(box),
    tail: [floatBits(TILE * TILE), floatBits(TILE * TILE * (box.max[2] - box.min[2])), 0, 0, 0],
  }
}

/** Faces are sorted by level and tile: the first of one tile by halving. */
function firstOf(faces: readonly GroundFace[], lod: number, tile: number): number {
  let low = 0
  let high = faces.length
  while (low < high) {
    const half = (low + high) >> 1
    const face = faces[half]
    if (face && (face.lod < lod || (face.lod === lod && face.tile < tile))) low = half + 1
    else high = half
  }
  return low
}

function headerOf(positions: readonly Vec3[], extent: number) {
  const box = boxOf(positions)
  const ring = (z: number): Vec3[] => [
    [0, 0, z],
    [extent, 0, z],
    [extent, extent, z],
    [0, extent, z],
  ]
  const [x, y, z] = middle(box)
  return {
    hull: [...ring(box.min[2]), ...ring(box.max[2])],
    sphere_center: [x, y, z] as const,
    sphere_radius: halfDiagonal(box),
    segment_a: [x, y, box.min[2]] as const,
    segment_b: [x, y, box.max[2]] as const,
    xy_radius: Math.sqrt(x * x + y * y),
  }
}

/** Two 16-bit numbers of 1/1024: the texture `repeats` times over the tile (parkan 3.5). */
function fixedPoint(x: number, y: number, tile: number, tiles: number, repeats: number) {
  const scale = (repeats / TILE) * 1024
  return {
    u: Math.round((x - Math.floor(tile / tiles) * TILE) * scale),
    v: Math.round((y - (tile % tiles) * TILE) * scale),
  }
}

/** Coordinates of the microtexture: one turn in 20 units, in words that start again (parkan 3.5). */
const microPoint = (x: number, y: number) => ({ u: wrapped(x * 51.2), v: wrapped(y * -51.2) })

const wrapped = (value: number): number => (Math.round(value) << 16) >> 16

/** Unit normal of the relief at a place; straight up over water. */
function groundNormal(relief: Relief, place: number): Vec3 {
  if (place < 0) return [0, 0, 1]
  const width = relief.size + 1
  const x = Math.floor(place / width)
  const y = place % width
  const at = (px: number, py: number): number =>
    relief.heights[Math.max(0, Math.min(relief.size, px)) * width + Math.max(0, Math.min(relief.size, py))] ?? 0
  const dx = (at(x - 1, y) - at(x + 1, y)) / (2 * relief.step)
  const dy = (at(x, y - 1) - at(x, y + 1)) / (2 * relief.step)
  const long = Math.sqrt(dx * dx + dy * dy + 1)
  return [dx / long, dy / long, 1 / long]
}

function normalBytes(relief: Relief, place: number) {
  const [nx, ny, nz] = groundNormal(relief, place)
  return { nx: Math.round(nx * 127), ny: Math.round(ny * 127), nz: Math.round(nz * 127), nw: 0 }
}

/**
 * Opacity of the second material at each vertex: 1 where the ground around wears that material alone, 0 where it wears
 * the first alone, half between; 1 at vertices of faces with one material (parkan 3.5).
 */
function opacities(faces: readonly GroundFace[], corners: readonly Vec3[], vertices: number): number[] {
  const keyOf = (face: GroundFace, place: number): number => 2 * place + face.lod
  const sole = new Map<number, Set<number>>()
  for (const face of faces) {
    if (face.high !== NO_PARTNER || face.isWater) continue
    for (const place of face.corners) {
      const rows = sole.get(keyOf(face, place)) ?? new Set()
      sole.set(keyOf(face, place), rows.add(face.low))
    }
  }
  const found = new Array<number>(vertices).fill(1)
  faces.forEach((face, at) => {
    if (face.high === NO_PARTNER) return
    face.corners.forEach((place, corner) => {
      const rows = sole.get(keyOf(face, place))
      const [isFirst, isSecond] = [rows?.has(face.low) === true, rows?.has(face.high) === true]
      found[corners[at]?.[corner] ?? 0] = isFirst === isSecond ? 0.5 : isSecond ? 1 : 0
    })
  })
  return found
}

function faceNormal(points: readonly Vec3[]): Vec3 {
  const [a = [0, 0, 0], b = [0, 0, 0], c = [0, 0, 0]] = points
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const scale = 32767 / Math.sqrt(nx * nx + ny * ny + nz * nz)
  return [Math.round(nx * scale), Math.round(ny * scale), Math.round(nz * scale)]
}
