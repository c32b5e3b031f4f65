import type { CellsItem, SurfaceItem } from '@areal-studio/core/format'
import type { LodMode } from '../scene/map-options'
import { squareAt } from '../scene/map-scene'

/** Vertices of the ground as the shader takes them: three of their own for each triangle. */
interface TerrainBuffers {
  readonly vertexCount: number
  readonly positions: Float32Array
  readonly normals: Float32Array
  /** Tile x, tile y, level of detail; per vertex. */
  readonly tiles: Float32Array
  /** Triangles of the surface that are there, in this order: those with a vertex that is not finite are left out. */
  readonly triangles: Uint32Array
}

/** Level of detail and tile of each triangle: what the drawing and the picking choose by. */
export interface TerrainLevels {
  /** 0 near, 1 far. */
  readonly lods: Uint8Array
  readonly tileX: Int16Array
  readonly tileY: Int16Array
  readonly hasFar: boolean
}

/** Where tiles count as near: squared distance in tiles up to this. */
const NEAR_TILES = 8

export function terrainLevels(item: SurfaceItem, tiles: CellsItem | undefined): TerrainLevels {
  const count = item.indices.length / 3
  const lods = new Uint8Array(count)
  const tileX = new Int16Array(count)
  const tileY = new Int16Array(count)
  let hasFar = false
  for (let t = 0; t < count; t++) {
    lods[t] = item.lods?.[t] ?? 0
    hasFar ||= lods[t] === 1
    if (!tiles) continue
    const square = squareAt(tiles, middle(item, t, 0), middle(item, t, 1))
    tileX[t] = square?.x ?? -1
    tileY[t] = square?.y ?? -1
  }
  return { lods, tileX, tileY, hasFar }
}

const middle = (item: SurfaceItem, t: number, axis: number): number =>
  ((item.positions[3 * (item.indices[3 * t] ?? 0) + axis] ?? NaN) +
    (item.positions[3 * (item.indices[3 * t + 1] ?? 0) + axis] ?? NaN) +
    (item.positions[3 * (item.indices[3 * t + 2] ?? 0) + axis] ?? NaN)) /
  3

/** The tile of the camera, as the engine clamps it to the map. */
export function cameraTile(tiles: CellsItem | undefined, x: number, y: number): readonly [x: number, y: number] {
  if (!tiles) return [0, 0]
  const at = (axis: 0 | 1, place: number): number =>
    Math.min(tiles.counts[axis] - 1, Math.max(0, Math.floor((place - tiles.origin[axis]) / tiles.step[axis])))
  return [at(0, x), at(1, y)]
}

/** Whether a triangle is drawn: of near and far ones, those that its tile shows. */
export function isDrawn(
  levels: TerrainLevels,
  t: number,
  mode: LodMode,
  camera: readonly [x: number, y: number],
): boolean {
  return levels.lods[t] === wantedLod(levels, t, mode, camera)
}

/**
 * Triangles with shared vertices that a camera over this tile needs: the wanted level of each tile, and by distance the
 * far level under near tiles, which shows in the cracks. Others are not sent to the GPU.
 */
export function neededIndices(
  levels: TerrainLevels,
  triangles: Uint32Array,
  indices: Uint32Array,
  mode: LodMode,
  camera: readonly [x: number, y: number],
): Uint32Array {
  if (!levels.hasFar) return indices
  const needed = new Uint32Array(indices.length)
  let count = 0
  triangles.forEach((t, place) => {
    if (!isDrawn(levels, t, mode, camera) && !(mode === 'auto' && levels.lods[t] === 1)) return
    for (let corner = 0; corner < 3; corner++) needed[count++] = indices[3 * place + corner] ?? 0
  })
  return needed.slice(0, count)
}

function wantedLod(levels: TerrainLevels, t: number, mode: LodMode, camera: readonly [number, number]): number {
  if (!levels.hasFar) return 0
  if (mode !== 'auto') return mode
  const dx = (levels.tileX[t] ?? 0) - camera[0]
  const dy = (levels.tileY[t] ?? 0) - camera[1]
  return dx * dx + dy * dy > NEAR_TILES ? 1 : 0
}

/** Lays the triangles out one by one. Those with a vertex that is not finite are left out. */
export function terrainBuffers(item: SurfaceItem, levels: TerrainLevels): TerrainBuffers {
  const count = item.indices.length / 3
  const positions = new Float32Array(count * 9)
  const normals = new Float32Array(count * 9)
  const tiles = new Float32Array(count * 9)
  const smooth = item.normals ?? smoothNormals(item.positions, item.indices)
  const triangles = new Uint32Array(count)
  let at = 0
  for (let t = 0; t < count; t++) {
    if (!isWhole(item, t)) continue
    triangles[at / 3] = t
    for (let corner = 0; corner < 3; corner++) {
      const from = (item.indices[3 * t + corner] ?? 0) * 3
      for (let axis = 0; axis < 3; axis++) {
        positions[at * 3 + axis] = item.positions[from + axis] ?? 0
        normals[at * 3 + axis] = smooth[from + axis] ?? 0
      }
      tiles[at * 3] = levels.tileX[t] ?? 0
      tiles[at * 3 + 1] = levels.tileY[t] ?? 0
      tiles[at * 3 + 2] = levels.lods[t] ?? 0
      at++
    }
  }
  return {
    vertexCount: at,
    positions: positions.subarray(0, at * 3),
    normals: normals.subarray(0, at * 3),
    tiles: tiles.subarray(0, at * 3),
    triangles: triangles.subarray(0, at / 3),
  }
}

/** As `TerrainBuffers`, but triangles of one tile and level share their vertices: several times fewer of them. */
export interface SharedBuffers {
  readonly positions: Float32Array
  readonly normals: Float32Array
  readonly tiles: Float32Array
  readonly indices: Uint32Array
}

export function sharedBuffers(item: SurfaceItem, levels: TerrainLevels, triangles: Uint32Array): SharedBuffers {
  const smooth = item.normals ?? smoothNormals(item.positions, item.indices)
  const indices = new Uint32Array(triangles.length * 3)
  const known = new Map<number, number>()
  const vertices = new Uint32Array(indices.length)
  const tiles = new Float32Array(indices.length * 3)
  for (let place = 0; place < triangles.length; place++) {
    const t = triangles[place] ?? 0
    const [x, y, lod] = [levels.tileX[t] ?? 0, levels.tileY[t] ?? 0, levels.lods[t] ?? 0]
    // A tile's number has 16 bits, its level one: all three and a vertex are one whole number, exact up to 2^53.
    const tile = ((x + 0x8000) * 0x10000 + y + 0x8000) * 2 + lod
    for (let corner = 0; corner < 3; corner++) {
      const vertex = item.indices[3 * t + corner] ?? 0
      const key = vertex * 0x200000000 + tile
      const at = known.get(key) ?? known.size
      indices[3 * place + corner] = at
      if (at < known.size) continue
      known.set(key, at)
      vertices[at] = vertex
      tiles[3 * at] = x
      tiles[3 * at + 1] = y
      tiles[3 * at + 2] = lod
    }
  }
  const named = vertices.subarray(0, known.size)
  return {
    positions: placesOf(item.positions, named),
    normals: placesOf(smooth, named),
    tiles: tiles.slice(0, known.size * 3),
    indices,
  }
}

function placesOf(from: Float32Array, vertices: Uint32Array): Float32Array {
  const places = new Float32Array(vertices.length * 3)
  for (let at = 0; at < vertices.length; at++) {
    for (let axis = 0; axis < 3; axis++) places[3 * at + axis] = from[3 * (vertices[at] ?? 0) + axis] ?? 0
  }
  return places
}

/** Triangles of the surface whose corners are all places. */
export const wholeTriangles = (item: SurfaceItem): Uint32Array =>
  Uint32Array.from({ length: item.indices.length / 3 }, (_, t) => t).filter(t => isWhole(item, t))

const isWhole = (item: SurfaceItem, t: number): boolean =>
  Number.isFinite(middle(item, t, 0)) && Number.isFinite(middle(item, t, 1)) && Number.isFinite(middle(item, t, 2))

/** Unit normals from the faces round each vertex, always upwards: for surfaces that store none. */
export function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length)
  for (let t = 0; t + 2 < indices.length; t += 3) {
    const [a, b, c] = [indices[t] ?? 0, indices[t + 1] ?? 0, indices[t + 2] ?? 0].map(index => index * 3)
    const n = faceNormal(positions, a ?? 0, b ?? 0, c ?? 0)
    if (!n.every(Number.isFinite)) continue
    for (const corner of [a, b, c])
      for (let axis = 0; axis < 3; axis++)
        normals[(corner ?? 0) + axis] = (normals[(corner ?? 0) + axis] ?? 0) + (n[axis] ?? 0)
  }
  for (let v = 0; v + 2 < normals.length; v += 3) {
    const length = Math.hypot(normals[v] ?? 0, normals[v + 1] ?? 0, normals[v + 2] ?? 0)
    if (length === 0) normals[v + 2] = 1
    else for (let axis = 0; axis < 3; axis++) normals[v + axis] = (normals[v + axis] ?? 0) / length
  }
  return normals
}

function faceNormal(p: Float32Array, a: number, b: number, c: number): number[] {
  const u = [0, 1, 2].map(axis => (p[b + axis] ?? NaN) - (p[a + axis] ?? NaN))
  const v = [0, 1, 2].map(axis => (p[c + axis] ?? NaN) - (p[a + axis] ?? NaN))
  const n = [1, 2, 0].map((next, axis) => {
    const other = 3 - axis - next
    return (u[next] ?? 0) * (v[other] ?? 0) - (u[other] ?? 0) * (v[next] ?? 0)
  })
  return (n[2] ?? 0) < 0 ? n.map(part => -part) : n
}
