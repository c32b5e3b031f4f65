/*
 * Shapes and poses of models, as functions over numbers alone: a scene calls them where it draws (evil-islands 11). Vectors are
 * x, y, z, quaternions w, x, y, z, one behind the other in one array.
 */

/** How a model is between its eight shapes: second, first and third bit of their numbers (evil-islands 11.2). */
export type Complection = readonly [number, number, number]

const mix = (a: number, b: number, t: number): number => a + (b - a) * t

/** One number of eight shapes; there are no limits to the complection. */
export function blend(shape: (corner: number) => number, [first, second, third]: Complection): number {
  const half = (from: number): number =>
    mix(mix(shape(from), shape(from + 1), second), mix(shape(from + 2), shape(from + 3), second), first)
  return mix(half(0), half(4), third)
}

/** Vertices of a block of positions: each axis, each shape and four lanes of floats follow each other (evil-islands 9.1). */
const LANES = 4

/** Vertices of a mesh between its shapes, from its `positions` as they are stored. A mesh of one shape is as it is. */
export function blendVertices(positions: ArrayLike<number>, corners: number, complection: Complection): Float64Array {
  const perBlock = 3 * corners * LANES
  const blocks = Math.floor(positions.length / perBlock)
  const out = new Float64Array(blocks * LANES * 3)
  for (let vertex = 0; vertex < blocks * LANES; vertex++)
    for (let axis = 0; axis < 3; axis++) {
      const at = (corner: number): number =>
        positions[Math.floor(vertex / LANES) * perBlock + (axis * corners + corner) * LANES + (vertex % LANES)] ?? 0
      out[3 * vertex + axis] = corners === 1 ? at(0) : blend(at, complection)
    }
  return out
}

/** The place of a part relative to the one above, from its `offsets`. */
export function blendOffset(offsets: ArrayLike<number>, complection: Complection): readonly [number, number, number] {
  const along = (axis: number): number =>
    offsets.length < 24 ? (offsets[axis] ?? 0) : blend(corner => offsets[3 * corner + axis] ?? 0, complection)
  return [along(0), along(1), along(2)]
}

/** Keys of a part in a clip, as its track has them. */
export interface Track {
  readonly rotations: ArrayLike<number>
  readonly translations: ArrayLike<number>
  /** All vectors of a frame together. */
  readonly morphs: ArrayLike<number>
  readonly morphFrames: number
}

export type Quaternion = readonly [w: number, x: number, y: number, z: number]
export type Vector = readonly [x: number, y: number, z: number]

const STILL: Quaternion = [1, 0, 0, 0]

/** The two keys around a frame and the place between them. The last is followed by the first (evil-islands 10). */
function between(frame: number, count: number): readonly [from: number, to: number, t: number] {
  const wrapped = ((frame % count) + count) % count
  const from = Math.floor(wrapped)
  return [from, (from + 1) % count, wrapped - from]
}

/** The rotation of a part at a frame, the shorter way round; none for a part without a track. */
function rotationAt({ rotations }: Pick<Track, 'rotations'>, frame: number): Quaternion {
  const count = Math.floor(rotations.length / 4)
  if (count === 0) return STILL
  const [from, to, t] = between(frame, count)
  const at = (key: number, k: number): number => rotations[4 * key + k] ?? 0
  const a: Quaternion = [at(from, 0), at(from, 1), at(from, 2), at(from, 3)]
  return slerp(a, [at(to, 0), at(to, 1), at(to, 2), at(to, 3)], t)
}

function slerp(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
  const sign = dot < 0 ? -1 : 1
  const angle = Math.acos(Math.min(1, Math.abs(dot)))
  const [x, y] =
    angle < 1e-6 ? [1 - t, t] : [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)]
  const part = (k: 0 | 1 | 2 | 3): number => x * a[k] + sign * y * b[k]
  return [part(0), part(1), part(2), part(3)]
}

/** The translation of a part at a frame: only that of the root is used (evil-islands 11.3). */
function translationAt({ translations }: Pick<Track, 'translations'>, frame: number): Vector {
  const count = Math.floor(translations.length / 3)
  if (count === 0) return [0, 0, 0]
  const [from, to, t] = between(frame, count)
  const part = (axis: number): number => mix(translations[3 * from + axis] ?? 0, translations[3 * to + axis] ?? 0, t)
  return [part(0), part(1), part(2)]
}

/** Morph vectors at a frame: three numbers each. */
export function morphsAt({ morphs, morphFrames }: Pick<Track, 'morphs' | 'morphFrames'>, frame: number): Float64Array {
  if (morphFrames === 0) return new Float64Array(0)
  const size = Math.floor(morphs.length / morphFrames)
  const [from, to, t] = between(frame, morphFrames)
  return Float64Array.from({ length: size }, (_, k) => mix(morphs[from * size + k] ?? 0, morphs[to * size + k] ?? 0, t))
}

const product = (a: Quaternion, b: Quaternion): Quaternion => [
  a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
  a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
  a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
]

/** A vector turned by a rotation. */
function turned(rotation: Quaternion, [x, y, z]: Vector): Vector {
  const [w, a, b, c] = rotation
  const [, px, py, pz] = product(product(rotation, [0, x, y, z]), [w, -a, -b, -c])
  return [px, py, pz]
}

/** A part of a model: its place among the parts that come before it, its offset and its keys. */
export interface PosePart {
  /** -1 for the root. */
  readonly parent: number
  readonly offset: Vector
  readonly track?: Track
}

export interface PosedPart {
  readonly origin: Vector
  readonly rotation: Quaternion
}

const added = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]

/** Where the parts are at a frame of a clip; without tracks at rest (evil-islands 11.3). Parts follow the part above. */
export function pose(parts: readonly PosePart[], frame: number): readonly PosedPart[] {
  const posed: PosedPart[] = []
  for (const { parent, offset, track } of parts) {
    const key = track ? rotationAt(track, frame) : STILL
    const above = posed[parent]
    if (!above) posed.push({ origin: track ? added(offset, translationAt(track, frame)) : offset, rotation: key })
    else
      posed.push({
        origin: added(above.origin, turned(above.rotation, offset)),
        rotation: product(key, above.rotation),
      })
  }
  return posed
}

/** Vertices of a posed part, from those between its shapes. `morphMap`: the morph vector of each vertex. */
export function posedVertices(
  { origin, rotation }: PosedPart,
  vertices: ArrayLike<number>,
  morphs: ArrayLike<number>,
  morphMap: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(vertices.length)
  for (let k = 0; k < vertices.length / 3; k++) {
    const morph = morphMap[k]
    const part = (axis: number): number =>
      (vertices[3 * k + axis] ?? 0) + (morph === undefined ? 0 : (morphs[3 * morph + axis] ?? 0))
    out.set(added(origin, turned(rotation, [part(0), part(1), part(2)])), 3 * k)
  }
  return out
}

/** How much the translation of the root grows with the height of a model (evil-islands 6). */
export const heightFactor = (height: number, min: number, mid: number, max: number): number =>
  mid === 0 ? 1 : (height * (max - min) + min) / mid
