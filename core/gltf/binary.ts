export type Json = Readonly<Record<string, unknown>>

const FLOAT = 5126
const U32 = 5125
const ARRAY = 34962
const ELEMENTS = 34963

/** Numbers of an accessor in each of its values. */
export type Width = 1 | 2 | 3 | 4
const TYPES = ['SCALAR', 'VEC2', 'VEC3', 'VEC4'] as const

/** What the numbers of an accessor are: of vertices, triangles, or times and places of an animation. */
export type Use = 'vertices' | 'indices' | 'animation'

/** Collects the binary chunk of a GLB and what names its parts. */
export class Binary {
  readonly views: Json[] = []
  readonly accessors: Json[] = []
  private readonly parts: { readonly bytes: Uint8Array; readonly at: number }[] = []
  size = 0

  /** The number of a new accessor. `hasBounds`: with the least and the greatest values, as glTF requires of positions and times. */
  add(data: Float32Array | Uint32Array, width: Width, use: Use = 'vertices', hasBounds = false): number {
    const target = { vertices: ARRAY, indices: ELEMENTS, animation: undefined }[use]
    const bufferView = this.view(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), target)
    this.accessors.push({
      bufferView,
      componentType: use === 'indices' ? U32 : FLOAT,
      count: data.length / width,
      type: TYPES[width - 1],
      ...(hasBounds && boundsOf(data, width)),
    })
    return this.accessors.length - 1
  }

  /** The number of a new view of these bytes. */
  view(bytes: Uint8Array, target?: number): number {
    this.parts.push({ bytes, at: this.size })
    this.views.push({
      buffer: 0,
      byteOffset: this.size,
      byteLength: bytes.length,
      ...(target !== undefined && { target }),
    })
    this.size += Math.ceil(bytes.length / 4) * 4 // every component has four bytes
    return this.views.length - 1
  }

  copy(to: Uint8Array, from: number): void {
    for (const { bytes, at } of this.parts) to.set(bytes, from + at)
  }
}

function boundsOf(data: ArrayLike<number>, width: Width): Json {
  const min = Array.from({ length: width }, () => Infinity)
  const max = Array.from({ length: width }, () => -Infinity)
  for (let at = 0; at < data.length; at++) {
    const [axis, value] = [at % width, data[at] ?? 0]
    if (value < (min[axis] ?? 0)) min[axis] = value
    if (value > (max[axis] ?? 0)) max[axis] = value
  }
  return { min, max }
}

const escapeChar = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Header, JSON padded by spaces, binary; all numbers little-endian (glTF 2.0, 4.4). */
export function packed(json: Json, binary: Binary): Uint8Array {
  const ascii = JSON.stringify(json).replace(/[^\x20-\x7e]/g, escapeChar)
  const text = Uint8Array.from(ascii, char => char.charCodeAt(0))
  const jsonSize = Math.ceil(text.length / 4) * 4
  const hasBinary = binary.size > 0
  const size = 12 + 8 + jsonSize + (hasBinary ? 8 + binary.size : 0)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  const words: readonly (readonly [at: number, word: number])[] = [
    [0, 0x46546c67],
    [4, 2],
    [8, size],
    [12, jsonSize],
    [16, 0x4e4f534a],
    ...(hasBinary
      ? ([
          [20 + jsonSize, binary.size],
          [24 + jsonSize, 0x004e4942],
        ] as const)
      : []),
  ]
  for (const [at, word] of words) view.setUint32(at, word, true)
  bytes.fill(0x20, 20, 20 + jsonSize)
  bytes.set(text, 20)
  if (hasBinary) binary.copy(bytes, 28 + jsonSize)
  return bytes
}
