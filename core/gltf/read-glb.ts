import type { GltfFault, ReadPart } from './scene'

type Json = Readonly<Record<string, unknown>>
/** Greatest depth of nodes, against files whose nodes contain each other. */
const DEEPEST = 1000
/** Far more than a model has states, against files with the same nodes in thousands of scenes. */
const MOST_SCENES = 256
/** How often a file may read its bytes. */
const SHARED = 8
const WIDTHS = new Map([
  ['SCALAR', 1],
  ['VEC2', 2],
  ['VEC3', 3],
])
const COMPONENT_BYTES = new Map([
  [5120, 1],
  [5121, 1],
  [5122, 2],
  [5123, 2],
  [5125, 4],
  [5126, 4],
])
const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

class Refused extends Error {
  constructor(readonly fault: GltfFault) {
    super(fault.code)
  }
}

function refuse(code: GltfFault['code'], params: GltfFault['params'] = {}): never {
  throw new Refused({ code, params })
}

/** Every primitive of all scenes of a GLB. Extensions that are required are not read: their codecs change vertices. */
export function readGlb(file: Uint8Array): readonly ReadPart[] | GltfFault {
  try {
    return new Reader(file).parts()
  } catch (error) {
    if (error instanceof Refused) return error.fault
    throw error
  }
}

const object = (json: unknown): Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
const list = (json: unknown): readonly unknown[] => (Array.isArray(json) ? json : [])
const natural = (json: unknown, other: number): number => {
  if (json === undefined) return other
  return Number.isSafeInteger(json) && Number(json) >= 0 ? Number(json) : refuse('mesh.cut')
}

/** Where a node is: the space of its parent, the number of nodes above it, its scene. */
interface Place {
  readonly matrix: readonly number[]
  readonly depth: number
  readonly scene: number
}

class Reader {
  private readonly json: Json
  private readonly binary: Uint8Array
  private readonly visited = new Set<number>()
  /** Numbers that may still be read: parts may share accessors, but not without end. */
  private left: number

  constructor(file: Uint8Array) {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
    if (file.length < 20 || view.getUint32(0, true) !== 0x46546c67 || view.getUint32(4, true) !== 2)
      refuse('mesh.not-glb')
    const jsonSize = view.getUint32(12, true)
    if (view.getUint32(8, true) > file.length || 20 + jsonSize > file.length) refuse('mesh.cut')
    this.json = parsed(file.subarray(20, 20 + jsonSize))
    const at = 20 + jsonSize
    const size = at + 8 <= file.length ? view.getUint32(at, true) : 0
    if (at < file.length && at + 8 + size > file.length) refuse('mesh.cut')
    this.binary = file.subarray(at + 8, at + 8 + size)
    this.left = SHARED * (size + 1024)
  }

  parts(): readonly ReadPart[] {
    const [required] = list(this.json['extensionsRequired'])
    if (required !== undefined) refuse('mesh.extension', { extension: String(required) })
    const parts: ReadPart[] = []
    const scenes = list(this.json['scenes'])
    if (scenes.length > MOST_SCENES) refuse('mesh.unsupported', { what: `${scenes.length} scenes` })
    for (const [number, scene] of scenes.entries()) {
      this.visited.clear()
      for (const root of list(object(scene)['nodes']))
        this.visit(root, { matrix: IDENTITY, depth: 0, scene: number }, parts)
    }
    return parts
  }

  private visit(index: unknown, { matrix: above, depth, scene }: Place, parts: ReadPart[]): void {
    if (depth > DEEPEST) refuse('mesh.cut')
    const at = natural(index, -1)
    if (this.visited.has(at)) refuse('mesh.cut')
    this.visited.add(at)
    const node = object(list(this.json['nodes'])[at])
    const matrix = multiply(above, matrixOf(node))
    const name = typeof node['name'] === 'string' ? node['name'] : ''
    if (node['skin'] !== undefined) refuse('mesh.unsupported', { what: 'skin' })
    if (node['mesh'] !== undefined) {
      const mesh = object(list(this.json['meshes'])[natural(node['mesh'], 0)])
      for (const primitive of list(mesh['primitives']))
        parts.push({ node: name, scene, matrix, ...this.primitive(object(primitive)) })
    }
    for (const child of list(node['children'])) this.visit(child, { matrix, depth: depth + 1, scene }, parts)
  }

  private primitive(primitive: Json): Omit<ReadPart, 'node' | 'scene' | 'matrix'> {
    const [extension] = Object.keys(object(primitive['extensions'])).filter(name => /draco|meshopt/i.test(name))
    if (extension !== undefined) refuse('mesh.extension', { extension })
    if (natural(primitive['mode'], 4) !== 4) refuse('mesh.unsupported', { what: `mode ${String(primitive['mode'])}` })
    if (list(primitive['targets']).length > 0) refuse('mesh.unsupported', { what: 'morph targets' })
    const attributes = object(primitive['attributes'])
    const positions = this.floats(attributes['POSITION'], 3) ?? refuse('mesh.cut')
    const count = positions.length / 3
    const own = (name: string, width: number): Float32Array | undefined => {
      const found = this.floats(attributes[name], width)
      return found && found.length !== count * width ? refuse('mesh.cut') : found
    }
    const [normals, uvs, numbers] = [own('NORMAL', 3), own('TEXCOORD_0', 2), own('_VERTEX', 1)]
    const indices = this.indices(primitive['indices'], count)
    const { name } = object(list(this.json['materials'])[natural(primitive['material'], -1)])
    const material = typeof name === 'string' ? { material: name } : {}
    return {
      positions,
      indices,
      ...material,
      ...(normals && { normals }),
      ...(uvs && { uvs }),
      ...(numbers && { numbers }),
    }
  }

  /** Floats of an accessor; one of whole numbers was quantised, which is not undone. */
  private floats(index: unknown, width: number): Float32Array | undefined {
    if (index === undefined) return undefined
    const { view, stride, count, component } = this.accessor(index, width)
    if (component !== 5126) refuse('mesh.quantised')
    const values = new Float32Array(count * width)
    for (let n = 0, at = 0; n < count; n++)
      for (let k = 0; k < width; k++) values[at++] = view.getFloat32(n * stride + 4 * k, true)
    return values
  }

  private indices(index: unknown, count: number): Uint32Array {
    if (index === undefined) return Uint32Array.from({ length: count - (count % 3) }, (_, at) => at)
    const { view, stride, count: size, component } = this.accessor(index, 1)
    const read: Readonly<Record<number, (at: number) => number>> = {
      5121: at => view.getUint8(at),
      5123: at => view.getUint16(at, true),
      5125: at => view.getUint32(at, true),
    }
    const at = read[component] ?? refuse('mesh.cut')
    const indices = new Uint32Array(size)
    for (let k = 0; k < size; k++) indices[k] = at(k * stride)
    if (size % 3 !== 0 || indices.some(vertex => vertex >= count)) refuse('mesh.cut')
    return indices
  }

  /** The bytes of an accessor, checked against the file before anything is allocated. */
  private accessor(index: unknown, width: number) {
    const accessor = object(list(this.json['accessors'])[natural(index, 0)])
    if (accessor['sparse'] !== undefined) refuse('mesh.unsupported', { what: 'sparse accessor' })
    const component = natural(accessor['componentType'], 0)
    const bytes = COMPONENT_BYTES.get(component) ?? refuse('mesh.cut')
    if (WIDTHS.get(String(accessor['type'])) !== width) refuse('mesh.cut')
    const view = object(list(this.json['bufferViews'])[natural(accessor['bufferView'], -1)])
    if (natural(view['buffer'], -1) !== 0 || object(list(this.json['buffers'])[0])['uri'] !== undefined)
      refuse('mesh.unsupported', { what: 'buffer' })
    const stride = natural(view['byteStride'], bytes * width)
    const count = natural(accessor['count'], 0)
    this.left -= count * width
    if (this.left < 0) refuse('mesh.cut')
    const from = natural(view['byteOffset'], 0) + natural(accessor['byteOffset'], 0)
    const size = count === 0 ? 0 : (count - 1) * stride + bytes * width
    if (stride < bytes * width || from + size > this.binary.length) refuse('mesh.cut')
    return {
      component,
      count,
      stride,
      view: new DataView(this.binary.buffer, this.binary.byteOffset + from, size),
    }
  }
}

/** UTF-8 with every byte that is no letter, digit or sign of ASCII escaped: core has no TextDecoder. */
function escapedText(bytes: Uint8Array): string {
  const parts: string[] = []
  for (const byte of bytes)
    parts.push(byte === 0x25 || byte > 0x7e ? `%${byte.toString(16)}` : String.fromCharCode(byte))
  return parts.join('')
}

function parsed(bytes: Uint8Array): Json {
  try {
    return object(JSON.parse(decodeURIComponent(escapedText(bytes))))
  } catch {
    return refuse('mesh.not-glb')
  }
}

const numbersIn = (json: unknown, length: number): readonly number[] | undefined => {
  const numbers = list(json).map(Number)
  return numbers.length === length && numbers.every(Number.isFinite) ? numbers : undefined
}

function matrixOf(node: Json): readonly number[] {
  const given = numbersIn(node['matrix'], 16)
  if (given) return given
  const [tx = 0, ty = 0, tz = 0] = numbersIn(node['translation'], 3) ?? []
  const [x = 0, y = 0, z = 0, w = 1] = numbersIn(node['rotation'], 4) ?? []
  const [sx = 1, sy = 1, sz = 1] = numbersIn(node['scale'], 3) ?? []
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0].map(value => value * sx),
    ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0].map(value => value * sy),
    ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0].map(value => value * sz),
    tx,
    ty,
    tz,
    1,
  ]
}

const multiply = (a: readonly number[], b: readonly number[]): readonly number[] =>
  Array.from({ length: 16 }, (_, at) => {
    const [column, row] = [Math.floor(at / 4), at % 4]
    return [0, 1, 2, 3].reduce((sum, k) => sum + (a[4 * k + row] ?? 0) * (b[4 * column + k] ?? 0), 0)
  })
