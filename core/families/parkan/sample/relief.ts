import { blend, gradientNoise, octaves, ridges, seededRandom, smooth } from './random'

/** Heights of a square map at whole places, `size + 1` in each direction. */
export interface Relief {
  /** Cells along one side: a power of two. */
  readonly size: number
  /** World units of one cell. */
  readonly step: number
  /** Height at `x * (size + 1) + y`, world units. */
  readonly heights: Float32Array
  /** Height of still water, world units. */
  readonly water: number
  /** How near to running water: 1 in the river, 0 away from it; places as in `heights`. */
  readonly river: Float32Array
  /** Where woods grow: 0..1; places as in `heights`. */
  readonly woods: Float32Array
}

/** One tile of ground, world units: sixteen of them are a map of 1500. A number whose multiples a float32 holds exactly. */
export const TILE = 93.75
/** Cells of the relief in one tile. */
export const TILE_CELLS = 8

const WATER = 60
/** Steepest ground, rise over run: above it the slope slides down. Keeps areals near the area they cover on the plan. */
const TALUS = 0.4

/** Hills, crests, a river that winds through the map and a lake on it. */
export function makeRelief(seed: number, tiles: number): Relief {
  const size = tiles * TILE_CELLS
  const step = TILE / TILE_CELLS
  const width = size + 1
  const heights = new Float32Array(width * width)
  const river = new Float32Array(width * width)
  const woods = new Float32Array(width * width)
  const ground = makeGround(seed, size * step)
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < width; y++) {
      const place = ground(x * step, y * step)
      heights[x * width + y] = place.height
      river[x * width + y] = place.river
      woods[x * width + y] = place.woods
    }
  }
  slide(heights, width, TALUS * step)
  return { size, step, heights, water: WATER, river, woods }
}

interface Place {
  readonly height: number
  readonly river: number
  readonly woods: number
}

function makeGround(seed: number, extent: number): (x: number, y: number) => Place {
  const random = seededRandom(seed)
  const hills = gradientNoise(seed * 7 + 1)
  const crests = gradientNoise(seed * 7 + 2)
  const mask = gradientNoise(seed * 7 + 3)
  const bend = gradientNoise(seed * 7 + 4)
  const growth = gradientNoise(seed * 7 + 5)
  const isAlongX = random() < 0.5
  const start = extent * (0.3 + 0.4 * random())
  const end = extent * (0.3 + 0.4 * random())
  const lakeAt = extent * (0.3 + 0.4 * random())
  const lakeRadius = Math.min(125, extent * 0.14) * (0.8 + 0.4 * random())
  const course = (along: number): number =>
    blend(start, end, along / extent) + bend(along / 330, 0.5) * 130 + bend(along / 120, 9.5) * 28
  const lakeAcross = course(lakeAt)

  return (x, y) => {
    const along = isAlongX ? x : y
    const across = isAlongX ? y : x
    const warpX = x + 55 * mask(x / 210 + 40, y / 210)
    const warpY = y + 55 * mask(x / 210, y / 210 + 40)
    const rough = octaves(hills, warpX / 430, warpY / 430, 5, 0.48)
    const highland = smooth(-0.25, 0.45, octaves(mask, x / 620, y / 620, 2))
    const crest = ridges(crests, warpX / 360, warpY / 360, 4)
    const dry = 92 + 34 * rough + highland * (16 + 118 * crest * crest)
    const fromRiver = Math.abs(across - course(along))
    const wide = 15 + 7 * bend(along / 90, 3.5)
    const toLakeX = (along - lakeAt) / 1.25
    const toLakeY = across - lakeAcross
    const shore = lakeRadius * (1 + 0.3 * bend(along / 85, across / 85))
    const fromLake = Math.max(0, Math.sqrt(toLakeX * toLakeX + toLakeY * toLakeY) - shore)
    const fromWater = Math.min(Math.max(0, fromRiver - wide), fromLake)
    const bank = smooth(0, 210 + 90 * rough, fromWater)
    const depth = fromLake === 0 ? 11 : 6
    const bed = WATER - depth + 5 * octaves(hills, x / 60, y / 60, 2)
    const low = fromWater === 0 ? bed : blend(bed, WATER + 9 + 10 * rough, smooth(0, 34, fromWater))
    return {
      height: blend(low, Math.max(dry, WATER + 12), bank),
      river: 1 - smooth(wide, wide + 50, fromRiver),
      woods: octaves(growth, x / 190, y / 190, 3) * 0.5 + 0.5,
    }
  }
}

/** Lets ground that is steeper than `rise` per cell slide, until slopes are as scree leaves them. */
function slide(heights: Float32Array, width: number, rise: number): void {
  for (let pass = 0; pass < 40; pass++) {
    let moved = 0
    for (let x = 0; x < width; x++) {
      for (let y = 0; y < width; y++) {
        const at = x * width + y
        if (x + 1 < width) moved += settle(heights, at, at + width, rise)
        if (y + 1 < width) moved += settle(heights, at, at + 1, rise)
        if (x + 1 < width && y + 1 < width) moved += settle(heights, at, at + width + 1, rise * 1.4142)
        if (x + 1 < width && y > 0) moved += settle(heights, at, at + width - 1, rise * 1.4142)
      }
    }
    if (moved === 0) return
  }
}

function settle(heights: Float32Array, a: number, b: number, rise: number): number {
  const difference = (heights[a] ?? 0) - (heights[b] ?? 0)
  const over = Math.abs(difference) - rise
  if (over <= 0.05) return 0
  const half = (difference > 0 ? over : -over) / 2
  heights[a] = (heights[a] ?? 0) - half
  heights[b] = (heights[b] ?? 0) + half
  return 1
}

/** Value of a field of the relief at a world place, bilinear. */
export function sampleField(relief: Relief, field: Float32Array, x: number, y: number): number {
  const width = relief.size + 1
  const gx = Math.max(0, Math.min(relief.size - 1e-6, x / relief.step))
  const gy = Math.max(0, Math.min(relief.size - 1e-6, y / relief.step))
  const ix = Math.floor(gx)
  const iy = Math.floor(gy)
  const at = (dx: number, dy: number): number => field[(ix + dx) * width + iy + dy] ?? 0
  return blend(blend(at(0, 0), at(1, 0), gx - ix), blend(at(0, 1), at(1, 1), gx - ix), gy - iy)
}
