import { readGlb, writeGlb, type GltfScene, type ReadPart } from '../gltf'
import type { Params, Words } from './problem'

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

/** A refused file. */
interface MeshFault {
  readonly code: string
  readonly params: Params
}

/** What a file changes, and what of it is lost. */
export interface MeshChanges {
  readonly changed: ChangedMesh
  readonly notices: readonly Words[]
}

/** Normals nearer than this were only rounded, in 1/127 as games store them. */
const SAME_NORMAL = 0.01
/** Texture coordinates nearer than this were only rounded. */
const SAME_UV = 1 / 4096
const SAME_MATRIX = 1e-4

const faultOf = (code: string, params: Params = {}): MeshFault => ({ code, params })

/** The parts that a scene is written as. */
export function writtenParts(scene: GltfScene): readonly ReadPart[] {
  const parts = readGlb(writeGlb(scene))
  return 'code' in parts ? [] : parts
}

/** What a GLB changes in a mesh; the fault of one that is not this mesh with other vertices. */
export function meshChanges(scene: GltfScene, file: Uint8Array): MeshChanges | MeshFault {
  const [theirs, ours] = [readGlb(file), writtenParts(scene)]
  if ('code' in theirs) return theirs
  const count = scene.positions.length / 3
  const fault = partsFault(ours, theirs, scene) ?? shapeFault(ours, theirs, count)
  if (fault) return fault
  const { shared = {} } = scene
  const positions = taken(theirs, scene.positions, { width: 3, of: part => part.positions, same: 0 }, shared.positions)
  if (positions.torn.length > 0) return faultOf('mesh.torn', { n: positions.torn.length })
  const normals = taken(
    theirs,
    scene.normals,
    { width: 3, of: part => part.normals, same: SAME_NORMAL },
    shared.normals,
  )
  const uvs = taken(theirs, scene.uvs, { width: 2, of: part => part.uvs, same: SAME_UV }, shared.uvs)
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

function partsFault(ours: readonly ReadPart[], theirs: readonly ReadPart[], scene: GltfScene): MeshFault | undefined {
  const count = scene.positions.length / 3
  const isFinite = (values: Float32Array | undefined): boolean => values?.every(Number.isFinite) !== false
  if (theirs.length === 0 && ours.length > 0) return faultOf('mesh.other')
  for (const { numbers, positions, normals, uvs } of theirs) {
    if (!numbers) return faultOf('mesh.no-numbers')
    if (!numbers.every(n => Number.isInteger(n) && n >= 0 && n < count)) return faultOf('mesh.other')
    const used = [positions, scene.normals && normals, scene.uvs && uvs]
    if (!used.every(isFinite)) return faultOf('mesh.not-finite')
  }
  return undefined
}

/** Programs that know one scene only may drop the others, which then stay as they are. */
function shapeFault(ours: readonly ReadPart[], theirs: readonly ReadPart[], count: number): MeshFault | undefined {
  const shown = ours.filter(({ scene }) => scene === 0)
  const own = shown.length < ours.length ? [ours, shown] : [ours]
  const difference = Math.min(...own.map(parts => triangleDifference(parts, theirs, count)))
  if (difference > 0) return faultOf('mesh.topology', { n: difference })
  const moved = movedNode(ours, theirs)
  return moved === undefined ? undefined : faultOf('mesh.moved-node', { node: moved })
}

interface Taken {
  readonly values: Float32Array
  readonly changed: readonly number[]
  /** Vertices that the file has with several values: they keep their own. */
  readonly torn: readonly number[]
}

/** Values of a kind: how many numbers a vertex has of it, where parts have them, and what is a rounding. */
interface Kind {
  readonly width: number
  of(part: ReadPart): Float32Array | undefined
  readonly same: number
}

/**
 * Values of vertices as the file has them, where they differ by more than a rounding. `shared`: vertices of one number
 * have one value, which follows the changed ones of them.
 */
function taken(
  parts: readonly ReadPart[],
  before: Float32Array | undefined,
  { width, of, same }: Kind,
  shared: Uint32Array | undefined,
): Taken {
  if (!before) return { values: new Float32Array(0), changed: [], torn: [] }
  const values = before.slice()
  const changed = new Set<number>()
  const torn = new Set<number>()
  const seen = new Uint8Array(values.length / width)
  for (const part of parts) {
    const [data, numbers] = [of(part), part.numbers]
    if (!data || !numbers) continue
    const differs = (from: Float32Array, vertex: number, at: number): boolean => {
      for (let k = 0; k < width; k++)
        if (!(Math.abs((data[width * at + k] ?? NaN) - (from[width * vertex + k] ?? NaN)) <= same)) return true
      return false
    }
    for (let at = 0; at < numbers.length; at++) {
      const vertex = numbers[at] ?? 0
      if (seen[vertex] === 1 && differs(values, vertex, at)) torn.add(vertex)
      if (seen[vertex] === 0 && differs(before, vertex, at)) {
        changed.add(vertex)
        values.set(data.subarray(width * at, width * (at + 1)), width * vertex)
      }
      seen[vertex] = 1
    }
  }
  if (shared) spread({ values, width, changed, torn, seen }, shared)
  for (const vertex of torn) {
    changed.delete(vertex)
    values.set(before.subarray(width * vertex, width * (vertex + 1)), width * vertex)
  }
  return { values, changed: [...changed].sort((a, b) => a - b), torn: [...torn] }
}

/** What is found of the vertices of a file. */
interface Found {
  readonly values: Float32Array
  readonly width: number
  readonly changed: Set<number>
  readonly torn: Set<number>
  /** 1 for vertices that the file has. */
  readonly seen: Uint8Array
}

/** Gives changed values to the other vertices that share them; those that the file has with another value are torn. */
function spread({ values, width, changed, torn, seen }: Found, shared: Uint32Array): void {
  const first = new Map<number, number>()
  for (const vertex of changed) if (!first.has(shared[vertex] ?? 0)) first.set(shared[vertex] ?? 0, vertex)
  for (let vertex = 0; vertex < seen.length && first.size > 0; vertex++) {
    const from = first.get(shared[vertex] ?? 0)
    if (from === undefined) continue
    const value = values.subarray(width * from, width * (from + 1))
    if (seen[vertex] === 0) values.set(value, width * vertex)
    else if (value.some((part, k) => part !== values[width * vertex + k])) torn.add(vertex)
    changed.add(vertex)
  }
  // One vertex that does not follow tears the value for all that have it.
  const lost = new Set(Array.from(torn, vertex => shared[vertex]))
  for (const vertex of changed) if (lost.has(shared[vertex])) torn.add(vertex)
}

/** Triangles by their least vertex, each as one number of the two others in their order. */
interface Triangles {
  /** Vertex v has the keys from `starts[v]` to `starts[v + 1]`, ascending. */
  readonly starts: Uint32Array
  readonly keys: Float64Array
}

/** Calls `use` with the corners of each triangle, the least one first; those without area are left out. */
function eachTriangle(parts: readonly ReadPart[], use: (a: number, b: number, c: number) => void): void {
  for (const { indices, numbers } of parts)
    for (let at = 0; at + 2 < indices.length; at += 3) {
      const a = numbers?.[indices[at] ?? 0] ?? 0
      const b = numbers?.[indices[at + 1] ?? 0] ?? 0
      const c = numbers?.[indices[at + 2] ?? 0] ?? 0
      if (a === b || b === c || a === c) continue
      if (a < b && a < c) use(a, b, c)
      else if (b < c) use(b, c, a)
      else use(c, a, b)
    }
}

function trianglesOf(parts: readonly ReadPart[], count: number): Triangles {
  const starts = new Uint32Array(count + 1)
  eachTriangle(parts, a => {
    starts[a + 1] = (starts[a + 1] ?? 0) + 1
  })
  for (let vertex = 0; vertex < count; vertex++) starts[vertex + 1] = (starts[vertex + 1] ?? 0) + (starts[vertex] ?? 0)
  const ends = starts.slice()
  const keys = new Float64Array(starts[count] ?? 0)
  eachTriangle(parts, (a, b, c) => {
    const at = ends[a] ?? 0
    keys[at] = b * count + c
    ends[a] = at + 1
  })
  for (let vertex = 0; vertex < count; vertex++) keys.subarray(starts[vertex], starts[vertex + 1]).sort()
  return { starts, keys }
}

/** Number of triangles that only one of the two has, whatever their order and first corner; those without area are not counted. */
function triangleDifference(ours: readonly ReadPart[], theirs: readonly ReadPart[], count: number): number {
  const [a, b] = [trianglesOf(ours, count), trianglesOf(theirs, count)]
  let difference = 0
  for (let vertex = 0; vertex < count; vertex++) {
    let [i = 0, j = 0] = [a.starts[vertex], b.starts[vertex]]
    const [aEnd = 0, bEnd = 0] = [a.starts[vertex + 1], b.starts[vertex + 1]]
    while (i < aEnd || j < bEnd) {
      const [x, y] = [i < aEnd ? (a.keys[i] ?? 0) : Infinity, j < bEnd ? (b.keys[j] ?? 0) : Infinity]
      if (x <= y) i++
      if (y <= x) j++
      if (x !== y) difference++
    }
  }
  return difference
}

/** Name of a node of the file that is at another place than the vertices in it had; undefined where there is none. */
function movedNode(ours: readonly ReadPart[], theirs: readonly ReadPart[]): string | undefined {
  const isNear = (a: readonly number[], b: readonly number[]): boolean =>
    a.every((value, k) => Math.abs(value - (b[k] ?? 0)) <= SAME_MATRIX * Math.max(1, Math.abs(value)))
  // Places at which our parts are, and the vertices that have a part there.
  const places: { readonly matrix: readonly number[]; readonly vertices: Set<number> }[] = []
  for (const { matrix, numbers } of ours) {
    let place = places.find(one => isNear(one.matrix, matrix))
    if (!place) places.push((place = { matrix, vertices: new Set() }))
    for (const vertex of numbers ?? []) place.vertices.add(vertex)
  }
  return theirs.find(({ matrix, numbers }) => {
    const fits = places.filter(place => isNear(place.matrix, matrix))
    return numbers?.some(vertex => !fits.some(({ vertices }) => vertices.has(vertex)))
  })?.node
}
