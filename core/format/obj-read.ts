import { StudioError } from './problem'

/** Faces of a Wavefront OBJ as triangles. */
export interface ObjMesh {
  /** Three numbers per vertex, as the file has them. */
  readonly positions: Float32Array
  /** Three vertex numbers per triangle, from 0; polygons are fans around their first corner. */
  readonly corners: Uint32Array
  /** Material of each triangle, an index into `materials`. */
  readonly materialOf: Uint32Array
  /** Names of `usemtl`; '' before the first. */
  readonly materials: readonly string[]
}

/** Statements that carry neither positions nor faces. */
const IGNORED = new Set(['vt', 'vn', 'vp', 'g', 'o', 's', 'l', 'p', 'mtllib'])

/**
 * Vertices, faces and materials of a Wavefront OBJ; texture coordinates, normals, lines and points are ignored. Throws
 * StudioError `obj.line` with the number of the line that cannot be read, `obj.empty` where it has no face.
 */
export function readObj(text: string): ObjMesh {
  const positions: number[] = []
  const corners: number[] = []
  const materialOf: number[] = []
  const materials = new Map([['', 0]])
  let material = 0
  let line = 0
  for (const [word = '', ...given] of statements(text, at => (line = at))) {
    if (word === 'v') for (const number of pointOf(given, line)) positions.push(number)
    else if (word === 'f') {
      const polygon = cornersOf(given, positions.length / 3, line)
      for (let at = 2; at < polygon.length; at++) {
        corners.push(polygon[0] ?? 0, polygon[at - 1] ?? 0, polygon[at] ?? 0)
        materialOf.push(material)
      }
    } else if (word === 'usemtl') {
      const name = given.join(' ')
      material = materials.get(name) ?? materials.size
      materials.set(name, material)
    } else if (!IGNORED.has(word)) throw refused(line)
  }
  if (corners.length === 0) throw new StudioError('obj.empty')
  return {
    positions: Float32Array.from(positions),
    corners: Uint32Array.from(corners),
    materialOf: Uint32Array.from(materialOf),
    materials: [...materials.keys()],
  }
}

/** Words of each statement; a line that ends in a backslash is continued in the next. `begins`: number of its first line. */
function* statements(text: string, begins: (line: number) => void): Generator<readonly string[]> {
  let kept = ''
  let first = 0
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (kept === '') first = index + 1
    const bare = line.replace(/#.*/, '').trimEnd()
    if (bare.endsWith('\\')) {
      kept += `${bare.slice(0, -1)} `
      continue
    }
    const words = (kept + bare).trim().split(/\s+/)
    kept = ''
    if (words[0] === '') continue
    begins(first)
    yield words
  }
}

/** Three coordinates; a weight and colours behind them are ignored. */
function pointOf(given: readonly string[], line: number): readonly number[] {
  const point = given.slice(0, 3).map(Number)
  if (point.length < 3 || !point.every(number => Number.isFinite(Math.fround(number)))) throw refused(line)
  return point
}

/** Vertex numbers of a face from 0; the file counts from 1, or back from -1 for the last vertex so far. */
function cornersOf(given: readonly string[], count: number, line: number): readonly number[] {
  const corners = given.map(corner => {
    const number = Number(corner.split('/')[0])
    const vertex = number < 0 ? count + number : number - 1
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= count) throw refused(line)
    return vertex
  })
  if (corners.length < 3) throw refused(line)
  return corners
}

const refused = (line: number): StudioError => new StudioError('obj.line', { line })
