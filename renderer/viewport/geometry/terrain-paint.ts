import { own } from '@areal-studio/core/layout'
import type { BlendMaps, Paint, Painting, Picture, SurfaceItem } from '@areal-studio/core/format'

/** All pictures of a ground, brought to one size: layers of one texture. */
export interface PaintSet {
  /** Pixels along a side: a power of two. */
  readonly size: number
  readonly layers: readonly Uint8Array[]
  /** Layer of a row of the table; a checker with the number where there is no such row. */
  layer(row: number): number
  /** Layer of the detail of a row; -1: it has none. */
  detail(row: number): number
}

/** How paints lie on the triangles; three vertices of their own for each, in the order of `terrainBuffers`. */
interface PaintBuffers {
  /** Layer below, layer over it, layers of the detail of both; -1: none. */
  readonly paints: Float32Array
  /** Texture coordinates, and how much of the layer over the other one shows. */
  readonly uvs: Float32Array
  /** Coordinates of the detail; undefined where no face shows any. */
  readonly details: Float32Array | undefined
  /** Place on the maps and the record whose they are; undefined where no maps blend the layers. */
  readonly blends: Float32Array | undefined
  /** Factors of the colour, with a fourth byte that is not used; where there are maps. */
  readonly shades: Uint8Array | undefined
  /** Some faces show a second material. */
  readonly hasOver: boolean
}

/** Draws the placeholder of a missing picture, with its name. */
type DrawMissing = (name: string, size: number) => Uint8Array

const LEAST_SIZE = 64
const MOST_SIZE = 256
/** Least number of texture layers that WebGL 2 guarantees. */
export const MOST_LAYERS = 256

/** Puts the pictures of a table into layers of at most `most` pixels along a side; equal ones share a layer. */
export function paintSet(table: readonly Paint[], drawMissing: DrawMissing, most = MOST_SIZE): PaintSet {
  const colours = table.filter(({ isMap }) => isMap !== true)
  const largest = Math.max(
    1,
    ...colours.map(({ picture, standIn }) => (picture ? Math.max(picture.width, picture.height) : standIn ? 1 : most)),
    ...colours.map(({ detail }) => Math.max(detail?.picture?.width ?? 1, detail?.picture?.height ?? 1)),
  )
  const size = Math.min(most, Math.max(LEAST_SIZE, 2 ** Math.ceil(Math.log2(largest))))
  const layers: Uint8Array[] = []
  const known = new Map<Picture | string, number>()
  // Where there are more the others are drawn without a picture.
  const add = (key: Picture | string, make: () => Uint8Array): number => {
    if (layers.length >= MOST_LAYERS && !known.has(key)) return -1
    const layer = known.get(key) ?? layers.push(make()) - 1
    known.set(key, layer)
    return layer
  }
  const rows = table.map(paint => {
    if (paint.isMap === true) return -1
    const picture = paint.picture ?? (paint.standIn && plain(paint.standIn))
    return picture
      ? add(keyOf(picture), () => resized(picture, size))
      : add(missingName(paint), () => drawMissing(missingName(paint), size))
  })
  const details = table.map(({ detail }) => {
    const picture = detail?.picture
    return picture ? add(keyOf(picture), () => resized(picture, size)) : -1
  })
  const outside = (row: number): number => add(`#${row}`, () => drawMissing(`#${row}`, size))
  return { size, layers, layer: row => rows[row] ?? outside(row), detail: row => details[row] ?? -1 }
}

const plain = (colour: readonly [number, number, number]): Picture => ({
  width: 1,
  height: 1,
  pixels: Uint8Array.of(...colour, 255),
})

/** Pictures of one colour are equal, others where they are the same object. */
const keyOf = (picture: Picture): Picture | string =>
  picture.pixels.length === 4 ? `colour ${picture.pixels.join(' ')}` : picture

/** Names of textures that are missing or unreadable, each once. */
export const missingNames = (table: readonly Paint[]): readonly string[] => [
  ...new Set(
    table
      .flatMap(paint => (paint.detail ? [paint, paint.detail] : [paint]))
      .filter(paint => !paint.picture)
      .map(missingName),
  ),
]

const missingName = (paint: Paint): string => (paint.missing === 'material' ? paint.material : paint.texture)

/** A picture at another size, its edges meeting those of its next repeat. */
export function resized({ width, height, pixels }: Picture, size: number): Uint8Array {
  if (width === size && height === size) return pixels
  const known = resizedBefore.get(pixels)
  if (known?.length === 4 * size * size) return known
  const out = new Uint8Array(4 * size * size)
  const [columns, rows] = [steps(width, size), steps(height, size)]
  let to = 0
  for (const [top, bottom, dy] of rows) {
    for (const [left, right, dx] of columns) {
      const [a, b] = [4 * (top * width + left), 4 * (top * width + right)]
      const [c, d] = [4 * (bottom * width + left), 4 * (bottom * width + right)]
      for (let channel = 0; channel < 4; channel++) {
        const above = (pixels[a + channel] ?? 0) * (1 - dx) + (pixels[b + channel] ?? 0) * dx
        const below = (pixels[c + channel] ?? 0) * (1 - dx) + (pixels[d + channel] ?? 0) * dx
        out[to++] = Math.round(above * (1 - dy) + below * dy)
      }
    }
  }
  resizedBefore.set(pixels, out)
  return out
}

const resizedBefore = new WeakMap<Uint8Array, Uint8Array>()

/** For each of `size` places the two pixels around it in a row that repeats, and how near the second one is. */
const steps = (length: number, size: number): readonly (readonly [first: number, second: number, share: number])[] =>
  Array.from({ length: size }, (_, at) => {
    const place = ((at + 0.5) * length) / size - 0.5
    const first = Math.floor(place)
    return [(first + length) % length, (first + 1) % length, place - first]
  })

/** Layers, texture coordinates and opacity of the second paint for each vertex. */
export function paintBuffers(
  item: SurfaceItem,
  triangles: Uint32Array,
  set: Pick<PaintSet, 'layer' | 'detail'>,
): PaintBuffers {
  const { painting } = item
  const paints = new Float32Array(12 * triangles.length).fill(-1)
  const uvs = new Float32Array(9 * triangles.length)
  const none = { details: undefined, blends: undefined, shades: undefined, hasOver: false }
  if (!painting) return { paints, uvs, ...none }
  if (painting.maps) return { paints, uvs, ...none, ...blendBuffers(item, triangles, painting, painting.maps, uvs) }
  const details = painting.detail && new Float32Array(6 * triangles.length)
  const rows = rowsOf(item, painting)
  let hasDetail = false
  let hasOver = false
  triangles.forEach((t, place) => {
    const [low, high, isDetailed] = [rows.base[t] ?? 0, rows.over[t] ?? 0, rows.isDetailed(t)]
    const isOver = high !== painting.none
    const layers = [
      set.layer(low),
      isOver ? set.layer(high) : -1,
      isDetailed ? set.detail(low) : -1,
      isDetailed && isOver ? set.detail(high) : -1,
    ]
    hasOver ||= isOver
    hasDetail ||= Math.max(layers[2] ?? -1, layers[3] ?? -1) >= 0
    const corners = item.indices.subarray(3 * t, 3 * t + 3)
    for (let corner = 0; corner < 3; corner++) {
      const weight = isOver ? Math.min(1, Math.max(0, painting.opacity?.[corners[corner] ?? 0] ?? 1)) : 0
      paints.set(layers, 12 * place + 4 * corner)
      uvs[9 * place + 3 * corner + 2] = weight
    }
    unwrap(painting.uvs, corners, painting.period, uvs.subarray(9 * place), 3)
    if (details && painting.detail)
      unwrap(painting.detail.uvs, corners, painting.period, details.subarray(6 * place), 2)
  })
  return { ...none, paints, uvs, details: hasDetail ? details : undefined, hasOver }
}

/** Texture coordinates (into `uvs`), places on the maps and shades of the corners of all triangles. */
function blendBuffers(
  { indices, records }: SurfaceItem,
  triangles: Uint32Array,
  painting: Painting,
  maps: BlendMaps,
  uvs: Float32Array,
): Pick<PaintBuffers, 'blends' | 'shades'> {
  const blends = new Float32Array(9 * triangles.length)
  const shades = new Uint8Array(12 * triangles.length)
  triangles.forEach((t, place) => {
    const corners = indices.subarray(3 * t, 3 * t + 3)
    unwrap(painting.uvs, corners, painting.period, uvs.subarray(9 * place), 3)
    for (let corner = 0; corner < 3; corner++) {
      const vertex = corners[corner] ?? 0
      const at = 3 * place + corner
      blends[3 * at] = maps.uvs[2 * vertex] ?? 0
      blends[3 * at + 1] = maps.uvs[2 * vertex + 1] ?? 0
      blends[3 * at + 2] = records[t] ?? 0
      for (let part = 0; part < 3; part++) shades[4 * at + part] = maps.shades[3 * vertex + part] ?? 255
    }
  })
  return { blends, shades }
}

/** Coordinates of the corners of a triangle; those that are stored modulo a period are brought near those of the first corner. */
function unwrap(
  from: Float32Array,
  corners: Uint32Array,
  period: number | undefined,
  to: Float32Array,
  stride: number,
): void {
  for (let axis = 0; axis < 2; axis++) {
    const first = from[2 * (corners[0] ?? 0) + axis] ?? 0
    for (let corner = 0; corner < 3; corner++) {
      const value = from[2 * (corners[corner] ?? 0) + axis] ?? 0
      const turns = period === undefined ? 0 : Math.round((value - first) / period)
      to[stride * corner + axis] = value - turns * (period ?? 0)
    }
  }
}

interface Rows {
  readonly base: Uint8Array
  readonly over: Uint8Array
  isDetailed(triangle: number): boolean
}

/** Rows of each triangle, and whether it shows detail. */
function rowsOf({ records, fields }: SurfaceItem, { layers: [base = '', over = ''], detail }: Painting): Rows {
  const of = (field: string): Uint8Array => Uint8Array.from(records, record => own(fields, field)?.[record] ?? 0)
  const flags = detail && own(fields, detail.field)
  return {
    base: of(base),
    over: of(over),
    isDetailed: triangle => ((flags?.[records[triangle] ?? 0] ?? 0) & (detail?.bits ?? 0)) !== 0,
  }
}
