import { Binary, packed, type Json } from './binary'
import type { GltfMaterial, GltfNode, GltfPart, GltfScene, GltfTrack } from './scene'

/** Turns Z up, as scenes have it, into Y up, as glTF has it: a quarter turn about X. */
const Z_UP: readonly number[] = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]

/**
 * A scene as GLB (glTF 2.0): one primitive for each part, with the number of each vertex in the attribute `_VERTEX`. The
 * same scene always gives the same bytes. Parts without triangles are left out.
 */
export function writeGlb(scene: GltfScene): Uint8Array {
  const binary = new Binary()
  const names = [...new Set(scene.parts.map(({ material }) => material))]
  const { meshes, meshOf } = meshesOf(scene, names, binary)
  const { materials, ...textures } = materialsOf(names, scene.materials ?? [], binary)
  const animations = animationsOf(scene, binary)
  const { nodes, scenes } = nodesOf(scene, meshOf)
  return packed(
    {
      asset: { version: '2.0', generator: 'Areal Studio' },
      scene: 0,
      scenes,
      nodes,
      ...(meshes.length > 0 && { meshes, materials, ...textures }),
      ...(animations.length > 0 && { animations }),
      ...(binary.accessors.length > 0 && { accessors: binary.accessors }),
      ...(binary.size > 0 && { bufferViews: binary.views, buffers: [{ byteLength: binary.size }] }),
    },
    binary,
  )
}

/** Nodes behind one root for each scene. */
function nodesOf(
  scene: GltfScene,
  meshOf: ReadonlyMap<number, number>,
): { readonly nodes: readonly Json[]; readonly scenes: readonly Json[] } {
  const names = scene.scenes ?? [scene.name]
  const first = names.length
  const children: number[][] = [...names, ...scene.nodes].map(() => [])
  for (const [n, { parent, scene: of = 0 }] of scene.nodes.entries())
    children[parent >= 0 ? first + parent : of]?.push(first + n)
  const roots = names.map(
    (_, n): Json => ({
      name: n === 0 ? scene.name : `${scene.name} ${names[n]}`,
      ...(scene.isYUp !== true && { rotation: Z_UP }),
    }),
  )
  const nodes = scene.nodes.map((node, n): Json => {
    const mesh = meshOf.get(n)
    return { name: node.name, ...placeOf(node), ...(mesh !== undefined && { mesh }) }
  })
  return {
    nodes: [...roots, ...nodes].map((node, at) => withChildren(node, children[at] ?? [])),
    scenes: names.map((name, n) => ({ name, nodes: [n] })),
  }
}

const withChildren = (node: Json, children: readonly number[]): Json =>
  children.length > 0 ? { ...node, children } : node

const placeOf = ({ translation, rotation, matrix, extras }: GltfNode): Json => ({
  ...(matrix && { matrix }),
  ...(translation && { translation }),
  ...(rotation && { rotation }),
  ...(extras && { extras }),
})

/** A mesh for each node that has triangles, by the number of the node. */
function meshesOf(
  scene: GltfScene,
  materials: readonly string[],
  binary: Binary,
): { readonly meshes: readonly Json[]; readonly meshOf: ReadonlyMap<number, number> } {
  const byNode = new Map<number, GltfPart[]>()
  for (const part of scene.parts) {
    if (part.indices.length === 0) continue
    const own = byNode.get(part.node)
    if (own) own.push(part)
    else byNode.set(part.node, [part])
  }
  const numberOf = new Map(materials.map((name, at) => [name, at]))
  const places = new Int32Array(scene.positions.length / 3).fill(-1)
  const meshes: Json[] = []
  const meshOf = new Map<number, number>()
  for (const [n, { name }] of scene.nodes.entries()) {
    const parts = byNode.get(n)
    if (!parts) continue
    const primitives = parts.map(part => ({
      ...primitiveOf(scene, part.indices, places, binary),
      material: numberOf.get(part.material),
      mode: 4,
    }))
    meshOf.set(n, meshes.push({ name, primitives }) - 1)
  }
  return { meshes, meshOf }
}

function primitiveOf(scene: GltfScene, indices: Uint32Array, places: Int32Array, binary: Binary): Json {
  const { numbers, local } = localOf(indices, places)
  const gathered = (data: Float32Array, width: 2 | 3): number => {
    const own = new Float32Array(width * numbers.length)
    for (let at = 0; at < numbers.length; at++)
      for (let k = 0; k < width; k++) own[width * at + k] = data[width * (numbers[at] ?? 0) + k] ?? 0
    return binary.add(own, width, 'vertices', data === scene.positions)
  }
  return {
    attributes: {
      POSITION: gathered(scene.positions, 3),
      ...(scene.normals && { NORMAL: gathered(scene.normals, 3) }),
      ...(scene.uvs && { TEXCOORD_0: gathered(scene.uvs, 2) }),
      _VERTEX: binary.add(Float32Array.from(numbers), 1),
    },
    indices: binary.add(local, 1, 'indices'),
  }
}

/**
 * The vertices that a part uses, in the order of their first use, and its triangles by their places there. `places`: -1
 * for every vertex, before and after.
 */
function localOf(
  indices: Uint32Array,
  places: Int32Array,
): { readonly numbers: readonly number[]; readonly local: Uint32Array } {
  const numbers: number[] = []
  const local = indices.map(vertex => {
    const known = places[vertex] ?? -1
    if (known >= 0) return known
    places[vertex] = numbers.length
    return numbers.push(vertex) - 1
  })
  for (const vertex of numbers) places[vertex] = -1
  return { numbers, local }
}

/** Materials by name; pictures that several of them have are written once. */
function materialsOf(names: readonly string[], known: readonly GltfMaterial[], binary: Binary) {
  const byName = new Map(known.map(material => [material.name, material]))
  const images: Json[] = []
  const numbers = new Map<Uint8Array, number>()
  const imageOf = (png: Uint8Array, name: string): number => {
    const at = numbers.get(png) ?? images.length
    if (at === images.length) images.push({ name, mimeType: 'image/png', bufferView: binary.view(png) })
    numbers.set(png, at)
    return at
  }
  const materials = names.map((name): Json => {
    const { png, isMasked, colour, extras } = byName.get(name) ?? { name }
    return {
      name,
      pbrMetallicRoughness: {
        ...(colour && { baseColorFactor: [...colour, 1] }),
        ...(png && { baseColorTexture: { index: imageOf(png, name) } }),
        metallicFactor: 0,
        roughnessFactor: 1,
      },
      ...(isMasked === true && { alphaMode: 'MASK' }),
      doubleSided: true,
      ...(extras && { extras }),
    }
  })
  return { materials, ...(images.length > 0 && { images, textures: images.map((_, source) => ({ source })) }) }
}

function animationsOf({ name, tracks = [], nodes, scenes = [name] }: GltfScene, binary: Binary): readonly Json[] {
  const samplers: Json[] = []
  const channels: Json[] = []
  const written = new Map<Float32Array, number>()
  const accessor = (data: Float32Array, width: 1 | 3 | 4): number => {
    const at = written.get(data) ?? binary.add(data, width, 'animation', width === 1)
    written.set(data, at)
    return at
  }
  const add = ({ node, times }: GltfTrack, path: string, output: number): void => {
    samplers.push({ input: accessor(times, 1), output, interpolation: 'LINEAR' })
    channels.push({ sampler: samplers.length - 1, target: { node: scenes.length + node, path } })
  }
  for (const track of tracks) {
    if (track.times.length === 0 || track.node >= nodes.length) continue
    add(track, 'translation', accessor(track.translations, 3))
    add(track, 'rotation', accessor(track.rotations, 4))
  }
  return channels.length > 0 ? [{ name, samplers, channels }] : []
}
