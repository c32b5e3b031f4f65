import type { Raster } from '../picture'
import type { MeshItem } from './mesh-item'
import type { Paint, Picture } from './scene'

/** A model with the paints of its triangles. */
export interface PaintedModel {
  readonly item: MeshItem
  readonly paints: readonly Paint[]
}

/** A model with more triangles has no picture: drawing it would take as long as opening it. */
const MOST_TRIANGLES = 60_000
/** Pixels that triangles cover at most, those that hide each other as well: a damaged model has no picture. */
const MOST_PIXELS = 8_000_000
/** Directions in the world: to the right of the picture, up in it, towards the eye. Seen from the front left, from above. */
const RIGHT = [0.8, 0.6, 0] as const
const UP = [-0.24, 0.32, 0.9165] as const
const EYE = [0.55, -0.733, 0.4] as const
/** Direction that light comes from. */
const LIGHT = [-0.25, -0.62, 0.74] as const
/** Share of the light that all faces have. */
const AMBIENT = 0.42
/** Of faces without a picture. */
const PLAIN = [176, 180, 186] as const
/** Pixels that stay free at each side, of 100. */
const MARGIN = 4

type Axis = readonly [x: number, y: number, z: number]
const along = (x: number, y: number, z: number, axis: Axis): number => x * axis[0] + y * axis[1] + z * axis[2]

/**
 * Draws the first variant of a model that has triangles, at rest, with its textures, on a transparent square of `side`
 * pixels. Undefined where nothing can be drawn. Alpha of textures is ignored.
 */
export function meshPicture({ item, paints }: PaintedModel, side: number): Raster | undefined {
  const triangles = drawnTriangles(item)
  if (triangles.length === 0 || triangles.length > MOST_TRIANGLES) return undefined
  const seen = project(item, triangles)
  const frame = frameOf(seen, side)
  if (!frame) return undefined
  const canvas = new Canvas(side)
  for (const [at, { triangle }] of triangles.entries()) {
    const own = seen.subarray(9 * at, 9 * at + 9)
    const light = lightOn(own)
    if (Number.isNaN(light)) continue
    if (canvas.tried > MOST_PIXELS) return undefined
    canvas.draw(frame(own), { light, ...textureOf(item, paints, triangle) })
  }
  return { width: side, height: side, kind: 'rgba', pixels: canvas.pixels }
}

interface DrawnTriangle {
  readonly triangle: number
  readonly node: number
}

/** Triangles of the first variant that has any; more than `MOST_TRIANGLES` are not listed to the end. */
function drawnTriangles({ drawn, nodes, pieces, switches }: MeshItem): readonly DrawnTriangle[] {
  const variants = switches.reduce((count, { values }) => count * values.length, 1)
  for (let variant = 0; variant < variants; variant++) {
    const found: DrawnTriangle[] = []
    for (let node = 0; node < nodes.count && found.length <= MOST_TRIANGLES; node++) {
      const piece = drawn[node * variants + variant] ?? -1
      const end = piece < 0 ? 0 : (pieces.starts[piece + 1] ?? 0)
      for (let triangle = pieces.starts[piece] ?? 0; triangle < end && found.length <= MOST_TRIANGLES; triangle++)
        found.push({ triangle, node })
    }
    if (found.length > 0) return found
  }
  return []
}

/** For each corner of each triangle its places to the right, up and towards the eye, in world units. */
function project({ positions, indices, nodes: { rest } }: MeshItem, triangles: readonly DrawnTriangle[]): Float32Array {
  const seen = new Float32Array(9 * triangles.length)
  triangles.forEach(({ triangle, node }, at) => {
    const m = rest.subarray(12 * node, 12 * node + 12)
    for (let corner = 0; corner < 3; corner++) {
      const vertex = 3 * (indices[3 * triangle + corner] ?? 0)
      const [x = NaN, y = NaN, z = NaN] = positions.subarray(vertex, vertex + 3)
      const row = (k: number): number => along(x, y, z, [m[k] ?? 0, m[k + 1] ?? 0, m[k + 2] ?? 0]) + (m[k + 3] ?? 0)
      const [wx, wy, wz] = [row(0), row(4), row(8)]
      seen.set([along(wx, wy, wz, RIGHT), along(wx, wy, wz, UP), along(wx, wy, wz, EYE)], 9 * at + 3 * corner)
    }
  })
  return seen
}

/** Brings the places of a triangle to pixels of the square; undefined where the model has no extent that can be drawn. */
function frameOf(seen: Float32Array, side: number): ((own: Float32Array) => Float32Array) | undefined {
  const [least, most] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ] as [number[], number[]]
  for (let at = 0; at < seen.length; at += 3)
    for (let axis = 0; axis < 2; axis++) {
      const value = seen[at + axis] ?? NaN
      if (!Number.isFinite(value)) continue
      least[axis] = Math.min(least[axis] ?? 0, value)
      most[axis] = Math.max(most[axis] ?? 0, value)
    }
  const [left = 0, bottom = 0] = least
  const [right = 0, top = 0] = most
  const extent = Math.max(right - left, top - bottom)
  if (!Number.isFinite(extent) || extent <= 0) return undefined
  const scale = (side * (100 - 2 * MARGIN)) / 100 / extent
  const [x, y] = [(left + right) / 2, (bottom + top) / 2]
  return own =>
    own.map((value, k) => {
      if (k % 3 === 2) return value
      return k % 3 === 0 ? side / 2 + (value - x) * scale : side / 2 - (value - y) * scale
    })
}

/** Light on a triangle from either of its sides, 0 to 1; NaN where it has no extent. */
function lightOn(own: Float32Array): number {
  const edge = (to: number): Axis => [0, 1, 2].map(axis => (own[to + axis] ?? 0) - (own[axis] ?? 0)) as unknown as Axis
  const [a, b] = [edge(3), edge(6)]
  const normal: Axis = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
  const towards = Math.sign(normal[2]) / Math.hypot(...normal)
  return AMBIENT + (1 - AMBIENT) * Math.max(0, towards * along(...normal, SEEN_LIGHT))
}

/** The direction of the light in the axes of the picture. */
const SEEN_LIGHT: Axis = [along(...LIGHT, RIGHT), along(...LIGHT, UP), along(...LIGHT, EYE)]

interface Texture {
  readonly picture?: Picture
  /** Texture coordinates of the corners. */
  readonly uvs?: Float32Array
}

function textureOf(
  { painting, fields, records, indices }: MeshItem,
  paints: readonly Paint[],
  triangle: number,
): Texture {
  if (!painting) return {}
  const { rows, field } = painting
  const row = rows ? rows[triangle] : fields[field]?.[records[triangle] ?? 0]
  const picture = paints[row ?? 0]?.picture
  if (!picture) return {}
  const uvs = new Float32Array(6)
  for (let corner = 0; corner < 3; corner++) {
    const vertex = 2 * (indices[3 * triangle + corner] ?? 0)
    uvs.set(painting.uvs.subarray(vertex, vertex + 2), 2 * corner)
  }
  return { picture, uvs }
}

/** Pixels with the depth of what is nearest in each. */
class Canvas {
  readonly pixels: Uint8Array
  /** Pixels within the boxes of all triangles so far. */
  tried = 0
  private readonly depths: Float32Array

  constructor(private readonly side: number) {
    this.pixels = new Uint8Array(4 * side * side)
    this.depths = new Float32Array(side * side).fill(-Infinity)
  }

  /** Corners in pixels, with their depths. */
  draw(corners: Float32Array, { light, picture, uvs }: Texture & { readonly light: number }): void {
    const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] = corners
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if (!Number.isFinite(area) || area === 0) return
    const clamp = (value: number): number => Math.min(this.side, Math.max(0, value))
    const [top, bottom] = [clamp(Math.floor(Math.min(ay, by, cy))), clamp(Math.ceil(Math.max(ay, by, cy)))]
    const [left, right] = [clamp(Math.floor(Math.min(ax, bx, cx))), clamp(Math.ceil(Math.max(ax, bx, cx)))]
    this.tried += (bottom - top) * (right - left)
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const [px, py] = [x + 0.5, y + 0.5]
        const b = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area
        const c = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area
        if (b < 0 || c < 0 || b + c > 1) continue
        const depth = az + b * (bz - az) + c * (cz - az)
        const at = y * this.side + x
        if (!(depth > (this.depths[at] ?? 0))) continue
        this.depths[at] = depth
        const colour = picture && uvs ? texel(picture, uvs, b, c) : PLAIN
        this.pixels.set([colour[0] * light, colour[1] * light, colour[2] * light, 255], 4 * at)
      }
  }
}

function texel({ width, height, pixels }: Picture, uvs: Float32Array, b: number, c: number): Axis {
  const at = (k: number): number => {
    const first = uvs[k] ?? 0
    return first + b * ((uvs[2 + k] ?? 0) - first) + c * ((uvs[4 + k] ?? 0) - first)
  }
  const cell = (value: number, size: number): number => {
    const part = value - Math.floor(value)
    return Number.isFinite(part) ? Math.min(size - 1, Math.floor(part * size)) : 0
  }
  const from = 4 * (cell(at(1), height) * width + cell(at(0), width))
  return [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0]
}
