import type { ReadPart } from '../gltf'

/** Parts of a mesh as Wavefront OBJ, in the space of the whole, Y up: a group and a material for each part, vertex numbers from 1. */
export function objText(name: string, parts: readonly ReadPart[]): string {
  const lines = [`# ${word(name)}`]
  let first = 1
  for (const { node, material, matrix, positions, normals, uvs, indices } of parts) {
    const count = positions.length / 3
    const turn = matrix.map(exact)
    lines.push(`g ${word(node)}`)
    if (material !== undefined) lines.push(`usemtl ${word(material)}`)
    for (let v = 0; v < count; v++) lines.push(`v ${turned(turn, positions, v, 1).join(' ')}`)
    for (let v = 0; uvs && v < count; v++) lines.push(`vt ${uvs[2 * v] ?? 0} ${1 - (uvs[2 * v + 1] ?? 0)}`)
    for (let v = 0; normals && v < count; v++) lines.push(`vn ${turned(turn, normals, v, 0).join(' ')}`)
    const corner = (vertex: number): string => {
      const n = String(first + vertex)
      if (uvs) return normals ? `${n}/${n}/${n}` : `${n}/${n}`
      return normals ? `${n}//${n}` : n
    }
    for (let at = 0; at + 2 < indices.length; at += 3)
      lines.push(`f ${[0, 1, 2].map(k => corner(indices[at + k] ?? 0)).join(' ')}`)
    first += count
  }
  return `${lines.join('\n')}\n`
}

/** A whole number in place of one that the quaternion of a quarter turn misses by a rounding error. */
const exact = (entry: number): number => (Math.abs(entry - Math.round(entry)) < 1e-12 ? Math.round(entry) : entry)

/** A vector under a matrix of 16 numbers; `w` 1 for a point, 0 for a direction. */
function turned(m: readonly number[], data: Float32Array, vertex: number, w: 0 | 1): readonly number[] {
  const [x = 0, y = 0, z = 0] = data.subarray(3 * vertex, 3 * vertex + 3)
  return [0, 1, 2].map(row =>
    Math.fround((m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z + w * (m[row + 12] ?? 0)),
  )
}

/** A name without spaces, at which a line is split. */
const word = (name: string): string => name.trim().replace(/\s+/g, '_') || '_'
