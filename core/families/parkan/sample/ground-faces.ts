import { sampleField, TILE_CELLS, type Relief } from './relief'
import type { Triangle, Triangulation } from './triangles'

/** One face of the ground or of still water, corners as places of the relief. */
export interface GroundFace {
  readonly corners: readonly [number, number, number]
  readonly tile: number
  readonly lod: 0 | 1
  readonly isWater: boolean
  /** Rows of Land1.wea: the material below, the one over it. */
  readonly low: number
  readonly high: number
  readonly flags: number
}

/** Rows of the sample's Land1.wea and Land2.wea. */
const MATERIAL_ROW = { grass: 1, rock: 2, sand: 3, water: 4, bed: 5 } as const
/** `high` of a face with one material. */
export const NO_PARTNER = 0xff
const FACE = { second: 0x4, water: 0x20000, hidden: 0x8, micro: 0x400, steep: 0x1, wet: 0x2, woods: 0x4000 } as const
/** Kind of surface by row, in the bits that go into the compact material mask (parkan 3.6). */
const SURFACE: Readonly<Record<number, number>> = { 1: 0x100, 2: 0x8000, 3: 0x10000, 4: 0x40000, 5: 0x10000 }

/** Faces of one level of detail by tile; in a tile by material, so that each material is one batch; water last. */
export function groundFaces(relief: Relief, ground: Triangulation, tiles: number, lod: 0 | 1): GroundFace[] {
  const perTile: GroundFace[][] = Array.from({ length: tiles * tiles }, () => [])
  for (const triangle of ground.triangles) perTile[triangle.tile]?.push(groundFace(relief, triangle, lod))
  perTile.forEach((faces, tile) => {
    const sheet = lod === 0 ? TILE_CELLS / 2 : TILE_CELLS
    for (const face of waterFaces(relief, tile, tiles, sheet, lod)) faces.push(face)
  })
  return perTile.flatMap(byMaterial)
}

function groundFace(relief: Relief, { corners, tile }: Triangle, lod: 0 | 1): GroundFace {
  const width = relief.size + 1
  const points = corners.map(place => [Math.floor(place / width), place % width, relief.heights[place] ?? 0] as const)
  const [x, y, height] = [0, 1, 2].map(axis => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / 3)
  const { low, high, isSteep } = surface(
    relief,
    (x ?? 0) * relief.step,
    (y ?? 0) * relief.step,
    height ?? 0,
    steepness(relief, points),
  )
  const isWet = (height ?? 0) < relief.water
  const isWoods =
    low === MATERIAL_ROW.grass &&
    sampleField(relief, relief.woods, (x ?? 0) * relief.step, (y ?? 0) * relief.step) > 0.6
  const flags =
    (SURFACE[low] ?? 0) |
    (lod === 0 ? FACE.micro : 0) |
    (high === NO_PARTNER ? 0 : FACE.second) |
    (isSteep ? FACE.steep : 0) |
    (isWet ? FACE.wet : 0) |
    (isWoods ? FACE.woods : 0)
  return { corners, tile, lod, isWater: false, low, high, flags }
}

/** Rise over run of a triangle. */
function steepness(relief: Relief, points: readonly (readonly [number, number, number])[]): number {
  const [a = [0, 0, 0], b = [0, 0, 0], c = [0, 0, 0]] = points
  const run = relief.step
  const [ux, uy, uz] = [(b[0] - a[0]) * run, (b[1] - a[1]) * run, b[2] - a[2]]
  const [vx, vy, vz] = [(c[0] - a[0]) * run, (c[1] - a[1]) * run, c[2] - a[2]]
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  return Math.sqrt(nx * nx + ny * ny) / nz
}

/** What lies on the ground there: beds below water, sand beside it, rock where steep or high, else grass. */
function surface(relief: Relief, x: number, y: number, height: number, steep: number) {
  const vary = sampleField(relief, relief.woods, x, y) - 0.5
  const overWater = height - relief.water
  const stony = steep * 2.6 + Math.max(0, height - 140) / 60 - vary * 0.8
  const sandy = 8 + vary * 10 - overWater
  const low =
    overWater < -0.5
      ? MATERIAL_ROW.bed
      : stony > 0.9
        ? MATERIAL_ROW.rock
        : sandy > 0
          ? MATERIAL_ROW.sand
          : MATERIAL_ROW.grass
  const isBlend = low === MATERIAL_ROW.rock ? stony < 1 : low === MATERIAL_ROW.sand ? sandy < 3 : false
  return { low, high: isBlend ? MATERIAL_ROW.grass : NO_PARTNER, isSteep: steep > 0.36 }
}

/** Squares of still water over every part of the tile that lies below it. */
function waterFaces(relief: Relief, tile: number, tiles: number, cells: number, lod: 0 | 1): GroundFace[] {
  const width = relief.size + 1
  const faces: GroundFace[] = []
  const fromX = Math.floor(tile / tiles) * TILE_CELLS
  const fromY = (tile % tiles) * TILE_CELLS
  for (let x = fromX; x < fromX + TILE_CELLS; x += cells) {
    for (let y = fromY; y < fromY + TILE_CELLS; y += cells) {
      if (!isUnderWater(relief, x, y, cells)) continue
      const [a, b, c, d] = [
        x * width + y,
        (x + cells) * width + y,
        (x + cells) * width + y + cells,
        x * width + y + cells,
      ]
      const face = { tile, lod, isWater: true, low: MATERIAL_ROW.water, high: NO_PARTNER }
      const flags = FACE.water | FACE.hidden | (SURFACE[MATERIAL_ROW.water] ?? 0)
      faces.push({ ...face, flags, corners: [a, b, c] }, { ...face, flags, corners: [a, c, d] })
    }
  }
  return faces
}

function isUnderWater(relief: Relief, fromX: number, fromY: number, cells: number): boolean {
  for (let x = fromX; x <= fromX + cells; x++) {
    for (let y = fromY; y <= fromY + cells; y++) {
      if ((relief.heights[x * (relief.size + 1) + y] ?? 0) < relief.water) return true
    }
  }
  return false
}

/** Largest material first, water last: the game expects the first batch of a map to hold at least two faces (parkan 3.7). */
function byMaterial(faces: readonly GroundFace[]): GroundFace[] {
  const keyOf = (face: GroundFace): number => face.low * 256 + face.high
  const counts = new Map<number, number>()
  for (const face of faces) counts.set(keyOf(face), (counts.get(keyOf(face)) ?? 0) + 1)
  const rank = (face: GroundFace): number => (face.isWater ? 0 : (counts.get(keyOf(face)) ?? 0))
  return [...faces].sort((a, b) => rank(b) - rank(a) || keyOf(a) - keyOf(b))
}
