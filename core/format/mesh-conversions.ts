import { readGlb, writeGlb, type GltfScene, type ReadPart } from '../gltf'
import type { Bytes } from '../layout'
import type { Conversion, EntryInfo, Opened, Replacement } from './format'
import { objText } from './obj-text'
import { StudioError, type Params, type Words } from './problem'
import { fromText } from './text-bytes'

/** What a file changes in a mesh; vertices in ascending order. */
export interface ChangedMesh {
  /** xyz of every vertex, of the moved ones as the file has them. */
  readonly positions: Float32Array
  readonly moved: readonly number[]
  /** Unit vectors of every vertex; present where the mesh has normals. */
  readonly normals: Float32Array
  readonly turned: readonly number[]
  /** Texture coordinates of every vertex in repeats; present where the mesh has them. */
  readonly uvs: Float32Array
  readonly mapped: readonly number[]
}

/** How the mesh in the bytes of an entry is read and changed. */
export interface Meshed {
  /** Whether the entry may hold a mesh, by what is known without reading it. */
  isFor(entry: EntryInfo): boolean
  /** The mesh; undefined where the bytes are damaged or hold none. */
  read(entry: Opened): Promise<GltfScene | undefined>
  /** The entry's bytes with other vertices; bounds and what else depends on them included. Absent: only written as files. */
  write?(entry: Opened, changed: ChangedMesh): Promise<Bytes>
}

/** GLB out and, where a mesh can be written, in; OBJ out. */
export const meshConversions = ({ isFor, read, write }: Meshed): readonly Conversion[] => [
  {
    ending: 'glb',
    isFor,
    encode: async entry => writeGlb(await needed(read, entry)),
    ...(write && {
      decode: async (entry: Opened, file: Bytes): Promise<Replacement> => {
        const scene = await needed(read, entry)
        const { changed, notices } = changedBy(scene, file, entry)
        const isSame = changed.moved.length + changed.turned.length + changed.mapped.length === 0
        return { bytes: isSame ? entry.bytes : await write(entry, changed), notices }
      },
    }),
  },
  { ending: 'obj', isFor, encode: async entry => fromText(objText(entry.name, partsOf(await needed(read, entry)))) },
]

/** The parts that a scene is written as. */
function partsOf(scene: GltfScene): readonly ReadPart[] {
  const parts = readGlb(writeGlb(scene))
  if ('code' in parts) throw new StudioError(parts.code, parts.params)
  return parts
}

async function needed(read: Meshed['read'], entry: Opened): Promise<GltfScene> {
  const scene = await read(entry)
  if (!scene) throw new StudioError('convert.no-mesh', { name: entry.name }, entry.path)
  const count = scene.positions.length / 3
  const isWhole = scene.parts.every(({ indices }) => indices.every(vertex => vertex < count))
  if (!isWhole || !scene.positions.every(Number.isFinite))
    throw new StudioError('mesh.damaged', { name: entry.name }, entry.path)
  return scene
}

/** Normals nearer than this were only rounded, in 1/127 as games store them. */
const SAME_NORMAL = 0.01
/** Texture coordinates nearer than this were only rounded. */
const SAME_UV = 1 / 4096
const SAME_MATRIX = 1e-4

/** Throws StudioError `mesh.…` for a file that is not this mesh with other vertices. */
function changedBy(
  scene: GltfScene,
  file: Bytes,
  entry: Opened,
): { readonly changed: ChangedMesh; readonly notices: readonly Words[] } {
  const refuse = (code: string, params: Params = {}): never => {
    throw new StudioError(code, { name: entry.name, ...params }, entry.path)
  }
  const [theirs, ours] = [readGlb(file), partsOf(scene)]
  if ('code' in theirs) return refuse(theirs.code, theirs.params)
  if (theirs.length === 0) return refuse('mesh.other')
  const count = scene.positions.length / 3
  for (const { numbers, positions } of theirs) {
    if (!numbers) return refuse('mesh.no-numbers')
    if (!numbers.every(n => Number.isInteger(n) && n >= 0 && n < count)) return refuse('mesh.other')
    if (!positions.every(Number.isFinite)) return refuse('mesh.not-finite')
  }
  const difference = triangleDifference(ours, theirs)
  if (difference > 0) return refuse('mesh.topology', { n: difference })
  const moved = movedNode(ours, theirs)
  if (moved !== undefined) return refuse('mesh.moved-node', { node: moved })
  const positions = taken(theirs, scene.positions, 3, part => part.positions, 0)
  if (positions.torn.length > 0) return refuse('mesh.torn', { n: positions.torn.length })
  const normals = taken(theirs, scene.normals, 3, part => part.normals, SAME_NORMAL)
  const uvs = taken(theirs, scene.uvs, 2, part => part.uvs, SAME_UV)
  const isChanged = positions.changed.length + normals.changed.length + uvs.changed.length > 0
  const split = new Set([...normals.torn, ...uvs.torn]).size
  return {
    changed: {
      positions: positions.values,
      moved: positions.changed,
      normals: normals.values,
      turned: normals.changed,
      uvs: uvs.values,
      mapped: uvs.changed,
    },
    notices: [
      ...(isChanged ? [{ code: 'notice.mesh-vertices', params: { n: positions.changed.length } }] : []),
      ...(split > 0 ? [{ code: 'notice.mesh-split', params: { n: split } }] : []),
    ],
  }
}

interface Taken {
  readonly values: Float32Array
  readonly changed: readonly number[]
  /** Vertices that the file has with several values: they keep their own. */
  readonly torn: readonly number[]
}

/** Values of vertices as the file has them, where they differ by more than a rounding. */
function taken(
  parts: readonly ReadPart[],
  before: Float32Array | undefined,
  width: number,
  of: (part: ReadPart) => Float32Array | undefined,
  same: number,
): Taken {
  const values = before?.slice() ?? new Float32Array(0)
  const changed = new Set<number>()
  const torn = new Set<number>()
  const seen = new Uint8Array(values.length / width)
  if (!before) return { values, changed: [], torn: [] }
  for (const part of parts) {
    const data = of(part)
    if (!data) continue
    part.numbers?.forEach((vertex, at) => {
      const isOther = (from: Float32Array): boolean =>
        Array.from({ length: width }, (_, k) => k).some(
          k => !(Math.abs((data[width * at + k] ?? NaN) - (from[width * vertex + k] ?? NaN)) <= same),
        )
      if (seen[vertex] === 1 && isOther(values)) torn.add(vertex)
      if (seen[vertex] === 0 && isOther(before)) {
        changed.add(vertex)
        values.set(data.subarray(width * at, width * (at + 1)), width * vertex)
      }
      seen[vertex] = 1
    })
  }
  for (const vertex of torn) {
    changed.delete(vertex)
    values.set(before.subarray(width * vertex, width * (vertex + 1)), width * vertex)
  }
  return { values, changed: [...changed].sort((a, b) => a - b), torn: [...torn] }
}

/** Number of triangles that only one of the two has, whatever their order and first corner; those without area are not counted. */
function triangleDifference(ours: readonly ReadPart[], theirs: readonly ReadPart[]): number {
  const counts = new Map<string, number>()
  const count = (parts: readonly ReadPart[], by: number): void => {
    for (const { indices, numbers } of parts)
      for (let at = 0; at + 2 < indices.length; at += 3) {
        const [a = 0, b = 0, c = 0] = [0, 1, 2].map(k => numbers?.[indices[at + k] ?? 0] ?? -1)
        if (a === b || b === c || a === c) continue
        const key = a < b && a < c ? `${a},${b},${c}` : b < c ? `${b},${c},${a}` : `${c},${a},${b}`
        counts.set(key, (counts.get(key) ?? 0) + by)
      }
  }
  count(ours, 1)
  count(theirs, -1)
  return Array.from(counts.values()).reduce((sum, n) => sum + Math.abs(n), 0)
}

/** Name of a node of the file that is at another place than the vertices in it had; undefined where there is none. */
function movedNode(ours: readonly ReadPart[], theirs: readonly ReadPart[]): string | undefined {
  const owners = new Map<number, number[]>()
  ours.forEach(({ numbers }, part) => {
    for (const vertex of numbers ?? []) owners.set(vertex, [...(owners.get(vertex) ?? []), part])
  })
  const isNear = (a: readonly number[], b: readonly number[]): boolean =>
    a.every((value, k) => Math.abs(value - (b[k] ?? 0)) <= SAME_MATRIX * Math.max(1, Math.abs(value)))
  return theirs.find(({ matrix, numbers }) => {
    const fits = new Set(ours.flatMap((part, at) => (isNear(part.matrix, matrix) ? [at] : [])))
    return numbers?.some(vertex => !owners.get(vertex)?.some(part => fits.has(part)))
  })?.node
}
