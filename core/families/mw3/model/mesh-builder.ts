import { fieldOf, numberOf, numbersOf, recordsOf } from '../../../format/fields'
import type { GltfNode, GltfPart, GltfScene } from '../../../gltf'
import type { Node, Value } from '../../../layout'

/** What parts are named before their materials are known. */
export const MATERIAL = 'material '

/** Lists of numbers: of vectors, or of words. */
const listsIn = (value: Value | undefined): readonly (readonly number[])[] =>
  Array.isArray(value) ? value.map(one => (Array.isArray(one) ? one.map(Number) : [Number(one)])) : []

/** Collects the models of nodes as one mesh: a vertex for each corner of a polygon, because corners have texture coordinates. */
export class MeshBuilder {
  private readonly positions: number[] = []
  private readonly uvs: number[] = []
  /** Number of the stored position of each vertex. */
  private readonly stored: number[] = []
  private storedCount = 0
  private readonly parts: GltfPart[] = []
  readonly nodes: GltfNode[] = []

  /** The number of a new node. */
  addNode(node: GltfNode): number {
    return this.nodes.push(node) - 1
  }

  /** The polygons of a model at a node (mw3 6.3, 6.5). Those that name vertices that are not there are left out. */
  addModel(node: number, data: Node): void {
    const vertices = listsIn(fieldOf(data, 'vertices')?.value)
    const polygons = recordsOf(data, 'polygons')
    const byMaterial = new Map<number, number[]>()
    for (const [at, arrays] of recordsOf(data, 'polygon_arrays').entries()) {
      const polygon = polygons[at]
      const corners = numbersOf(arrays, 'vertex_indices')
      if (!polygon || corners.length < 3 || !corners.every(corner => vertices[corner] !== undefined)) continue
      const first = this.addCorners(corners, vertices, listsIn(fieldOf(arrays, 'uvs')?.value))
      const material = numberOf(polygon, 'material_index')
      const own = byMaterial.get(material) ?? []
      byMaterial.set(material, own)
      const isStrip = numberOf(polygon, 'flags/triangle_strip') === 1
      for (let k = 2; k < corners.length; k++) {
        const triangle = isStrip ? (k % 2 === 0 ? [k - 2, k - 1, k] : [k - 1, k - 2, k]) : [0, k - 1, k]
        for (const corner of triangle) own.push(first + corner)
      }
    }
    this.storedCount += vertices.length
    for (const [material, indices] of byMaterial)
      this.parts.push({ node, material: `${MATERIAL}${material}`, indices: Uint32Array.from(indices) })
  }

  private addCorners(
    corners: readonly number[],
    vertices: readonly (readonly number[])[],
    uvs: readonly (readonly number[])[],
  ): number {
    const first = this.stored.length
    for (const [k, corner] of corners.entries()) {
      this.stored.push(this.storedCount + corner)
      const [x = NaN, y = NaN, z = NaN] = vertices[corner] ?? []
      this.positions.push(x, y, z)
      const [u = 0, v = 0] = uvs[k] ?? []
      this.uvs.push(u, v)
    }
    return first
  }

  scene(name: string, scenes?: readonly string[]): GltfScene {
    return {
      name,
      isYUp: true,
      positions: Float32Array.from(this.positions),
      uvs: Float32Array.from(this.uvs, value => (Number.isFinite(value) ? value : 0)),
      shared: { positions: Uint32Array.from(this.stored) },
      nodes: this.nodes,
      parts: this.parts,
      ...(scenes && { scenes }),
    }
  }
}

/** Bit of an object's flags: its place is that of its parent (mw3 8.6). */
const INITIAL = 8
/** Of the product of the lengths of two axes: those of more are sheared. */
const SHEAR = 1e-3

/**
 * Place of an object in its parent: rows 0 to 2 and the row 3 of its matrix (mw3 9.3). A sheared one, which glTF has not,
 * is left out and named.
 */
export function placeOf(object: Node | undefined): Pick<GltfNode, 'matrix' | 'extras'> {
  if (!object || (numberOf(object, 'flags') & INITIAL) !== 0) return {}
  const rows = numbersOf(object, 'transform')
  const axes = [0, 1, 2].map(row => rows.slice(3 * row, 3 * row + 3))
  if (rows.length !== 12 || !rows.every(Number.isFinite)) return { extras: { left_out: 'matrix' } }
  const lengths = axes.map(axis => Math.hypot(...axis))
  const isSheared = [
    [0, 1],
    [0, 2],
    [1, 2],
  ].some(([a = 0, b = 0]) => {
    const dot = (axes[a] ?? []).reduce((sum, value, k) => sum + value * (axes[b]?.[k] ?? 0), 0)
    return Math.abs(dot) > SHEAR * (lengths[a] ?? 0) * (lengths[b] ?? 0)
  })
  if (isSheared || lengths.some(length => length === 0)) return { extras: { left_out: 'matrix' } }
  return { matrix: [...axes.flatMap(axis => [...axis, 0]), ...rows.slice(9, 12), 1] }
}
