import type { GltfNode, GltfPart, GltfScene } from './scene'

const FLOAT = 5126
const U32 = 5125
const ARRAY = 34962
const ELEMENTS = 34963
/** Turns Z up, as scenes have it, into Y up, as glTF has it: a quarter turn about X. */
const Z_UP: readonly number[] = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]

type Json = Readonly<Record<string, unknown>>

/** Collects the binary chunk and what names its parts. */
class Binary {
  readonly views: Json[] = []
  readonly accessors: Json[] = []
  private readonly parts: { readonly bytes: Uint8Array; readonly at: number }[] = []
  size = 0

  add(data: Float32Array | Uint32Array, width: 1 | 2 | 3, isIndex = false): number {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    this.parts.push({ bytes, at: this.size })
    const target = isIndex ? ELEMENTS : ARRAY
    this.views.push({ buffer: 0, byteOffset: this.size, byteLength: bytes.length, target })
    this.size += bytes.length // all components have four bytes
    const type = width === 1 ? 'SCALAR' : `VEC${width}`
    const componentType = isIndex ? U32 : FLOAT
    const bounds = width === 3 && !isIndex ? boundsOf(data) : {}
    this.accessors.push({
      bufferView: this.views.length - 1,
      componentType,
      count: data.length / width,
      type,
      ...bounds,
    })
    return this.accessors.length - 1
  }

  copy(to: Uint8Array, from: number): void {
    for (const { bytes, at } of this.parts) to.set(bytes, from + at)
  }
}

function boundsOf(data: ArrayLike<number>): Json {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let at = 0; at < data.length; at++) {
    const [axis, value] = [at % 3, data[at] ?? 0]
    if (value < (min[axis] ?? 0)) min[axis] = value
    if (value > (max[axis] ?? 0)) max[axis] = value
  }
  return { min, max }
}

/**
 * A scene as GLB (glTF 2.0): one primitive for each part, with the number of each vertex in the attribute `_VERTEX`. The
 * same scene always gives the same bytes. Parts without triangles are left out.
 */
export function writeGlb(scene: GltfScene): Uint8Array {
  const binary = new Binary()
  const materials = [...new Set(scene.parts.map(({ material }) => material))]
  const meshes: Json[] = []
  const nodes: Json[] = [{ name: scene.name, rotation: Z_UP, children: [] }]
  const children: number[][] = [[]]
  for (const node of scene.nodes) {
    const at = nodes.length
    nodes.push({ name: node.name, ...placeOf(node) })
    children.push([])
    children[node.parent + 1]?.push(at)
  }
  scene.nodes.forEach((_, n) => {
    const parts = scene.parts.filter(({ node, indices }) => node === n && indices.length > 0)
    if (parts.length === 0) return
    const primitives = parts.map(part => primitiveOf(scene, part, materials.indexOf(part.material), binary))
    meshes.push({ name: scene.nodes[n]?.name, primitives })
    nodes[n + 1] = { ...nodes[n + 1], mesh: meshes.length - 1 }
  })
  const json = {
    asset: { version: '2.0', generator: 'Areal Studio' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: nodes.map(({ children: _, ...node }, at) => withChildren(node, children[at] ?? [])),
    ...(meshes.length > 0 && {
      meshes,
      materials: materials.map(name => ({
        name,
        pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 1 },
        doubleSided: true,
      })),
      accessors: binary.accessors,
      bufferViews: binary.views,
      buffers: [{ byteLength: binary.size }],
    }),
  }
  return packed(json, binary)
}

const withChildren = (node: Json, children: readonly number[]): Json =>
  children.length > 0 ? { ...node, children } : node

const placeOf = ({ translation, rotation }: GltfNode): Json => ({
  ...(translation && { translation }),
  ...(rotation && { rotation }),
})

function primitiveOf(scene: GltfScene, { indices }: GltfPart, material: number, binary: Binary): Json {
  const { numbers, local } = localOf(indices, scene.positions.length / 3)
  const gathered = (data: Float32Array, width: 2 | 3): number => {
    const own = new Float32Array(width * numbers.length)
    numbers.forEach((vertex, at) => {
      own.set(data.subarray(width * vertex, width * (vertex + 1)), width * at)
    })
    return binary.add(own, width)
  }
  return {
    attributes: {
      POSITION: gathered(scene.positions, 3),
      ...(scene.normals && { NORMAL: gathered(scene.normals, 3) }),
      ...(scene.uvs && { TEXCOORD_0: gathered(scene.uvs, 2) }),
      _VERTEX: binary.add(Float32Array.from(numbers), 1),
    },
    indices: binary.add(local, 1, true),
    material,
    mode: 4,
  }
}

/** The vertices that a part uses, in the order of their first use, and its triangles by their places there. */
function localOf(
  indices: Uint32Array,
  count: number,
): { readonly numbers: readonly number[]; readonly local: Uint32Array } {
  const places = new Int32Array(count).fill(-1)
  const numbers: number[] = []
  const local = indices.map(vertex => {
    const known = places[vertex] ?? -1
    if (known >= 0) return known
    places[vertex] = numbers.length
    return numbers.push(vertex) - 1
  })
  return { numbers, local }
}

const escapeChar = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Header, JSON padded by spaces, binary; all numbers little-endian (glTF 2.0, 4.4). */
function packed(json: Json, binary: Binary): Uint8Array {
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
